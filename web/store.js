// @ts-check
/**
 * The one place where the page's state is kept: a value, replaced by pure functions, and drawn at most once a frame.
 *
 * @template S
 */
export class Store {
  /** @type {Set<(state: S) => void>} */
  #watchers = new Set();
  /** @type {S} */
  #state;
  #due = false;

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
    // A hidden tab gets no frames, but its title and its announcements should still be right.
    const later = document.hidden ? setTimeout : requestAnimationFrame;
    later(() => this.flush());
  }

  /** Draws now; for what has to look at the page afterwards, such as moving the focus. */
  flush() {
    this.#due = false;
    for (const watch of this.#watchers) watch(this.#state);
  }

  /** @param {(state: S) => void} watch called with the state whenever it has changed */
  watch(watch) {
    this.#watchers.add(watch);
  }
}
