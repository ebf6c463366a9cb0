// @ts-check
/** How a graph's picture says what ran: a class, a mark and a name for each box, a class for each arrow. */
import { boxOf, isBoxed } from "./graphs.js";
import { w } from "./texts/index.js";
import { arrow } from "./trace.js";

/**
 * @typedef {import("./types.js").Trace} Trace
 * @typedef {import("./types.js").Step} Step
 */

// Drawn, not written: hardly a font has these signs, and looking for one that has them stops the page for a tenth of a second.
const MARKS = {
  running: "M-4 0h.01M0 0h.01M4 0h.01",
  done: "M-4.5 0 -1.5 3.5 4.5-3.5",
  retried: "M3.6-2.2A4.2 4.2 0 1 0 4.2.6M4.4-5V-1.8H1.2",
  failed: "M-3.5-3.5 3.5 3.5M3.5-3.5-3.5 3.5",
  parked: "M-2-4V4M2-4V4",
};
const STATES = /** @type {(keyof typeof MARKS)[]} */ (Object.keys(MARKS));
const SVG = "http://www.w3.org/2000/svg";

/**
 * Boxes get a name, a place for their mark and a way to be chosen.
 * @param {SVGSVGElement} svg as it was drawn, not yet in the page
 * @param {string} name
 */
export function prepare(svg, name) {
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", w.graphOf(w.graphs[name] ?? name));
  svg.classList.add("graph");
  for (const box of /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll(".node"))) {
    box.dataset.name = box.textContent?.trim() ?? "";
    box.append(sign(box.dataset.sign ?? "0 0"));
    if (box.classList.contains("entry")) continue;
    box.setAttribute("role", "button");
    box.setAttribute("aria-label", w.boxLabel(box.dataset.name, w.notRun));
    box.setAttribute("tabindex", "-1");
  }
  svg.querySelector(".node:not(.entry)")?.setAttribute("tabindex", "0");
}

/** @param {string} at where it is, from the middle of the box */
function sign(at) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "sign");
  group.setAttribute("transform", `translate(${at})`);
  const ground = document.createElementNS(SVG, "circle");
  ground.setAttribute("r", "8");
  group.append(ground, document.createElementNS(SVG, "path"));
  return group;
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
  box.querySelector(".sign path")?.setAttribute("d", status ? MARKS[status] : "");
}
