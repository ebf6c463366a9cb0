// @ts-check
/**
 * A thread of the engine's frame (engine-early.js): fetches and unpacks what Python starts from, and sends it to
 * the port that asks for it, each part as soon as it is there.
 */
import { native, STARTING, unpacked } from "./engine-archives.mjs";
import { copy, keep, tried } from "./engine-kept.mjs";

// A copy is worth its room where reading it takes less than this part of unpacking: a private window has it farther away.
const GAIN = 5;

/** @type {Map<string, Promise<WebAssembly.Module | Uint8Array>>} */
const parts = new Map(STARTING.map((name) => [name, alone(name)]));
parts.set("native", native());
for (const part of parts.values()) part.catch(() => {}); // whoever asks is told

/** An archive's bytes, from a copy that is kept, else out of the decoder's memory, which cannot be given away. @param {string} name */
async function alone(name) {
  return (await copy(name)) ?? (await unpacked(name)).slice();
}

/** @param {MessagePort} port */
function send(port) {
  for (const [name, part] of parts) {
    part.then(
      (value) => port.postMessage({ name, value }, { transfer: value instanceof Uint8Array ? [value.buffer] : [] }),
      (error) => port.postMessage({ name, error: String(error) }),
    );
  }
}

/** Keeps a copy of a snapshot for the next visit; archives that are one of several are small. */
async function keepCopy() {
  const [name, ...others] = STARTING;
  if (!name || others.length || (await tried(name))) return;
  const begun = performance.now();
  const bytes = await unpacked(name);
  await keep(name, bytes, (performance.now() - begun) / GAIN);
}

addEventListener("message", ({ ports: [port] }) => {
  if (port) return send(port);
  return keepCopy()
    .catch((error) => console.info(`No copy of Python's memory is kept for the next visit. ${error}`))
    .finally(close);
});
globalThis.postMessage("started");
