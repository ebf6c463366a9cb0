// @ts-check
/** Conversations: which one is open, the list of them, and what can be done with one. */
import { fetched, forgotten, thread, turnedTo } from "./state.js";
import { turnsFrom } from "./kept.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Turn} Turn
 */

const PLACE = "archivist:conversation";

/** The conversation that this window had open before it was loaded again, or null. */
export function conversationBefore() {
  try {
    return sessionStorage.getItem(PLACE);
  } catch {
    // A browser that keeps nothing begins anew.
    return null;
  }
}

/** Notes which conversation this window has open; null: one that is still empty. @param {string | null} id */
function remember(id) {
  try {
    if (id === null) sessionStorage.removeItem(PLACE);
    else sessionStorage.setItem(PLACE, id);
  } catch {
    // As above; the conversation is still in the list.
  }
}

/** @param {import("./actions.js").Means} means */
export function conversing({ store, set, request, told, newId }) {
  /** Fetches the list; an open question of another window is no reason to wait. */
  const list = () => told(request("conversations"), ({ conversations }) => set({ conversations }));

  /** @param {string} id */
  const fetch = (id) => {
    set({ fetching: true });
    return told(
      Promise.all([request("conversation", { conversation: id }), request("open-questions")]),
      ([{ turns }, { questions }]) => store.update((state) => fetched(state, id, turnsFrom(id, turns, questions))),
      () => set({ fetching: false }),
    );
  };

  /** @param {string} id */
  const turnTo = (id) => {
    store.update((state) => turnedTo(state, id));
    store.flush();
  };

  return {
    list,
    /** What this window had open comes back; without it the page begins with an empty conversation. */
    comeBack: () => {
      if (conversationBefore() !== null) fetch(store.state.conversation);
      list();
    },
    /** A question was put to the conversation: from now on it is worth coming back to. */
    inUse: () => remember(store.state.conversation),
    begin: () => {
      remember(null);
      if (thread(store.state).length) turnTo(newId());
      else set({ dialog: null });
      store.flush();
      document.getElementById("question")?.focus();
    },
    turnTo: (/** @type {string} */ id) => {
      remember(id);
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
      if (!thread(store.state).length) remember(null);
      store.flush();
      document.getElementById("new-conversation")?.focus();
      told(request("forget-conversation", { conversation: id }));
    },
  };
}
