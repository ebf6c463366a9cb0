// @ts-check
/** What can be done with a question that is over: ask on, copy, change, look how it got there. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { w } from "../texts/index.js";
import * as icons from "./icons.js";
import { examples } from "./welcome.js";

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("../actions.js").Actions} Actions
 */

/** @param {Turn} turn @param {State} state @param {Actions} actions */
export function foot(turn, state, actions) {
  const copied = (/** @type {string} */ what, /** @type {string} */ words) =>
    state.copied === `${turn.id}/${what}` ? w.copied : words;
  return html`
    <div class="turn-foot" aria-live="off">
      ${turn.answer?.suggestions.length ? next(turn.answer.suggestions, actions) : nothing}
      <div class="doings">
        ${turn.answer ? tool(icons.copy, copied("answer", w.copy), () => actions.copyAnswer(turn)) : nothing}
        ${turn.answer?.books.length ? tool(icons.save, w.taking.all, () => actions.take(turn)) : nothing}
        ${tool(icons.link, copied("link", w.copyLink), () => actions.copyLink(turn))}
        ${tool(icons.pencil, w.edit, () => actions.edit(turn.question))}
        ${turn.events.length ? way(turn, state, actions) : nothing}
      </div>
    </div>`;
}

/** The steps are kept while the page is open; an answer of yesterday has none. @param {Turn} turn @param {State} state @param {Actions} actions */
const way = (turn, state, actions) => html`
  <button class="quiet" aria-label=${w.showFor(turn.question)}
    aria-pressed=${state.wide ? String(state.shown === turn.id) : nothing}
    @click=${() => actions.show(turn.id)}>${icons.route}<span>${w.show}</span></button>`;

/** @param {unknown} icon @param {string} words @param {() => void} act */
const tool = (icon, words, act) => html`<button class="quiet" @click=${act}>${icon}<span>${words}</span></button>`;

/** @param {string[]} suggestions @param {Actions} actions */
const next = (suggestions, actions) => html`
  <div class="next">
    <h3>${w.suggestionsTitle}</h3>
    ${examples(suggestions, actions)}
  </div>`;
