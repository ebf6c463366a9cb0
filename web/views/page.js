// @ts-check
/** The whole page, from the state. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { open } from "../state.js";
import { w } from "../texts/index.js";
import { composer } from "./composer.js";
import { dialogs } from "./dialogs.js";
import { masthead } from "./masthead.js";
import { panel } from "./panel.js";
import { entry, progress } from "./turn.js";
import { offer, welcome } from "./welcome.js";

/**
 * @param {import("../types.js").State} state
 * @param {import("../actions.js").Actions} actions
 */
export function page(state, actions) {
  const running = open(state);
  return html`
    <a class="skip" href="#question">${w.skip}</a>
    ${masthead(state, actions)}
    <div class="desk">
      <main class="talk">
        ${state.turns.length ? nothing : welcome(actions)}
        <div class="log" role="log" aria-label=${w.conversation}>
          ${repeat(
            state.turns,
            ({ id }) => id,
            (turn) => entry(turn, state, actions),
          )}
        </div>
        ${running ? progress(running, state) : nothing}
        ${state.offered ? offer(state.offered, actions) : nothing}
        ${state.problems.length ? problem(state.problems, actions) : nothing}
        ${composer(state, actions)}
      </main>
      ${state.wide ? html`<aside class="panel" aria-labelledby="panel-title">${panel(state, actions)}</aside>` : nothing}
    </div>
    ${dialogs(state, actions)}`;
}

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
