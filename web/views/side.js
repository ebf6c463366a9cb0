// @ts-check
/** The conversations: a column on a large desk, a drawer elsewhere. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { w } from "../texts/index.js";
import { search } from "./fields.js";
import * as icons from "./icons.js";

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").Conversation} Conversation
 * @typedef {import("../actions.js").Actions} Actions
 */

// A handful can be looked through; more want a search.
const FEW = 5;

/** @param {State} state @param {Actions} actions */
export function side(state, actions) {
  const all = state.conversations ?? [];
  const found = all.filter(({ title }) => folded(title).includes(folded(state.sought)));
  return html`
    <h2 id="side-title">${w.side.title}</h2>
    <button class="secondary" id="new-conversation" @click=${actions.begin}>${icons.plus}<span>${w.side.begin}</span></button>
    ${all.length > FEW || state.sought ? search("seek", w.side.search, state.sought, actions.seek) : nothing}
    ${state.conversations && !all.length ? html`<p class="empty">${w.side.none}</p>` : nothing}
    ${all.length && !found.length ? html`<p class="empty" role="status">${w.side.notFound}</p>` : nothing}
    <ul class="threads" aria-labelledby="side-title">
      ${repeat(
        found,
        ({ id }) => id,
        (one) => html`<li class=${one.id === state.conversation ? "current" : ""}>${row(one, state, actions)}</li>`,
      )}
    </ul>
    <div class="side-foot">
      <button class="quiet" @click=${actions.openShelf}>${icons.shelf}<span>${w.shelf.title}</span></button>
      <button class="quiet" @click=${actions.openMemory}>${icons.memory}<span>${w.memory.title}</span></button>
    </div>`;
}

/** @param {Conversation} one @param {State} state @param {Actions} actions */
function row(one, state, actions) {
  if (state.changing?.id === one.id) return state.changing.how === "rename" ? renaming(one, actions) : deleting(one, actions);
  return html`
    <button class="thread" id="thread-${one.id}" aria-current=${one.id === state.conversation ? "true" : nothing}
      @click=${() => actions.turnTo(one.id)}><span class="thread-title" dir="auto">${one.title}</span>
      <small>${w.day(one.at)}</small></button>
    <span class="thread-doings">
      ${tool(`${w.side.rename}: ${one.title}`, icons.pencil, () => actions.change({ id: one.id, how: "rename" }))}
      ${tool(`${w.side.remove}: ${one.title}`, icons.bin, () => actions.change({ id: one.id, how: "delete" }))}
    </span>`;
}

/** @param {string} label @param {unknown} icon @param {() => void} act */
const tool = (label, icon, act) =>
  html`<button class="quiet square" aria-label=${label} title=${label} @click=${act}>${icon}</button>`;

/** @param {Conversation} one @param {Actions} actions */
const renaming = (one, actions) => html`
  <form class="changing" @submit=${(/** @type {SubmitEvent} */ event) => renamed(event, one, actions)}
    @keydown=${(/** @type {KeyboardEvent} */ event) => left(event, actions)}>
    <label class="unseen" for="changing">${w.side.newName}</label>
    <input id="changing" name="title" maxlength="200" autocomplete="off" dir="auto" .value=${one.title} />
    <button class="primary">${w.save}</button>
    <button type="button" class="quiet" @click=${() => actions.change(null)}>${w.cancel}</button>
  </form>`;

/** @param {Conversation} one @param {Actions} actions */
const deleting = (one, actions) => html`
  <div class="changing" role="group" aria-label="${w.side.remove}: ${one.title}"
    @keydown=${(/** @type {KeyboardEvent} */ event) => left(event, actions)}>
    <p dir="auto">${w.side.sure(one.title)}</p>
    <button class="primary danger" id="changing" @click=${() => actions.forgetConversation(one.id)}>${w.side.remove}</button>
    <button class="quiet" @click=${() => actions.change(null)}>${w.cancel}</button>
  </div>`;

/** @param {SubmitEvent} event @param {Conversation} one @param {Actions} actions */
function renamed(event, one, actions) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  actions.rename(one.id, String(new FormData(form).get("title") ?? ""));
}

/** @param {KeyboardEvent} event @param {Actions} actions */
function left(event, actions) {
  if (event.key !== "Escape") return;
  // Here the key leaves the row; the drawer stays.
  event.preventDefault();
  event.stopPropagation();
  actions.change(null);
}

/** @param {string} text */
const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();
