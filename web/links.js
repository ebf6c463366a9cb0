// @ts-check
/** Which addresses of foreign records may become links and pictures, and what a link to them is called. */

// Where the sources' covers are; the page's policy names the same hosts.
const COVERS = [
  /^covers\.openlibrary\.org$/,
  /(^|\.)archive\.org$/,
  /^books\.google\.com$/,
  /^books\.googleusercontent\.com$/,
  /^upload\.wikimedia\.org$/,
];

/** @type {[RegExp, string][]} */
const NAMES = [
  [/(^|\.)openlibrary\.org$/, "Open Library"],
  [/^(books|play)\.google\.[a-z.]+$/, "Google Books"],
  [/(^|\.)wikipedia\.org$/, "Wikipedia"],
  [/(^|\.)archive\.org$/, "Internet Archive"],
];

/** The address when it is https, else null. @param {unknown} text @returns {URL | null} */
export function https(text) {
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === "https:" && !url.username ? url : null;
}

/** The address when it may be loaded as a cover, else null. @param {unknown} text */
export function coverOf(text) {
  const url = https(text);
  return url && COVERS.some((host) => host.test(url.hostname)) ? url.href : null;
}

/** What a record's site is called; its host name when it has no better name. @param {URL} url */
export const siteOf = (url) =>
  NAMES.find(([host]) => host.test(url.hostname))?.[1] ?? url.hostname.replace(/^www\./, "");

/** The address with a question in it, of this page. @param {string} question */
export const linkTo = (question) => `${location.origin}${location.pathname}#q=${encodeURIComponent(question)}`;

/** The question that the page's address brings, or null. @param {string} hash */
export function questionIn(hash) {
  const question = new URLSearchParams(hash.replace(/^#/, "")).get("q")?.trim();
  return question ? question.slice(0, 2000) : null;
}
