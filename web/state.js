// @ts-check
/**
 * The page's state and how messages change it: one switch over `t`, pure functions only.
 *
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Turn} Turn
 * @typedef {import("./types.js").Down} Down
 * @typedef {import("./types.js").Boot} Boot
 * @typedef {import("./types.js").Failure} Failure
 */
import { emptyTrace, follow } from "./trace.js";

/** @type {Boot} */
const NOT_YET = { ready: false, slow: false, stuck: false, done: 0, total: 0, note: "", failure: null };

/** @param {import("./types.js").Appearance} appearance @param {string} conversation @returns {State} */
export const initial = (appearance, conversation) => ({
  boot: NOT_YET,
  conversation,
  conversations: null,
  sought: "",
  changing: null,
  fetching: false,
  turns: [],
  settings: { google_books_key: null, gateway: null, language: appearance.language, ask_first: false },
  remember: false,
  model: null,
  appearance,
  shown: null,
  opened: null,
  tab: "graph",
  graph: null,
  scale: null,
  box: null,
  verdict: null,
  dialog: null,
  draft: "",
  early: false,
  offered: null,
  wide: false,
  furnished: 0,
  broad: false,
  copied: null,
  problems: [],
  taking: null,
  whys: {},
  memory: null,
  shelf: null,
  imported: null,
  searched: { memory: "", shelf: "" },
  asGraph: false,
  onShelf: [],
  data: null,
  persisted: null,
  sure: null,
  words: {},
  done: null,
  trouble: null,
});

/**
 * The state after a message from the engine; a kind that this page does not know is reported, not dropped.
 * @param {State} state @param {Down} message
 * @returns {State}
 */
export function received(state, message) {
  switch (message.t) {
    case "boot":
      return { ...state, boot: booted(state.boot, message) };
    case "event":
      return withTurn(state, message.id, (turn) => ({
        ...turn,
        events: [...turn.events, message.event],
        trace: follow(turn.trace, message.event),
      }));
    case "books":
      return withTurn(state, message.id, (turn) => ({ ...turn, soFar: grown(turn.soFar, message.books) }));
    case "ahead":
      return withTurn(state, message.id, (turn) => ({ ...turn, ahead: true }));
    case "answer":
      return withTurn(state, message.id, (turn) => ({
        ...turn,
        status: "answered",
        answer: message.answer,
        sources: message.answer.sources,
      }));
    case "failed":
      return failed(state, message);
    case "log":
    case "reply":
      return state;
    default:
      return { ...state, problems: [...state.problems, `unknown message ${JSON.stringify(message)}`] };
  }
}

/**
 * Books that are shown keep their places, so that none moves away from under a finger; the answer puts all in order.
 * @param {import("./types.js").Book[]} shown
 * @param {import("./types.js").Book[]} books
 */
function grown(shown, books) {
  const places = new Map(shown.map(({ id }, at) => [id, at]));
  const place = (/** @type {string} */ id) => places.get(id) ?? shown.length;
  return books.toSorted((a, b) => place(a.id) - place(b.id));
}

/** @param {Boot} boot @param {Extract<Down, {t: "boot"}>} message @returns {Boot} */
const booted = (boot, { stage, done, total, note }) => ({
  ...boot,
  ready: stage === "ready",
  done,
  total,
  note,
  failure: null,
});

/** @param {State} state @param {Extract<Down, {t: "failed"}>} message @returns {State} */
function failed(state, { id, code, message, advice }) {
  const failure = { code, message, advice };
  if (id === null)
    return {
      ...state,
      boot: { ...state.boot, ready: false, failure },
      turns: state.turns.map((turn) => broken(turn, failure)),
    };
  if (!state.turns.some((turn) => turn.id === id))
    return { ...state, problems: [...state.problems, `${code}: ${message}`] };
  const status = code === "stopped" ? "stopped" : "failed";
  return withTurn(state, id, (turn) => (isOpen(turn) ? { ...turn, status, failure } : turn));
}

/**
 * A question that was open when Python ended is over too.
 * @param {Turn} turn
 * @param {Failure} failure
 * @returns {Turn}
 */
const broken = (turn, failure) => (isOpen(turn) ? { ...turn, status: "failed", failure } : turn);

/** @param {Turn} turn */
export const isOpen = ({ status }) => status === "asked" || status === "stopping";

/** @param {State} state @param {string} id @param {string} question @returns {State} */
export const asked = (state, id, question) => ({
  ...state,
  turns: [
    ...state.turns,
    turnOf({ id, conversation: state.conversation, question, status: "asked" }),
  ],
  shown: id,
  graph: null,
  scale: null,
  box: null,
  draft: "",
  early: false,
  offered: null,
});

/**
 * A turn of which no more is known than is given.
 * @param {Pick<Turn, "id" | "conversation" | "question" | "status"> & Partial<Turn>} known
 * @returns {Turn}
 */
export const turnOf = (known) => ({
  answer: null,
  failure: null,
  soFar: [],
  events: [],
  trace: emptyTrace(),
  sources: known.answer?.sources ?? [],
  ...known,
});

/** @param {State} state @param {string} id @returns {State} */
export const stopping = (state, id) => withTurn(state, id, (turn) => ({ ...turn, status: "stopping" }));

/** A question goes on after the visitor's word. @param {State} state @param {string} id @returns {State} */
export const goingOn = (state, id) => ({
  ...withTurn(state, id, (turn) => ({ ...turn, status: "asked", answer: null, failure: null })),
  shown: id,
});

/** A question is asked once more; what was answered stays until the new answer is there. @param {State} state @param {string} id @returns {State} */
export const retrying = (state, id) => ({
  ...withTurn(state, id, (turn) => ({ ...turn, status: "asked", failure: null, soFar: [], events: [], trace: emptyTrace() })),
  shown: id,
});

/** A question that could not go on. @param {State} state @param {string} id @param {Failure} failure @returns {State} */
export const notGoingOn = (state, id, failure) => withTurn(state, id, (turn) => ({ ...turn, status: "failed", failure }));

/** The engine starts anew; what was answered stays. @param {State} state @returns {State} */
export const restarting = (state) => ({ ...state, boot: { ...NOT_YET, slow: state.boot.slow } });

/** The questions of the conversation that is open. @param {State} state */
export const thread = (state) => state.turns.filter(({ conversation }) => conversation === state.conversation);

/** The question of this conversation that is being answered, or null. @param {State} state */
export const open = (state) => thread(state).find(isOpen) ?? null;

/** Another conversation is opened, with what the page knows of it already. @param {State} state @param {string} conversation @returns {State} */
export function turnedTo(state, conversation) {
  const next = { ...state, conversation };
  return { ...next, shown: thread(next).at(-1)?.id ?? null, graph: null, scale: null, box: null, changing: null, dialog: null };
}

/**
 * What was kept of a conversation comes in; what the page saw itself tells more and stays.
 * @param {State} state @param {string} conversation @param {Turn[]} kept
 * @returns {State}
 */
export function fetched(state, conversation, kept) {
  const answered = new Map(kept.filter((turn) => !isWaiting(turn)).map((turn) => [turn.id, turn]));
  // What waited here may have been decided in another window.
  const seen = state.turns.map((turn) => (isWaiting(turn) && answered.get(turn.id)) || turn);
  const known = new Set(seen.map(({ id }) => id));
  const missing = kept.filter(({ id }) => !known.has(id));
  // What has no answer yet is younger than what the page shows; the rest is older.
  const turns = [...missing.filter((turn) => !isWaiting(turn)), ...seen, ...missing.filter(isWaiting)];
  const next = { ...state, turns, fetching: false };
  return state.conversation === conversation ? { ...next, shown: state.shown ?? thread(next).at(-1)?.id ?? null } : next;
}

/** @param {Turn} turn */
const isWaiting = ({ status, answer }) => status === "cut" || answer?.outcome === "needs-approval";

/** A conversation is no more; an empty one takes its place when it was open. @param {State} state @param {string} conversation @param {string} fresh @returns {State} */
export function forgotten(state, conversation, fresh) {
  const next = {
    ...state,
    changing: null,
    conversations: state.conversations?.filter(({ id }) => id !== conversation) ?? null,
    turns: state.turns.filter((turn) => turn.conversation !== conversation),
  };
  return state.conversation === conversation ? { ...turnedTo(next, fresh), dialog: state.dialog } : next;
}

/** The turn whose trace is shown, or null. @param {State} state */
export const shown = (state) => state.turns.find(({ id }) => id === state.shown) ?? state.opened;

/** @param {State} state @param {string} id @param {(turn: Turn) => Turn} change @returns {State} */
const withTurn = (state, id, change) => ({
  ...state,
  turns: state.turns.map((turn) => (turn.id === id ? change(turn) : turn)),
  opened: state.opened?.id === id ? change(state.opened) : state.opened,
});
