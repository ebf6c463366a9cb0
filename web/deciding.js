// @ts-check
/** The visitor's word: on calls that wait for it, and on questions that were cut off. */
import { goingOn, notGoingOn } from "./state.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Turn} Turn
 * @typedef {import("./types.js").Word} Word
 */

/** @type {Word} */
export const YES = { allowed: true, edited: null };

/** @param {State} state @param {string} run @param {string} call @param {(word: Word) => Partial<Word>} change @returns {State} */
function worded(state, run, call, change) {
  const said = state.words[run] ?? {};
  const word = { ...YES, ...said[call] };
  return { ...state, words: { ...state.words, [run]: { ...said, [call]: { ...word, ...change(word) } } } };
}

/** @param {import("./actions.js").Means} means */
export function deciding({ store, request, told }) {
  /** @param {string} what @param {string} run @param {Record<string, unknown>} [fields] */
  const further = (what, run, fields) => {
    store.update((state) => goingOn(state, run));
    store.flush();
    document.getElementById(`turn-${run}`)?.focus({ preventScroll: true });
    const failure = { code: "not-open", message: "", advice: "" };
    return told(request(what, { ...fields, run }), undefined, () => store.update((state) => notGoingOn(state, run, failure)));
  };

  return {
    /** Notes what is said to one call, until all is sent. @param {string} run @param {string} call @param {Partial<Word>} word */
    say: (run, call, word) => store.update((state) => worded(state, run, call, () => word)),
    /** Notes another value of one argument, beside those changed before. @param {string} run @param {string} call @param {string} name @param {unknown} value */
    amend: (run, call, name, value) =>
      store.update((state) => worded(state, run, call, ({ edited }) => ({ edited: { ...edited, [name]: value } }))),
    /** @param {Turn} turn */
    decide: (turn) => {
      const said = store.state.words[turn.id] ?? {};
      const verdicts = Object.fromEntries((turn.answer?.pending ?? []).map(({ key }) => [key, verdict(said[key] ?? YES)]));
      return further("decide", turn.id, { verdicts });
    },
    /** @param {Turn} turn */
    denyAll: (turn) => further("decide", turn.id, { rest: { kind: "deny" } }),
    /** @param {Turn} turn */
    resume: (turn) => further("resume", turn.id),
  };
}

/** @param {Word} word */
const verdict = ({ allowed, edited }) =>
  allowed ? { kind: "approve", ...(edited ? { arguments: edited } : {}) } : { kind: "deny" };
