// PyScript's core as the hidden frame uses it; build.py puts the real one at this path in dist/.

interface PyScriptWorker extends Worker {
  /** Functions that the other side may call, both ways; a call across is a promise. */
  sync: Record<string, (...values: any[]) => unknown>;
  /** Resolves when the worker's script has run to its end, rejects with its error. */
  ready: Promise<PyScriptWorker>;
}

/** What PyScript's runtime shares with every other copy of itself in a document. */
interface Polyscript {
  XWorker: new (script: string, options: { type: string; version: string; async: boolean }) => PyScriptWorker;
}

/** Pyodide, as web/engine-python.mjs uses it; its own types want those of Node. */
interface Pyodide {
  FS: FileSystem;
  runPython(code: string): unknown;
}

/** Emscripten's file system. */
interface FileSystem {
  mkdirTree(path: string): void;
  writeFile(path: string, data: Uint8Array, options?: { canOwn?: boolean }): void;
}

declare module "*/pyodide/pyodide.mjs" {
  export const version: string;
  export function loadPyodide(options: object): Promise<Pyodide>;
}

declare module "*/pyodide/pyodide.asm.mjs" {
  export default function create(module: object): Promise<object>;
}
