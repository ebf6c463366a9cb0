// @ts-check
/** How a graph's picture says what ran: a class, a mark and a name for each box, a class for each arrow. */
import { boxOf, isBoxed } from "./graphs.js";
import { w } from "./texts/index.js";
import { arrow } from "./trace.js";

/**
 * @typedef {import("./types.js").Trace} Trace
 * @typedef {import("./types.js").Step} Step
 */

const MARKS = { running: "…", done: "✓", retried: "↻", failed: "✕", parked: "‖" };
const STATES = /** @type {(keyof typeof MARKS)[]} */ (Object.keys(MARKS));

/**
 * Boxes get a name, a place for their mark and a way to be chosen. The picture must be in the page, to be measured.
 * @param {SVGSVGElement} svg
 * @param {string} name
 */
export function prepare(svg, name) {
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", w.graphOf(w.graphs[name] ?? name));
  svg.classList.add("graph");
  // All boxes are measured before any is changed: a picture that changes between two measures is laid out each time.
  const boxes = [.../** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll(".node"))].map((box) => ({ box, at: corner(box) }));
  for (const { box, at: [x, y] } of boxes) {
    box.dataset.name = box.textContent?.trim() ?? "";
    const sign = document.createElementNS("http://www.w3.org/2000/svg", "text");
    sign.setAttribute("class", "sign");
    sign.setAttribute("x", String(x));
    sign.setAttribute("y", String(y));
    box.append(sign);
    if (box.classList.contains("entry")) continue;
    box.setAttribute("role", "button");
    box.setAttribute("aria-label", w.boxLabel(box.dataset.name, w.notRun));
    box.setAttribute("tabindex", "-1");
  }
  svg.querySelector(".node:not(.entry)")?.setAttribute("tabindex", "0");
}

/** Where the upper right of a box is; circles and diamonds have no corner there. @param {SVGGElement} box @returns {[number, number]} */
function corner(box) {
  const { x, y, width, height } = box.getBBox();
  const round = box.querySelector("circle") ? 0.15 : 0;
  const slanted = Math.abs(width - height) < 1 && !round ? 0.25 : 0;
  const off = (round || slanted) * width;
  return [x + width - off, y + off];
}

/**
 * Marks boxes and arrows by class; gives back the box that runs.
 * @param {SVGSVGElement} svg
 * @param {Trace | null} trace
 */
export function light(svg, trace) {
  const steps = new Map(
    Object.values(trace?.steps ?? {})
      .filter(isBoxed)
      .map((step) => [boxOf(step.placement ?? ""), step]),
  );
  const taken = new Set(Object.keys(trace?.taken ?? {}).map(boxOf));
  const boxes = /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll(".node"));
  const entered = [...boxes].some((box) => steps.has(box.dataset.node ?? ""));
  /** @type {SVGGElement | null} */
  let newest = null;
  let latest = -1;
  for (const box of boxes) {
    const step = steps.get(box.dataset.node ?? "");
    lit(box, step?.status ?? (box.classList.contains("entry") && entered ? "done" : null));
    if (step && step.started > latest) [newest, latest] = [box, step.started];
  }
  for (const line of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll(".edge, .port"))) {
    const { from = "", port = "" } = line.dataset;
    line.classList.toggle("taken", (entered && from.startsWith("entry_")) || taken.has(arrow(from, port)));
  }
  return newest;
}

/** @param {SVGGElement} box @param {Step["status"] | null} status */
function lit(box, status) {
  if ((box.dataset.status ?? null) === status) return;
  for (const state of STATES) box.classList.toggle(state, state === status);
  if (status) box.dataset.status = status;
  else delete box.dataset.status;
  if (box.hasAttribute("role"))
    box.setAttribute("aria-label", w.boxLabel(box.dataset.name ?? "", status ? w.step[status] : w.notRun));
  const sign = box.querySelector(".sign");
  if (sign) sign.textContent = status ? MARKS[status] : "";
}
