/**
 * The page's end of the engine: a hidden frame that holds PyScript, and one MessageChannel to it.
 *
 * `archivist/wire.py` owns what crosses. This file adds nothing to it but three `failed` codes of its own, for what
 * Python cannot report: `boot-timeout` (nothing moved for too long while starting), `engine-lost` (the engine was
 * restarted while a question was open) and `unknown-message` (a kind that this page does not know).
 */

import { settingsKept } from "./settingskept.js";

/** @typedef {import("./types.d.ts").Up} Up */
/** @typedef {import("./types.d.ts").Down} Down */
/** @typedef {Extract<Down, {t: "failed"}>} Failed */

/**
 * Where the engine is. `boot`: a question is taken and waits. `failed`: nothing runs until `restart()`.
 * @typedef {"boot" | "ready" | "asking" | "failed"} State
 */

/**
 * @typedef {object} Options
 * @property {(message: Down) => void} onMessage every message from the worker, in order, parsed
 * @property {(state: State) => void} [onState] called when the state changes
 * @property {number} [bootSilence] milliseconds without progress after which starting counts as failed
 * @property {number} [stopGrace] milliseconds after `stop` within which the run must have ended, else the worker is ended
 */

/**
 * @typedef {object} Engine
 * @property {(message: Up) => void} send takes a message at any time; before Python is there it waits in order
 * @property {(address: string) => void} reach lets one more host in, until the settings are sent or it is another one
 * @property {() => void} restart ends the worker with all that runs in it and starts a new one
 * @property {State} state
 */

// A phone on a slow line needs about 15 s for the runtime; loadPyodide hangs instead of failing, so silence is all there is.
const BOOT_SILENCE = 30_000;
// Python stops within one tick of its loop; a worker that has not after this long is stuck inside a native call.
const STOP_GRACE = 3_000;

/** Messages to the worker, and what is still open in it. */
class Connection {
  /** @type {State} */
  #state = "boot";
  /** @type {Opened | null} */
  #opened = null;
  /** @type {MessagePort | null} */
  #port = null;
  /** @type {Up[]} */
  #waiting = [];
  /** @type {Extract<Up, {t: "configure"}> | null} */
  #settings = null;
  /** A host that is only tried out. */
  #tried = "";
  /** @type {Set<string>} */
  #open = new Set();
  /** @type {Map<string, number>} */
  #stopping = new Map();
  #watchdog = 0;
  /** @type {Required<Options>} */
  #options;

  /** @param {Options} options */
  constructor(options) {
    this.#options = { onState: () => {}, bootSilence: BOOT_SILENCE, stopGrace: STOP_GRACE, ...options };
    this.#start();
  }

  get state() {
    return this.#state;
  }

  /** @param {Up} message */
  send(message) {
    if (message.t === "configure" && this.#configured(message)) return;
    if (message.t === "ask") this.#open.add(message.id);
    if (message.t === "ask" && navigator.onLine) this.#askAhead(message).catch(console.info);
    if (message.t === "stop") this.#expectEnd(message.id);
    if (this.#port) this.#port.postMessage(JSON.stringify(message));
    else this.#waiting.push(message);
    if (message.t === "ask" && this.#state === "ready") this.#become("asking");
  }

  /**
   * Keeps the settings; true when they need a new frame, because its policy names the hosts that may be reached.
   * @param {Extract<Up, {t: "configure"}>} message
   */
  #configured(message) {
    return this.#moved(() => {
      this.#settings = message;
      this.#tried = "";
    });
  }

  /** @param {string} address */
  reach(address) {
    this.#moved(() => {
      this.#tried = address;
    });
  }

  /** Starts a new frame when a change makes it another address; true when it did. @param {() => void} change */
  #moved(change) {
    change();
    // What is kept may have changed already; the frame that is there tells what its policy lets in.
    if (this.#address() === this.#opened?.address) return false;
    this.restart();
    return true;
  }

  /** Has Open Library asked while Python starts, where it is clear already what for. @param {Extract<Up, {t: "ask"}>} message */
  async #askAhead({ id, question, conversation }) {
    const opened = this.#opened;
    const settings = this.#settings?.settings ?? settingsKept.read();
    const [{ addressAhead }] = await Promise.all([import("./ahead.js"), opened?.port]);
    const url = addressAhead(question, conversation, settings);
    if (url && this.#state === "boot" && this.#opened === opened && this.#open.has(id)) this.#ahead(id, url);
  }

  /** Tells the frame what to ask for a question, or that its answer is not wanted any more. @param {string} id @param {string} [url] */
  #ahead(id, url) {
    this.#opened?.frame.contentWindow?.postMessage({ ahead: { id, url } }, location.origin);
  }

  restart() {
    const lost = [...this.#open];
    this.#end();
    this.#start();
    this.#become("boot");
    // Said at once: whoever waits for Python to send something must not send it into the old one's place.
    this.#receive({ t: "boot", stage: "runtime", done: 0, total: 3, note: "" });
    for (const id of lost) this.#receive(failed(id, "engine-lost", "The engine was restarted before it had answered.", "Ask again."));
  }

  #address() {
    return addressFor(this.#settings?.settings ?? settingsKept.read(), this.#tried);
  }

  #start() {
    const opened = early?.address === this.#address() ? early : frameAt(this.#address());
    if (early !== opened) early?.frame.remove();
    early = null;
    this.#opened = opened;
    opened.port.then((port) => this.#opened === opened && this.#greeted(port));
    this.#watch();
  }

  #end() {
    clearTimeout(this.#watchdog);
    for (const timer of this.#stopping.values()) clearTimeout(timer);
    this.#stopping.clear();
    this.#waiting = this.#settings ? [this.#settings] : [];
    this.#port?.close();
    this.#port = null;
    this.#opened?.frame.remove();
    this.#opened = null;
  }

  /** @param {MessagePort} port */
  #greeted(port) {
    this.#port = port;
    port.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    for (const message of this.#waiting.splice(0)) port.postMessage(JSON.stringify(message));
  }

  /** @param {Down} message */
  #receive(message) {
    switch (message.t) {
      case "boot":
        if (message.stage === "ready") this.#ready();
        else if (this.#state === "boot") this.#watch();
        break;
      case "answer":
        this.#closed(message.id);
        break;
      case "failed":
        if (message.id === null) this.#broken();
        else this.#closed(message.id);
        break;
      case "ahead":
      case "event":
      case "books":
      case "log":
      case "model":
      case "model-drop":
      case "reply":
        break;
      default:
        message = failed("", "unknown-message", `The engine sent a message of unknown kind ${JSON.stringify(message)}.`, "Reload the page.");
    }
    this.#options.onMessage(message);
  }

  #ready() {
    clearTimeout(this.#watchdog);
    this.#become(this.#open.size ? "asking" : "ready");
  }

  #broken() {
    clearTimeout(this.#watchdog);
    this.#become("failed");
  }

  /** @param {string} id */
  #closed(id) {
    clearTimeout(this.#stopping.get(id));
    this.#stopping.delete(id);
    this.#open.delete(id);
    this.#ahead(id);
    if (this.#state === "asking" && !this.#open.size) this.#become("ready");
  }

  /** @param {State} state */
  #become(state) {
    if (this.#opened) this.#opened.frame.dataset.state = state;
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState(state);
  }

  #watch() {
    clearTimeout(this.#watchdog);
    this.#watchdog = window.setTimeout(() => {
      this.#receive(failed(null, "boot-timeout", "Python did not start.", "Check the connection, then try again."));
    }, this.#options.bootSilence);
  }

  /** @param {string} id */
  #expectEnd(id) {
    this.#ahead(id);
    if (!this.#open.has(id) || this.#state !== "asking") return;
    this.#stopping.set(id, window.setTimeout(() => this.restart(), this.#options.stopGrace));
  }
}

/**
 * The frame's address, with the hosts that its policy lets in besides the services.
 * @param {Partial<import("./types.d.ts").Settings>} settings @param {string} [tried]
 */
function addressFor({ gateway, memory_url, model_provider, model_url }, tried) {
  const address = new URL("engine.html", import.meta.url);
  const named = [gateway, memory_url, model_provider && model_url, tried].filter((url) => url && URL.canParse(url));
  for (const origin of new Set(named.map((url) => new URL(url ?? "").origin))) address.searchParams.append("reach", origin);
  return address.href;
}

/** @typedef {{ address: string, frame: HTMLIFrameElement, port: Promise<MessagePort>, begun: Promise<unknown> }} Opened */

/** A frame that starts Python. @param {string} address @returns {Opened} */
function frameAt(address) {
  const frame = document.createElement("iframe");
  frame.src = address;
  frame.hidden = true;
  frame.title = "engine";
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.dataset.state = "boot";
  document.body.append(frame);
  return opened(frame);
}

/** What is known of a frame; either side may be there before the other. @param {HTMLIFrameElement} frame @returns {Opened} */
function opened(frame) {
  const ask = () => frame.contentWindow?.postMessage("engine", location.origin);
  /** @type {Promise<MessagePort>} */
  const port = new Promise((resolve) => {
    const heard = (/** @type {MessageEvent} */ { source, data, ports: [given] }) => {
      if (source !== frame.contentWindow || data !== "engine") return;
      if (!given) return ask();
      removeEventListener("message", heard);
      resolve(given);
    };
    addEventListener("message", heard);
  });
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  const begun = Promise.race([port, loaded, said(frame, "begun")]);
  ask();
  return { address: frame.src, frame, port, begun };
}

/** @param {HTMLIFrameElement} frame @param {string} word @returns {Promise<unknown>} */
const said = (frame, word) =>
  new Promise((resolve) => {
    const heard = (/** @type {MessageEvent} */ { source, data }) => {
      if (source !== frame.contentWindow || data !== word) return;
      removeEventListener("message", heard);
      resolve(word);
    };
    addEventListener("message", heard);
  });

/**
 * A message of this file's own.
 * @param {string | null} id @param {string} code @param {string} message @param {string} advice
 * @returns {Failed}
 */
const failed = (id, code, message, advice) => ({ t: "failed", id, code, message, advice });

/**
 * Starts the engine and connects it. Nothing of Python runs on the page's own thread.
 * @param {Options} options
 * @returns {Engine}
 */
export const connect = (options) => new Connection(options);

// The document has a frame already, which fits unless more hosts are to be let in: Python starts before this file is there.
const written = /** @type {HTMLIFrameElement | null} */ (document.querySelector("iframe[title=engine]"));
const fitting = written?.src === addressFor(settingsKept.read());
if (!fitting) written?.remove();
/** @type {Opened | null} */
let early = written && fitting ? opened(written) : frameAt(addressFor(settingsKept.read()));

/** Once the frame has asked for its files, or cannot be had at all: what is fetched from now on comes after them. */
export const begun = early.begun;
