// @ts-check
/**
 * The page's first script: Python's files go first, then the page's own code, all of it at once. The form that the document
 * has takes text from the start.
 */
import { begun } from "./engine.js";
import { nextTask } from "./moments.js";

// Milliseconds after which a slow line has both.
const HEAD_START = 400;
// Files that are asked for in one task.
const AT_ONCE = 20;

const until = new AbortController();
document.addEventListener("keydown", pressed, { signal: until.signal });
document.addEventListener("click", clicked, { signal: until.signal });
await Promise.race([begun, new Promise((resolve) => setTimeout(resolve, HEAD_START - performance.now()))]);
const code = /** @type {HTMLTemplateElement | null} */ (document.getElementById("code"));
while (code?.content.childElementCount) {
  await nextTask();
  document.head.append(...[...code.content.children].slice(0, AT_ONCE));
}
await Promise.all([import("./main.js"), import("./offline.js")]);
until.abort();

/** Enter means the same before the page's code is there, which asks what was typed by then. @param {KeyboardEvent} event */
function pressed(event) {
  const { target, key, shiftKey, isComposing } = event;
  if (!(target instanceof HTMLTextAreaElement) || key !== "Enter" || shiftKey || isComposing) return;
  event.preventDefault();
  wanted(target.form);
}

/** @param {MouseEvent} event */
function clicked({ target }) {
  if (target instanceof Element) wanted(target.closest("button")?.form);
}

/** @param {HTMLFormElement | null | undefined} form */
function wanted(form) {
  form?.setAttribute("data-asked", "");
}
