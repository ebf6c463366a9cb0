/**
 * Stands in for the frame with Python: speaks the wire's messages from scripts, so that the page can be tried without booting.
 *
 * What it does is chosen by a word of the question: the name of a file in answers/, or `hang`, `slowly` (one source takes
 * until `window.released`), `dies` (not a word any more), `break`,
 * `crash`, `unknown`.
 * With the setting `ask_first` every question waits for the visitor's word first.
 * `sessionStorage.fake` may hold {"boot": ms until ready (null: never; "held": until `window.opened`), "pace": ms a step}.
 */
import { goOn, keep, reply, wait } from "./kept.js";
import { PARENT_DONE, PARENT_START, SEARCH, TOOLS } from "./route.js";

const settings = { boot: 0, pace: 4, ...JSON.parse(sessionStorage.getItem("fake") ?? "{}") };
const channel = new MessageChannel();
const stopped = new Set();
const waiting = [];
let ready = false;
let askFirst = false;
let dead = false;
let seq = 0;

const send = (message) => channel.port1.postMessage(JSON.stringify(message));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const until = async (there) => {
  while (!there()) await pause(20);
};

/** Everything the page sent, for tests that look at it. */
window.heard = [];
/** Says whatever a test wants to have said. */
window.say = (message) => send(message);

channel.port1.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (dead) return undefined;
  window.heard.push(message);
  if (message.t === "stop") return stopped.add(message.id);
  if (message.t === "configure") askFirst = message.settings.ask_first;
  if (message.t === "request") return meet(message);
  if (message.t !== "ask") return undefined;
  return ready ? answer(message) : waiting.push(message);
};
let given = false;
addEventListener("message", ({ source, data }) => {
  if (source !== parent || data !== "engine" || given) return;
  given = true;
  parent.postMessage("engine", location.origin, [channel.port2]);
});
parent.postMessage("engine", location.origin);
boot();

async function boot() {
  if (settings.fails) return send({ t: "failed", id: null, code: "boot", message: "This browser has no WebAssembly.", advice: "Allow it for this page, or use another browser." });
  if (settings.boot === null) return undefined;
  for (const [done, stage] of ["runtime", "library", "app"].entries()) {
    send({ t: "boot", stage, done, total: 3, note: stage });
    await (settings.boot === "held" ? until(() => window.opened) : pause(settings.boot / 3));
  }
  ready = true;
  send({ t: "boot", stage: "ready", done: 3, total: 3, note: "" });
  return waiting.splice(0).forEach(answer);
}

async function meet(request) {
  if (request.what === "replay") {
    const given = await (await fetch("fakes/answers/whales.json")).json();
    await run(request.id, "whales", []);
    const differences = sessionStorage.getItem("fake-differs") ? ["the answer has one book less"] : [];
    return send({ t: "reply", id: request.id, what: "replay", answer: given, same: !differences.length, differences });
  }
  send(reply(request));
  if (request.what !== "decide" && request.what !== "resume") return;
  const waited = goOn(request.run);
  if (waited) answer(waited, true);
}

async function answer({ id, question, conversation }, decided = false) {
  const name = ["whales", "nothing", "weather", "hostile", "down", "hang", "slowly", "dies", "break", "crash", "unknown"].find((word) => question.includes(word)) ?? "whales";
  if (name === "dies") return (dead = true);
  if (name === "unknown") return send({ t: "surprise", id });
  if (name === "break") return send({ t: "failed", id, code: "no-sources", message: "None of the four sources could be reached.", advice: "Check the connection and ask again." });
  if (name === "crash") return send({ t: "failed", id: null, code: "crash", message: "Python ended.", advice: "" });
  if (askFirst && !decided) {
    const asked = await (await fetch("fakes/answers/approval.json")).json();
    wait(conversation, { id, question, pending: asked.pending });
    return send({ t: "answer", id, answer: { ...asked, id, question } });
  }
  const given = await (await fetch(`fakes/answers/${name === "hang" || name === "slowly" ? "whales" : name}.json`)).json();
  if (await run(id, name, given.books)) {
    keep(conversation, { ...given, id, question });
    return send({ t: "answer", id, answer: { ...given, id, question } });
  }
  return send({ t: "failed", id, code: "stopped", message: "Stopped by the visitor.", advice: "" });
}

/** The events of one run; false when it was stopped. */
async function run(id, name, books) {
  const search = name !== "weather";
  let answered = 0;
  const steps = search ? [...PARENT_START, ...SEARCH(name), ...PARENT_DONE] : [...PARENT_START.slice(0, 1), ["the-archivist", "classify-intent", "off-topic"], ["the-archivist", "decline-off-topic", "success"]];
  const whole = { dag: "urn:noocodec:dag:the-archivist", placement: "urn:noocodec:dag:the-archivist/node/on-topic-search", name: "on-topic-search", path: ["on-topic-search"] };
  for (const [dag, step, port] of steps) {
    if (step === "extract-query" && port === "retry") emit(id, { ...whole, kind: "node-start" });
    if (step === "respond-to-visitor") emit(id, { ...whole, kind: "node-end", output: "success" });
    if (stopped.has(id)) return false;
    const at = { dag: `urn:noocodec:dag:${dag}`, placement: `urn:noocodec:dag:${dag}/node/${step}`, name: step, path: dag === "the-archivist" ? [step] : ["on-topic-search", step] };
    emit(id, { ...at, kind: "node-start" });
    if (step === "book-search-scatter") await Promise.all(TOOLS(name).map(async (tool, index) => {
        await work(id, tool, index, name);
        // The first source brings what turns out to be the last book, so that the order has to settle.
        if (!stopped.has(id) && ++answered < 3 && books.length) send({ t: "books", id, books: [...books.slice(-1), ...books.slice(0, -1)].slice(0, 2 * answered) });
      }));
    else await pause(settings.pace);
    if (step === "extract-query") emit(id, { ...at, kind: "note", detail: { what: "step", given: { query: "whales" }, made: { terms: "whales; obsession" } } });
    emit(id, { ...at, kind: "node-end", output: port });
  }
  emit(id, { dag: "urn:noocodec:dag:the-archivist", name: "the-archivist", kind: "run-end", output: "completed" });
  return !stopped.has(id);
}

async function work(id, { tool, ms, fails }, index, name) {
  const at = { dag: `urn:noocodec:tool:${tool}`, run_id: `${id}-${tool}`, parent_run_id: id, index };
  const path = ["on-topic-search", "book-search-scatter", "invoke"];
  const item = { dag: "urn:noocodec:dag:book-search-scatter", placement: "urn:noocodec:dag:book-search-scatter/node/book-search-scatter", name: "book-search-scatter", path: path.slice(0, 2), index };
  emit(id, { ...item, kind: "item-start" });
  emit(id, { ...at, kind: "run-start", name: tool, path: path.slice(0, 2) });
  emit(id, { ...at, kind: "node-start", placement: `${at.dag}/node/invoke`, name: "invoke", path });
  for (let waited = 0; name === "hang" || (name === "slowly" && tool === "wikipedia_summary" && !window.released) || waited < ms * settings.pace; waited += 20) {
    if (stopped.has(id)) return;
    await pause(20);
  }
  if (fails) emit(id, { ...at, kind: "error", placement: `${at.dag}/node/invoke`, name: "invoke", path, detail: { code: fails, message: "Open Library asked to be left alone for a while." } });
  emit(id, { ...at, kind: "node-end", placement: `${at.dag}/node/invoke`, name: "invoke", path, output: fails ? "error" : "success" });
  emit(id, { ...at, kind: "run-end", name: tool, path: path.slice(0, 2), output: fails ? "failed" : "completed" });
  emit(id, { ...item, kind: "item-end", output: fails ? "error" : "success" });
}

function emit(id, event) {
  const usual = { seq: ++seq, run_id: id, parent_run_id: null, placement: null, path: [], output: null, index: null, at: performance.now() / 1000, wall: Date.now() / 1000, detail: {} };
  send({ t: "event", id, event: { ...usual, ...event } });
}
