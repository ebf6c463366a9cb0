// @ts-check
/** The one input: it takes words at any time, also before Python is there. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { open, thread } from "../state.js";
import { w } from "../texts/index.js";
import * as icons from "./icons.js";

// More than a question needs; the engine answers longer ones with a sentence.
const LONG = 600;

/**
 * @param {import("../types.js").State} state
 * @param {import("../actions.js").Actions} actions
 */
export function composer(state, actions) {
  const running = open(state);
  return html`
    <form class="composer" @submit=${(/** @type {Event} */ event) => sent(event, actions)}>
      <p class="hint">${opening(state.boot, actions) ?? hint(state, running !== null)}</p>
      <div class="field">
        <label class="unseen" for="question">${w.ask}</label>
        <textarea id="question" rows="1" dir="auto" enterkeyhint="send" autocomplete="off" placeholder=${w.placeholder}
          .value=${live(state.draft)}
          @input=${(/** @type {InputEvent} */ event) => actions.write(/** @type {HTMLTextAreaElement} */ (event.target).value)}
          @keydown=${(/** @type {KeyboardEvent} */ event) => pressed(event, state, actions)}></textarea>
        ${askOrStop(running, actions)}
      </div>
    </form>`;
}

/** @param {import("../types.js").State} state @param {boolean} running */
function hint({ draft, early }, running) {
  if (running && early) return html`<span>${w.stillAnswering}</span>`;
  if (draft.length > LONG) return w.long(draft.length);
  return running ? w.hintStop : w.hint;
}

/**
 * One button that asks or stops, so that the focus stays on it.
 * @param {import("../types.js").Turn | null} running
 * @param {import("../actions.js").Actions} actions
 */
const askOrStop = (running, actions) => html`
  <button class="primary round ${running ? "stop" : ""}" type=${running ? "button" : "submit"}
    aria-label=${running ? w.stop : w.send} title=${running ? w.stop : w.send}
    aria-disabled=${running?.status === "stopping" ? "true" : nothing}
    @click=${(/** @type {MouseEvent} */ event) => running && stopped(event, actions)}>${running ? icons.stop : icons.send}</button>`;

/**
 * The second click of a double click on "ask" is no wish to stop.
 * @param {MouseEvent} event
 * @param {import("../actions.js").Actions} actions
 */
function stopped(event, actions) {
  event.preventDefault();
  if (event.detail < 2) actions.stop();
}

/** @param {Event} event @param {import("../actions.js").Actions} actions */
function sent(event, actions) {
  event.preventDefault();
  actions.ask();
}

/**
 * @param {KeyboardEvent} event
 * @param {import("../types.js").State} state
 * @param {import("../actions.js").Actions} actions
 */
function pressed(event, state, actions) {
  // While an input method composes a word, Enter chooses the word.
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) sent(event, actions);
  const last = thread(state).at(-1);
  if (event.key === "ArrowUp" && !state.draft && last) {
    event.preventDefault();
    actions.edit(last.question);
  }
}

/**
 * How opening goes, in words only when it takes long enough to be read.
 * @param {import("../types.js").Boot} boot
 * @param {import("../actions.js").Actions} actions
 */
function opening(boot, actions) {
  if (boot.failure)
    return html`<span class="trouble">${w.bootFailed} ${boot.failure.message} ${boot.failure.advice}</span>
      <button type="button" class="inline" @click=${actions.restart}>${w.again}</button>`;
  if (boot.ready || !boot.slow) return null;
  if (boot.stuck)
    return html`<span class="trouble" role="alert">${w.bootStuck}</span>
      <button type="button" class="inline" @click=${actions.restart}>${w.again}</button>`;
  const step = boot.total ? `${w.openingStep(Math.min(boot.done + 1, boot.total), boot.total)}.` : w.opening;
  return html`<progress max=${boot.total || 4} value=${boot.done} aria-label=${w.opening}></progress>
    <span>${step} <span class="early">${w.early}</span></span>`;
}
