// @ts-check
/** What a screen reader is told while an answer is made: the start, the first books, news every few seconds, the end. */
import { isOpen, open, thread } from "./state.js";
import { w } from "./texts/index.js";
import { doing } from "./views/turn.js";

/** @typedef {import("./types.js").State} State */

// A listener wants to know that it goes on, not every step.
const EVERY = 7000;

/** @param {HTMLElement} region a live region that is empty when the page opens @param {() => number} [now] */
export function announcer(region, now = () => performance.now()) {
  let said = { id: "", status: "", books: false, early: false, at: 0 };
  return (/** @type {State} */ state) => {
    const turn = open(state) ?? thread(state).at(-1);
    if (!turn) return;
    const books = isOpen(turn) && turn.soFar.length > 0;
    const first = books && !said.books;
    const early = state.early && isOpen(turn);
    const changed = turn.id !== said.id || turn.status !== said.status || first || (early && !said.early);
    if (!changed && (turn !== open(state) || now() - said.at < EVERY)) return;
    const refused = early && !said.early;
    said = { id: turn.id, status: turn.status, books, early, at: now() };
    region.textContent = refused ? w.stillAnswering : first ? w.firstBooks(turn.soFar.length) : sentence(turn, state);
  };
}

/** @param {import("./types.js").Turn} turn @param {State} state */
function sentence(turn, state) {
  if (turn.failure) return turn.status === "stopped" ? w.stopped : `${w.failedTitle}. ${turn.failure.message}`;
  if (!turn.answer || isOpen(turn)) return doing(turn, state);
  const answered = turn.answer.sources.filter(
    ({ status }) => status === "answered" || status === "nothing-found",
  ).length;
  const found = turn.answer.books.length ? w.found(turn.answer.books.length) : w.noBooks;
  return turn.answer.sources.length ? `${found}. ${w.sourcesAnswered(answered)}.` : found;
}
