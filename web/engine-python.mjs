// @ts-check
/**
 * Python for the engine: Pyodide as it comes, furnished with what build.py made. PyScript takes this file for its
 * interpreter; the build runs it under Node, with parts of its own.
 *
 * There are two ways to start. The short one puts a snapshot of Python's memory back in which everything is imported
 * already (buildtools/snapshot.mjs). The long one lays the archives of bytecode (buildtools/bytecode.py) into the file
 * system and starts Python there; it is taken whenever the short one fails, for whatever reason. Either way a thread of the
 * frame's has fetched and unpacked everything, or is about to, when this file is read.
 */
import { ARCHIVES, filesNow, FOLDER, native, opened, STARTING, unpacked } from "./engine-archives.mjs";
import { BUILT } from "./engine-built.mjs";
import { forget } from "./engine-kept.mjs";
import { loadPyodide as load, version } from "./pyodide/pyodide.mjs";

/** @typedef {import("./engine-archives.mjs").Files} Files */

/**
 * @typedef {object} Parts
 * @property {Promise<WebAssembly.Module>} native pydantic_core
 * @property {Promise<Files>[]} archives what is laid into the file system
 * @property {Snapshot} [snapshot] what is known of a snapshot, when the archive is one
 * @property {(module: Module) => void} [seen] sees the interpreter before and after it sets itself up
 */

/** @typedef {NonNullable<typeof BUILT.snapshot>} Snapshot */

/**
 * What Emscripten's module has; Pyodide hands it to `createPyodideModule`, its documented option.
 * @typedef {object} Module
 * @property {(() => void)[]} preRun
 * @property {() => void} onRuntimeInitialized
 * @property {(name: string) => void} addRunDependency
 * @property {(name: string) => void} removeRunDependency
 * @property {FileSystem} FS
 * @property {{ loadedLibsByName: Record<string, object> }} LDSO
 * @property {(module: WebAssembly.Module, flags: object, name: string, scope: object) => object} loadWebAssemblyModule
 * @property {Uint8Array} HEAPU8
 * @property {WebAssembly.Table} wasmTable
 * @property {(size: number) => void} growMemory
 * @property {(more: number) => number} _sbrk
 */

const NATIVE = "/lib/python3.14/site-packages/pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so";

/** What PyScript calls. @param {object} options Pyodide's */
export async function loadPyodide(options) {
  try {
    if (!early) throw new Error("Only a worker is given any.");
    return await (BUILT.snapshot ? woken(early, BUILT.snapshot, options) : start(early, options));
  } catch (error) {
    forget().catch(() => {}); // it may have been a copy
    console.info(`Python starts from its files, and fetches them itself. ${error}`);
    return start(files(), options);
  }
}
export { version };

/** The same, fetched and unpacked here. @returns {Parts} */
export const files = () => ({
  native: handled(native()),
  archives: ARCHIVES.map((name) => handled(unpacked(name).then(opened))),
});

/**
 * Python with these parts; without a heap nothing is imported yet.
 * @param {Parts} parts
 * @param {object} [options] Pyodide's
 * @returns {Promise<Pyodide>}
 */
export const start = (parts, options = {}) => {
  const folder = FOLDER.protocol === "file:" ? decodeURIComponent(FOLDER.pathname) : FOLDER.href;
  return load({
    ...options,
    indexURL: folder,
    // Pyodide wants a file to put where our standard library then comes to lie: one that it fetches anyway.
    stdLibURL: `${folder}pyodide-lock.json`,
    // Pydantic would look through every package for plugins of its own.
    env: { HOME: "/home/pyodide", PYDANTIC_DISABLE_PLUGINS: "__all__" },
    createPyodideModule: (/** @type {Module} */ module) => furnished(module, parts),
  });
};

/** What the frame's thread has (engine-early.js), asked for at once. @returns {Parts} */
function given() {
  const { port1: own, port2: theirs } = new MessageChannel();
  const part = (/** @type {string} */ name) =>
    new Promise((take, fail) =>
      own.addEventListener("message", ({ data }) => {
        if (data.error && (data.name ?? name) === name) fail(new Error(data.error));
        else if (data.name === name) take(data.value);
      }),
    );
  const archives = STARTING.map((name) => handled(part(name).then(opened)));
  const parts = { native: handled(part("native")), archives };
  own.start();
  postMessage("parts", { transfer: [theirs] });
  return parts;
}

/** Python from its snapshot. @param {Parts} parts @param {Snapshot} snapshot @param {object} options */
async function woken(parts, snapshot, options) {
  const _loadSnapshot = Uint8Array.from(atob(snapshot.head), (one) => one.charCodeAt(0));
  const pyodide = await start({ ...parts, snapshot }, { ...options, _loadSnapshot });
  Object.assign(globalThis, {
    layPython: () => {
      for (const one of filesNow()) lay(pyodide.FS, one);
    },
  });
  pyodide.runPython("from archivist.browser.waking import awake; awake(); del awake");
  return pyodide;
}

/** Emscripten's module with everything in place, before Python's first step. @param {Module} module @param {Parts} parts */
async function furnished(module, { native, archives, snapshot, seen }) {
  const { default: create } = await interpreter;
  /** @type {Promise<never>} */
  const failure = new Promise((_, fail) => {
    module.preRun.push(() => {
      seen?.(module);
      module.addRunDependency("parts");
      const place = Promise.all([native, ...archives]).then(([compiled, ...all]) => {
        module.onRuntimeInitialized = () => {
          join(module, compiled);
          seen?.(module);
          for (const one of all) snapshot ? remember(module, one, snapshot) : lay(module.FS, one);
        };
        module.removeRunDependency("parts"); // goes on at once, to what was just set
      });
      place.catch(fail);
    });
  });
  return Promise.race([create(module), failure]);
}

/** Links the native module, so that Python finds it loaded when it imports it. @param {Module} module @param {WebAssembly.Module} compiled */
function join(module, compiled) {
  const exports = module.loadWebAssemblyModule(compiled, { nodelete: true }, NATIVE, {});
  module.LDSO.loadedLibsByName[NATIVE] = { name: NATIVE, exports, refcount: Infinity, global: false };
}

const STRETCH = /^heap@/;

/**
 * Puts a snapshot's memory back, and the files that lie beside it. Pages that are not in it are as a fresh interpreter has
 * them: it has to be the same one. What is called by number has to have the same number here: browsers differ in that.
 * @param {Module} module @param {Files} all @param {Snapshot} snapshot
 */
function remember(module, all, { size, table, end, sum }) {
  const { length } = module.wasmTable;
  if (length !== table) throw new Error(`The snapshot was made where ${table} functions are known, here it is ${length}.`);
  const stretches = [...all].filter(([path]) => STRETCH.test(path));
  const placeOf = (/** @type {string} */ path) => Number(path.replace(STRETCH, ""));
  const places = stretches.map(([path, bytes]) => /** @type {const} */ ([placeOf(path), bytes.length]));
  if (summed(module.HEAPU8, places, end) !== sum) throw new Error("The snapshot is of an interpreter that was fresh otherwise.");
  module.growMemory(size);
  for (const [path, bytes] of stretches) module.HEAPU8.set(bytes, placeOf(path));
  const files = [...all].filter(([path]) => !STRETCH.test(path)).map(([path, bytes]) => /** @type {const} */ ([path, bytes.slice()]));
  lay(module.FS, new Map(files));
  // Pyodide keeps what it was started with: without this, a second copy for as long as the page lives.
  // All of it is one buffer, which has no length once it is gone.
  for (const { buffer } of all.values()) if (buffer.byteLength) structuredClone(buffer, { transfer: [buffer] });
}

/**
 * A sum over the words below `end` that lie in none of the stretches, each given by its place and length.
 * @param {Uint8Array} memory @param {(readonly [number, number])[]} stretches in their order @param {number} end
 */
export function summed(memory, stretches, end) {
  const words = new Int32Array(memory.buffer, memory.byteOffset, end / 4);
  let [sum, at] = [0, 0];
  for (const [begin, length] of [...stretches, [end, 0]]) {
    for (const stop = Math.min(begin, end) / 4; at < stop; at++) sum = (Math.imul(sum, 31) + Number(words[at])) | 0;
    at = (begin + length) / 4;
  }
  return sum;
}

/** Writes files where their paths say. @param {FileSystem} system @param {Files} all */
function lay(system, all) {
  const folders = new Set();
  for (const [path, data] of all) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) system.mkdirTree(folder);
    folders.add(folder);
    system.writeFile(path, data, { canOwn: true });
  }
}

/** The promise; whoever needs it hears of its failure, and nobody else. @template T @param {Promise<T>} promise */
function handled(promise) {
  promise.catch(() => {});
  return promise;
}

// Asked for when this file is read: PyScript has other things to do before it calls.
const early = "WorkerGlobalScope" in globalThis ? given() : null;
const interpreter = handled(import("./pyodide/pyodide.asm.mjs"));
