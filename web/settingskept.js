// @ts-check
/** Settings that the page itself needs before Python is there, kept in this browser; keys are not among them. */

/** @typedef {import("./types.js").Settings} Settings */

const PLACE = "archivist:settings";

export const settingsKept = {
  /** @returns {Partial<Settings>} */
  read() {
    try {
      const { gateway, ask_first } = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
      return {
        ...(typeof gateway === "string" ? { gateway } : {}),
        ...(ask_first === true ? { ask_first } : {}),
      };
    } catch {
      // Unreadable or forbidden: the usual settings.
      return {};
    }
  },

  /** @param {Settings} settings */
  put({ gateway, ask_first }) {
    try {
      localStorage.setItem(PLACE, JSON.stringify({ gateway, ask_first }));
    } catch {
      // A browser that keeps nothing: they last as long as the page.
    }
  },
};
