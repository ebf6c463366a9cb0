// @ts-check
/** What a language model did in a run, as far as the run's events tell. */

/** @typedef {import("./types.js").ModelUse} ModelUse */

/** @type {ModelUse} */
const NONE = { name: "", calls: 0, tokens: 0, cost: 0, written: [], fell: [] };

/**
 * @param {ModelUse | null} use @param {Record<string, any>} detail of a note
 * @returns {ModelUse | null}
 */
export function followModel(use, detail) {
  const before = use ?? NONE;
  switch (detail.what) {
    case "model-call":
      return {
        ...before,
        name: detail.failure ? before.name : String(detail.model),
        calls: before.calls + 1,
        tokens: before.tokens + Number(detail.tokens_in) + Number(detail.tokens_out),
        // One price that is not known leaves the sum unknown.
        cost: before.cost === null || typeof detail.cost !== "number" ? null : before.cost + detail.cost,
        // What is written again begins anew.
        written: detail.task === "compose" && detail.failure ? [] : before.written,
      };
    case "model-wrote":
      return { ...before, written: [...before.written, String(detail.text)] };
    case "model-fell":
      return { ...before, fell: [...new Set([...before.fell, String(detail.code)])] };
    default:
      return use;
  }
}
