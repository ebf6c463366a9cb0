// @ts-check
/**
 * A thread of the engine's frame (engine-early.js): fetches and unpacks what Python starts from, and sends it to the port
 * that asks for it, each part as soon as it is there.
 */
import { native, STARTING, unpacked } from "./engine-archives.mjs";

/** @type {Map<string, Promise<WebAssembly.Module | Uint8Array>>} */
const parts = new Map(STARTING.map((name) => [name, alone(name)]));
parts.set("native", native());
for (const part of parts.values()) part.catch(() => {}); // whoever asks is told

/** An archive's bytes out of the decoder's memory, which cannot be given away. @param {string} name */
async function alone(name) {
  return (await unpacked(name)).slice();
}

addEventListener("message", ({ ports: [port] }) => {
  for (const [name, part] of parts) {
    part.then(
      (value) => port?.postMessage({ name, value }, { transfer: value instanceof Uint8Array ? [value.buffer] : [] }),
      (error) => port?.postMessage({ name, error: String(error) }),
    );
  }
});
globalThis.postMessage("started");
