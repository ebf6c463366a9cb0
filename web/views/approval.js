// @ts-check
/** Calls that wait for the visitor's word, each with what it would ask; nothing leaves before it is said. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { YES } from "../deciding.js";
import { w } from "../texts/index.js";
import { sourceName } from "./sources.js";

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("../types.js").PendingCall} PendingCall
 * @typedef {import("../types.js").Word} Word
 * @typedef {import("../actions.js").Actions} Actions
 */

/** @param {Turn} turn @param {PendingCall[]} pending @param {State} state @param {Actions} actions */
export function approval(turn, pending, state, actions) {
  const said = state.words[turn.id] ?? {};
  const allowed = pending.filter(({ key }) => (said[key] ?? YES).allowed).length;
  return html`
    <form class="approval" aria-label=${w.approval.title}
      @submit=${(/** @type {Event} */ event) => (event.preventDefault(), actions.decide(turn))}>
      <ul>${pending.map((call) => html`<li>${one(call, said[call.key] ?? YES, turn, actions)}</li>`)}</ul>
      <p class="form-foot spread">
        <button class="primary">${allowed ? w.approval.ask(allowed) : w.approval.goOn}</button>
        <button type="button" class="quiet" @click=${() => actions.denyAll(turn)}>${w.approval.denyAll}</button>
      </p>
    </form>`;
}

/** @param {PendingCall} call @param {Word} word @param {Turn} turn @param {Actions} actions */
function one(call, word, turn, actions) {
  const id = `call-${turn.id}-${call.key}`;
  const asked = word.edited ?? call.arguments;
  // What was asked for at first stays when it is emptied, to be filled again.
  const shown = Object.entries(asked).filter(([name]) => says(call.arguments[name]));
  const say = (/** @type {Partial<Word>} */ part) => actions.say(turn.id, call.key, part);
  const amend = (/** @type {string} */ name, /** @type {unknown} */ changed) => actions.amend(turn.id, call.key, name, changed);
  return html`
    <fieldset class=${word.allowed ? "" : "denied"}>
      <legend>${sourceName(call.source)} <code>${call.tool}</code></legend>
      <dl>${shown.map(([name, value]) => argument(`${id}-${name}`, name, value, call, word, amend))}</dl>
      <p class="call-doings">
        <label class="check"><input type="checkbox" .checked=${word.allowed} aria-label="${w.approval.allow}: ${sourceName(call.source)}"
          @change=${() => say({ allowed: !word.allowed })} /> ${w.approval.allow}</label>
        ${
          word.allowed
            ? html`<button type="button" class="inline" aria-label="${word.edited ? w.approval.asItWas : w.approval.edit}: ${sourceName(call.source)}"
              @click=${() => say({ edited: word.edited ? null : { ...call.arguments } })}>${word.edited ? w.approval.asItWas : w.approval.edit}</button>`
            : nothing
        }
      </p>
    </fieldset>`;
}

/** @param {string} id @param {string} name @param {unknown} value @param {PendingCall} call @param {Word} word @param {(name: string, changed: unknown) => void} amend */
function argument(id, name, value, call, word, amend) {
  const label = w.arguments[name] ?? name;
  if (!word.edited || !word.allowed) return html`<div><dt>${label}</dt><dd dir="auto">${text(value)}</dd></div>`;
  const before = call.arguments[name];
  const change = (/** @type {unknown} */ changed) => amend(name, changed);
  return html`<div><dt><label for=${id}>${label}</label></dt>
    <dd>${typeof before === "boolean" ? switched(id, value === true, change) : written(id, before, value, change)}</dd></div>`;
}

/** @param {string} id @param {boolean} on @param {(changed: boolean) => void} change */
const switched = (id, on, change) =>
  html`<span class="check"><input id=${id} type="checkbox" .checked=${on} @change=${() => change(!on)} /></span>`;

/** @param {string} id @param {unknown} before @param {unknown} value @param {(changed: unknown) => void} change */
const written = (id, before, value, change) =>
  html`<input id=${id} dir="auto" inputmode=${typeof before === "number" ? "numeric" : nothing} .value=${text(value)}
    @change=${(/** @type {Event} */ event) => change(like(before, /** @type {HTMLInputElement} */ (event.target).value))} />`;

/** Whether an argument asks for anything. @param {unknown} value */
const says = (value) => value !== null && value !== undefined && value !== false;

/** @param {unknown} value */
function text(value) {
  if (Array.isArray(value)) return value.join(", ");
  return value === true ? w.approval.yes : String(value ?? "");
}

/** What was written, in the shape of what stood there. @param {unknown} before @param {string} written */
function like(before, written) {
  const words = written.trim();
  if (Array.isArray(before)) return words.split(",").map((part) => part.trim()).filter(Boolean);
  if (typeof before === "number") return Number.isFinite(Number(words)) && words ? Number(words) : before;
  return words || null;
}
