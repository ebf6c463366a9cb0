// @ts-check
/** What the visitor can set. The key lives in the page's memory and in the message that carries it, nowhere else. */
import { html } from "../vendor/lit-html/lit-html.js";
import { LANGUAGES, w } from "../texts/index.js";
import { modelSettings } from "../modelling.js";
import { data } from "./data.js";
import { model } from "./model.js";

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../actions.js").Actions} Actions
 */

/** @param {State} state @param {Actions} actions */
export const settings = (state, actions) => html`
  <form class="form" @submit=${(/** @type {SubmitEvent} */ event) => saved(event, actions)}>
    <fieldset>
      <legend>${w.settingsSources}</legend>
      <label for="key">${w.key}</label>
      <input id="key" name="key" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-help"
        .value=${state.settings.google_books_key ?? ""} />
      <p class="help" id="key-help">${w.keyHelp}</p>
      <label for="gateway">${w.gateway}</label>
      <input id="gateway" name="gateway" type="url" inputmode="url" autocomplete="off" spellcheck="false"
        aria-describedby="gateway-help" .value=${state.settings.gateway ?? ""} />
      <p class="help" id="gateway-help">${w.gatewayHelp}</p>
      <label for="memory-url">${w.sharedMemory}</label>
      <input id="memory-url" name="memory_url" type="url" inputmode="url" autocomplete="off" spellcheck="false"
        aria-describedby="memory-url-help" .value=${state.settings.memory_url ?? ""} />
      <p class="help" id="memory-url-help">${w.sharedMemoryHelp}</p>
      <label class="check"><input name="ask_first" type="checkbox" .checked=${state.settings.ask_first ?? false}
        aria-describedby="ask-first-help" /> ${w.approval.setting}</label>
      <p class="help" id="ask-first-help">${w.approval.settingHelp}</p>
    </fieldset>
    ${model(state, actions)}
    <fieldset>
      <legend>${w.appearance}</legend>
      ${choice("theme", w.theme, w.themes, state.appearance.theme)}
      ${choice("size", w.size, w.sizes, state.appearance.size)}
      ${choice("motion", w.motion, w.motions, state.appearance.motion)}
      ${choice("language", w.language, LANGUAGES, state.appearance.language)}
    </fieldset>
    <p class="form-foot">
      <button type="button" class="quiet" @click=${() => actions.closed("settings")}>${w.cancel}</button>
      <button class="primary">${w.save}</button>
    </p>
  </form>
  ${data(state, actions)}`;

/** @param {string} name @param {string} label @param {Record<string, string>} options @param {string} now */
const choice = (name, label, options, now) => html`
  <div class="choice">
    <label for=${name}>${label}</label>
    <select id=${name} name=${name}>
      ${Object.entries(options).map(
        ([value, words]) => html`<option value=${value} ?selected=${value === now}>${words}</option>`,
      )}
    </select>
  </div>`;

/** @param {SubmitEvent} event @param {Actions} actions */
function saved(event, actions) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  for (const one of ["gateway", "memory_url", "model_url"].map((name) => form.elements.namedItem(name)))
    if (one instanceof HTMLInputElement) one.setCustomValidity(isReachable(one.value.trim()) ? "" : w.gatewayWrong);
  if (!form.reportValidity()) return;
  const said = new FormData(form);
  const text = (/** @type {string} */ name) => String(said.get(name) ?? "").trim();
  const theme = /** @type {State["appearance"]["theme"]} */ (text("theme"));
  const size = /** @type {State["appearance"]["size"]} */ (text("size"));
  const motion = /** @type {State["appearance"]["motion"]} */ (text("motion"));
  actions.configure(
    {
      google_books_key: text("key") || null,
      gateway: text("gateway") || null,
      memory_url: text("memory_url") || null,
      language: text("language"),
      ask_first: said.has("ask_first"),
      ...modelSettings(form),
    },
    { theme, size, motion },
    said.has("model_remember"),
  );
}

/** @param {string} address */
const isReachable = (address) =>
  address === "" || /^https:\/\/[^\s/]+|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/.test(address);
