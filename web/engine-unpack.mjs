// @ts-check
/** A thread that unpacks one archive for engine-archives.mjs. It fetches nothing: code and bytes are given to it. */
import { decoder } from "./engine-archives.mjs";

/** @param {MessageEvent<{ code: WebAssembly.Module, packed: ArrayBuffer }>} event */
globalThis.onmessage = ({ data: { code, packed } }) => {
  try {
    const whole = decoder(code)(new Uint8Array(packed)).slice(); // out of the decoder's memory, which cannot be given away
    globalThis.postMessage(whole, { transfer: [whole.buffer] });
  } catch (error) {
    globalThis.postMessage(String(error));
  }
};
