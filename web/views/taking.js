// @ts-check
/** Books to take along: which of an answer, in which form, as a file or to paste. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { STYLES } from "../citing.js";
import { w } from "../texts/index.js";
import * as icons from "./icons.js";

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").Book} Book
 * @typedef {import("../types.js").TakingForm} TakingForm
 * @typedef {import("../actions.js").Actions} Actions
 */

/** @param {State} state @param {Actions} actions */
export function taking(state, actions) {
  const books = state.turns.find(({ id }) => id === state.taking?.turn)?.answer?.books ?? [];
  const chosen = state.taking?.books ?? [];
  const none = !chosen.length;
  return html`
    <form class="form" @submit=${(/** @type {Event} */ event) => (event.preventDefault(), actions.save())}>
      <fieldset>
        <legend>${w.taking.which}</legend>
        <ul class="choices">${books.map((book) => choice(book, chosen.includes(book.id), actions))}</ul>
      </fieldset>
      <div class="choice">
        <label for="format">${w.taking.format}</label>
        <select id="format" @change=${(/** @type {Event} */ event) => actions.takeAs(/** @type {TakingForm} */ (/** @type {HTMLSelectElement} */ (event.target).value))}>
          <optgroup label=${w.taking.citation}>${Object.entries(STYLES).map(([style, words]) => option(`cite:${style}`, words, state))}</optgroup>
          <optgroup label=${w.taking.file}>${Object.entries(w.taking.formats).map(([value, words]) => option(value, words, state))}</optgroup>
        </select>
      </div>
      <p class="help">${none ? w.taking.none : w.taking.chosen(chosen.length)}</p>
      ${
        state.taking?.format.startsWith("cite:")
          ? html`<p class="help">${w.taking.setBy} <a href="https://github.com/Juris-M/citeproc-js" target="_blank" rel="noopener noreferrer">citeproc-js</a>, © Frank Bennett; <a href="https://citationstyles.org" target="_blank" rel="noopener noreferrer">citationstyles.org</a>, CC BY-SA.</p>`
          : nothing
      }
      <p class="form-foot">
        <button type="button" class="secondary" ?disabled=${none} @click=${actions.cite}>
          ${icons.copy}<span>${state.copied === "books" ? w.copied : w.taking.copy}</span></button>
        <button class="primary" ?disabled=${none}>${w.taking.save}</button>
      </p>
    </form>`;
}

/** @param {string} value @param {string} words @param {State} state */
const option = (value, words, state) => html`<option value=${value} ?selected=${value === state.taking?.format}>${words}</option>`;

/** @param {Book} book @param {boolean} chosen @param {Actions} actions */
const choice = (book, chosen, actions) => html`
  <li><label class="check"><input type="checkbox" .checked=${chosen}
    @change=${(/** @type {Event} */ event) => actions.takeAlso(book.id, /** @type {HTMLInputElement} */ (event.target).checked)} />
    <span dir="auto">${book.title}${book.authors[0] ? html`<small> ${book.authors[0]}</small>` : ""}</span></label></li>`;
