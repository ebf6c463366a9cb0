// @ts-check
/** How an answer came about, as a file, as a graph's document, and played again. */
import { turnOf } from "./state.js";
import { w } from "./texts/index.js";
import { traceFrom, traceText, unpictured } from "./tracefile.js";

/** @typedef {import("./types.js").Turn} Turn */

/** @param {import("./actions.js").Means & {download: (name: string, type: string, text: string) => void}} means */
export function tracing({ store, set, request, told, newId, download }) {
  return {
    saveTrace: (/** @type {Turn} */ turn) => download("archivist-run.json", "application/json", traceText(turn)),
    openTrace: async (/** @type {File} */ file) => {
      const opened = traceFrom(await file.text());
      if (opened) {
        set({ opened, shown: opened.id, graph: null, box: null, verdict: null });
        // A picture that cannot be loaded says so where it would be; what it has a place for cannot be told then.
        const names = await unpictured(opened.trace).catch(() => []);
        if (names.length && store.state.opened === opened) set({ verdict: [w.otherVersion(names.join(", "))] });
      } else set({ problems: [...store.state.problems, w.noTrace(file.name)] });
    },
    /** Plays a question again from what was recorded of it; it is shown beside the conversation. @param {Turn} turn */
    replay: ({ id: run, question }) => {
      const id = newId();
      set({ opened: turnOf({ id, conversation: "", question, status: "asked" }), shown: id, graph: null, box: null, verdict: null });
      return told(
        request("replay", { run }, id),
        ({ answer, same, differences }) =>
          store.update((state) => ({
            ...state,
            opened: state.opened?.id === id ? { ...state.opened, status: "answered", sources: answer.sources } : state.opened,
            verdict: same ? [w.sameAgain] : [w.notSame, ...differences],
          })),
        () => set({ opened: null, shown: run }),
      );
    },
    saveGraph: (/** @type {string} */ graph) =>
      told(request("graph", { graph }), ({ name, type, text }) => download(name, type, text)),
    /** Whether a graph that was changed could run in place of ours. @param {File} file */
    checkGraph: async (file) =>
      told(request("check-graph", { text: await file.text() }), ({ problems }) =>
        set({ verdict: problems.length ? [w.graphUnfit(file.name), ...problems] : [w.graphFits(file.name)] }),
      ),
  };
}
