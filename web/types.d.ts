/** What the page works with. The first part says `archivist/wire.py` and `archivist/librarian/answer.py` in TypeScript. */

export type Status = "answered" | "nothing-found" | "refused" | "throttled" | "timed-out" | "not-asked" | "failed";
export type Outcome = "found" | "no-results" | "declined" | "needs-approval" | "failed";

export interface Book {
  id: string;
  title: string;
  subtitle?: string | null;
  authors: string[];
  year?: number | null;
  isbn13: string[];
  languages: string[];
  subjects: string[];
  publishers: string[];
  pages?: number | null;
  series?: string | null;
  description?: string | null;
  rating?: number | null;
  ratings?: number | null;
  cover?: string | null;
  urls: string[];
  sources: string[];
  score: number;
  why: string;
}

/** Mark `[n]`: the book (index), the field that the statement rests on, and the record's address. */
export interface Citation {
  n: number;
  book: number;
  field: string;
  source: string;
  url: string;
}

/** One statement with its marks inline; no `cites` means that it says nothing about a book. */
export interface Claim {
  text: string;
  cites: number[];
}

export interface SourceReport {
  name: string;
  status: Status;
  count: number;
  detail: string;
  ms: number;
  cached: boolean;
  unanswered: number;
  unconnected: boolean;
}

export interface Answer {
  id: string;
  question: string;
  intent: string;
  outcome: Outcome;
  answer: string;
  claims: Claim[];
  books: Book[];
  citations: Citation[];
  sources: SourceReport[];
  executed: string[];
  suggestions: string[];
  /** Calls that wait for the visitor's word; only with the outcome `needs-approval`. */
  pending?: PendingCall[];
}

export interface PendingCall {
  key: string;
  tool: string;
  source: string;
  arguments: Record<string, unknown>;
  reason: string;
}

/** One event of a run, as `archivist.dag.Event.to_json` writes it. Times are in seconds. */
export interface RunEvent {
  kind: string;
  run_id: string;
  parent_run_id: string | null;
  dag: string;
  placement: string | null;
  name: string;
  path: string[];
  output: string | null;
  index: number | null;
  at: number;
  wall: number;
  detail: Record<string, unknown>;
}

export interface Settings {
  google_books_key: string | null;
  gateway: string | null;
  language: string;
  /** Whether the visitor is asked before a source is. */
  ask_first?: boolean;
  /** Query address of a SPARQL 1.1 endpoint where many readers remember together. */
  memory_url?: string | null;
  /** The visitor's own model; without a provider none is asked. */
  model_provider?: string | null;
  model_url?: string | null;
  model_name?: string | null;
  model_key?: string | null;
  /** Asked where that one does not answer. */
  model_others?: string[];
  /** A model of the same host that makes vectors. */
  model_embedder?: string | null;
  /** Tokens a day. */
  model_budget?: number | null;
}

export type Up =
  | { t: "ask"; id: string; question: string; conversation: string }
  | { t: "stop"; id: string }
  | ({ t: "request"; id: string; what: string } & Record<string, unknown>)
  | { t: "model"; id: string; status: number; kind: string; text: string; done: boolean }
  | { t: "configure"; settings: Settings };

export type Down =
  | { t: "boot"; stage: "runtime" | "library" | "app" | "ready"; done: number; total: number; note: string }
  | { t: "event"; id: string; event: RunEvent }
  | { t: "books"; id: string; books: Book[] }
  | { t: "ahead"; id: string }
  | { t: "answer"; id: string; answer: Answer }
  | Reply
  | { t: "model"; id: string; model: string; path: string; body: string | null }
  | { t: "model-drop"; id: string }
  | { t: "failed"; id: string | null; code: string; message: string; advice: string }
  | { t: "log"; level: "debug" | "info" | "warning" | "error"; text: string };

/** The answer to a request of the same id. */
export interface Reply {
  t: "reply";
  id: string;
  [field: string]: unknown;
}

/** Asks the engine for something that is kept; the promise fails with what the visitor should read. */
export type Request = (what: string, fields?: Record<string, unknown>, id?: string) => Promise<any>;

/** A conversation in the list; `at` in milliseconds. */
export interface Conversation {
  id: string;
  title: string;
  at: number;
}

/** An earlier question; `at` in milliseconds, as everywhere below. */
export interface RememberedRun {
  run: string;
  query: string;
  intent: string;
  at: number;
}

/** What is remembered, or what of it was searched for. */
export interface MemoryContent {
  questions: number;
  titles: number;
  runs: RememberedRun[];
  books: Book[];
  /** The questions that showed a book, by the book. */
  shown: Record<string, string[]>;
}

/** Why a book was shown: its place in the answer, what spoke for it, the records it was made of. */
export interface WhyShown {
  query: string;
  at: number;
  place: number;
  of: number;
  reasons: string[];
  origins: { source: string; url: string; fields: string[] }[];
  merged_because: string;
  earlier: RememberedRun[];
}

export interface BookOnShelf {
  key: string;
  title: string;
  authors: string[];
  year: number | null;
  isbns: string[];
  note: string;
}

export interface ShelfContent {
  count: number;
  books: BookOnShelf[];
}

export interface ShelfImported {
  kind: string;
  added: number;
  count: number;
  skipped: string[];
}

export interface DataKept {
  kept: boolean;
  notice: string;
  bytes: number;
  conversations: number;
  questions: number;
  books: number;
  shelf: number;
  tokens?: number;
}

/** What came of trying a model out: what its host offers, and that it answered, or the `code` of what went wrong. */
export interface ModelTried {
  models: string[];
  model: string;
  seconds: number;
  code: string;
  message: string;
  advice: string;
}

/** A form of `archivist.books`, or a citation style as `cite:` and its name. */
export type TakingForm = BookFormat | `cite:${string}`;

export type BookFormat = "bibtex" | "ris" | "csl-json" | "csv" | "markdown" | "jsonld";

/** What the visitor has said so far to a call that waits: `edited` are the arguments as they were written. */
export interface Word {
  allowed: boolean;
  edited: Record<string, unknown> | null;
}

/** How a step stands. `retried`: it ran and asked to run again. */
export type StepStatus = "running" | "done" | "retried" | "failed" | "parked";

/** One placement as it ran; a body of a scatter has one step for each item. */
export interface Step {
  key: string;
  placement: string | null;
  dag: string;
  name: string;
  path: string[];
  index: number | null;
  status: StepStatus;
  output: string | null;
  tries: number;
  started: number;
  ended: number | null;
  notes: string[];
  /** What it went by and what it made, by the fields of the state; a line each. */
  given: Record<string, string>;
  made: Record<string, string>;
}

/** One run of a tool, for the time line. */
export interface ToolRun {
  key: string;
  tool: string;
  status: "running" | "done" | "failed";
  /** When the step began in which it then waited for its turn. */
  since: number;
  started: number;
  ended: number | null;
}

/** What happened in one run: steps in the order of their start, arrows taken (`placement → port`), tools. */
export interface Trace {
  started: number | null;
  ended: number | null;
  steps: Record<string, Step>;
  taken: Record<string, true>;
  tools: Record<string, ToolRun>;
  dags: Record<string, true>;
  model: ModelUse | null;
}

/** What a language model did: tokens, US dollars where all prices are known, sentences as they came, why it was left. */
export interface ModelUse {
  name: string;
  calls: number;
  tokens: number;
  cost: number | null;
  written: string[];
  fell: string[];
}

export interface Failure {
  code: string;
  message: string;
  advice: string;
}

/** A question and what came of it. */
export interface Turn {
  id: string;
  conversation: string;
  question: string;
  /** `cut`: Python ended before it was answered; it can go on. */
  status: "asked" | "stopping" | "answered" | "failed" | "stopped" | "cut";
  answer: Answer | null;
  failure: Failure | null;
  /** Whether Open Library had been asked while Python was starting. */
  ahead?: boolean;
  /** The books found so far, while sources are still being asked. */
  soFar: Book[];
  /** What the run emitted, in order; `trace` is what follows from it. */
  events: RunEvent[];
  trace: Trace;
  /** What the sources reported: of the answer, or of the file that the run was opened from. */
  sources: SourceReport[];
}

export interface Boot {
  ready: boolean;
  slow: boolean;
  /** Whether nothing moved for so long that something is wrong. */
  stuck: boolean;
  done: number;
  total: number;
  note: string;
  failure: Failure | null;
}

export interface Appearance {
  theme: "system" | "light" | "dark";
  language: string;
  size: "normal" | "large";
  motion: "system" | "less";
  /** Whether the single keys / and ? do something. */
  keys: boolean;
}

export interface State {
  boot: Boot;
  /** The conversation that is open; `turns` may hold those of others too. */
  conversation: string;
  /** What the list holds, newest first; null until the engine has told. */
  conversations: Conversation[] | null;
  /** What the list is searched for. */
  sought: string;
  /** The conversation that is being renamed or deleted, in the list. */
  changing: { id: string; how: "rename" | "delete" } | null;
  /** Whether an earlier conversation is being fetched. */
  fetching: boolean;
  turns: Turn[];
  settings: Settings;
  /** Whether the model's key is kept in this browser. */
  remember: boolean;
  /** The model that is looked at in the settings, before it is saved; null: the one that is set. */
  model: { provider: string; name: string; tried: ModelTried | "busy" | null } | null;
  appearance: Appearance;
  shown: string | null;
  /** A run that was opened from a file. */
  opened: Turn | null;
  tab: "graph" | "steps" | "sources";
  graph: string | null;
  /** How large the graph is drawn: null so that it can be read, 0 so that it fits into its place. */
  scale: number | null;
  /** The box of the graph that was chosen, by Mermaid's name. */
  box: string | null;
  /** What became of a run that was played again, or of a graph that was checked: a sentence, then the reasons. */
  verdict: string[] | null;
  dialog: "settings" | "shortcuts" | "trace" | "side" | "taking" | "memory" | "shelf" | null;
  draft: string;
  /** Whether the next question was sent while one is still being answered. */
  early: boolean;
  offered: string | null;
  /** Whether there is room for how an answer came about beside it, and for the list of conversations as well. */
  wide: boolean;
  /** How much of what nobody looks at first is drawn: the panel, the conversations, the empty dialogs. */
  furnished: number;
  broad: boolean;
  copied: string | null;
  problems: string[];
  /** Books of an answer that are to be taken along, and in which form. */
  taking: { turn: string; books: string[]; format: TakingForm } | null;
  /** Why books were shown, by the book's IRI; null while it is being asked. */
  whys: Record<string, WhyShown | null>;
  memory: MemoryContent | null;
  shelf: ShelfContent | null;
  /** What the last import said, and by which words memory and shelf are searched. */
  imported: ShelfImported | null;
  searched: { memory: string; shelf: string };
  /** Whether memory is shown as a graph. */
  asGraph: boolean;
  /** The books on the shelf, as far as the engine lists them at once. */
  onShelf: BookOnShelf[];
  data: DataKept | null;
  /** Whether the browser has promised not to clear what is kept; null until it was asked. */
  persisted: boolean | null;
  /** What the visitor is asked to confirm. */
  sure: "erase" | "clear-shelf" | null;
  /** What the visitor says to calls that wait, by question and call. */
  words: Record<string, Record<string, Word>>;
  /** Something that went well and is said for a while. */
  done: string | null;
  /** Why something that was wished could not be done. */
  trouble: { message: string; advice: string } | null;
}
