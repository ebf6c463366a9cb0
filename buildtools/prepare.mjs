// Imports the page's Python under Node, out of the site that is being built, and keeps what that compiled.
// Usage: node prepare.mjs WEB_FOLDER SHARED_FOLDER; the second takes the new archivist.zst.
import { readFile } from "node:fs/promises";
import { siteInNode } from "./node.mjs";

const [folder, shared] = process.argv.slice(2);
const { files, start } = await siteInNode(folder);
const pyodide = await start(files());
pyodide.mountNodeFS("/site", folder);
pyodide.mountNodeFS("/shared", shared);
pyodide.mountNodeFS("/buildtools", new URL(".", import.meta.url).pathname);
pyodide.runPython(await readFile(new URL("prepare.py", import.meta.url), "utf8"));
