// @ts-check
import { beforePicture, soon } from "./moments.js";

/**
 * The one place where the page's state is kept: a value, replaced by pure functions, and drawn at most once a picture of the
 * browser's, in a task of its own: in the browser's own task the drawing and its layout would be one long one.
 *
 * @template S
 */
export class Store {
  /** @type {Set<(state: S) => void>} */
  #watchers = new Set();
  /** @type {S} */
  #state;
  #due = false;
  /** What was drawn is in no picture yet. */
  #fresh = false;

  /** @param {S} initial */
  constructor(initial) {
    this.#state = initial;
  }

  get state() {
    return this.#state;
  }

  /** @param {(state: S) => S} change */
  update(change) {
    const next = change(this.#state);
    if (next === this.#state) return;
    this.#state = next;
    if (this.#due) return;
    this.#due = true;
    if (!this.#fresh || document.hidden) soon(this.#draw);
  }

  #draw = () => {
    if (this.#due) this.flush();
  };

  /** Draws now; for what has to look at the page afterwards, such as moving the focus. */
  flush() {
    this.#due = false;
    if (!this.#fresh)
      beforePicture(() => {
        this.#fresh = false;
        if (this.#due) soon(this.#draw);
      });
    this.#fresh = true;
    for (const watch of this.#watchers) watch(this.#state);
  }

  /** @param {(state: S) => void} watch called with the state whenever it has changed */
  watch(watch) {
    this.#watchers.add(watch);
  }
}
