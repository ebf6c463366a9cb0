// @ts-check
/** Puts a graph's picture into an element, lights it up and tells which box was chosen: the only code that touches the drawing. */
import { noChange } from "./vendor/lit-html/lit-html.js";
import { Directive, directive } from "./vendor/lit-html/directive.js";
import { boxOf, graph } from "./graphs.js";
import { w } from "./texts/index.js";
import { arrow } from "./trace.js";

/**
 * @typedef {import("./types.js").Trace} Trace
 * @typedef {import("./types.js").Step} Step
 */

/** The scale at which the letters in the boxes can be read. */
export const READABLE = 0.9;

const MARKS = { running: "…", done: "✓", retried: "↻", failed: "✕", parked: "‖" };
const STATES = /** @type {(keyof typeof MARKS)[]} */ (Object.keys(MARKS));
const STEP = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

class Picture extends Directive {
  #name = "";
  /** @type {number | null} */
  #scale = null;
  /** @type {Trace | null} */
  #trace = null;
  /** @type {SVGSVGElement | null} */
  #svg = null;
  #followed = "";
  #listening = false;

  /** @param {string} _name @param {Trace | null} _trace @param {number | null} _scale null can be read, 0 fits */
  render(_name, _trace, _scale) {
    return noChange;
  }

  /** @param {import("./vendor/lit-html/lit-html.js").ElementPart} part @param {[string, Trace | null, number | null]} given */
  update(part, [name, trace, scale]) {
    const paper = /** @type {HTMLElement} */ (part.element);
    if (!this.#listening) listen(paper);
    this.#listening = true;
    this.#trace = trace;
    this.#scale = scale;
    if (name !== this.#name) this.#change(name, paper);
    else this.#draw(paper);
    return noChange;
  }

  /** @param {string} name @param {HTMLElement} paper */
  #change(name, paper) {
    this.#name = name;
    this.#svg = null;
    this.#followed = "";
    graph(name).then(
      (svg) => {
        if (name !== this.#name) return;
        paper.replaceChildren(svg);
        prepare(svg, name);
        this.#svg = svg;
        this.#draw(paper);
        if (!this.#followed) follow(paper, svg.querySelector(".entry"));
      },
      () => paper.replaceChildren(w.graphMissing),
    );
  }

  /** @param {HTMLElement} paper */
  #draw(paper) {
    if (!this.#svg) return;
    size(this.#svg, paper, this.#scale);
    const newest = light(this.#svg, this.#trace);
    if (!newest || newest.dataset.node === this.#followed) return;
    this.#followed = newest.dataset.node ?? "";
    follow(paper, newest);
  }
}

export const picture = directive(Picture);

/** A box is chosen by a click, by Enter or by the space bar; arrows go from box to box. @param {HTMLElement} paper */
function listen(paper) {
  paper.addEventListener("click", (event) => choose(paper, event.target));
  paper.addEventListener("keydown", (event) => {
    const box = boxAt(event.target);
    if (!box) return;
    const by = STEP[/** @type {keyof typeof STEP} */ (event.key)];
    if (by) move(box, by);
    else if (event.key === "Enter" || event.key === " ") choose(paper, box);
    else return;
    event.preventDefault();
  });
}

/** @param {EventTarget | null} target */
const boxAt = (target) => /** @type {SVGGElement | null} */ (target instanceof Element ? target.closest(".node:not(.entry)") : null);

/** @param {HTMLElement} paper @param {EventTarget | null} target */
function choose(paper, target) {
  const box = boxAt(target);
  if (box) paper.dispatchEvent(new CustomEvent("box", { detail: box.dataset.node }));
}

/** @param {SVGGElement} box @param {number} by */
function move(box, by) {
  const boxes = [.../** @type {NodeListOf<SVGGElement>} */ (box.ownerSVGElement?.querySelectorAll(".node:not(.entry)") ?? [])].sort(asRead);
  const next = boxes[(boxes.indexOf(box) + by + boxes.length) % boxes.length];
  box.setAttribute("tabindex", "-1");
  next?.setAttribute("tabindex", "0");
  next?.focus();
}

/** From the top down, and in a row from the left. @param {SVGGElement} a @param {SVGGElement} b */
function asRead(a, b) {
  const [one, other] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
  return one.top - other.top || one.left - other.left;
}

/** Boxes get a name, a place for their mark and a way to be chosen. The picture must be in the page, to be measured. @param {SVGSVGElement} svg @param {string} name */
function prepare(svg, name) {
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", w.graphOf(w.graphs[name] ?? name));
  svg.classList.add("graph");
  for (const box of /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll(".node"))) {
    box.dataset.name = box.textContent?.trim() ?? "";
    const [x, y] = corner(box);
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

/** Where the upper right of a box is; circles and diamonds have no corner there. @param {SVGGElement} box */
function corner(box) {
  const { x, y, width, height } = box.getBBox();
  const round = box.querySelector("circle") ? 0.15 : 0;
  const slanted = Math.abs(width - height) < 1 && !round ? 0.25 : 0;
  const off = (round || slanted) * width;
  return [x + width - off, y + off];
}

/** @param {SVGSVGElement} svg @param {HTMLElement} paper @param {number | null} scale */
function size(svg, paper, scale) {
  const natural = Number(svg.getAttribute("width"));
  const fitting = (paper.clientWidth - 26) / natural;
  const wanted = scale === null ? (fitting < 0.65 ? READABLE : Math.min(fitting, 1.1)) : scale || Math.min(fitting, 1.1);
  svg.style.width = `${Math.round(natural * wanted)}px`;
}

/** Marks boxes and arrows by class; gives back the box that runs. @param {SVGSVGElement} svg @param {Trace | null} trace */
function light(svg, trace) {
  const steps = new Map(Object.values(trace?.steps ?? {}).filter(({ placement, index }) => placement && index === null).map((step) => [boxOf(step.placement ?? ""), step]));
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
  if (box.hasAttribute("role")) box.setAttribute("aria-label", w.boxLabel(box.dataset.name ?? "", status ? w.step[status] : w.notRun));
  const sign = box.querySelector(".sign");
  if (sign) sign.textContent = status ? MARKS[status] : "";
}

/** Brings a box into view inside its paper, and moves nothing else. @param {HTMLElement} paper @param {Element | null} box */
function follow(paper, box) {
  if (!box) return;
  const inner = box.getBoundingClientRect();
  const outer = paper.getBoundingClientRect();
  const top = inner.top < outer.top || inner.bottom > outer.bottom ? inner.top - outer.top - outer.height / 3 : 0;
  const left = inner.left < outer.left || inner.right > outer.right ? inner.left + inner.width / 2 - outer.left - outer.width / 2 : 0;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (top || left) paper.scrollBy({ top, left, behavior: still ? "auto" : "smooth" });
}
