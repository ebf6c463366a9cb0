// @ts-check
/** Small drawings that stand beside words or carry a label; they say nothing on their own. */
import { html, svg } from "../vendor/lit-html/lit-html.js";

/** @param {unknown} shape */
const icon = (shape) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${shape}</svg>`;

export const send = icon(svg`<path d="M12 19V5M5.5 11.5 12 5l6.5 6.5" />`);
export const stop = icon(svg`<rect x="7" y="7" width="10" height="10" rx="1.5" class="solid" />`);
export const gear = icon(
  svg`<path d="M4 7h9m5 0h2M4 17h3m5 0h8" /><circle cx="15.5" cy="7" r="2.4" /><circle cx="9.5" cy="17" r="2.4" />`,
);
export const close = icon(svg`<path d="m6 6 12 12M18 6 6 18" />`);
export const route = icon(
  svg`<circle cx="6" cy="5.5" r="2.3" /><circle cx="18" cy="18.5" r="2.3" /><path d="M6 8v4.5a3 3 0 0 0 3 3h6a3 3 0 0 1 3 3" />`,
);
export const copy = icon(
  svg`<rect x="8.5" y="8.5" width="11" height="11" rx="2" /><path d="M15.5 8.5v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2" />`,
);
export const link = icon(
  svg`<path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1" />`,
);
export const pencil = icon(svg`<path d="M5 19l1-4L16.5 4.5l3 3L9 18z" />`);
export const keyboard = icon(
  svg`<rect x="3" y="6.5" width="18" height="11" rx="2" /><path d="M7 10h.01M11 10h.01M15 10h.01M8 14h8" />`,
);
export const enlarge = icon(svg`<path d="M9 4.5H4.5V9M15 4.5h4.5V9M9 19.5H4.5V15M15 19.5h4.5V15" />`);
export const plus = icon(svg`<path d="M12 6v12M6 12h12" />`);
export const minus = icon(svg`<path d="M6 12h12" />`);
export const shelves = icon(svg`<path d="M4 6.5h16M4 12h11M4 17.5h16" />`);
export const bin = icon(svg`<path d="M5 7h14M9.5 7V5h5v2M7 7l.8 12h8.4L17 7M10.3 10.5v5M13.7 10.5v5" />`);
export const save = icon(svg`<path d="M12 4.5v10M8 11l4 4 4-4M5 19h14" />`);
export const memory = icon(svg`<circle cx="12" cy="12" r="8" /><path d="M12 7.5V12l3 2" />`);
export const shelf = icon(svg`<path d="M5 5v14M9 5v14M5 5h4M5 19h4M12.5 6l3.6-1 3.4 13.3-3.6 1z" />`);
export const star = icon(svg`<path d="M12 3.5l2.6 5.6 6 .7-4.5 4.1 1.2 6-5.3-3-5.3 3 1.2-6L3.4 9.8l6-.7z" class="solid" />`);
