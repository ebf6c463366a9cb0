/** What the scripted engine keeps, in this window's session storage, and its replies to requests about it. */
const PLACE = "fake-kept";
const empty = () => ({ conversations: [], turns: {}, open: [], runs: {}, shelf: [] });

const read = () => ({ ...empty(), ...JSON.parse(sessionStorage.getItem(PLACE) ?? "{}") });
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
  kept.runs[answer.id] = { query: answer.question, books: answer.books, at };
  write(kept);
}

/** A question waits for the visitor. */
export function wait(conversation, { id, question, pending }) {
  const kept = read();
  kept.open = [...kept.open.filter((one) => one.id !== id), { id, question, conversation, at: Date.now(), pending }];
  write(kept);
}

/** The question that goes on, or undefined; it is open no longer. */
export function goOn(run) {
  const kept = read();
  const found = kept.open.find(({ id }) => id === run);
  kept.open = kept.open.filter((one) => one !== found);
  write(kept);
  return found;
}

/** The reply to a request. */
export function reply({ id, what, ...fields }) {
  const kept = read();
  const before = JSON.stringify(kept);
  const said = REPLIES[what]?.(kept, fields);
  if (said === undefined) return { t: "failed", id, code: "unknown-request", message: `Nobody knows how to ${what}.`, advice: "" };
  if (what === "erase-everything") sessionStorage.removeItem(PLACE);
  else if (JSON.stringify(kept) !== before) write(kept);
  return { t: "reply", id, what, ...said };
}

const REPLIES = {
  conversations: ({ conversations }) => ({ conversations }),
  conversation: ({ turns }, { conversation }) => ({ conversation, turns: turns[conversation] ?? [] }),
  "open-questions": ({ open }) => ({ questions: open }),
  memory: ({ runs }, { search = "" }) => {
    const has = (text) => text.toLowerCase().includes(search.toLowerCase());
    const books = booksOf(runs);
    return {
      questions: Object.keys(runs).length,
      titles: books.length,
      intents: [],
      runs: Object.entries(runs).filter(([, { query }]) => has(query)).map(([run, { query, at }]) => ({ run, query, at, intent: "on-topic" })),
      books: books.filter(({ title }) => has(title)),
      ratings: {},
      shown: Object.fromEntries(books.map(({ id }) => [id, Object.keys(runs).filter((run) => runs[run].books.some((book) => book.id === id))])),
    };
  },
  why: ({ runs }, { book }) => {
    const found = Object.values(runs).find(({ books }) => books.some(({ id }) => id === book));
    if (!found) return undefined;
    const place = found.books.findIndex(({ id }) => id === book);
    const { title, urls, sources, why } = found.books[place];
    const origins = urls.map((url, at) => ({ source: sources[at] ?? sources[0], url, fields: ["title", "year"], tool: null }));
    return { text: why, title, query: found.query, at: found.at, place: place + 1, of: found.books.length, score: 1, reasons: ["both subjects"], origins, merged_because: "", earlier: [] };
  },
  "forget-run": (kept, { run }) => ({ changed: delete kept.runs[run] }),
  "forget-book": (kept, { book }) => {
    for (const run of Object.values(kept.runs)) run.books = run.books.filter(({ id }) => id !== book);
    return { changed: true };
  },
  "export-books": ({ runs }, { run, format, books }) => {
    const chosen = runs[run]?.books.filter(({ id }) => books.includes(id));
    if (format === "csl-json") return chosen && { name: "books.csl-json", type: "application/json", text: `[${chosen.map((book) => JSON.stringify(csl(book))).join(",\n")}]` };
    return chosen && { name: `books.${format}`, type: "text/plain", text: chosen.map(({ title }) => `${format}: ${title}`).join("\n") };
  },
  graph: (_, { graph }) => ({ name: `${graph.split(":").at(-1)}.jsonld`, type: "application/ld+json", text: JSON.stringify({ "@id": graph }) }),
  "check-graph": (_, { text }) => ({ problems: text.includes("nowhere") ? ["/nodes/10/outputs/empty: output 'empty' routes to unknown placement 'nowhere'"] : [] }),
  "export-everything": (kept) => ({ name: "archivist-data.json", type: "application/json", text: JSON.stringify(kept) }),
  "export-memory": ({ runs }) => ({ name: "memory.nq", type: "application/n-quads", text: JSON.stringify(runs) }),
  "import-memory": (kept, { text }) => {
    const more = JSON.parse(text);
    Object.assign(kept.runs, more);
    return { runs: Object.keys(more).length };
  },
  "import-shelf": (kept, { base64 }) => {
    const [head, ...rows] = atob(base64).trim().split("\n");
    if (!head.startsWith("Title")) return undefined;
    const books = rows.filter(Boolean).map((row, at) => ({ key: `csv:${kept.shelf.length + at}`, title: row.split(",")[0], subtitle: null, authors: [row.split(",")[1]], year: null, isbns: [], note: "you own this", stars: null }));
    kept.shelf.push(...books);
    return { kind: "goodreads", added: books.length, count: kept.shelf.length, skipped: ["row 3: it has no title"] };
  },
  shelve: (kept, { run, book }) => {
    const { title, authors } = kept.runs[run].books.find(({ id }) => id === book);
    kept.shelf.push({ key: `shown:${book}`, title, subtitle: null, authors, year: null, isbns: [], note: "", stars: null });
    return { changed: true };
  },
  shelf: ({ shelf }, { search = "" }) => ({ count: shelf.length, books: shelf.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase())) }),
  "clear-shelf": (kept) => {
    kept.shelf = [];
    return { changed: true };
  },
  data: ({ conversations, runs, shelf, open }) => ({
    kept: true, notice: "", bytes: 2_345_678, conversations: conversations.length, questions: Object.keys(runs).length,
    books: booksOf(runs).length, shelf: shelf.length, open_questions: open.length,
  }),
  "try-model": (_, { provider, model, key }) =>
    provider === "openai" && key !== "sk-good"
      ? { models: [], model, seconds: 0, code: "auth-failed", message: "OpenAI refused (401)", advice: "Check the key in the model's settings." }
      : { models: ["qwen3:4b", "qwen3:0.6b"], model: model || "qwen3:0.6b", seconds: 1.5, code: "", message: "", advice: "" },
  "erase-everything": () => ({ changed: true }),
  resume: ({ open }, { run }) => (open.some(({ id }) => id === run) ? { changed: true } : undefined),
  decide: ({ open }, { run }) => (open.some(({ id }) => id === run) ? { changed: true } : undefined),
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

const csl = ({ id, title, authors, year }) => {
  const author = authors.map((name) => ({ family: name.split(" ").at(-1), given: name.split(" ").slice(0, -1).join(" ") }));
  return { id, type: "book", title, author, issued: { "date-parts": [[year]] } };
};

const booksOf = (runs) => [...new Map(Object.values(runs).flatMap(({ books }) => books).map((book) => [book.id, book])).values()];
