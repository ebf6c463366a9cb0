// @ts-check
/** What stands on the desk before the first question. */
import { html } from "../vendor/lit-html/lit-html.js";
import { w } from "../texts/index.js";

/** @param {import("../actions.js").Actions} actions */
export const welcome = (actions) => html`
  <section class="welcome" aria-labelledby="welcome-title">
    <h2 id="welcome-title">${w.welcome}</h2>
    <p>${w.welcomeText}</p>
    <h3>${w.examplesTitle}</h3>
    ${examples(w.examples, actions)}
  </section>`;

/** Questions that are asked by a click. @param {string[]} questions @param {import("../actions.js").Actions} actions */
export const examples = (questions, actions) => html`
  <ul class="examples">
    ${questions.map((one) => html`<li><button class="example" @click=${() => actions.ask(one)}>${one}</button></li>`)}
  </ul>`;

/**
 * A question from a link is only shown: it is asked by a click.
 * @param {string} question @param {import("../actions.js").Actions} actions
 */
export const offer = (question, actions) => html`
  <div class="offer">
    <p>${w.offered} <q dir="auto">${question}</q></p>
    <button class="primary" @click=${() => actions.ask(question)}>${w.askIt}</button>
    <button class="quiet" @click=${actions.dismiss}>${w.dismiss}</button>
  </div>`;
