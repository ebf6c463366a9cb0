// @ts-check
/** Whether Open Library may be asked for a question while Python still starts, and for what. */
import { conversationBefore } from "./conversing.js";
import { obvious } from "./obvious.js";

// As long as `archivist/sources/cache.py` keeps what a search found.
const DAY = 24 * 3600 * 1000;
const PLACE = "archivist:asked";

/**
 * The address to ask, or null: it is not clear, the visitor wants to be asked first, has a gateway or a model of their own
 * that may ask otherwise, talks of what was said before, or it was asked within the day and is still kept.
 * @param {string} question @param {string} conversation @param {Partial<import("./types.js").Settings>} settings
 * @returns {string | null}
 */
export function addressAhead(question, conversation, { ask_first, gateway, model_provider }) {
  const url = obvious(question);
  const fresh = url && isNew(url);
  const before = conversationBefore();
  const goesOn = before?.id === conversation && before.turns.length > 0;
  return fresh && !(ask_first || gateway || model_provider || goesOn) ? url : null;
}

/** Whether an address was not asked within the last day; from now on it was. @param {string} url */
function isNew(url) {
  const now = Date.now();
  try {
    const asked = Object.entries(JSON.parse(localStorage.getItem(PLACE) ?? "{}")).filter(([, at]) => Number(at) > now - DAY);
    const mark = markOf(url);
    localStorage.setItem(PLACE, JSON.stringify({ ...Object.fromEntries(asked), [mark]: now }));
    return !asked.some(([one]) => one === mark);
  } catch {
    // A browser that keeps nothing has no answers of earlier visits either.
    return true;
  }
}

/** A number for an address, from which nobody reads what was asked (FNV-1a). @param {string} url */
const markOf = (url) => [...url].reduce((mark, one) => Math.imul(mark ^ one.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5).toString(36);
