// @ts-check
/** What is kept on this machine: where, how much, for how long, and how it all goes. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { w } from "../texts/index.js";

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../actions.js").Actions} Actions
 */

/** @param {State} state @param {Actions} actions */
export const data = (state, actions) => html`
  <section class="data" aria-labelledby="data-title">
    <h3 id="data-title">${w.data.title}</h3>
    <p class="help">${w.data.where}</p>
    ${state.data ? facts(state, state.data) : html`<p class="help">${w.looking}</p>`}
    ${
      state.data?.kept && state.persisted === false
        ? html`<p><button class="secondary" @click=${actions.persist}>${w.data.persist}</button></p>`
        : nothing
    }
    <p><button class="secondary" @click=${actions.exportEverything}>${w.data.save}</button></p>
    ${erasing(state, actions)}
  </section>`;

/** @param {State} state @param {import("../types.js").DataKept} kept */
const facts = (state, kept) => html`
  <dl class="kept">
    <div><dt>${w.data.size}</dt><dd>${size(kept.bytes)}</dd></div>
    <div><dt>${w.side.title}</dt><dd>${kept.conversations}</dd></div>
    <div><dt>${w.memory.title}</dt><dd>${w.memory.counts(kept.questions, kept.books)}</dd></div>
    <div><dt>${w.shelf.title}</dt><dd>${w.shelf.count(kept.shelf)}</dd></div>
    <div><dt>${w.data.howLong}</dt><dd>${howLong(state, kept)}</dd></div>
  </dl>`;

/** @param {State} state @param {import("../types.js").DataKept} kept */
function howLong(state, { kept, notice }) {
  if (!kept) return [w.data.untilClosed, notice].filter(Boolean).join(" ");
  return state.persisted ? w.data.forGood : w.data.mayGo;
}

/** One button that asks again before it erases. @param {State} state @param {Actions} actions */
export const erasing = (state, actions) => html`
  <div class="erasing">
    ${
      state.sure === "erase"
        ? html`<p>${w.data.sure}</p>
          <p class="form-foot spread">
            <button class="primary danger" id="sure" @click=${actions.erase}>${w.data.erase}</button>
            <button class="quiet" @click=${() => actions.confirm(null)}>${w.cancel}</button></p>`
        : html`<button class="inline bad" @click=${() => actions.confirm("erase")}>${w.data.erase}…</button>`
    }
    <p class="help" role="status">${state.dialog === "settings" ? (state.done ?? "") : ""}</p>
  </div>`;

/** @param {number} bytes */
const size = (bytes) =>
  bytes < 1e6
    ? `${Math.ceil(bytes / 1000).toLocaleString(document.documentElement.lang)} kB`
    : `${(bytes / 1e6).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 })} MB`;
