// @ts-check
/** Books to take along: chosen from an answer, written by the engine in a form that other programs read. */
import { cited } from "./citing.js";
import { w } from "./texts/index.js";

/**
 * @typedef {import("./types.js").TakingForm} TakingForm
 * @typedef {import("./types.js").Turn} Turn
 */

/** @param {string} csl @param {string} style */
const citations = async (csl, style) => ({
  name: "citations.txt",
  type: "text/plain",
  text: await cited(csl, style, document.documentElement.lang),
});

/** @param {import("./actions.js").Means & {copy: (what: string, text: string) => Promise<void>, download: (name: string, type: string, text: string) => void}} means */
export function taking({ store, set, request, told, copy, download }) {
  /** @param {(file: {name: string, type: string, text: string}) => unknown} use */
  const written = (use) => {
    const chosen = store.state.taking;
    if (!chosen?.books.length) return undefined;
    const { turn: run, books, format } = chosen;
    const style = format.startsWith("cite:") ? format.slice(5) : null;
    const file = request("export-books", { run, books, format: style ? "csl-json" : format });
    return told(style ? file.then(({ text }) => citations(text, style)) : file, use);
  };

  return {
    /** Opens the choice with all books of an answer, or with one. @param {Turn} turn @param {string} [book] */
    take: (turn, book) => {
      const books = book ? [book] : (turn.answer?.books.map(({ id }) => id) ?? []);
      const format = store.state.taking?.format ?? (book ? "cite:apa" : "bibtex");
      set({ taking: { turn: turn.id, books, format }, dialog: "taking", trouble: null, done: null });
    },
    takeAlso: (/** @type {string} */ book, /** @type {boolean} */ wanted) =>
      store.update((state) => {
        const others = state.taking?.books.filter((id) => id !== book) ?? [];
        return state.taking ? { ...state, taking: { ...state.taking, books: wanted ? [...others, book] : others } } : state;
      }),
    takeAs: (/** @type {TakingForm} */ format) =>
      store.update((state) => (state.taking ? { ...state, taking: { ...state.taking, format } } : state)),
    save: () =>
      written(({ name, type, text }) => {
        download(name, type, text);
        set({ done: w.taking.saved(name) });
      }),
    cite: () => written(({ text }) => copy("books", text)),
    exportEverything: () => told(request("export-everything"), ({ name, type, text }) => download(name, type, text)),
    exportMemory: () => told(request("export-memory"), ({ name, type, text }) => download(name, type, text)),
  };
}
