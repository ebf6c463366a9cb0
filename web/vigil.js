// @ts-check
/** Notices when Python is gone without a word, and when it does not come: what else can be known of a silent worker. */
import { open } from "./state.js";

/**
 * @typedef {import("./types.js").State} State
 */

const EVERY = 2_000;
// A source is given up after 10 s, so that a run says something at least as often.
const QUIET = 15_000;
// A request is met between two steps of a run.
const PATIENCE = 10_000;
// Every stage of the start tells of itself; a slow line may need longer, so that nothing is ended, only said.
const STUCK = 20_000;

/**
 * @param {import("./store.js").Store<State>} store
 * @param {{ask: () => void, restart: () => void}} engine `ask` sends something that Python answers at once
 */
export function watchOver(store, { ask, restart }) {
  let last = performance.now();
  let asked = 0;
  setInterval(look, EVERY);
  return {
    heard: () => {
      last = performance.now();
      asked = 0;
      if (store.state.boot.stuck) note(false);
    },
  };

  function look() {
    const quiet = performance.now() - last;
    const { ready, failure, stuck } = store.state.boot;
    if (!ready && !failure && !stuck && quiet > STUCK) note(true);
    if (!ready || !open(store.state)) return;
    if (!asked && quiet > QUIET) {
      asked = performance.now();
      ask();
    } else if (asked && performance.now() - asked > PATIENCE) {
      last = performance.now();
      asked = 0;
      restart();
    }
  }

  /** @param {boolean} stuck */
  function note(stuck) {
    store.update((state) => ({ ...state, boot: { ...state.boot, stuck } }));
  }
}
