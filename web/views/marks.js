// @ts-check
/** Statements with their marks `[n]`, as links to the cards of the books they speak of. */
import { html } from "../vendor/lit-html/lit-html.js";
import { w } from "../texts/index.js";

/**
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("../types.js").Answer} Answer
 * @typedef {import("../types.js").Claim} Claim
 * @typedef {import("../actions.js").Actions} Actions
 */

/** @param {string} turn @param {number} book */
export const cardId = (turn, book) => `book-${turn}-${book}`;

/** @param {string} turn @param {number} n */
export const markId = (turn, n) => `mark-${turn}-${n}`;

/**
 * The statements in groups: those that follow one another and speak of the same book belong together.
 * @param {Answer} answer
 * @returns {{book: number | null, claims: Claim[]}[]}
 */
export function grouped(answer) {
  /** @type {{book: number | null, claims: Claim[]}[]} */
  const groups = [];
  for (const claim of answer.claims) {
    const book = answer.citations.find(({ n }) => n === claim.cites[0])?.book ?? null;
    const last = groups.at(-1);
    if (last && last.book === book) last.claims.push(claim);
    else groups.push({ book, claims: [claim] });
  }
  return groups;
}

/**
 * One statement with its marks as links; marks that its text lacks are put at its end. Only what it cites is a mark:
 * a number in brackets may also be part of a title.
 * @param {Claim} claim
 * @param {Turn} turn
 * @param {Actions} actions
 */
export function statement(claim, turn, actions) {
  const known = new Set((turn.answer?.citations ?? []).map(({ n }) => n).filter((n) => claim.cites.includes(n)));
  const parts = claim.text.split(/\s*\[(\d+)\]/);
  const said = new Set(parts.filter((_, at) => at % 2).map(Number));
  const titles = new Set((turn.answer?.books ?? []).map(({ title }) => title));
  const text = parts.map((part, at) =>
    at % 2 && known.has(Number(part))
      ? mark(Number(part), turn, actions)
      : at % 2
        ? ` [${part}]`
        : titled(part, titles),
  );
  return [text, claim.cites.filter((n) => !said.has(n) && known.has(n)).map((n) => mark(n, turn, actions)), " "];
}

/**
 * Titles that stand in quotation marks are set as titles; the quotation marks stay for whoever copies the text.
 * @param {string} text
 * @param {Set<string>} titles
 */
const titled = (text, titles) =>
  text.split(/([“„«]\s?[^“”„«»]+\s?[”“»])/).map((part) => {
    const title = part.slice(1, -1).trim();
    if (!titles.has(title)) return part;
    return html`<cite><span class="quote">${part.slice(0, 1)}</span>${title}<span class="quote">${part.slice(-1)}</span></cite>`;
  });

/** @param {number} n @param {Turn} turn @param {Actions} actions */
function mark(n, turn, actions) {
  const citation = turn.answer?.citations.find((one) => one.n === n);
  const book = turn.answer?.books[citation?.book ?? -1];
  if (!citation || !book) return ` [${n}]`;
  return html`<a class="mark" data-mark=${markId(turn.id, n)} href="#${cardId(turn.id, citation.book)}"
    aria-label=${w.mark(n, book.title, w.source[citation.source] ?? citation.source)} @click=${actions.jump}>${n}</a>`;
}
