// @ts-check
/** The graph of a run: which one, how large, the picture itself, and what happened in the box that was chosen. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { boxOf, GRAPHS, isBoxed, isTool } from "../graphs.js";
import { picture } from "../picture.js";
import { w } from "../texts/index.js";
import * as icons from "./icons.js";
import { sourceName, sourceOf } from "./sources.js";

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").Step} Step
 * @typedef {import("../types.js").Trace} Trace
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("../actions.js").Actions} Actions
 */

const STEP = 1.4;
/** @type {Step["status"][]} */
const STATES = ["running", "done", "retried", "failed", "parked"];
const WHOLE = "the-archivist";
const SEARCH = "book-search-scatter";
// What every question goes through before its way parts: not worth a change of picture.
const COMMON = ["setup", "park-for-input", "recall-context", "classify-intent"];

/**
 * The graph to show: the one that was asked for, else the one where most happens.
 * @param {State} state
 * @param {Turn | null} turn
 */
export function chosen(state, turn) {
  if (state.graph) return state.graph;
  const steps = Object.values(turn?.trace.steps ?? {});
  const whole = steps.some(
    ({ dag, name }) => dag === GRAPHS[WHOLE] && !COMMON.includes(name) && !name.endsWith("-search"),
  );
  return whole && !turn?.trace.dags[GRAPHS[SEARCH] ?? ""] ? WHOLE : SEARCH;
}

/** @param {State} state @param {Turn | null} turn @param {Actions} actions */
export function graphView(state, turn, actions) {
  const name = chosen(state, turn);
  return html`
    <div class="graph-tools">
      ${parts(name, actions)}
      <span class="zoom">
        ${tool(w.zoomOut, icons.minus, () => actions.zoom(1 / STEP))}
        ${tool(w.zoomIn, icons.plus, () => actions.zoom(STEP))}
        <button class="quiet" @click=${() => actions.zoom(0)}>${w.zoomFit}</button>
        ${
          state.wide && state.dialog !== "trace" ? tool(w.enlarge, icons.enlarge, () => actions.open("trace")) : nothing
        }
      </span>
    </div>
    <div class="scroller paper" tabindex="0" role="region" aria-label="${w.graphOf(graphName(name))}. ${w.graphHelp}"
      @zoom=${(/** @type {CustomEvent<number>} */ event) => actions.zoom(event.detail)}
      @box=${(/** @type {CustomEvent<string>} */ event) => actions.box(event.detail)}
      ${picture(name, turn?.trace ?? null, state.scale)}></div>
    ${state.box ? about(state.box, turn?.trace ?? null, actions) : legend()}`;
}

/** @param {string} name @param {Actions} actions */
const parts = (name, actions) => html`
  <span class="segments" role="group" aria-label=${w.whichGraph}>
    ${Object.keys(GRAPHS).filter((one) => one === name || !isTool(one)).map(
      (one) => html`
        <button aria-pressed=${String(one === name)} @click=${() => actions.graph(one)}>${graphName(one)}</button>`,
    )}
  </span>`;

/** @param {string} name */
export const graphName = (name) => w.graphs[name] ?? sourceName(sourceOf(name));

/** @param {string} label @param {unknown} icon @param {() => void} act */
const tool = (label, icon, act) =>
  html`<button class="quiet square" aria-label=${label} title=${label} @click=${act}>${icon}</button>`;

const legend = () => html`
  <ul class="legend">
    ${STATES.map((status) => html`<li class=${status}><span class="swatch" aria-hidden="true"></span>${w.step[status]}</li>`)}
  </ul>`;

/** What happened in a box. @param {string} box @param {Trace | null} trace @param {Actions} actions */
function about(box, trace, actions) {
  const steps = Object.values(trace?.steps ?? {});
  const step = steps.find((one) => isBoxed(one) && boxOf(one.placement ?? "") === box);
  return html`
    <div class="about-box">
      <p>
        <strong>${step?.name ?? box.split("/").at(-1)}</strong> ${step ? told(step) : w.notRun}
        ${step?.notes.map((note) => html`<br />${note}`)}
      </p>
      ${step ? inner(step, steps, actions) : nothing}
      ${step ? [lines(w.wentIn, step.given), lines(w.cameOut, step.made)] : nothing}
      <button class="quiet square" aria-label=${w.close} @click=${() => actions.box(null)}>${icons.close}</button>
    </div>`;
}

/** @param {string} title @param {Record<string, string>} values by the field of the state */
const lines = (title, values) =>
  Object.keys(values).length
    ? html`<dl class="lines"><div><dt>${title}</dt>${Object.entries(values).map(([name, text]) => html`<dd dir="auto"><code>${name}</code> ${text}</dd>`)}</div></dl>`
    : nothing;

/** @param {Step} step */
const told = (step) =>
  [
    w.step[step.status],
    step.tries > 1 ? w.tries(step.tries) : null,
    step.output ? w.wentBy(step.output) : null,
    step.ended === null ? null : w.took(w.ms((step.ended - step.started) * 1000)),
  ]
    .filter(Boolean)
    .join(", ");

/** The graphs that ran inside a box, to go to. @param {Step} step @param {Step[]} steps @param {Actions} actions */
function inner(step, steps, actions) {
  const dags = new Set(
    steps
      .filter(({ path, dag }) => dag !== step.dag && step.path.every((name, at) => path[at] === name))
      .filter(({ path }) => path.length === step.path.length + 1)
      .map(({ dag }) => dag),
  );
  return Object.keys(GRAPHS)
    .filter((name) => dags.has(GRAPHS[name] ?? ""))
    .map((name) => html`<button class="inline" @click=${() => actions.graph(name)}>${w.openPart(graphName(name))}</button>`);
}
