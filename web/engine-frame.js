/**
 * Inside the hidden frame: relays JSON texts between the page's port and PyScript's worker, and looks into none of them.
 */
import "./engine-policy.js";
import { hooks } from "./pyscript/core.js";

const { port1: own, port2: forPage } = new MessageChannel();
parent.postMessage("engine", location.origin, [forPage]);

/** @param {Record<string, unknown>} message what only this side can know, in wire.py's shape */
const tell = (message) => own.postMessage(JSON.stringify(message));

/** @param {string} stage @param {number} done of 3 stages @param {string} note */
const booting = (stage, done, note) => tell({ t: "boot", stage, done, total: 3, note });

/** @param {unknown} error */
const failed = (error) => {
  console.error(error);
  const advice = "Reload the page; an older browser may need an update.";
  tell({ t: "failed", id: null, code: "boot-failed", message: `Python did not start: ${String(error)}.`, advice });
};

booting("runtime", 0, "Starting Python");

hooks.main.onWorker.add((_, worker) => {
  let listening = false;
  worker.sync.down = (text) => own.postMessage(text);
  worker.sync.booting = booting;
  worker.sync.listening = () => {
    listening = true;
    own.onmessage = ({ data }) => worker.sync.up?.(data);
  };
  // PyScript writes an error of the script to the console and counts the script as done. A call of the script may arrive
  // after that, so a moment passes before its silence counts.
  worker.ready.then(() => setTimeout(() => listening || failed("its script ended early"), 1000), failed);
});
