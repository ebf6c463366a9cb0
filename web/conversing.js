// @ts-check
/** Conversations: which one is open, the list of them, and what can be done with one. */
import { fetched, forgotten, thread, turnedTo, turnOf } from "./state.js";
import { turnsFrom } from "./kept.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Turn} Turn
 */

const PLACE = "archivist:conversation";

/**
 * What this window showed before it was loaded again, or null: it is there before Python is, and when Python had not yet
 * saved it.
 * @returns {{id: string, turns: Turn[]} | null}
 */
export function conversationBefore() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? "null");
    return kept && { id: kept.id, turns: kept.turns.map(turnOf) };
  } catch {
    // A browser that keeps nothing, or what another version kept: the page begins anew.
    return null;
  }
}

/** Notes what this window shows; a conversation without a question is not worth it. @param {State} state */
function remember(state) {
  const turns = thread(state).map(({ id, conversation, question, answer }) =>
    answer ? { id, conversation, question, answer, status: "answered" } : null,
  );
  try {
    sessionStorage.removeItem(PLACE);
    if (turns.length) sessionStorage.setItem(PLACE, JSON.stringify({ id: state.conversation, turns: turns.filter(Boolean) }));
  } catch {
    // No room, or nothing may be kept; the conversation is still in the list.
  }
}

/** @param {import("./actions.js").Means} means */
export function conversing({ store, set, request, told, newId }) {
  /** Fetches the list; an open question of another window is no reason to wait. */
  const list = () => told(request("conversations"), ({ conversations }) => set({ conversations }));

  /** @param {string} id */
  const fetch = (id) => {
    set({ fetching: !thread(store.state).length });
    return told(
      Promise.all([request("conversation", { conversation: id }), request("open-questions")]),
      ([{ turns }, { questions }]) => {
        store.update((state) => fetched(state, id, turnsFrom(id, turns, questions)));
        remember(store.state);
      },
      () => set({ fetching: false }),
    );
  };

  /** @param {string} id */
  const turnTo = (id) => {
    store.update((state) => turnedTo(state, id));
    remember(store.state);
    store.flush();
  };

  return {
    list,
    /** What this window had open comes back; without it the page begins with an empty conversation. */
    comeBack: () => {
      if (conversationBefore()) fetch(store.state.conversation);
      list();
    },
    /** Something was asked or answered: it should be there after a reload. */
    note: () => remember(store.state),
    begin: () => {
      if (thread(store.state).length) turnTo(newId());
      else set({ dialog: null });
      store.flush();
      document.getElementById("question")?.focus();
    },
    turnTo: (/** @type {string} */ id) => {
      turnTo(id);
      scrollTo({ top: document.body.scrollHeight });
      if (!thread(store.state).length) fetch(id).then(() => scrollTo({ top: document.body.scrollHeight }));
    },
    seek: (/** @type {string} */ sought) => set({ sought }),
    change: (/** @type {State["changing"]} */ changing) => {
      set({ changing });
      store.flush();
      document.getElementById("changing")?.focus();
    },
    rename: (/** @type {string} */ id, /** @type {string} */ title) => {
      const name = title.trim();
      if (!name) return;
      store.update((state) => ({
        ...state,
        changing: null,
        conversations: state.conversations?.map((one) => (one.id === id ? { ...one, title: name } : one)) ?? null,
      }));
      store.flush();
      document.getElementById(`thread-${id}`)?.focus();
      told(request("rename-conversation", { conversation: id, title: name }));
    },
    forgetConversation: (/** @type {string} */ id) => {
      store.update((state) => forgotten(state, id, newId()));
      remember(store.state);
      store.flush();
      document.getElementById("new-conversation")?.focus();
      told(request("forget-conversation", { conversation: id }));
    },
  };
}
