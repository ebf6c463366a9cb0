// @ts-check
/** The run as a table, for everybody who cannot see the graph or wants the figures. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { w } from "../texts/index.js";
import { sourceName, sourceOf, statusWords } from "./sources.js";

/**
 * @typedef {import("../types.js").Step} Step
 * @typedef {import("../types.js").Turn} Turn
 */

/** @param {Turn | null} turn */
export function steps(turn) {
  const all = Object.values(turn?.trace.steps ?? {}).filter(isTelling);
  if (!all.length) return html`<p class="empty">${w.panelEmpty}</p>`;
  return html`
    <div class="scroller" tabindex="0" role="region" aria-label=${w.stepsCaption}>
      <table class="steps">
        <caption class="unseen">${w.stepsCaption}</caption>
        <thead><tr>${[w.stepName, w.state, w.route, w.time].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
        <tbody>${all.map((step) => row(step, turn))}</tbody>
      </table>
    </div>`;
}

/** An item of a scatter is told by the tool that ran for it, and a tool by its call. @param {Step} step */
const isTelling = (step) => (step.dag.startsWith("urn:noocodec:tool:") ? step.name === "invoke" : step.index === null);

/** @param {Step} step @param {Turn | null} turn */
function row(step, turn) {
  const source = sourceOf(toolOf(step) ?? "");
  const report = turn?.sources.find(({ name }) => name === source);
  return html`
  <tr class="step ${report?.status ?? step.status}">
    <th scope="row" class="depth-${Math.min(step.path.length, 5)}">
      ${nameOf(step)}${step.notes.map((note) => html`<small>${note}</small>`)}
    </th>
    <td>
      <span class="dot" aria-hidden="true"></span>${report ? statusWords(report) : w.step[step.status]}
      ${step.tries > 1 ? html`<small>${w.tries(step.tries)}</small>` : nothing}
    </td>
    <td>${step.output ?? ""}</td>
    <td class="figure">${step.ended === null ? "" : w.ms((step.ended - step.started) * 1000)}</td>
  </tr>`;
}

/** The tool that a step runs, or null. @param {Step} step */
const toolOf = (step) => /^urn:noocodec:tool:(.+)$/.exec(step.dag)?.[1] ?? null;

/** A step that runs a tool is known by its source. @param {Step} step */
function nameOf(step) {
  const tool = toolOf(step);
  return tool ? html`${sourceName(sourceOf(tool))} <small>${step.name}</small>` : step.name;
}
