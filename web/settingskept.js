// @ts-check
/**
 * Settings that the page itself needs before Python is there, kept in this browser. Of keys only the model's, and only
 * where the visitor wants it remembered.
 */

/** @typedef {import("./types.js").Settings} Settings */

const PLACE = "archivist:settings";

export const settingsKept = {
  /** @returns {Partial<Settings>} */
  read() {
    try {
      const { gateway, memory_url, ask_first, ...others } = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
      return {
        ...(typeof gateway === "string" ? { gateway } : {}),
        ...(typeof memory_url === "string" ? { memory_url } : {}),
        ...(ask_first === true ? { ask_first } : {}),
        ...modelOf(others),
      };
    } catch {
      // Unreadable or forbidden: the usual settings.
      return {};
    }
  },

  forget() {
    try {
      localStorage.removeItem(PLACE);
      localStorage.removeItem("archivist:asked"); // ahead.js
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  },

  /** @param {Settings} settings @param {boolean} withKey */
  put({ google_books_key, language, model_key, ...kept }, withKey) {
    try {
      localStorage.setItem(PLACE, JSON.stringify(withKey && model_key ? { ...kept, model_key } : kept));
    } catch {
      // A browser that keeps nothing: they last as long as the page.
    }
  },
};

/** What was kept of a model, as far as it is what it has to be. @param {Record<string, unknown>} kept @returns {Partial<Settings>} */
function modelOf(kept) {
  if (typeof kept.model_provider !== "string") return {};
  const texts = ["model_provider", "model_url", "model_name", "model_key", "model_embedder"].filter((name) => typeof kept[name] === "string");
  const budget = Number(kept.model_budget);
  const others = Array.isArray(kept.model_others) && kept.model_others.includes("built-in") ? { model_others: ["built-in"] } : {};
  return { ...Object.fromEntries(texts.map((name) => [name, kept[name]])), ...others, ...(budget >= 1 ? { model_budget: budget } : {}) };
}
