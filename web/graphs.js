// @ts-check
/** The graphs that were drawn when the page was built, loaded once each. */

/** By the name of the file, the IRI of the DAG. @type {Record<string, string>} */
export const GRAPHS = {
  "the-archivist": "urn:noocodec:dag:the-archivist",
  "book-search-scatter": "urn:noocodec:dag:book-search-scatter",
  "compose-retry-loop": "urn:noocodec:dag:compose-retry-loop",
  web_search_books: "urn:noocodec:tool:web_search_books",
  google_books_search: "urn:noocodec:tool:google_books_search",
  subject_search: "urn:noocodec:tool:subject_search",
  wikipedia_summary: "urn:noocodec:tool:wikipedia_summary",
};

const TOOL = "urn:noocodec:tool:";

/** Whether a step is told under its own box: items of a scatter share one, steps of a tool have their own. @param {import("./types.js").Step} step */
export const isBoxed = ({ placement, index, dag }) => placement !== null && (index === null || dag.startsWith(TOOL));

/** Whether a graph is a tool's. @param {string} name */
export const isTool = (name) => (GRAPHS[name] ?? "").startsWith(TOOL);

/** The name that Mermaid's source gives a placement. @param {string} placement an IRI */
export const boxOf = (placement) => placement.replaceAll(":", "_");

/** @type {Map<string, Promise<SVGSVGElement>>} */
const loaded = new Map();

/** A fresh copy of a graph's picture. @param {string} name @returns {Promise<SVGSVGElement>} */
export async function graph(name) {
  const known = loaded.get(name) ?? load(new URL(`graphs/${name}.svg`, import.meta.url).href);
  loaded.set(name, known);
  // One that failed is asked for again the next time: the network may be back.
  known.catch(() => loaded.delete(name));
  return /** @type {SVGSVGElement} */ (document.importNode(await known, true));
}

/**
 * XMLHttpRequest parses the picture itself, so that no text of it goes through one of the doors that Trusted Types guards.
 * @param {string} url @returns {Promise<SVGSVGElement>}
 */
const load = (url) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", url);
    request.responseType = "document";
    request.overrideMimeType("image/svg+xml");
    request.onload = () => {
      const root = request.responseXML?.documentElement;
      if (root instanceof SVGSVGElement) resolve(root);
      else reject(new Error(`${url} is no picture (HTTP ${request.status})`));
    };
    request.onerror = () => reject(new Error(`${url} could not be loaded`));
    request.send();
  });
