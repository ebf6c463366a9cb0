// @ts-check
/**
 * Python for the engine: Pyodide as it comes, furnished with what build.py made. PyScript takes this file for its
 * interpreter; the build runs it under Node, with parts of its own.
 *
 * There are two ways to start. The short one puts a snapshot of Python's memory back in which everything is imported
 * already (buildtools/snapshot.mjs). The long one lays the archives of bytecode (buildtools/bytecode.py) into the file
 * system and starts Python there; it is taken whenever the short one fails, for whatever reason. Either way everything is
 * asked for at once, and unpacked while the browser compiles the interpreter.
 */
import { reader, unpacked } from "./engine-archives.mjs";
import { loadPyodide as load, version } from "./pyodide/pyodide.mjs";

/** @typedef {import("./engine-archives.mjs").Files} Files */

/**
 * @typedef {object} Parts
 * @property {Promise<WebAssembly.Module>} native pydantic_core
 * @property {Promise<Files>[]} archives what is laid into the file system
 * @property {Promise<Uint8Array>} [heap] the memory, when it is a snapshot
 * @property {number} [table] how many functions the interpreter's table must have for that memory
 */

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
 */

/**
 * What build.py knows: under which address each file lies, and of the snapshot what Pyodide wants to see of it first.
 * @type {{ files?: Record<string, string>, snapshot?: { head: string, table: number } }}
 */
const BUILT = {};

const FOLDER = new URL("./pyodide/", import.meta.url);
const ARCHIVES = ["python.zst", "archivist.zst"];
const NATIVE = "/lib/python3.14/site-packages/pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so";

/** What PyScript calls. @param {object} options Pyodide's */
export async function loadPyodide(options) {
  try {
    if (!early) throw new Error("Only a worker has one.");
    return await woken(await early, options);
  } catch (error) {
    console.info(`Python starts from its files, not from its snapshot. ${error}`);
    return start(files(), options);
  }
}
export { version };

/** What the long start needs. @returns {Parts} */
export const files = () => ({ native: native(), archives: ARCHIVES.map((name) => handled(archive(name))) });

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

async function snapshot() {
  if (!BUILT.snapshot) throw new Error("This build has none.");
  const { head, table } = BUILT.snapshot;
  const found = archive("snapshot.zst");
  const heap = handled(found.then((all) => /** @type {Uint8Array} */ (all.get("heap"))));
  const data = handled(found.then(dataOf));
  return { native: native(), archives: [data], heap, table, head: Uint8Array.from(atob(head), (one) => one.charCodeAt(0)) };
}

/** The files beside a snapshot's memory, copied: the memory goes. @param {Files} all */
const dataOf = (all) =>
  new Map([...all].filter(([path]) => path.startsWith("/")).map(([path, bytes]) => [path, bytes.slice()]));

/** Python from its snapshot. @param {Parts & { head: Uint8Array }} parts @param {object} options */
async function woken({ head, ...parts }, options) {
  const pyodide = await start(parts, { ...options, _loadSnapshot: head });
  const opened = await reader();
  Object.assign(globalThis, {
    layPython: () => {
      for (const name of ARCHIVES) lay(pyodide.FS, opened(fetchedNow(name)));
    },
  });
  pyodide.runPython("from archivist.browser.waking import awake; awake(); del awake");
  return pyodide;
}

/** Emscripten's module with everything in place, before Python's first step. @param {Module} module @param {Parts} parts */
async function furnished(module, { native, archives, heap, table }) {
  const { default: create } = await interpreter;
  /** @type {Promise<never>} */
  const failure = new Promise((_, fail) => {
    module.preRun.push(() => {
      module.addRunDependency("parts");
      const all = Promise.all([native, heap, ...archives]);
      const place = all.then(([compiled, memory, ...laid]) => {
        module.onRuntimeInitialized = () => {
          join(module, compiled);
          if (memory) remember(module, memory, table);
          for (const one of laid) lay(module.FS, one);
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

/**
 * Puts a snapshot's memory back. What it calls by number has to have the same number here: browsers differ in that.
 * @param {Module} module @param {Uint8Array} memory @param {number} [table]
 */
function remember(module, memory, table) {
  const { length } = module.wasmTable;
  if (length !== table) throw new Error(`The snapshot was made where ${table} functions are known, here it is ${length}.`);
  module.growMemory(memory.length);
  module.HEAPU8.set(memory);
  // Pyodide keeps what it was started with: without this, a second copy for as long as the page lives.
  structuredClone(memory.buffer, { transfer: [memory.buffer] });
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

/** @param {string} name */
const archive = (name) => unpacked(handled(fetched(name).then((response) => response.arrayBuffer())));

const native = () => handled(WebAssembly.compileStreaming(fetched("pydantic_core.wasm")));

/** @param {string} name */
const addressOf = (name) => new URL(BUILT.files?.[name] ?? name, FOLDER);

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(addressOf(name));
  if (!response.ok) throw new Error(`${response.url} is missing: the server answered ${response.status}.`);
  return response;
}

/** The same while Python waits in the middle of an import, which nothing but such a request can do. @param {string} name */
function fetchedNow(name) {
  const request = new XMLHttpRequest();
  request.open("GET", addressOf(name), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${name} is missing: the server answered ${request.status}.`);
  return new Uint8Array(request.response);
}

/** The promise; whoever needs it hears of its failure, and nobody else. @template T @param {Promise<T>} promise */
function handled(promise) {
  promise.catch(() => {});
  return promise;
}

// Asked for when this file is read: PyScript has other things to do before it calls.
const early = "WorkerGlobalScope" in globalThis ? handled(snapshot()) : null;
const interpreter = handled(import("./pyodide/pyodide.asm.mjs"));
