// @ts-check
/** An answer as text to take away: statements, then the records they rest on. */
import { https, siteOf } from "./links.js";

/** @param {import("./types.js").Answer} answer */
export function asMarkdown(answer) {
  const references = answer.citations.map(({ n, book, url }) => {
    const title = answer.books[book]?.title ?? "";
    const site = https(url);
    return `[${n}] ${plain(title)}${site ? `, ${siteOf(site)}, <${site.href}>` : ""}`;
  });
  return [`**${plain(answer.question)}**`, "", plain(answer.answer), "", ...references].join("\n").trimEnd() + "\n";
}

/** Foreign text must not become markup where it is pasted. @param {string} text */
const plain = (text) => text.replace(/[\\`*_<>]/g, "\\$&").replace(/\s+/g, " ");
