/**
 * Inside the hidden frame: relays JSON texts between the page's port and PyScript's worker, and looks into none of them.
 * engine-ahead.js has a request of its own.
 */
import { done, handOver } from "./engine-early.js";
import { askedAhead, takenAhead } from "./engine-ahead.js";
import { forget } from "./engine-kept.mjs";
import "./pyscript/core.js";

const { port1: own, port2: forPage } = new MessageChannel();
let given = false;
addEventListener("message", ({ source, data }) => {
  if (source !== parent || data !== "engine" || given) return;
  given = true;
  parent.postMessage("engine", location.origin, [forPage]);
});
parent.postMessage("engine", location.origin); // the page asks for the port, now if it listens already

/** @param {Record<string, unknown>} message what only this side can know, in wire.py's shape */
const tell = (message) => own.postMessage(JSON.stringify(message));

/** @param {string} stage @param {number} done of 3 stages @param {string} note */
const booting = (stage, done, note) => tell({ t: "boot", stage, done, total: 3, note });

/** @param {string} code @param {string} message @param {unknown} error */
const failed = (code, message, error) => {
  console.error(error);
  forget().catch(() => {}); // if it was a copy that did it, the next start has none
  const advice = "Try again; if that does not help, reload the page.";
  tell({ t: "failed", id: null, code, message, advice });
};

/** @param {unknown} error */
const unstarted = (error) => failed("boot-failed", `Python did not start: ${String(error)}.`, error);

/** @param {unknown} error */
const crashed = (error) => failed("engine-crashed", "Python stopped working.", error);

/** Keeps the site's files for the next visit, once Python is there: until then the line and the processor are its own. */
const keepFiles = () => {
  const worker = new URL("../sw.js", import.meta.url);
  navigator.serviceWorker?.register(worker).catch((error) => console.info(`The site is not kept for offline: ${error}`));
};

booting("runtime", 0, "Starting Python");

// The worker of PyScript's runtime, as `<script type="py" worker>` has it too, but without the library that PyScript writes
// and compiles for scripts that work on a page: a sixth of the whole start, and ours works on none.
const { XWorker } = /** @type {Polyscript} */ (Reflect.get(globalThis, Symbol.for("polyscript")));
const here = (/** @type {string} */ name) => new URL(name, import.meta.url).href;
const worker = new XWorker(here("./engine.py"), { type: "pyodide", version: here("./engine-python.mjs"), async: true });
worker.addEventListener("message", ({ data, ports: [port] }) => {
  if (data === "parts" && port) handOver(port);
  if (typeof data === "string" && data.startsWith("{")) own.postMessage(data);
});
let listening = false;
worker.sync.booting = booting;
worker.sync.askedAhead = askedAhead;
worker.sync.takenAhead = takenAhead;
worker.sync.listening = () => {
  listening = true;
  done();
  keepFiles();
  own.onmessage = ({ data }) => Promise.resolve(worker.sync.up?.(data)).catch(crashed);
};
// PyScript writes an error of the script to the console and counts the script as done. A call of the script may arrive
// after that, so a moment passes before its silence counts.
worker.ready.then(() => setTimeout(() => listening || unstarted("its script ended early"), 1000), unstarted);
