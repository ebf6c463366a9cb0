/** What the scripted engine keeps, in this window's session storage, and its replies to requests about it. */
const PLACE = "fake-kept";
const empty = { conversations: [], turns: {}, open: [] };

const read = () => ({ ...empty, ...JSON.parse(sessionStorage.getItem(PLACE) ?? "{}") });
const write = (kept) => sessionStorage.setItem(PLACE, JSON.stringify(kept));

/** An answer was given. */
export function keep(conversation, answer) {
  const kept = read();
  const at = Date.now();
  const known = kept.conversations.find(({ id }) => id === conversation);
  const title = known?.title ?? answer.question;
  kept.conversations = [{ id: conversation, title, at }, ...kept.conversations.filter(({ id }) => id !== conversation)];
  kept.turns[conversation] = [
    ...(kept.turns[conversation] ?? []),
    { id: `${answer.id}:visitor`, role: "visitor", text: answer.question, at, answer: null },
    { id: `${answer.id}:archivist`, role: "archivist", text: answer.answer, at, answer },
  ];
  write(kept);
}

/** The reply to a request. */
export function reply({ id, what, ...fields }) {
  const kept = read();
  const said = REPLIES[what]?.(kept, fields);
  if (said === undefined) return { t: "failed", id, code: "unknown-request", message: `Nobody knows how to ${what}.`, advice: "" };
  write(kept);
  return { t: "reply", id, what, ...said };
}

const REPLIES = {
  conversations: ({ conversations }) => ({ conversations }),
  conversation: ({ turns }, { conversation }) => ({ conversation, turns: turns[conversation] ?? [] }),
  "open-questions": ({ open }) => ({ questions: open }),
  "rename-conversation": (kept, { conversation, title }) => {
    kept.conversations = kept.conversations.map((one) => (one.id === conversation ? { ...one, title } : one));
    return { changed: true };
  },
  "forget-conversation": (kept, { conversation }) => {
    kept.conversations = kept.conversations.filter(({ id }) => id !== conversation);
    delete kept.turns[conversation];
    return { changed: true };
  },
};
