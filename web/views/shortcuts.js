// @ts-check
/** The keys that do something. */
import { html } from "../vendor/lit-html/lit-html.js";
import { w } from "../texts/index.js";

/** @param {import("../types.js").State} state @param {import("../actions.js").Actions} actions */
export const shortcuts = (state, actions) => html`
  <dl class="keys">
    ${w.keys.map(([key, words]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${words}</dd></div>`)}
  </dl>
  <label class="check"><input type="checkbox" .checked=${state.appearance.keys} @change=${actions.keys} /> ${w.singleKeys}</label>`;
