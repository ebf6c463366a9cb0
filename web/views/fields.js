// @ts-check
/** Fields that several views have: a search, a file to choose. */
import { html } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";

/** @param {string} id @param {string} label @param {string} words @param {(words: string) => void} changed */
export const search = (id, label, words, changed) => html`
  <label class="unseen" for=${id}>${label}</label>
  <input class="seek" id=${id} type="search" autocomplete="off" maxlength="300" placeholder=${label} .value=${live(words)}
    @input=${(/** @type {Event} */ event) => changed(/** @type {HTMLInputElement} */ (event.target).value)} />`;

/** A button that chooses a file. @param {string} id @param {string} label @param {string} accept @param {(file: File) => unknown} chosen @param {string} [look] */
export const file = (id, label, accept, chosen, look = "secondary") => html`
  <label class="${look} pick" for=${id}>${label}<input class="unseen" id=${id} type="file" accept=${accept}
    @change=${(/** @type {Event} */ event) => picked(event, chosen)} /></label>`;

/** @param {Event} event @param {(file: File) => unknown} chosen */
function picked(event, chosen) {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.files?.[0]) chosen(input.files[0]);
  // The same file can be picked again.
  input.value = "";
}
