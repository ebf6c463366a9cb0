// @ts-check
/** The head of the page: its name, and what is always at hand. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { w } from "../texts/index.js";
import * as icons from "./icons.js";

/**
 * @param {import("../types.js").State} state
 * @param {import("../actions.js").Actions} actions
 */
export const masthead = (state, actions) => html`
  <header class="masthead">
    <div class="name">
      <h1>${w.title}</h1>
      <p>${w.tagline}</p>
    </div>
    <div class="at-hand">
      ${
        state.broad
          ? nothing
          : html`<button class="quiet" title=${w.side.title} @click=${() => actions.open("side")}>${icons.shelves}<span>${w.side.title}</span></button>`
      }
      ${
        state.wide
          ? nothing
          : html`<button class="quiet" title=${w.panelTitle} @click=${() => actions.open("trace")}>${icons.route}<span>${w.panelTitle}</span></button>`
      }
      <button class="quiet keyboard" title=${w.shortcuts} @click=${() => actions.open("shortcuts")}>${icons.keyboard}<span>${w.shortcuts}</span></button>
      <button class="quiet" title=${w.settings} @click=${actions.openSettings}>${icons.gear}<span>${w.settings}</span></button>
    </div>
  </header>`;
