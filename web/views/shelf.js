// @ts-check
/** The visitor's own shelf: a file of another program is dropped or chosen; its books are found with the others. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { w } from "../texts/index.js";
import { file, search } from "./fields.js";

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").BookOnShelf} BookOnShelf
 * @typedef {import("../types.js").ShelfImported} ShelfImported
 * @typedef {import("../actions.js").Actions} Actions
 */

/** @param {State} state @param {Actions} actions */
export function shelf(state, actions) {
  const { shelf: known, searched } = state;
  return html`
    <div class="drop" @dragover=${over} @dragleave=${left}
      @drop=${(/** @type {DragEvent} */ event) => dropped(event, actions)}>
      <p>${w.shelf.drop}</p>
      ${file("shelf-file", w.shelf.choose, ".csv,.bib,.ris,.json,.db,.txt", actions.importShelf)}
      <p class="help">${w.shelf.kinds}</p>
    </div>
    <div role="status">${state.done ? html`<p class="help">${state.done}</p>` : nothing}${state.imported ? news(state.imported) : nothing}</div>
    ${known && known.count > 0 ? search("shelf-search", w.shelf.search, searched.shelf, (words) => actions.search("shelf", words)) : nothing}
    <p class="help" role="status">${known ? w.shelf.count(known.count) : w.looking}</p>
    ${known?.books.length ? html`<ul class="shelf-books scroller" tabindex="0" aria-label=${w.shelf.title}>${known.books.map(one)}</ul>` : nothing}
    ${known?.count && !known.books.length ? html`<p class="empty">${w.shelf.notFound}</p>` : nothing}
    ${known?.count ? clearing(state, actions) : nothing}`;
}

/** @param {BookOnShelf} book */
const one = ({ title, authors, year, note }) => html`
  <li dir="auto"><span class="shelf-title">${title}</span>
    <small>${[authors.join(", "), year].filter(Boolean).join(" · ")}</small>
    ${note ? html`<small class="own">${note}</small>` : nothing}</li>`;

/** What a file brought. @param {ShelfImported} imported */
const news = ({ added, skipped }) => html`
  <p><strong>${w.shelf.added(added)}</strong></p>
  ${
    skipped.length
      ? html`<details class="about"><summary>${w.shelf.skipped(skipped.length)}</summary>${skipped.slice(0, 50).map((row) => html`<p>${row}</p>`)}</details>`
      : nothing
  }`;

/** @param {State} state @param {Actions} actions */
const clearing = (state, actions) =>
  state.sure === "clear-shelf"
    ? html`<p class="form-foot spread"><span>${w.shelf.sure}</span>
        <button class="primary danger" id="sure" @click=${actions.clearShelf}>${w.shelf.clear}</button>
        <button class="quiet" @click=${() => actions.confirm(null)}>${w.cancel}</button></p>`
    : html`<p><button class="inline" @click=${() => actions.confirm("clear-shelf")}>${w.shelf.clear}</button></p>`;

/** @param {DragEvent} event */
function over(event) {
  event.preventDefault();
  /** @type {HTMLElement} */ (event.currentTarget).classList.add("over");
}

/** @param {DragEvent} event */
function left(event) {
  /** @type {HTMLElement} */ (event.currentTarget).classList.remove("over");
}

/** @param {DragEvent} event @param {Actions} actions */
function dropped(event, actions) {
  event.preventDefault();
  left(event);
  actions.importShelf(event.dataTransfer?.files[0]);
}
