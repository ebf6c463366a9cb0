// @ts-check
/** How the page looks: theme, size of text, motion, language. Kept in this browser; a browser that keeps nothing is no error. */

import { LANGUAGES } from "./texts/index.js";

/** @typedef {import("./types.js").Appearance} Appearance */

const PLACE = "archivist:appearance";

/** @returns {Appearance} */
const usual = () => ({ theme: "system", language: spoken(), size: "normal", motion: "system", keys: true });

/** The first of the visitor's languages that the page speaks. */
const spoken = () => navigator.languages.map((tag) => tag.slice(0, 2)).find((code) => code in LANGUAGES) ?? "en";

/** @returns {Appearance} */
export function keptAppearance() {
  return { ...usual(), ...read() };
}

/** Puts it on the page and keeps it. @param {Appearance} appearance */
export function keepAppearance(appearance) {
  wear(appearance);
  try {
    localStorage.setItem(PLACE, JSON.stringify(appearance));
  } catch {
    // Private windows of some browsers refuse; the choice then lasts as long as the page.
  }
  return appearance;
}

/** Forgets all that this page has noted in the browser by itself; it looks as on the first visit. */
export function forgetAppearance() {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // Where nothing may be kept, nothing is there.
  }
  // The page goes on in the language that it speaks now.
  const appearance = { ...usual(), language: document.documentElement.lang };
  wear(appearance);
  return appearance;
}

/** @param {Appearance} appearance */
export function wear({ theme, size, motion }) {
  const { dataset } = document.documentElement;
  dataset.theme = theme;
  dataset.size = size;
  dataset.motion = motion;
}

/** Whether things should stay where they are. */
export const calm = () => document.documentElement.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @returns {Partial<Appearance>} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    // Unreadable or forbidden: the usual looks.
    return {};
  }
}
