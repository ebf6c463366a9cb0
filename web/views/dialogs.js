// @ts-check
/** What opens above the page: settings, keyboard, and on a narrow screen the way an answer came about. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { shown } from "../state.js";
import { w } from "../texts/index.js";
import { graphView } from "./graph.js";
import * as icons from "./icons.js";
import { memory } from "./memory.js";
import { panel } from "./panel.js";
import { settings } from "./settings.js";
import { shelf } from "./shelf.js";
import { shortcuts } from "./shortcuts.js";
import { side } from "./side.js";
import { taking } from "./taking.js";
import { trouble } from "./trouble.js";

/**
 * @typedef {import("../types.js").State} State
 * @typedef {import("../actions.js").Actions} Actions
 */

/** @param {State} state @param {Actions} actions */
export const dialogs = (state, actions) => html`
  ${dialog("settings", w.settings, state, actions, () => settings(state, actions))}
  ${dialog("taking", w.taking.title, state, actions, () => taking(state, actions))}
  ${dialog("memory", w.memory.title, state, actions, () => memory(state, actions))}
  ${dialog("shelf", w.shelf.title, state, actions, () => shelf(state, actions))}
  ${dialog("shortcuts", w.shortcuts, state, actions, () => shortcuts(state, actions))}
  ${state.broad ? nothing : dialog("side", null, state, actions, () => side(state, actions))}
  ${
    state.wide
      ? dialog("trace", w.panelTitle, state, actions, () => graphView(state, shown(state), actions))
      : dialog("trace", null, state, actions, () => panel(state, actions))
  }`;

/**
 * The element is always there; main.js shows it when the state says so, and its content is made only then.
 * @param {NonNullable<State["dialog"]>} name @param {string | null} title null: the content brings its own
 * @param {State} state @param {Actions} actions @param {() => unknown} content
 */
const dialog = (name, title, state, actions, content) => html`
  <dialog id="dialog-${name}" class="dialog ${name}" aria-labelledby=${name === "trace" && title === null ? "panel-title" : `${name}-title`}
    @close=${() => actions.closed(name)}
    @click=${(/** @type {MouseEvent} */ event) => event.target === event.currentTarget && actions.closed(name)}>
    ${
      state.dialog === name
        ? html`<div class="sheet">
          ${title === null ? nothing : html`<h2 id="${name}-title">${title}</h2>`}
          <button class="quiet square close" aria-label=${w.close} @click=${() => actions.closed(name)}>${icons.close}</button>
          ${trouble(state, actions)} ${content()}
        </div>`
        : nothing
    }
  </dialog>`;
