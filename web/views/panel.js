// @ts-check
/** How an answer came about: as a graph, as a table of steps, and as a time line of the sources. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { shown } from "../state.js";
import { w } from "../texts/index.js";
import { graphView } from "./graph.js";
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
    <div class="panel-foot">
      ${turn ? html`<button class="inline" @click=${() => actions.saveTrace(turn)}>${w.saveTrace}</button>` : nothing}
      <label class="inline pick">${w.openTrace}<input class="unseen" type="file" accept="application/json,.json"
        @change=${(/** @type {Event} */ event) => picked(event, actions)} /></label>
    </div>`;
}

/** @param {State["tab"]} tab @param {State} state @param {Actions} actions */
const tabButton = (tab, state, actions) => html`
  <button role="tab" id="tab-${tab}" aria-selected=${String(state.tab === tab)}
    aria-controls=${state.tab === tab ? `panel-${tab}` : nothing}
    tabindex=${state.tab === tab ? 0 : -1} @click=${() => actions.tab(tab)}>${w.tabs[tab]}</button>`;

/** @param {Event} event @param {Actions} actions */
function picked(event, actions) {
  const input = /** @type {HTMLInputElement} */ (event.target);
  actions.openTrace(input.files?.[0]);
  // The same file can be picked again.
  input.value = "";
}

/** @param {KeyboardEvent} event @param {State} state @param {Actions} actions */
function moved(event, state, actions) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const next = TABS[(TABS.indexOf(state.tab) + by + TABS.length) % TABS.length] ?? "graph";
  actions.tab(next);
  document.getElementById(`tab-${next}`)?.focus();
}
