// @ts-check
/**
 * Back and Forward: conversations and sheets that were opened are places one can go back to, so that Back closes what lies
 * above the page instead of leaving it.
 *
 * @typedef {import("./types.js").State} State
 * @typedef {Pick<State, "dialog" | "conversation">} Place
 */

/** @param {import("./store.js").Store<State>} store @param {import("./actions.js").Actions} actions */
export function remembering(store, actions) {
  let here = placeOf(store.state);
  // Going back takes a moment; what is opened meanwhile is noted when it is over.
  let leaving = false;
  let visiting = false;
  history.replaceState(here, "");
  addEventListener("popstate", ({ state }) => {
    const left = leaving;
    leaving = false;
    // A link inside the page makes an entry of its own, without a place.
    here = state ?? placeOf(store.state);
    if (!left && state) visit(state);
    else note(store.state);
  });
  store.watch(note);

  /** @param {State} state */
  function note(state) {
    const now = placeOf(state);
    if (leaving || visiting || same(now, here)) return;
    const closed = here.dialog && !now.dialog && now.conversation === here.conversation;
    const moved = here.dialog !== null;
    here = now;
    if (closed) {
      leaving = true;
      history.back();
    } else if (moved) history.replaceState(now, "");
    else history.pushState(now, "");
  }

  /** @param {Place} place */
  function visit({ dialog, conversation }) {
    visiting = true;
    if (conversation !== store.state.conversation) actions.turnTo(conversation);
    visiting = false;
    if (dialog === store.state.dialog) return;
    const opens = { memory: actions.openMemory, shelf: actions.openShelf, settings: actions.openSettings };
    if (dialog && dialog in opens) opens[/** @type {keyof typeof opens} */ (dialog)]();
    else if (dialog) actions.open(dialog);
    else actions.closed(store.state.dialog);
  }
}

/** @param {State} state @returns {Place} */
const placeOf = ({ dialog, conversation }) => ({ dialog, conversation });

/** @param {Place} one @param {Place} other */
const same = (one, other) => one.dialog === other.dialog && one.conversation === other.conversation;
