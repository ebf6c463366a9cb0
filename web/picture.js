// @ts-check
/** Puts a graph's picture into an element, keeps it lit, follows the box that runs, and tells which box was chosen. */
import { noChange } from "./vendor/lit-html/lit-html.js";
import { Directive, directive } from "./vendor/lit-html/directive.js";
import { calm } from "./appearance.js";
import { graph } from "./graphs.js";
import { light, prepare } from "./lighting.js";
import { nextPicture, nextTask } from "./moments.js";
import { w } from "./texts/index.js";

/**
 * @typedef {import("./types.js").Trace} Trace
 */

// The scale at which the letters in the boxes can be read.
const READABLE = 0.9;
const LARGEST = 1.1;
// Narrower than this a graph is better read by moving about in it; one that is much larger than its paper is shown whole.
const SMALL = 0.65;
const TOO_SMALL = 0.4;

// A hand that clicks moves less than this.
const HAND = 5;
// Parts of a picture, boxes and arrows, that are laid out in one frame.
const AT_ONCE = 40;
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
  /** @type {ResizeObserver | null} */
  #measuring = null;
  #room = { width: 0, height: 0 };

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
    this.#trace = trace;
    this.#scale = scale;
    if (!this.#measuring) this.#begin(paper);
    if (name !== this.#name) this.#change(name, paper);
    else this.#draw(paper);
    return noChange;
  }

  /** @param {HTMLElement} paper */
  #begin(paper) {
    listen(paper);
    // Told of its size after the browser has laid it out anyway; asking would make it do so at once.
    this.#measuring = new ResizeObserver(([entry]) => {
      if (entry) this.#room = entry.contentRect;
      this.#draw(paper);
    });
    this.#measuring.observe(paper);
  }

  /** @param {string} name @param {HTMLElement} paper */
  #change(name, paper) {
    this.#name = name;
    this.#svg = null;
    this.#followed = "";
    graph(name).then(
      (svg) => {
        if (name !== this.#name) return;
        prepare(svg, name);
        void this.#put(svg, name, paper);
      },
      () => paper.replaceChildren(w.graphMissing),
    );
  }

  /**
   * The paper keeps what it shows until the new picture stands, which the browser is given some of at a time.
   * @param {SVGSVGElement} svg @param {string} name @param {HTMLElement} paper
   */
  async #put(svg, name, paper) {
    const parts = [...svg.children];
    light(svg, this.#trace);
    svg.replaceChildren();
    await nextTask();
    if (name !== this.#name) return;
    if (this.#room.width) size(svg, paper, this.#room, this.#scale);
    paper.replaceChildren(svg);
    while (parts.length) {
      svg.append(...parts.splice(0, AT_ONCE));
      await nextPicture();
      await nextTask();
      if (name !== this.#name) return;
    }
    this.#svg = svg;
    this.#draw(paper);
    if (!this.#followed) follow(paper, svg.querySelector(".entry"));
  }

  /** @param {HTMLElement} paper */
  #draw(paper) {
    if (!this.#svg || !this.#room.width) return;
    size(this.#svg, paper, this.#room, this.#scale);
    const newest = light(this.#svg, this.#trace);
    if (!newest || newest.dataset.node === this.#followed) return;
    this.#followed = newest.dataset.node ?? "";
    follow(paper, newest);
  }
}

export const picture = directive(Picture);

/**
 * A box is chosen by a click, by Enter or by the space bar; arrows go from box to box. The paper is moved by scrolling and
 * by dragging it with a mouse; the wheel with Ctrl, as two fingers on a pad send it, makes it larger and smaller.
 * @param {HTMLElement} paper
 */
function listen(paper) {
  paper.addEventListener("pointerdown", (event) => event.pointerType === "mouse" && event.button === 0 && drag(paper, event));
  paper.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    paper.dispatchEvent(new CustomEvent("zoom", { detail: Math.exp(-event.deltaY / 300) }));
  });
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

/** @param {HTMLElement} paper @param {PointerEvent} begun */
function drag(paper, begun) {
  const { scrollLeft, scrollTop } = paper;
  const moved = (/** @type {PointerEvent} */ { clientX, clientY, pointerId }) => {
    const [x, y] = [clientX - begun.clientX, clientY - begun.clientY];
    // Held from here on, so that letting go over a box is no click on it.
    if (!paper.hasPointerCapture(pointerId) && Math.hypot(x, y) < HAND) return;
    paper.setPointerCapture(pointerId);
    paper.scrollTo({ left: scrollLeft - x, top: scrollTop - y, behavior: "instant" });
  };
  const held = new AbortController();
  paper.addEventListener("pointermove", moved, held);
  // A browser that begins to drag a selection tells of no button that is let go.
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => held.abort(), held);
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

/**
 * @param {SVGSVGElement} svg
 * @param {HTMLElement} paper
 * @param {{width: number, height: number}} room
 * @param {number | null} scale
 */
function size(svg, paper, room, scale) {
  const [natural, tall] = [Number(svg.getAttribute("width")), Number(svg.getAttribute("height"))];
  const across = Math.min((room.width - 1) / natural, LARGEST);
  const whole = Math.min(across, (room.height - 1) / tall);
  const usual = across < TOO_SMALL ? whole : across < SMALL ? READABLE : across;
  const wanted = scale === null ? usual : scale || whole;
  const width = `${Math.round(natural * wanted)}px`;
  if (width === svg.style.width) return;
  const stay = svg.isConnected ? middle(paper) : null;
  svg.style.width = width;
  svg.dataset.scale = String(wanted);
  stay?.();
}

/** What is in the middle of the paper comes back there, at another size. @param {HTMLElement} paper */
function middle(paper) {
  const x = (paper.scrollLeft + paper.clientWidth / 2) / paper.scrollWidth;
  const y = (paper.scrollTop + paper.clientHeight / 2) / paper.scrollHeight;
  return () => paper.scrollTo(x * paper.scrollWidth - paper.clientWidth / 2, y * paper.scrollHeight - paper.clientHeight / 2);
}

/** The scale of the picture that is seen: a dialog's lies above the panel's. */
export const scaleNow = () =>
  Number(/** @type {SVGSVGElement | undefined} */ ([...document.querySelectorAll("svg.graph")].at(-1))?.dataset.scale ?? READABLE);

/**
 * Brings a box into view inside its paper, and moves nothing else.
 * @param {HTMLElement} paper
 * @param {Element | null} box
 */
function follow(paper, box) {
  // After the next frame everything is laid out, and looking costs nothing.
  if (box) requestAnimationFrame(() => setTimeout(() => bring(paper, box)));
}

/** @param {HTMLElement} paper @param {Element} box */
function bring(paper, box) {
  const inner = box.getBoundingClientRect();
  const outer = paper.getBoundingClientRect();
  const top = inner.top < outer.top || inner.bottom > outer.bottom ? inner.top - outer.top - outer.height / 3 : 0;
  const left =
    inner.left < outer.left || inner.right > outer.right
      ? inner.left + inner.width / 2 - outer.left - outer.width / 2
      : 0;
  if (top || left) paper.scrollBy({ top, left, behavior: calm() ? "auto" : "smooth" });
}
