// @ts-check
/** What a visitor does with a language model of their own. */

/** @typedef {import("./types.js").Settings} Settings */

/** @param {import("./actions.js").Means & {reach: (address: string) => void}} means */
export function modelling({ store, set, request, told, reach }) {
  return {
    /** Another provider is looked at. @param {string} provider */
    chooseModel: (provider) => set({ model: { provider, name: "", tried: null } }),

    /** Its host is let in for as long as the settings are open, and asked. @param {HTMLFormElement | null} form */
    tryModel: async (form) => {
      if (!form) return;
      const { model_provider: provider = "", model_url, model_name, model_key } = modelSettings(form);
      const looked = { provider: provider ?? "", name: model_name ?? "" };
      set({ model: { ...looked, tried: "busy" } });
      reach(model_url ?? "");
      const now = (/** @type {import("./types.js").ModelTried | null} */ tried) =>
        store.state.model?.provider === provider && set({ model: { ...looked, tried } });
      await told(
        request("try-model", { provider, url: model_url ?? "", model: model_name ?? "", key: model_key ?? "" }),
        now,
        () => now(null),
      );
    },
  };
}

/** What the form says of a model; nothing when none is wanted. @param {HTMLFormElement} form @returns {Partial<Settings>} */
export function modelSettings(form) {
  const said = new FormData(form);
  const text = (/** @type {string} */ name) => String(said.get(`model_${name}`) ?? "").trim() || null;
  if (!text("provider")) return {};
  return {
    model_provider: text("provider"),
    model_url: text("url"),
    model_name: text("name"),
    model_key: text("key"),
    model_others: said.has("model_else") ? ["built-in"] : [],
    model_embedder: text("embedder"),
    model_budget: Number(text("budget")) || null,
  };
}
