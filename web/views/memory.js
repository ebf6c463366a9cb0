// @ts-check
/** What is remembered: questions and books, as tables; search, why, forget, take away and bring back. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { w } from "../texts/index.js";
import { erasing } from "./data.js";
import { file, search } from "./fields.js";
import * as icons from "./icons.js";
import { memoryGraph } from "./memorygraph.js";
import { whyWords } from "./why.js";

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").Book} Book
 * @typedef {import("../types.js").RememberedRun} RememberedRun
 * @typedef {import("../actions.js").Actions} Actions
 */

/** @param {State} state @param {Actions} actions */
export function memory(state, actions) {
  const { memory: known, searched } = state;
  return html`
    <p class="help">${w.memory.help}</p>
    ${search("memory-search", w.memory.search, searched.memory, (words) => actions.search("memory", words))}
    <p class="help" role="status">${state.done ?? (known ? w.memory.counts(known.questions, known.titles) : w.looking)}</p>
    ${known?.books.length ? forms(state, actions) : nothing}
    ${known && state.asGraph ? memoryGraph(known) : nothing}
    ${known?.books.length && !state.asGraph ? table(w.books, w.memory.book, known.books.map((one) => book(one, state, actions))) : nothing}
    ${known?.runs.length && !state.asGraph ? table(w.memory.questions, w.memory.question, known.runs.map((one) => run(one, actions))) : nothing}
    ${known && !known.books.length && !known.runs.length ? html`<p class="empty">${searched.memory ? w.memory.notFound : w.memory.none}</p>` : nothing}
    <p class="form-foot spread">
      <button class="secondary" ?disabled=${!known?.questions} @click=${actions.exportMemory}>${w.memory.save}</button>
      ${file("memory-file", w.memory.bring, ".nq,.trig,.ttl,.jsonld,.json", actions.importMemory)}
    </p>
    ${erasing(state, actions)}`;
}

/** @param {State} state @param {Actions} actions */
const forms = (state, actions) => html`
  <span class="segments" role="group" aria-label=${w.memory.title}>
    ${[false, true].map((graph) => html`<button aria-pressed=${String(graph === state.asGraph)} @click=${() => actions.asGraph(graph)}>${graph ? w.tabs.graph : w.memory.table}</button>`)}
  </span>`;

/** @param {string} caption @param {string} first what the first column is of @param {unknown[]} rows */
const table = (caption, first, rows) => html`
  <div class="rows scroller" tabindex="0" role="region" aria-label=${caption}>
    <table class="steps">
      <caption class="unseen">${caption}</caption>
      <thead><tr><th scope="col">${first}</th><th scope="col"><span class="unseen">${w.memory.doings}</span></th></tr></thead>
      <tbody>${rows}</tbody>
    </table>
  </div>`;

/** @param {Book} one @param {State} state @param {Actions} actions */
function book(one, state, actions) {
  const why = state.whys[one.id];
  const open = why !== undefined;
  return html`<tr>
    <th scope="row" dir="auto">${one.title}<small>${[one.authors.join(", "), one.year].filter(Boolean).join(" · ")}</small></th>
    <td class="doing-cell">
      <button class="inline" aria-expanded=${String(open)} aria-label="${w.memory.why} ${one.title}"
        @click=${() => actions.why(one.id, null)}>${w.memory.why}</button>
      ${forget(`${w.memory.forget}: ${one.title}`, () => actions.forgetBook(one.id))}
    </td></tr>
    ${open ? html`<tr><td colspan="2">${whyWords(why, `why-${one.id}`)}</td></tr>` : nothing}`;
}

/** @param {RememberedRun} one @param {Actions} actions */
const run = (one, actions) => html`<tr>
  <th scope="row" dir="auto">${one.query}<small>${w.day(one.at)}</small></th>
  <td class="doing-cell">
    <button class="inline" aria-label="${w.askIt}: ${one.query}" @click=${() => actions.ask(one.query)}>${w.askIt}</button>
    ${forget(`${w.memory.forget}: ${one.query}`, () => actions.forgetRun(one.run))}
  </td></tr>`;

/** @param {string} label @param {() => void} act */
const forget = (label, act) =>
  html`<button class="quiet square" aria-label=${label} title=${label} @click=${act}>${icons.bin}</button>`;
