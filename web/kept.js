// @ts-check
/** What the engine has kept, in the page's own terms. */
import { turnOf } from "./state.js";

/** @typedef {import("./types.js").Turn} Turn */

/**
 * The questions of a conversation, oldest first: those with an answer, then those that have none yet.
 * @param {string} conversation
 * @param {{id: string, role: string, text: string, answer: import("./types.js").Answer | null}[]} said
 * @param {{id: string, question: string, conversation: string, pending?: import("./types.js").PendingCall[]}[]} questions
 * @returns {Turn[]}
 */
export function turnsFrom(conversation, said, questions) {
  const asked = new Map(said.filter(({ role }) => role === "visitor").map(({ id, text }) => [questionOf(id), text]));
  const answered = said
    .filter(({ role }) => role !== "visitor")
    .map(({ id, text, answer }) => {
      const name = questionOf(id);
      const question = asked.get(name) ?? answer?.question ?? "";
      const known = { id: name, conversation, question, status: /** @type {const} */ ("answered") };
      return turnOf({ ...known, answer: answer ?? plainAnswer(name, question, text) });
    });
  const waiting = questions
    .filter((one) => one.conversation === conversation && one.question && !asked.has(one.id))
    .map(({ id, question, pending = [] }) =>
      pending.length
        ? turnOf({ id, conversation, question, status: "answered", answer: { ...plainAnswer(id, question, ""), outcome: "needs-approval", pending } })
        : turnOf({ id, conversation, question, status: "cut" }),
    );
  return [...answered, ...waiting];
}

/** A turn's name is its question's and who spoke. @param {string} id */
const questionOf = (id) => id.replace(/:(visitor|archivist)$/, "");

/**
 * What another version answered: only its text is left.
 * @param {string} id @param {string} question @param {string} text
 * @returns {import("./types.js").Answer}
 */
const plainAnswer = (id, question, text) => ({
  id,
  question,
  intent: "on-topic",
  outcome: "found",
  answer: text,
  claims: [],
  books: [],
  citations: [],
  sources: [],
  executed: [],
  suggestions: [],
});
