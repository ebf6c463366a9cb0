// @ts-check
/**
 * The frame's first script: a thread of its own fetches and unpacks what Python starts from (engine-unpack.mjs), while
 * PyScript is still on its way here.
 */
import "./engine-policy.js";

const helper = new Worker(new URL("./engine-unpack.mjs", import.meta.url), { type: "module" });
const started = new Promise((resolve, fail) => {
  helper.onmessage = resolve;
  helper.onerror = () => fail(new Error("The thread that unpacks Python's files did not start."));
});
started.catch(() => {});

/** Has the parts sent to a port. @param {MessagePort} port */
export function handOver(port) {
  parent.postMessage("begun", location.origin); // all that Python starts from has been asked for, or is next
  started.then(
    () => helper.postMessage("", [port]),
    (error) => port.postMessage({ error: String(error) }),
  );
}

// Python's first seconds are the visitor's.
const LATER = 4_000;

/** Lets the thread keep a copy for the next visit, and end. */
export const done = () => setTimeout(() => helper.postMessage("keep"), LATER);
