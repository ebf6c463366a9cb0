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

/** Has the parts sent to this port. @param {MessagePort} port */
export const handOver = (port) => {
  parent.postMessage("begun", location.origin); // nothing that Python starts from is fetched after this
  return started.then(
    () => helper.postMessage("", [port]),
    (error) => port.postMessage({ error: String(error) }),
  );
};

/** Ends the thread; nobody asks it any more. */
export const done = () => helper.terminate();
