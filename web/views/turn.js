// @ts-check
/** A question and its answer, as one entry of the conversation. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { w } from "../texts/index.js";
import { approval } from "./approval.js";
import { card } from "./card.js";
import { foot } from "./foot.js";
import { glance } from "./glance.js";
import { grouped, statement } from "./marks.js";
import { used, written } from "./modeluse.js";
import { sources, working } from "./sources.js";

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("../types.js").Answer} Answer
 * @typedef {import("../actions.js").Actions} Actions
 */

/** What a step does for the one who waits, by its name. @type {[RegExp, keyof typeof w.doing][]} */
const KINDS = [
  [/classify|extract/, "read"],
  [/recall/, "remember"],
  [/decide-tools/, "choose"],
  [/worksets/, "prepare"],
  [/scatter/, "ask"],
  [/gather/, "gather"],
  [/rank|pick|group/, "rank"],
  [/merge/, "merge"],
  [/record/, "record"],
  [/gate/, "gate"],
  [/compose/, "write"],
];

/**
 * What of a turn is complete: the question, and the answer when it is there.
 * @param {Turn} turn
 * @param {State} state
 * @param {Actions} actions
 */
export const entry = (turn, state, actions) => html`
  <article class="turn" id="turn-${turn.id}" tabindex="-1" aria-labelledby="asked-${turn.id}">
    <h2 class="question" id="asked-${turn.id}" dir="auto"><span class="unseen">${w.youAsked}: </span>${turn.question}</h2>
    ${glance(turn, actions)}
    ${turn.answer ? answer(turn, turn.answer, state, actions) : nothing}
    ${turn.failure ? failure(turn, actions) : nothing}
    ${turn.status === "cut" ? cut(turn, actions) : nothing}
    ${(turn.answer && !waits(turn.answer)) || turn.failure ? foot(turn, state, actions) : nothing}
  </article>`;

/**
 * What is being done for a question; outside the log, so that it is not read out word by word.
 * @param {Turn} turn
 * @param {State} state
 */
export function progress(turn, state) {
  const tools = Object.values(turn.trace.tools);
  return html`
    <div class="progress">
      <p class="doing"><span class="lamp" aria-hidden="true"></span>${doing(turn, state)}</p>
      ${tools.length ? working(tools) : nothing}
      ${written(turn)}
    </div>`;
}

/** The newest step that has words. @param {Turn} turn @param {State} state */
export function doing(turn, state) {
  if (turn.status === "stopping") return w.stopping;
  if (!state.boot.ready) return state.boot.slow ? w.waiting : w.looking;
  const kinds = Object.values(turn.trace.steps).map(({ name }) => KINDS.find(([names]) => names.test(name))?.[1]);
  const newest = kinds.findLast(Boolean);
  return newest ? w.doing[newest] : w.looking;
}

/** @param {Answer} given */
const waits = ({ outcome, pending }) => outcome === "needs-approval" && Boolean(pending?.length);

/** @param {Turn} turn @param {Answer} given @param {State} state @param {Actions} actions */
const answer = (turn, given, state, actions) => html`
  <div class="answer">
    ${given.answer ? prose(turn, given, actions) : nothing}
    ${waits(given) ? approval(turn, given.pending ?? [], state, actions) : nothing}
    ${given.sources.length ? sources(turn, given.sources, actions) : nothing}
    ${used(turn)}
    ${
      given.books.length
        ? html`<section aria-live="off" aria-label=${w.books}>
          <ol class="books">${given.books.map((book, at) => html`<li>${card(book, at, turn, state, actions)}</li>`)}</ol>
        </section>`
        : nothing
    }
  </div>`;

/** @param {Turn} turn @param {Answer} given @param {Actions} actions */
function prose(turn, given, actions) {
  const groups = given.claims.length ? grouped(given) : [{ book: null, claims: [{ text: given.answer, cites: [] }] }];
  return html`<div class="prose">
    ${groups.map(({ claims }) => html`<p dir="auto">${claims.map((claim) => statement(claim, turn, actions))}</p>`)}
  </div>`;
}

/** Python ended before the answer was there. @param {Turn} turn @param {Actions} actions */
const cut = (turn, actions) => html`
  <div class="notice">
    <p>${w.side.cut}</p>
    <button class="secondary" @click=${() => actions.resume(turn)}>${w.side.goOn}</button>
  </div>`;

/** @param {Turn} turn @param {Actions} actions */
const failure = (turn, actions) =>
  turn.status === "stopped"
    ? html`<div class="notice"><p><strong>${w.stopped}</strong> ${w.stoppedText}</p></div>`
    : html`<div class="notice trouble">
        <p><strong>${w.failedTitle}.</strong> ${turn.failure?.message} ${turn.failure?.advice}</p>
        <button class="secondary" @click=${() => actions.ask(turn.question)}>${w.again}</button>
      </div>`;
