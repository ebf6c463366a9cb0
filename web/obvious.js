// @ts-check
/**
 * What Open Library will surely be asked for a question, where that can be seen without reading it as the engine does: an
 * ISBN, "TITLE by FIRST LAST", "books by FIRST LAST", "books about WORD and WORD", in plain letters. For everything else
 * the engine has to be waited for.
 *
 * The address is to the letter the one that `archivist/sources/openlibrary_search.py` makes.
 */

const FIELDS =
  "key,title,subtitle,author_name,first_publish_year,isbn,subject,language,cover_i,ratings_average,ratings_count," +
  "number_of_pages_median,series_name,edition_count,editions,editions.key,editions.title,editions.subtitle," +
  "editions.isbn,editions.language,editions.publish_date,editions.publisher,editions.cover_i";

const WORD = "[A-Z][a-z]+(?:'[a-z]+)?";
const NAME = "[A-Z][a-z]*[aeiouy][a-z]*(?: [A-Z][a-z]+){1,2}";
const TITLED = RegExp(`^(?:find |Do you have |I'm looking for )?((?!(?:Is|Was|Are|Did|Does|Has|Can) )${WORD}(?: (?:${WORD}|of|the|and|in|a|to))*) by (${NAME})$`);
const BY = RegExp(`^(?:(?:[Bb]ooks|Show me everything) by (${NAME})|What has (${NAME}) written)$`);
const ABOUT = /^(?:[Bb]ooks about|[Aa] book about|I want to read something on) ([a-z]{4,})(?: and ([a-z]{4,}))?$/;
const NUMBER = /^(?:isbn:? ?|which book has isbn )?([\d -]+x?)$/i;
// "Great Short Works by ..." names no title, "... by Kurt Vonnegut Jr" no other author.
const UNSURE = /\b(?:books?|classics|essays|fiction|memoirs|myster(?:y|ies)|novels?|plays|poe(?:ms|try)|romances|stories|tales|works|[JS]r|Baron)\b/i;

/**
 * @param {string} question
 * @returns {string | null} the address of the request
 */
export function obvious(question) {
  const words = question.trim().replace(/[.?!]$/, "");
  const isbn = isbnOf(NUMBER.exec(words)?.[1]);
  if (isbn) return address({ isbn }, 20);
  const [, title, author] = TITLED.exec(words) ?? [];
  if (title && author) return UNSURE.test(`${title} ${author}`) ? null : address({ title, author }, 20);
  const writer = BY.exec(words)?.slice(1).find(Boolean);
  if (writer) return UNSURE.test(writer) ? null : address({ author: writer }, 50);
  const subjects = ABOUT.exec(words)?.slice(1).filter(Boolean);
  return subjects ? address({ q: subjects.map((one) => `subject:"${one}"`).join(" ") }, 50) : null;
}

/** @param {Record<string, string>} asked @param {number} limit */
const address = (asked, limit) =>
  `https://openlibrary.org/search.json?${new URLSearchParams({ ...asked, fields: FIELDS, limit: String(limit) })}`;

/** The ISBN in 13 digits; nothing when it is none. @param {string} [text] */
function isbnOf(text = "") {
  const digits = text.replace(/[- ]/g, "").toUpperCase();
  if (/^97[89]\d{10}$/.test(digits)) return check13(digits) === digits[12] ? digits : "";
  const sum = [...digits].reduce((all, one, at) => all + (one === "X" ? 10 : Number(one)) * (10 - at), 0);
  return /^\d{9}[\dX]$/.test(digits) && sum % 11 === 0 ? `978${digits.slice(0, 9)}${check13(`978${digits}`)}` : "";
}

/** @param {string} digits */
const check13 = (digits) => String((10 - ([...digits].slice(0, 12).reduce((all, one, at) => all + Number(one) * (at % 2 ? 3 : 1), 0) % 10)) % 10);
