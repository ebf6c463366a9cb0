// @ts-check
/** Citations in the styles that journals and teachers ask for, set by citeproc-js; loaded when one is asked for. */

/** By the name of the style at citationstyles.org. */
export const STYLES = {
  apa: "APA 7",
  "chicago-author-date": "Chicago (author-date)",
  "harvard-cite-them-right": "Harvard",
  "modern-language-association": "MLA 9",
  vancouver: "Vancouver",
};

const LOCALES = /** @type {Record<string, string>} */ ({ en: "en-US", de: "de-DE", fr: "fr-FR", es: "es-ES", it: "it-IT" });
const PLACE = new URL("vendor/citeproc/", import.meta.url);

/** @param {string} name @returns {Promise<unknown>} */
const fetched = async (name) => (await fetch(new URL(`${name}.json`, PLACE))).json();

/**
 * A bibliography as text, an entry a paragraph.
 * @param {string} csl the books as CSL-JSON @param {string} style @param {string} language of the page
 */
export async function cited(csl, style, language) {
  /** @type {{id: string}[]} */
  const items = JSON.parse(csl);
  const wanted = LOCALES[language] ?? "en-US";
  const [{ c }, form, locale, usual] = await Promise.all([
    import("./vendor/citeproc/citeproc.js"),
    fetched(style),
    fetched(wanted),
    fetched("en-US"),
  ]);
  const known = new Map(items.map((item) => [String(item.id), { ...item, id: String(item.id) }]));
  const sys = {
    retrieveItem: (/** @type {string} */ id) => known.get(String(id)),
    retrieveLocale: (/** @type {string} */ name) => (name === wanted ? locale : usual),
  };
  const engine = new c.default.Engine(sys, form, wanted);
  engine.setOutputFormat("text");
  engine.updateItems([...known.keys()]);
  const [, entries] = engine.makeBibliography();
  return entries.map((/** @type {string} */ entry) => entry.trim()).join("\n\n");
}
