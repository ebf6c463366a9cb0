// @ts-check
/** What a visitor can do; the views call these, and nothing else changes the state from the page's side. */
import { conversing } from "./conversing.js";
import { deciding } from "./deciding.js";
import { keeping } from "./keeping.js";
import { settingsKept } from "./settingskept.js";
import { taking } from "./taking.js";
import { asMarkdown } from "./copying.js";
import { linkTo } from "./links.js";
import { modelling } from "./modelling.js";
import { scaleNow } from "./picture.js";
import { calm, keepAppearance } from "./appearance.js";
import { Refused } from "./correspondence.js";
import { asked, open, restarting, retrying, stopping } from "./state.js";
import { speak } from "./texts/index.js";
import { tracing } from "./tracing.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Turn} Turn
 * @typedef {import("./types.js").Settings} Settings
 * @typedef {import("./types.js").Appearance} Appearance
 * @typedef {ReturnType<typeof actionsOn>} Actions
 *
 * What the parts of the actions work with.
 * @typedef {object} Means
 * @property {import("./store.js").Store<State>} store
 * @property {(part: Partial<State>) => void} set
 * @property {import("./types.js").Request} request
 * @property {(promise: Promise<any>, then?: (data: any) => unknown, otherwise?: () => unknown) => Promise<void>} told does
 *   `then` with what was asked for; a refusal is shown to the visitor
 * @property {() => string} newId
 */

/**
 * @param {import("./store.js").Store<State>} store
 * @param {{send: (message: import("./types.js").Up) => void, reach: (address: string) => void, restart: () => void}} engine
 * @param {import("./types.js").Request} request
 */
export function actionsOn(store, engine, request) {
  /** @param {Partial<State>} part */
  const set = (part) => store.update((state) => ({ ...state, ...part }));

  /** @type {Means["told"]} */
  const told = async (promise, then = () => {}, otherwise = () => {}) => {
    try {
      then(await promise);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      set({ trouble: { message: error.message, advice: error.advice } });
      otherwise();
    }
  };
  const means = { store, set, request, told, newId };
  const conversations = conversing(means);

  /** @param {string} [words] */
  const ask = (words) => {
    const question = (words ?? store.state.draft).trim();
    if (!question) return;
    if (open(store.state)) return set({ early: true, draft: store.state.draft || question, dialog: null });
    const id = newId();
    store.update((state) => asked({ ...state, dialog: null }, id, question));
    engine.send({ t: "ask", id, question, conversation: store.state.conversation });
    conversations.note();
    store.flush();
    toQuestion(id);
  };

  /** Asks the sources that failed once more; those that answered are not asked, their answers are kept. @param {Turn} turn */
  const retry = ({ id, question, conversation }) => {
    if (open(store.state)) return set({ early: true });
    store.update((state) => retrying(state, id));
    engine.send({ t: "ask", id, question, conversation });
  };

  const stop = () => {
    const turn = open(store.state);
    if (!turn || turn.status === "stopping") return;
    store.update((state) => stopping(state, turn.id));
    engine.send({ t: "stop", id: turn.id });
  };

  /** @param {Settings} settings @param {Pick<Appearance, "theme" | "size" | "motion">} looks @param {boolean} remember */
  const configure = async (settings, looks, remember) => {
    await speak(settings.language);
    set({
      settings,
      remember,
      model: null,
      appearance: keepAppearance({ ...store.state.appearance, ...looks, language: settings.language }),
      dialog: null,
    });
    settingsKept.put(settings, remember);
    engine.send({ t: "configure", settings });
  };

  /** @param {string} what @param {string} text */
  const copy = async (what, text) => {
    await navigator.clipboard.writeText(text);
    set({ copied: what });
    setTimeout(() => store.state.copied === what && set({ copied: null }), 2500);
  };

  return {
    ...conversations,
    ...deciding(means),
    ...keeping({ ...means, send: engine.send.bind(engine) }),
    ...modelling({ ...means, reach: engine.reach.bind(engine) }),
    ...taking({ ...means, copy, download }),
    ...tracing({ ...means, download }),
    ask,
    retry,
    stop,
    configure,
    write: (/** @type {string} */ draft) => set({ draft }),
    edit: (/** @type {string} */ question) => {
      set({ draft: question });
      store.flush();
      document.getElementById("question")?.focus();
    },
    forget: () => set({ problems: [], trouble: null }),
    dismiss: () => set({ offered: null }),
    restart: () => {
      store.update(restarting);
      engine.restart();
    },
    open: (/** @type {State["dialog"]} */ dialog) => set({ dialog, trouble: null, done: null, sure: null }),
    closed: (/** @type {State["dialog"]} */ dialog) => {
      if (store.state.dialog !== dialog) return;
      set({ dialog: null, scale: null, model: null });
      engine.reach("");
    },
    show: (/** @type {string} */ id) =>
      set({ shown: id, graph: null, box: null, verdict: null, dialog: store.state.wide ? null : "trace" }),
    tab: (/** @type {State["tab"]} */ tab) => {
      set({ tab });
      store.flush();
    },
    graph: (/** @type {string} */ graph) => set({ graph, box: null, scale: null }),
    box: (/** @type {string | null} */ box) => set({ box }),
    zoom: (/** @type {number} */ by) =>
      set({ scale: by ? Math.min(3, Math.max(0.1, scaleNow() * by)) : 0 }),
    keys: () => set({ appearance: keepAppearance({ ...store.state.appearance, keys: !store.state.appearance.keys }) }),
    copyAnswer: (/** @type {Turn} */ turn) => turn.answer && copy(`${turn.id}/answer`, asMarkdown(turn.answer)),
    copyLink: (/** @type {Turn} */ turn) => copy(`${turn.id}/link`, linkTo(turn.question)),
    jump,
  };
}

/** Follows a mark to its card, or a card back to its mark, with the focus. @param {MouseEvent} event */
function jump(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const id = new URL(/** @type {HTMLAnchorElement} */ (event.currentTarget).href).hash.slice(1);
  const target = document.getElementById(id) ?? document.querySelector(`[data-mark="${CSS.escape(id)}"]`);
  if (!(target instanceof HTMLElement)) return;
  event.preventDefault();
  target.scrollIntoView({ block: "center", behavior: calm() ? "auto" : "smooth" });
  target.focus({ preventScroll: true });
}

/** @param {string} name @param {string} type @param {string} text */
function download(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {string} id */
function toQuestion(id) {
  const turn = document.getElementById(`turn-${id}`);
  turn?.scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" });
  // An example that was chosen is gone with the empty desk, and the focus with it.
  if (document.activeElement === document.body) turn?.focus({ preventScroll: true });
}

// Only secure pages have randomUUID; a page opened from another machine in the house is none.
export const newId = () =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16)).join("-");
