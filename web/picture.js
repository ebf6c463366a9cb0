// @ts-check
/** Puts a graph's picture into an element, keeps it lit, follows the box that runs, and tells which box was chosen. */
import { noChange } from "./vendor/lit-html/lit-html.js";
import { Directive, directive } from "./vendor/lit-html/directive.js";
import { calm } from "./appearance.js";
import { graph } from "./graphs.js";
import { light, prepare } from "./lighting.js";
import { w } from "./texts/index.js";

/**
 * @typedef {import("./types.js").Trace} Trace
 */

/** The scale at which the letters in the boxes can be read. */
export const READABLE = 0.9;

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

  /**
   * @param {import("./vendor/lit-html/lit-html.js").ElementPart} part
   * @param {[string, Trace | null, number | null]} given
   */
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
const boxAt = (target) =>
  /** @type {SVGGElement | null} */ (target instanceof Element ? target.closest(".node:not(.entry)") : null);

/** @param {HTMLElement} paper @param {EventTarget | null} target */
function choose(paper, target) {
  const box = boxAt(target);
  if (box) paper.dispatchEvent(new CustomEvent("box", { detail: box.dataset.node }));
}

/** @param {SVGGElement} box @param {number} by */
function move(box, by) {
  const boxes = [
    .../** @type {NodeListOf<SVGGElement>} */ (box.ownerSVGElement?.querySelectorAll(".node:not(.entry)") ?? []),
  ].sort(asRead);
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

/** @param {SVGSVGElement} svg @param {HTMLElement} paper @param {number | null} scale */
function size(svg, paper, scale) {
  const natural = Number(svg.getAttribute("width"));
  const fitting = (paper.clientWidth - 26) / natural;
  const wanted =
    scale === null ? (fitting < 0.65 ? READABLE : Math.min(fitting, 1.1)) : scale || Math.min(fitting, 1.1);
  svg.style.width = `${Math.round(natural * wanted)}px`;
}

/**
 * Brings a box into view inside its paper, and moves nothing else.
 * @param {HTMLElement} paper
 * @param {Element | null} box
 */
function follow(paper, box) {
  if (!box) return;
  const inner = box.getBoundingClientRect();
  const outer = paper.getBoundingClientRect();
  const top = inner.top < outer.top || inner.bottom > outer.bottom ? inner.top - outer.top - outer.height / 3 : 0;
  const left =
    inner.left < outer.left || inner.right > outer.right
      ? inner.left + inner.width / 2 - outer.left - outer.width / 2
      : 0;
  if (top || left) paper.scrollBy({ top, left, behavior: calm() ? "auto" : "smooth" });
}
