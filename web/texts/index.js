// @ts-check
/** The words of the page in the language that is spoken now. */
import en from "./en.js";

/** @typedef {typeof en} Words */

/** Languages there are words for, by code. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español", it: "Italiano" };

/** Views read this binding whenever they draw. @type {Words} */
export let w = en;

/** @param {string} code one of `LANGUAGES`; anything else speaks English */
export async function speak(code) {
  w = code in LANGUAGES && code !== "en" ? (await import(`./${code}.js`)).default : en;
  document.documentElement.lang = code in LANGUAGES ? code : "en";
}
