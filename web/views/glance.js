// @ts-check
/** The books of an answer at a glance: a row of covers that fills while sources answer, and leads to the cards. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { https } from "../links.js";
import { isOpen } from "../state.js";
import { w } from "../texts/index.js";
import { cover } from "./cover.js";
import { cardId } from "./marks.js";

/**
 * @typedef {import("../types.js").Book} Book
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("../actions.js").Actions} Actions
 */

// The row has its height from the first moment, so that nothing moves when books come.
const EMPTY = [0, 1, 2, 3];

/** @param {Turn} turn @param {Actions} actions */
export function glance(turn, actions) {
  const books = turn.answer?.books ?? turn.soFar;
  if (!books.length && (turn.answer || !isOpen(turn))) return nothing;
  return html`
    <section class="glance" aria-live="off" aria-label=${turn.answer ? w.glance : w.soFar} tabindex=${turn.answer ? nothing : 0}>
      <ol>${
        books.length
          ? repeat(
              books,
              ({ id }) => id,
              (book, at) => html`<li>${place(book, at, turn, actions)}</li>`,
            )
          : EMPTY.map(() => html`<li class="vacant" aria-hidden="true"><span class="cover"></span></li>`)
      }</ol>
    </section>`;
}

/** To its card, or to its record when no answer came. @param {Book} book @param {number} at @param {Turn} turn @param {Actions} actions */
function place(book, at, turn, actions) {
  const record = !turn.answer && !isOpen(turn) ? https(book.urls[0]) : null;
  return html`
    <a href=${turn.answer ? `#${cardId(turn.id, at)}` : (record?.href ?? nothing)} target=${record ? "_blank" : nothing}
      rel="noopener noreferrer" @click=${(/** @type {MouseEvent} */ event) => turn.answer && actions.jump(event)}>
      ${cover(book)}
      <span class="glance-title" dir="auto">${book.title}</span>
      <small dir="auto">${book.authors[0] ?? ""}</small></a>`;
}
