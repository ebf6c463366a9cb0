// @ts-check
/** A book as ContextObject in a span (COinS): what Zotero and other reference managers look for in a page. */

/** @param {import("./types.js").Book} book */
export function coins(book) {
  const pairs = [
    ["ctx_ver", "Z39.88-2004"],
    ["rft_val_fmt", "info:ofi/fmt:kev:mtx:book"],
    ["rft.genre", "book"],
    ["rft.btitle", book.subtitle ? `${book.title}: ${book.subtitle}` : book.title],
    ...book.authors.map((name) => ["rft.au", name]),
    ...(book.publishers[0] ? [["rft.pub", book.publishers[0]]] : []),
    ...(book.year ? [["rft.date", String(book.year)]] : []),
    ...(book.isbn13[0] ? [["rft.isbn", book.isbn13[0]]] : []),
  ];
  return new URLSearchParams(pairs).toString();
}
