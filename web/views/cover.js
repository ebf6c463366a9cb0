// @ts-check
/** A book's cover, or one made from its title: bound in one of eight cloths, always the same for the same book. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { coverOf } from "../links.js";

const CLOTHS = 8;

/** @param {string} text */
const clothOf = (text) =>
  [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7) % CLOTHS;

/** @param {import("../types.js").Book} book */
export function cover(book) {
  const url = coverOf(book.cover);
  const long = book.title.length > 40 ? "long" : "";
  return html`
    <div class="cover cloth-${clothOf(book.title)} ${long}" aria-hidden="true">
      <span class="cover-title" dir="auto">${book.title.slice(0, 90)}</span>
      <span class="cover-author" dir="auto">${book.authors[0]?.slice(0, 60) ?? ""}</span>
      ${url ? picture(url) : nothing}
    </div>`;
}

/** @param {string} url */
const picture = (url) => html`
  <img src=${url} alt="" width="96" height="144" loading="lazy" decoding="async" referrerpolicy="no-referrer"
    @load=${shown} />`;

/** Open Library answers a missing cover with a picture of one pixel. @param {Event} event */
function shown(event) {
  const image = /** @type {HTMLImageElement} */ (event.target);
  image.classList.toggle("there", image.naturalWidth > 1);
}
