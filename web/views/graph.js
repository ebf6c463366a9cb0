// @ts-check
/** The graph of a run: which one, how large, and the picture itself. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { GRAPHS } from "../graphs.js";
import { picture } from "../picture.js";
import { w } from "../texts/index.js";
import * as icons from "./icons.js";

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("../actions.js").Actions} Actions
 */

/** The graph to show: the one chosen, else the most telling one that ran. @param {State} state @param {Turn | null} turn */
export function chosen(state, turn) {
  const names = Object.keys(GRAPHS);
  if (state.graph) return state.graph;
  const ran = names.filter((name) => turn?.trace.dags[GRAPHS[name] ?? ""]);
  return ran.at(-1) ?? names[0] ?? "";
}

/** @param {State} state @param {Turn | null} turn @param {Actions} actions */
export function graphView(state, turn, actions) {
  const name = chosen(state, turn);
  return html`
    <div class="graph-tools">
      ${Object.keys(GRAPHS).length > 1 ? parts(name, actions) : nothing}
      <span class="zoom">
        <button class="quiet square" aria-label=${w.zoomOut} title=${w.zoomOut} @click=${() => actions.zoom(1 / 1.25)}>${icons.minus}</button>
        <button class="quiet square" aria-label=${w.zoomIn} title=${w.zoomIn} @click=${() => actions.zoom(1.25)}>${icons.plus}</button>
        <button class="quiet" @click=${() => actions.zoom(0)}>${w.zoomFit}</button>
      </span>
    </div>
    <div class="scroller paper" tabindex="0" role="region" aria-label=${w.graphOf(w.graphs[name] ?? name)} ${picture(name, turn?.trace ?? null, state.scale)}></div>
    ${legend()}`;
}

/** @param {string} name @param {Actions} actions */
const parts = (name, actions) => html`
  <span class="segments" role="group" aria-label=${w.whichGraph}>
    ${Object.keys(GRAPHS).map((one) => html`<button aria-pressed=${String(one === name)} @click=${() => actions.graph(one)}>${w.graphs[one] ?? one}</button>`)}
  </span>`;

const legend = () => html`
  <ul class="legend">
    ${(/** @type {const} */ (["running", "done", "retried", "failed", "parked"])).map((status) => html`<li class=${status}><span class="swatch" aria-hidden="true"></span>${w.step[status]}</li>`)}
  </ul>`;
