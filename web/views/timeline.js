// @ts-check
/** When each source worked: bars over the time of the run, with the figures as text. */
import { html, svg } from "../vendor/lit-html/lit-html.js";
import { w } from "../texts/index.js";
import { sourceName, sourceOf } from "./sources.js";

/**
 * @typedef {import("../types.js").ToolRun} ToolRun
 * @typedef {import("../types.js").Turn} Turn
 */

// In seconds; a shorter wait is the engine's own work.
const WAIT = 0.05;

/** @param {Turn | null} turn */
export function timeline(turn) {
  const tools = Object.values(turn?.trace.tools ?? {});
  if (!turn || !tools.length) return html`<p class="empty">${w.panelEmpty}</p>`;
  const from = turn.trace.started ?? 0;
  const to = Math.max(...tools.map(({ started, ended }) => ended ?? started), turn.trace.ended ?? 0, from + 0.001);
  return html`
    <h3 class="unseen">${w.timeline}</h3>
    <ul class="timeline">${tools.map((tool) => line(tool, turn, from, to))}</ul>
    <p class="axis" aria-hidden="true"><span>0</span><span>${w.ms((to - from) * 1000)}</span></p>`;
}

/** @param {ToolRun} tool @param {Turn} turn @param {number} from @param {number} to */
function line(tool, turn, from, to) {
  const source = sourceOf(tool.tool);
  const report = turn.sources.find(({ name }) => name === source);
  const working = tool.status === "running" ? "asking" : tool.status === "failed" ? "failed" : "replied";
  const status = report?.status ?? working;
  const words = report?.status === "answered" ? w.status.answered(report.count) : w.status[report?.status ?? working];
  const waited = tool.started - tool.since > WAIT ? w.waited(w.ms((tool.started - tool.since) * 1000)) : null;
  const took = tool.ended === null ? null : w.ms((tool.ended - tool.started) * 1000);
  return html`
    <li class=${status}>
      <span class="line-name">${sourceName(source)}</span>
      <span class="line-words">${[words, waited, report?.cached ? w.kept : null, turn.ahead && source === "openlibrary" ? w.ahead : null, took].filter(Boolean).join(", ")}</span>
      ${bar((tool.since - from) / (to - from), (tool.started - from) / (to - from), ((tool.ended ?? to) - from) / (to - from))}
    </li>`;
}

/** @param {number} part */
const percent = (part) => `${(part * 100).toFixed(2)}%`;

/** @param {number} since @param {number} start @param {number} end all in parts of the whole */
const bar = (since, start, end) => html`
  <svg class="bar" aria-hidden="true" width="100%" height="10">
    ${svg`
      <rect class="all" width="100%" height="10" rx="5" />
      <rect class="wait" x=${percent(since)} width=${percent(Math.max(start - since, 0))} height="10" />
      <rect class="part" x=${percent(start)} width=${percent(Math.max(end - start, 0.01))} height="10" rx="5" />`}
  </svg>`;
