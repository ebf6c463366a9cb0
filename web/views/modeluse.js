// @ts-check
/** What a language model writes while it does, and afterwards what it used up and why it was left. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { w } from "../texts/index.js";

/** @typedef {import("../types.js").Turn} Turn */

/** Sentences that hold, as they come; the whole answer is judged when it is there. @param {Turn} turn */
export const written = ({ trace: { model } }) =>
  model?.written.length ? html`<div class="prose" dir="auto">${model.written.map((text) => html`<p>${text}</p>`)}</div>` : nothing;

/** @param {Turn} turn */
export function used({ trace: { model } }) {
  if (!model) return nothing;
  const { name, calls, tokens, cost, fell } = model;
  return html`
    ${name ? html`<p class="remark">${w.model.used(name, calls, tokens, cost)}</p>` : nothing}
    ${fell.map((code) => html`<p class="remark">${code === "next-model" ? w.model.next : w.model.fell(w.model.errors[code] ?? "")}</p>`)}`;
}
