// @ts-check
/**
 * Goes through an answer once, unseen, while Python starts. What a browser draws for the first time takes it longest: it
 * asks the system for each font in each size, and reads and compiles what makes a card.
 */
import { html, render } from "./vendor/lit-html/lit-html.js";
import { idle } from "./moments.js";
import { turnOf } from "./state.js";
import { card } from "./views/card.js";
import { glance } from "./views/glance.js";
import { entry, progress } from "./views/turn.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Book} Book
 */

/** @type {Book} */
const BOOK = {
  id: "rehearsal", title: "A", subtitle: "b", authors: ["C"], year: 1, isbn13: ["1"], languages: ["en"], subjects: [],
  rating: 1, ratings: 1, cover: null, urls: ["https://openlibrary.org/"], sources: [], score: 1, why: "d",
  description: "e", pages: 1, publishers: ["f"], series: null,
}; // prettier-ignore
/** @type {import("./types.js").Answer} */
const ANSWER = {
  id: "rehearsal", question: "a", intent: "on-topic", outcome: "found", answer: "a [1]", books: [], executed: [],
  citations: [{ n: 1, book: 0, field: "title", source: "openlibrary", url: "https://openlibrary.org/" }],
  claims: [{ text: "“A”, b", cites: [1] }], sources: [], suggestions: ["a"], pending: [],
}; // prettier-ignore
const TURN = { id: "rehearsal", conversation: "", question: "a" };
const SOURCES = /** @type {const} */ (["answered", "failed"]).map((status) => ({
  name: "openlibrary", status, count: 1, detail: "a", ms: 1, cached: false, unanswered: 0, unconnected: false,
})); // prettier-ignore

/** Each part in a moment in which nobody needs the page. @param {State} state @param {import("./actions.js").Actions} actions */
export function rehearse(state, actions) {
  const asked = turnOf({ ...TURN, status: "asked" });
  const said = turnOf({ ...TURN, status: "answered", answer: { ...ANSWER, sources: SOURCES } });
  const found = turnOf({ ...TURN, status: "answered", answer: { ...ANSWER, books: [BOOK] } });
  const scenes = [
    () => progress(asked, state),
    () => glance(found, actions),
    () => html`<ol class="books"><li>${card(BOOK, 0, found, state, actions)}</li></ol>`,
    ...[asked, said, found].map((turn) => () => entry(turn, state, actions)),
  ];
  const next = () => {
    const scene = scenes.shift();
    if (!scene) return;
    const stage = document.createElement("div");
    stage.className = "rehearsal";
    stage.inert = true;
    render(scene(), stage);
    // Making and laying out: a task each.
    idle(() => {
      play(stage);
      idle(next);
    });
  };
  idle(next);
}

/** Laid out and gone before anything else can see it. @param {HTMLElement} stage */
function play(stage) {
  document.body.append(stage);
  stage.getBoundingClientRect();
  stage.remove();
}
