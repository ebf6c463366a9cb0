// @ts-check
/** The whole page, from the state. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { open, thread } from "../state.js";
import { w } from "../texts/index.js";
import { composer } from "./composer.js";
import { dialogs } from "./dialogs.js";
import { masthead } from "./masthead.js";
import { panel } from "./panel.js";
import { side } from "./side.js";
import { trouble } from "./trouble.js";
import { entry, progress } from "./turn.js";
import { offer, welcome } from "./welcome.js";

/** How many pieces stand beside what is read first: the panel, the side and the dialogs. */
export const FURNITURE = 3;

/**
 * @param {import("../types.js").State} state
 * @param {import("../actions.js").Actions} actions
 */
export function page(state, actions) {
  const running = open(state);
  const turns = thread(state);
  return html`
    <a class="skip" href="#question">${w.skip}</a>
    ${masthead(state, actions)}
    <div class="desk">
      ${state.broad ? html`<aside class="side" aria-labelledby="side-title">${state.furnished > 1 ? side(state, actions) : nothing}</aside>` : nothing}
      <main class="talk">
        ${turns.length ? nothing : state.fetching ? fetching() : welcome(actions)}
        <div class="log" role="log" aria-label=${w.conversation}>
          ${repeat(
            turns,
            ({ id }) => id,
            (turn) => entry(turn, state, actions),
          )}
        </div>
        ${running && !running.answer ? progress(running, state) : nothing}
        ${state.offered ? offer(state.offered, actions) : nothing}
        ${state.dialog ? nothing : trouble(state, actions)}
        ${state.problems.length ? problem(state.problems, actions) : nothing}
        ${composer(state, actions)}
      </main>
      ${state.wide ? html`<aside class="panel" aria-labelledby="panel-title">${state.furnished > 0 ? panel(state, actions) : nothing}</aside>` : nothing}
    </div>
    ${state.furnished > 2 || state.dialog ? dialogs(state, actions) : nothing}`;
}

const fetching = () => html`
  <p class="doing fetching"><span class="lamp" aria-hidden="true"></span>${w.side.fetching}</p>`;

/**
 * What should never happen, and is said when it does.
 * @param {string[]} problems
 * @param {import("../actions.js").Actions} actions
 */
const problem = (problems, actions) => html`
  <div class="notice trouble" role="alert">
    <p>${w.problem}</p>
    <details><summary>${w.details}</summary>${problems.slice(-5).map((one) => html`<p>${one.slice(0, 400)}</p>`)}</details>
    <button class="secondary" @click=${actions.forget}>${w.close}</button>
  </div>`;
