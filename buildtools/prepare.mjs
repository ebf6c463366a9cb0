// Imports the page's Python under Node, out of the site that is being built, and keeps what that compiled.
// Usage: node prepare.mjs PYODIDE_FOLDER SHARED_FOLDER; the second takes prepared.bin.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [pyodideFolder, shared] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: `${pyodideFolder}/` });
await pyodide.loadPackage("archivist", { messageCallback: () => {} });
pyodide.registerJsModule("polyscript", { xworker: { sync: {} } });
pyodide.mountNodeFS("/shared", shared);
pyodide.runPython(await readFile(new URL("prepare.py", import.meta.url), "utf8"));
