// @ts-check
/** What is remembered as a graph: the questions on one side, the books they showed on the other. */
import { html, svg } from "../vendor/lit-html/lit-html.js";
import { w } from "../texts/index.js";

/** @typedef {import("../types.js").MemoryContent} MemoryContent */

const ROW = 52;
const GAP = 6;
// As many as can be told apart; the search narrows it down.
const MOST = 24;

/** @param {MemoryContent} known */
export function memoryGraph({ runs, books, shown }) {
  const asked = runs.slice(0, MOST);
  const found = books.slice(0, MOST);
  const lines = found.flatMap(({ id }, at) =>
    (shown[id] ?? []).map((run) => [asked.findIndex((one) => one.run === run), at]).filter(([from = -1]) => from >= 0),
  );
  const height = Math.max(asked.length, found.length) * (ROW + GAP);
  return html`
    <div class="memory-graph scroller" role="region" tabindex="0" aria-label=${w.memory.graphOf}>
      <ul>${asked.map(({ query }) => html`<li dir="auto">${query}</li>`)}</ul>
      <svg viewBox="0 0 100 ${height}" height=${height} preserveAspectRatio="none" aria-hidden="true">
        ${lines.map(([from = 0, to = 0]) => svg`<path d=${`M0 ${middle(from)} C50 ${middle(from)} 50 ${middle(to)} 100 ${middle(to)}`} />`)}
      </svg>
      <ul>${found.map(({ id, title }) => html`<li dir="auto"><cite>${title}</cite><span class="unseen">, ${w.memory.shownFor(
        (shown[id] ?? []).flatMap((run) => asked.find((one) => one.run === run)?.query ?? []),
      )}</span></li>`)}</ul>
    </div>`;
}

/** @param {number} row */
const middle = (row) => row * (ROW + GAP) + ROW / 2;
