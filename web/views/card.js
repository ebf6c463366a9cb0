// @ts-check
/** One book as a card. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { coins } from "../coins.js";
import { languageName } from "../languages.js";
import { https, siteOf } from "../links.js";
import { w } from "../texts/index.js";
import { cover } from "./cover.js";
import * as icons from "./icons.js";
import { cardId, markId } from "./marks.js";
import { whyWords } from "./why.js";

/**
 * @typedef {import("../types.js").Book} Book
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("../actions.js").Actions} Actions
 */

/**
 * @param {Book} book @param {number} at its index in the answer
 * @param {Turn} turn @param {import("../types.js").State} state @param {Actions} actions
 */
export const card = (book, at, turn, state, actions) => html`
  <article class="card" id=${cardId(turn.id, at)} tabindex="-1" aria-labelledby="${cardId(turn.id, at)}-title"
    itemscope itemtype="https://schema.org/Book">
    ${cover(book)}
    <span class="Z3988" hidden title=${coins(book)}></span>
    <div class="record">
      <h3 id="${cardId(turn.id, at)}-title" itemprop="name" dir="auto">${book.title}</h3>
      ${book.subtitle ? html`<p class="subtitle" dir="auto">${book.subtitle}</p>` : nothing}
      ${byline(book)}
      ${facts(book)}
      ${book.why ? html`<p class="why"><span>${w.why}</span> ${book.why}</p>` : nothing}
      ${book.description ? about(book.description) : nothing}
      ${records(book)}
      ${isOwn(book, state) ? html`<p class="own-badge">${w.shelf.here}</p>` : nothing}
      <div class="foot">
        ${backLinks(at, turn, actions)}
        <p class="card-doings">${doings(book, turn, state, actions)}</p>
      </div>
      ${state.whys[book.id] === undefined ? nothing : whyWords(state.whys[book.id] ?? null, `${cardId(turn.id, at)}-why`)}
    </div>
  </article>`;

/** @param {Book} book @param {import("../types.js").State} state */
const isOwn = (book, state) => book.sources.includes("shelf") || state.onShelf.some((one) => isSame(one, book));

/** The same number, or the same title by the same person. @param {import("../types.js").BookOnShelf} one @param {Book} book */
const isSame = (one, book) =>
  one.isbns.some((isbn) => book.isbn13.includes(isbn)) ||
  (plain(one.title) === plain(book.title) && plain(one.authors[0] ?? "") === plain(book.authors[0] ?? ""));

/** @param {string} text */
const plain = (text) => text.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** @param {Book} book @param {Turn} turn @param {import("../types.js").State} state @param {Actions} actions */
function doings(book, turn, state, actions) {
  const open = state.whys[book.id] !== undefined;
  return html`
    <button class="inline" aria-expanded=${String(open)} aria-label="${w.whyAsk}: ${book.title}"
      @click=${() => actions.why(book.id, turn.id)}>${w.whyAsk}</button>
    <button class="inline" aria-label="${w.taking.one}: ${book.title}"
      @click=${() => actions.take(turn, book.id)}>${w.taking.one}</button>
    ${
      isOwn(book, state)
        ? nothing
        : html`<button class="inline" aria-label="${w.shelf.put}: ${book.title}"
          @click=${() => actions.shelve(turn, book)}>${w.shelf.put}</button>`
    }
    <button class="inline" aria-label="${w.moreLike}: ${book.title}"
      @click=${() => actions.ask(w.moreLikeQuestion(book.title, book.authors[0] ?? ""))}>${w.moreLike}</button>`;
}

/** @param {Book} book */
const byline = (book) => {
  const year = book.year ? html`<span class="year" itemprop="datePublished">${book.year}</span>` : nothing;
  const names = book.authors.map(
    (name, at) => html`${at ? ", " : ""}<span itemprop="author" dir="auto">${name}</span>`,
  );
  return book.authors.length || book.year
    ? html`<p class="by">${names.length ? html`<span class="names">${names}</span>` : nothing} ${year}</p>`
    : nothing;
};

/** @param {Book} book */
function facts(book) {
  const said = [
    book.rating ? rating(book.rating, book.ratings ?? 0) : null,
    book.languages.length
      ? book.languages
          .slice(0, 3)
          .map((code) => languageName(code, document.documentElement.lang))
          .join(", ")
      : null,
    book.pages ? w.pages(book.pages) : null,
    book.publishers[0] ?? null,
    book.series ?? null,
    book.isbn13[0] ? html`ISBN <span itemprop="isbn">${book.isbn13[0]}</span>` : null,
  ].filter((fact) => fact !== null);
  return said.length ? html`<ul class="facts">${said.map((fact) => html`<li dir="auto">${fact}</li>`)}</ul>` : nothing;
}

/** @param {number} average @param {number} count */
function rating(average, count) {
  // Rounded once, so that what is read out and what is seen are one number, and the answer's.
  const rounded = Number(average.toFixed(1));
  const seen = rounded.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1 });
  return html`
    <span class="unseen">${w.rated(rounded, count)}</span>
    <span aria-hidden="true">${icons.star} ${seen} ${count ? w.ratings(count) : nothing}</span>`;
}

/** @param {string} description */
const about = (description) => html`
  <details class="about"><summary>${w.about}</summary><p dir="auto">${description}</p></details>`;

/** @param {Book} book */
function records(book) {
  const urls = book.urls.map(https).filter((url) => url !== null);
  if (!urls.length) return nothing;
  return html`<p class="from"><span class="unseen">${w.from}: </span>${urls.map(record)}</p>`;
}

/** @param {URL} url */
const record = (url) => html`
  <a itemprop="url" href=${url.href} target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer"
    >${siteOf(url)}<span class="unseen"> (${w.newTab})</span></a>`;

/** @param {number} at @param {Turn} turn @param {Actions} actions */
function backLinks(at, turn, actions) {
  const marks = [
    ...new Set((turn.answer?.citations ?? []).filter((citation) => citation.book === at).map(({ n }) => n)),
  ];
  if (!marks.length) return nothing;
  return html`<span class="cited">${w.citedAs} ${marks.map(
    (n) =>
      html`<a class="mark" href="#${markId(turn.id, n)}" aria-label=${w.backTo(n)} @click=${actions.jump}>${n}</a>`,
  )}</span>`;
}
