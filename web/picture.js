// @ts-check
/** Puts a graph's picture into an element and lights it up: the only code that touches the drawing. */
import { noChange } from "./vendor/lit-html/lit-html.js";
import { Directive, directive } from "./vendor/lit-html/directive.js";
import { boxOf, graph } from "./graphs.js";
import { w } from "./texts/index.js";
import { arrow } from "./trace.js";

/**
 * @typedef {import("./types.js").Trace} Trace
 * @typedef {import("./types.js").Step} Step
 */

const MARKS = { running: "…", done: "✓", retried: "↻", failed: "✕", parked: "‖" };
const STATES = /** @type {(keyof typeof MARKS)[]} */ (Object.keys(MARKS));

class Picture extends Directive {
  #name = "";
  #scale = 0;
  /** @type {Trace | null} */
  #trace = null;
  /** @type {SVGSVGElement | null} */
  #svg = null;
  #followed = "";

  /** @param {string} _name @param {Trace | null} _trace @param {number} _scale 0 fits the width */
  render(_name, _trace, _scale) {
    return noChange;
  }

  /** @param {import("./vendor/lit-html/lit-html.js").ElementPart} part @param {[string, Trace | null, number]} given */
  update(part, [name, trace, scale]) {
    const paper = /** @type {HTMLElement} */ (part.element);
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
    graph(name).then(
      (svg) => {
        if (name !== this.#name) return;
        paper.replaceChildren(svg);
        prepare(svg, name);
        this.#svg = svg;
        this.#draw(paper);
      },
      () => paper.replaceChildren(w.graphMissing),
    );
  }

  /** @param {HTMLElement} paper */
  #draw(paper) {
    if (!this.#svg) return;
    sized(this.#svg, this.#scale);
    const newest = light(this.#svg, this.#trace);
    if (!newest || newest.dataset.node === this.#followed) return;
    this.#followed = newest.dataset.node ?? "";
    follow(paper, newest);
  }
}

export const picture = directive(Picture);

/** Boxes get a place for their mark; the picture gets a name. It must be in the page, to be measured. @param {SVGSVGElement} svg @param {string} name */
function prepare(svg, name) {
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", w.graphOf(w.graphs[name] ?? name));
  svg.classList.add("graph");
  for (const box of svg.querySelectorAll(".node")) {
    const [x, y] = corner(/** @type {SVGGElement} */ (box));
    const sign = document.createElementNS("http://www.w3.org/2000/svg", "text");
    sign.setAttribute("class", "sign");
    sign.setAttribute("x", String(x));
    sign.setAttribute("y", String(y));
    box.append(sign);
  }
}

/** Where the upper right of a box is; circles and diamonds have no corner there. @param {SVGGElement} box */
function corner(box) {
  const { x, y, width, height } = box.getBBox();
  const round = box.querySelector("circle") ? 0.15 : 0;
  const slanted = Math.abs(width - height) < 1 && !round ? 0.25 : 0;
  const off = (round || slanted) * width;
  return [x + width - off, y + off];
}

/** @param {SVGSVGElement} svg @param {number} scale 0 fits the width */
function sized(svg, scale) {
  const width = Number(svg.getAttribute("width"));
  svg.style.width = scale ? `${Math.round(width * scale)}px` : "";
}

/** Marks boxes and arrows by class; gives back the box that ran last. @param {SVGSVGElement} svg @param {Trace | null} trace */
function light(svg, trace) {
  const steps = new Map(Object.values(trace?.steps ?? {}).filter(({ placement, index }) => placement && index === null).map((step) => [boxOf(step.placement ?? ""), step]));
  const taken = new Set(Object.keys(trace?.taken ?? {}).map(boxOf));
  /** @type {SVGGElement | null} */
  let newest = null;
  for (const box of /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll(".node"))) {
    const step = steps.get(box.dataset.node ?? "");
    lit(box, step?.status ?? (box.classList.contains("entry") && steps.size ? "done" : null));
    if (step?.status === "running") newest = box;
  }
  for (const line of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll(".edge, .port"))) {
    const { from = "", port = "" } = line.dataset;
    const entered = from.startsWith("entry_") && steps.size > 0;
    line.classList.toggle("taken", entered || taken.has(arrow(from, port)));
  }
  return newest;
}

/** @param {SVGGElement} box @param {Step["status"] | null} status */
function lit(box, status) {
  if ((box.dataset.status ?? null) === status) return;
  for (const state of STATES) box.classList.toggle(state, state === status);
  if (status) box.dataset.status = status;
  else delete box.dataset.status;
  const sign = box.querySelector(".sign");
  if (sign) sign.textContent = status ? MARKS[status] : "";
}

/** Brings a box into view inside its paper, and moves nothing else. @param {HTMLElement} paper @param {SVGGElement} box */
function follow(paper, box) {
  const inner = box.getBoundingClientRect();
  const outer = paper.getBoundingClientRect();
  if (inner.top >= outer.top && inner.bottom <= outer.bottom) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  paper.scrollBy({ top: inner.top - outer.top - outer.height / 3, behavior: still ? "auto" : "smooth" });
}
