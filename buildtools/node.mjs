// The site's Python under Node, whose fetch knows no files.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

/** web/engine-python.mjs of a site that is being built, in `folder`. */
export async function siteInNode(folder) {
  const headers = { "content-type": "application/wasm" };
  globalThis.fetch = async (url) => new Response(await readFile(url), { headers });
  return import(pathToFileURL(`${folder}/engine-python.mjs`).href);
}
