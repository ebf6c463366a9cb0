// @ts-check
/** What is kept about the visitor: memory, shelf, and how much it all is. */
import { forgetAppearance } from "./appearance.js";
import { settingsKept } from "./settingskept.js";
import { initial } from "./state.js";
import { w } from "./texts/index.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Turn} Turn
 * @typedef {import("./types.js").Book} Book
 */

// As long as somebody writes, nothing is searched.
const PAUSE = 200;
// As many books as the engine lists at once; the engine itself knows all of them when it ranks.
const LISTED = 500;

/** @param {import("./actions.js").Means & {send: (message: import("./types.js").Up) => void}} means */
export function keeping({ store, set, request, told, newId, send }) {
  let typing = 0;

  /** @type {Record<"memory" | "shelf", () => Promise<void>>} */
  const look = {
    memory: () => told(request("memory", { search: store.state.searched.memory }), (memory) => set({ memory })),
    shelf: () => told(request("shelf", { search: store.state.searched.shelf }), (shelf) => set({ shelf })),
  };
  const lookAtShelf = () => told(request("shelf", { limit: LISTED }), ({ books }) => set({ onShelf: books }));

  /** @param {File} file @returns {Promise<string>} */
  const bytesOf = (file) =>
    new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result).split(",", 2)[1] ?? "");
      reader.onerror = () => reject(reader.error);
      reader.readAsDataURL(file);
    });

  return {
    openMemory: () => {
      set({ dialog: "memory", searched: { ...store.state.searched, memory: "" }, trouble: null, done: null });
      look.memory();
    },
    openShelf: () => {
      set({ dialog: "shelf", searched: { ...store.state.searched, shelf: "" }, imported: null, trouble: null, sure: null });
      look.shelf();
    },
    asGraph: (/** @type {boolean} */ asGraph) => set({ asGraph }),
    search: (/** @type {"memory" | "shelf"} */ place, /** @type {string} */ words) => {
      set({ searched: { ...store.state.searched, [place]: words } });
      clearTimeout(typing);
      typing = window.setTimeout(() => look[place](), PAUSE);
    },

    /** Tells why a book was shown, or no longer. @param {string} book @param {string | null} run */
    why: (book, run) => {
      const { [book]: known, ...others } = store.state.whys;
      if (known !== undefined) return set({ whys: others });
      set({ whys: { ...others, [book]: null } });
      return told(
        request("why", run ? { book, run } : { book }),
        (why) => set({ whys: { ...store.state.whys, [book]: why } }),
        () => set({ whys: others }),
      );
    },
    forgetBook: (/** @type {string} */ book) =>
      told(request("forget-book", { book }), () => (set({ done: w.memory.forgotten }), look.memory())),
    forgetRun: (/** @type {string} */ run) =>
      told(request("forget-run", { run }), () => (set({ done: w.memory.forgotten }), look.memory())),
    importMemory: async (/** @type {File} */ file) => {
      const form = /[.]jsonld?$/i.test(file.name) ? "jsonld" : /[.]trig$/i.test(file.name) ? "trig" : /[.]ttl$/i.test(file.name) ? "turtle" : "nquads";
      await told(request("import-memory", { form, text: await file.text() }), ({ runs }) => (set({ done: w.memory.imported(runs) }), look.memory()));
    },

    importShelf: async (/** @type {File | undefined} */ file) => {
      if (!file) return;
      set({ imported: null, trouble: null, done: w.shelf.reading });
      const fields = { name: file.name, base64: await bytesOf(file) };
      await told(
        request("import-shelf", fields),
        (imported) => (set({ imported, done: null }), look.shelf(), lookAtShelf()),
        () => set({ done: null }),
      );
    },
    clearShelf: () =>
      told(request("clear-shelf"), () => (set({ sure: null, imported: null, onShelf: [] }), look.shelf())),
    shelve: (/** @type {Turn} */ turn, /** @type {Book} */ book) =>
      told(request("shelve", { run: turn.id, book: book.id, owned: false }), lookAtShelf),
    lookAtShelf,

    openSettings: () => {
      set({ dialog: "settings", sure: null, done: null, trouble: null });
      told(request("data"), (data) => set({ data }));
      navigator.storage?.persisted?.().then((persisted) => set({ persisted }));
    },
    persist: async () => {
      const persisted = (await navigator.storage?.persist?.()) ?? false;
      set({ persisted, done: persisted ? null : w.data.notPromised });
    },
    confirm: (/** @type {State["sure"]} */ sure) => {
      set({ sure });
      store.flush();
      document.getElementById("sure")?.focus();
    },
    /** Everything goes: what Python keeps, and what the page keeps by itself. */
    erase: () =>
      told(request("erase-everything"), () => {
        const { boot, wide, broad, dialog, furnished } = store.state;
        const appearance = forgetAppearance();
        settingsKept.forget();
        set({ ...initial(appearance, newId()), boot, wide, broad, dialog, furnished, conversations: [], done: w.data.erased });
        // The settings go last: a gateway that is gone needs a new frame, and what is erased must be written before.
        told(request("data"), (data) => {
          set({ data });
          send({ t: "configure", settings: store.state.settings });
        });
      }),
  };
}
