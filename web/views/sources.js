// @ts-check
/** A chip a source: what it is called and what it did, in words. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { isOpen } from "../state.js";
import { w } from "../texts/index.js";

/**
 * @typedef {import("../types.js").SourceReport} SourceReport
 * @typedef {import("../types.js").ToolRun} ToolRun
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("../actions.js").Actions} Actions
 */

/** Which source a tool asks. @type {Record<string, string>} */
const SOURCE = {
  web_search_books: "openlibrary",
  google_books_search: "googlebooks",
  subject_search: "openlibrary-subjects",
  wikipedia_summary: "wikipedia",
};

/** @param {string} tool */
export const sourceOf = (tool) => SOURCE[tool] ?? tool;

/** @param {string} source */
export const sourceName = (source) => w.source[source] ?? source;

/** @param {Turn} turn @param {SourceReport[]} reports @param {Actions} actions */
export const sources = (turn, reports, actions) => html`
  <section class="sources" aria-live="off" aria-label=${w.sourcesTitle}>
    <ul class="chips">
      ${reports.map((report) =>
        isBroken(report) && isOpen(turn)
          ? chip(report.name, "asking", w.status.asking)
          : chip(report.name, report.status, statusWords(report), isBroken(report) ? () => actions.retry(turn) : undefined),
      )}
    </ul>
    ${reports.filter(isWorthNaming).map((report) => remark(report, actions))}
  </section>`;

/** The chips while a run goes on. @param {ToolRun[]} tools */
export const working = (tools) => html`
  <ul class="chips">
    ${tools.map(({ tool, status }) =>
      chip(
        sourceOf(tool),
        status === "running" ? "asking" : status === "failed" ? "failed" : "replied",
        status === "running" ? w.status.asking : status === "failed" ? w.status.failed : w.status.replied,
      ),
    )}
  </ul>`;

/** What may go better another time. @param {SourceReport} report */
const isBroken = ({ status, unanswered }) => unanswered > 0 || ["failed", "refused", "throttled", "timed-out"].includes(status);

/** @param {string} source @param {string} status @param {string} words @param {() => void} [again] */
const chip = (source, status, words, again) => html`
  <li class="chip ${status}">
    <span class="dot" aria-hidden="true"></span><span class="chip-name">${sourceName(source)}</span>
    <span class="chip-status">${words}</span>
    ${again ? html`<button class="inline" aria-label="${w.again}: ${sourceName(source)}" @click=${again}>${w.again}</button>` : nothing}
  </li>`;

/** What a source did, in words. @param {SourceReport} report */
export function statusWords(report) {
  const words = wordsFor(report);
  return report.cached ? `${words}, ${w.kept}` : words;
}

/** @param {SourceReport} report */
function wordsFor(report) {
  const { status, count } = report;
  if (status === "answered") return w.status.answered(count);
  return lacksKey(report) ? w.notAskedKey : w.status[status];
}

/** @param {SourceReport} report */
const isWorthNaming = (report) =>
  report.detail !== "" && report.status !== "answered" && report.status !== "nothing-found";

/** @param {SourceReport} report @param {Actions} actions */
function remark(report, actions) {
  // The chip has said that a key is missing; here is where to put one.
  const name = sourceName(report.name);
  if (lacksKey(report))
    return html`<p class="remark">
      <strong>${name}:</strong>
      <button class="inline" @click=${actions.openSettings}>${w.needsKey}</button>
    </p>`;
  const words = wentWrong(report);
  if (words) return html`<p class="remark"><strong>${name}:</strong> ${words}</p>`;
  return html`<p class="remark" lang="en">
    ${report.detail.startsWith(name) ? nothing : html`<strong>${name}:</strong>`} ${report.detail}
  </p>`;
}

/**
 * What went wrong, in the page's language. The report's own words are English and more exact: they stand where English is
 * spoken, and for Google Books, whose failures are about the visitor's key.
 * @param {SourceReport} report
 */
function wentWrong({ name, status, unconnected }) {
  if (document.documentElement.lang === "en" || name === "googlebooks") return "";
  return unconnected ? w.wentWrong.unconnected : (w.wentWrong[status] ?? "");
}

/** @param {SourceReport} report */
const lacksKey = ({ name, status }) => name === "googlebooks" && status === "not-asked";
