// @ts-check
/** What was wished and could not be done, and what can be done about it. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { w } from "../texts/index.js";

/** @param {import("../types.js").State} state @param {import("../actions.js").Actions} actions */
export const trouble = (state, actions) =>
  state.trouble
    ? html`<div class="notice trouble" role="alert">
        <p><strong>${w.failedTitle}.</strong> ${state.trouble.message} ${state.trouble.advice}</p>
        <button class="secondary" @click=${actions.forget}>${w.close}</button>
      </div>`
    : nothing;
