// @ts-check
/** The visitor's own language model: whose, where, which, how much a day, and whether it answers. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { PROVIDERS } from "../providers.js";
import { open } from "../state.js";
import { w } from "../texts/index.js";

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../actions.js").Actions} Actions
 */

// About forty questions.
const USUAL_BUDGET = 200_000;

/** @param {State} state @param {Actions} actions */
export function model(state, actions) {
  const provider = state.model?.provider ?? state.settings.model_provider ?? "";
  return html`
    <fieldset id="own-model">
      <legend>${w.model.title}</legend>
      <p class="help" id="model-help">${w.model.help}</p>
      <label for="model-provider">${w.model.provider}</label>
      <select id="model-provider" name="model_provider" aria-describedby="model-help"
        @change=${(/** @type {Event} */ event) => actions.chooseModel(/** @type {HTMLSelectElement} */ (event.target).value)}>
        ${["", ...Object.keys(PROVIDERS)].map(
          (name) => html`<option value=${name} .selected=${name === provider}>${name ? labelOf(name) : w.model.none}</option>`,
        )}
      </select>
      ${provider ? details(provider, state, actions) : nothing}
    </fieldset>`;
}

/** @param {string} provider */
const labelOf = (provider) => PROVIDERS[provider]?.label || (provider === "custom" ? w.model.custom : w.model.builtIn);

/** @param {string} provider @param {State} state @param {Actions} actions */
function details(provider, state, actions) {
  const preset = PROVIDERS[provider];
  // What was set for another provider is of no use to this one.
  const kept = state.settings.model_provider === provider ? state.settings : null;
  return html`
    ${
      preset?.inPage
        ? html`<p class="help">${w.model.inPage}</p>`
        : html`
          ${field("url", "url", w.model.url, kept?.model_url ?? preset?.url ?? "")}
          ${field("key", "password", w.model.key, kept?.model_key ?? "", w.model.keyHelp)}
          <label class="check"><input name="model_remember" type="checkbox" .checked=${state.remember} /> ${w.model.remember}</label>`
    }
    ${named(state, kept?.model_name ?? "")}
    ${
      preset?.inPage
        ? nothing
        : html`
          ${field("embedder", "text", w.model.embedder, kept?.model_embedder ?? "", w.model.embedderHelp)}
          ${field("budget", "number", w.model.budget, kept ? (kept.model_budget ?? "") : preset?.key || provider === "custom" ? USUAL_BUDGET : "", w.model.budgetHelp(state.data?.tokens ?? 0))}
          <label class="check"><input name="model_else" type="checkbox" .checked=${kept?.model_others?.includes("built-in") ?? false} />
            ${w.model.otherwise}</label>`
    }
    <p class="form-foot"><button type="button" class="secondary" ?disabled=${state.model?.tried === "busy" || open(state) !== null}
      @click=${(/** @type {Event} */ event) => actions.tryModel(/** @type {HTMLButtonElement} */ (event.target).form)}>${w.model.test}</button></p>
    <p class="help" role="status">${result(state.model?.tried ?? null)}</p>`;
}

/** @param {string} name @param {string} type @param {string} label @param {string | number} value @param {string} [help] */
const field = (name, type, label, value, help) => html`
  <label for="model-${name}">${label}</label>
  <input id="model-${name}" name="model_${name}" type=${type} min="1" ?required=${type === "url"} autocomplete="off" spellcheck="false"
    aria-describedby=${help ? `model-${name}-help` : nothing} .value=${String(value)} />
  ${help ? html`<p class="help" id="model-${name}-help">${help}</p>` : nothing}`;

/** A list to choose from as soon as the host has given one. @param {State} state @param {string} name */
function named(state, name) {
  const tried = state.model?.tried;
  const listed = tried && tried !== "busy" ? tried.models : [];
  if (!listed.length) return field("name", "text", w.model.name, name, w.model.nameHelp);
  return html`
    <label for="model-listed">${w.model.name}</label>
    <select id="model-listed" name="model_name">
      <option value="">${w.model.any}</option>
      ${[...new Set([...(name ? [name] : []), ...listed])].map((one) => html`<option .selected=${one === (state.model?.name || name)}>${one}</option>`)}
    </select>`;
}

/** @param {import("../types.js").ModelTried | "busy" | null} tried */
function result(tried) {
  if (!tried) return nothing;
  if (tried === "busy") return w.model.testing;
  if (!tried.code) return w.model.works(tried.model, w.ms(tried.seconds * 1000));
  return html`<strong>${w.model.errors[tried.code] ?? ""}</strong> ${tried.message}. ${tried.advice}`;
}
