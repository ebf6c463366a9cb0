// @ts-check
/** Python's files as build.py packed them (buildtools/bytecode.py), and how they are fetched and unpacked. */
import { BUILT } from "./engine-built.mjs";

/** Files by their paths. @typedef {Map<string, Uint8Array>} Files */

export const FOLDER = new URL("./pyodide/", import.meta.url);
export const ARCHIVES = ["python.zst", "archivist.zst"];
/** What a start needs first. */
export const STARTING = BUILT.snapshot ? ["snapshot.zst"] : ARCHIVES;
const DECODER = "../vendor/zstd/zstd.wasm";

/** pydantic_core, compiled while it arrives. */
export const native = () => compiled("pydantic_core.wasm");

/** What an archive's bytes say, once they are unpacked. @param {string} name */
export async function unpacked(name) {
  const [code, packed] = await Promise.all([decoding(), fetched(name).then((response) => response.arrayBuffer())]);
  return decoded(code, new Uint8Array(packed));
}

/** The files of archives, for whoever waits in the middle of an import, where nothing but such requests is possible. */
export function filesNow() {
  const code = new WebAssembly.Module(fetchedNow(DECODER));
  return ARCHIVES.map((name) => opened(decoded(code, fetchedNow(name))));
}

/** What an archive holds. @param {Uint8Array} archive @returns {Files} */
export function opened(archive) {
  let begin = 4 + new DataView(archive.buffer, archive.byteOffset).getUint32(0, true);
  const sizes = JSON.parse(new TextDecoder().decode(archive.subarray(4, begin)));
  return new Map(Object.entries(sizes).map(([path, size]) => [path, archive.subarray(begin, (begin += size))]));
}

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiling;
/** Zstandard's decoder. */
const decoding = () => (compiling ??= compiled(DECODER));

/**
 * What it gives lies in a memory of its own, which goes when nobody looks at that any more.
 * @param {WebAssembly.Module} code @param {Uint8Array<ArrayBuffer>} packed
 */
function decoded(code, packed) {
  const { exports } = new WebAssembly.Instance(code, { env: { emscripten_notify_memory_growth() {} } });
  const { memory, malloc, ZSTD_findDecompressedSize: sizeOf, ZSTD_decompress: decompress } = /** @type {any} */ (exports);
  const source = malloc(packed.length);
  new Uint8Array(memory.buffer).set(packed, source);
  const room = Number(sizeOf(source, packed.length));
  const target = malloc(room);
  const size = decompress(target, room, source, packed.length);
  if (size !== room) throw new Error("An archive of Python's files is damaged.");
  return new Uint8Array(memory.buffer, target, size);
}

/** Where a file lies; by content, where that is known. @param {string} name */
export const addressOf = (name) => new URL(BUILT.files?.[name] ?? name, FOLDER);

/** @param {string} name */
const compiled = (name) => WebAssembly.compileStreaming(fetched(name));

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(addressOf(name));
  if (!response.ok) throw new Error(`${response.url} is missing: the server answered ${response.status}.`);
  return response;
}

/** @param {string} name */
function fetchedNow(name) {
  const request = new XMLHttpRequest();
  request.open("GET", addressOf(name), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${name} is missing: the server answered ${request.status}.`);
  return new Uint8Array(/** @type {ArrayBuffer} */ (request.response));
}
