// Runs the very Pyodide that the page gets, under Node, so that the bytecode's magic number is the right one.
// Usage: node compile.mjs PYODIDE_FOLDER SHARED_FOLDER; the folder holds jobs.json and takes the results.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [pyodideFolder, shared] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ env: { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" } });
pyodide.mountNodeFS("/shared", shared);
pyodide.runPython(await readFile(new URL("bytecode.py", import.meta.url), "utf8"));
