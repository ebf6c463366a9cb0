// @ts-check
/** How an answer came about: as a graph, as a table of steps, and as a time line of the sources. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { shown } from "../state.js";
import { w } from "../texts/index.js";
import { GRAPHS } from "../graphs.js";
import { file } from "./fields.js";
import { chosen, graphView } from "./graph.js";
import { steps } from "./steps.js";
import { timeline } from "./timeline.js";

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../actions.js").Actions} Actions
 */

/** @type {State["tab"][]} */
const TABS = ["graph", "steps", "sources"];

/** @param {State} state @param {Actions} actions */
export function panel(state, actions) {
  const turn = shown(state);
  return html`
    <div class="panel-head">
      <h2 id="panel-title">${w.panelTitle}</h2>
      <div class="tabs" role="tablist" aria-labelledby="panel-title"
        @keydown=${(/** @type {KeyboardEvent} */ event) => moved(event, state, actions)}>
        ${TABS.map((tab) => tabButton(tab, state, actions))}
      </div>
    </div>
    <p class="panel-of" dir="auto">${turn ? turn.question : w.panelEmpty}</p>
    <div class="panel-body" role="tabpanel" id="panel-${state.tab}" aria-labelledby="tab-${state.tab}">
      ${state.tab === "graph" ? graphView(state, turn, actions) : nothing}
      ${state.tab === "steps" ? steps(turn) : nothing}
      ${state.tab === "sources" ? timeline(turn) : nothing}
    </div>
    ${state.verdict ? html`<div class="verdict" role="status">${state.verdict.map((line) => html`<p>${line}</p>`)}</div>` : nothing}
    <div class="panel-foot">
      ${turn ? html`<button class="inline" @click=${() => actions.saveTrace(turn)}>${w.saveTrace}</button>` : nothing}
      ${file("trace-file", w.openTrace, "application/json,.json", actions.openTrace, "inline")}
      ${turn?.answer ? html`<button class="inline" @click=${() => actions.replay(turn)}>${w.replay}</button>` : nothing}
      ${
        state.tab === "graph"
          ? html`<button class="inline" @click=${() => actions.saveGraph(GRAPHS[chosen(state, turn)] ?? "")}>${w.saveGraph}</button>
            ${file("graph-file", w.checkGraph, ".jsonld,.json", actions.checkGraph, "inline")}`
          : nothing
      }
    </div>`;
}

/** @param {State["tab"]} tab @param {State} state @param {Actions} actions */
const tabButton = (tab, state, actions) => html`
  <button role="tab" id="tab-${tab}" aria-selected=${String(state.tab === tab)}
    aria-controls=${state.tab === tab ? `panel-${tab}` : nothing}
    tabindex=${state.tab === tab ? 0 : -1} @click=${() => actions.tab(tab)}>${w.tabs[tab]}</button>`;

/** @param {KeyboardEvent} event @param {State} state @param {Actions} actions */
function moved(event, state, actions) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const next = TABS[(TABS.indexOf(state.tab) + by + TABS.length) % TABS.length] ?? "graph";
  actions.tab(next);
  document.getElementById(`tab-${next}`)?.focus();
}
