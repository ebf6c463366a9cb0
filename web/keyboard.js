// @ts-check
/** Keys that work anywhere on the page. */
import { open } from "./state.js";

/**
 * @param {import("./store.js").Store<import("./types.js").State>} store
 * @param {import("./actions.js").Actions} actions
 */
export function listen(store, actions) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || store.state.dialog) return;
    if (event.key === "Escape" && open(store.state)) actions.stop();
    if (!store.state.appearance.keys || isWriting(event.target)) return;
    if (event.key === "/") {
      event.preventDefault();
      document.getElementById("question")?.focus();
    }
    if (event.key === "?") actions.open("shortcuts");
  });
}

/** @param {EventTarget | null} target */
const isWriting = (target) => target instanceof HTMLElement && target.closest("input, textarea, select") !== null;
