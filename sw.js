/**
 * Keeps the files of this build, so that the next visit needs no network. It lies at the top because a service worker
 * sees its own folder only. The page works without it.
 *
 * A closed list: what is not one of the build's files, a service's answer above all, goes by unseen and is never kept.
 * Files are kept under their content's hash and checked against it, so a build is kept whole or not at all, and a new
 * build fetches only what changed. A new build waits until no tab runs the old one, or for a reload of the only tab.
 */

/** Path below this folder to SHA-256; build.py fills it in, and by that a new build is a new worker. @type {Record<string, string>} */
const FILES = {};

const HOME = new URL("./", self.location.href);
const SHELF = `archivist ${HOME.pathname}`;
// A megabyte that draws graphs nobody has drawn before: kept when it was used.
const WHEN_USED = /^web\/vendor\/mermaid\//;

self.addEventListener("install", (event) => event.waitUntil(stock()));
self.addEventListener("activate", (event) => event.waitUntil(clear()));
self.addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path in FILES) event.respondWith(answer(event.request, path));
});

/** @param {Request} request */
function pathOf({ url, method }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== HOME.origin || !pathname.startsWith(HOME.pathname)) return "";
  return decodeURIComponent(pathname.slice(HOME.pathname.length)) || "index.html";
}

/** @type {Promise<Cache> | undefined} */
let opening;
const opened = () => (opening ??= caches.open(SHELF));

const key = (path) => new URL(`${path}?${FILES[path]}`, HOME).href;

/** Fetches what is not kept yet, one after the other: a visitor's own requests come first. */
async function stock() {
  const shelf = await opened();
  for (const path of Object.keys(FILES).filter((one) => !WHEN_USED.test(one))) {
    if (!(await shelf.match(key(path)))) await shelf.put(key(path), await fetched(path));
  }
}

/** Lets go of what only older builds had. */
async function clear() {
  const shelf = await opened();
  const current = new Set(Object.keys(FILES).map(key));
  for (const { url } of await shelf.keys()) if (!current.has(url)) await shelf.delete(url);
}

/** @param {Request} request @param {string} path */
async function answer(request, path) {
  if (request.mode === "navigate" && path === "index.html" && (await handedOver(request))) {
    return new Response("", { headers: { refresh: "0" } });
  }
  const shelf = await opened();
  return (await shelf.match(key(path))) ?? (await late(shelf, path)) ?? fetch(request);
}

/** Whether a build that waits may take over now. Only a reload tells that the one tab there is will be gone. */
async function handedOver(request) {
  const { waiting } = self.registration;
  if (!waiting || request.cache === "default") return false;
  const tabs = (await self.clients.matchAll()).filter(({ frameType }) => frameType === "top-level");
  if (tabs.length > 1) return false;
  waiting.postMessage("take over");
  return true;
}

/** A file that was not kept, or that the browser dropped; nothing when it cannot be had as this build has it. */
async function late(shelf, path) {
  try {
    const response = await fetched(path);
    await shelf.put(key(path), response.clone());
    return response;
  } catch {
    return undefined; // the request is then made as if there were no worker, and fails in its own words
  }
}

/** Python's files are asked for by their content (buildtools/site.py), so the copy that the first visit fetched will do. */
const BY_CONTENT = /\.zst$|pydantic_core\.wasm$/;

/** One file from the network, as new and without a redirect, which a navigation would not take. */
async function fetched(path) {
  const response = BY_CONTENT.test(path)
    ? await fetch(new URL(`${path}?${FILES[path].slice(0, 16)}`, HOME))
    : await fetch(new URL(path, HOME), { cache: "no-cache" });
  const bytes = await response.arrayBuffer();
  if ((await sha256(bytes)) !== FILES[path]) throw new Error(`${path} is not this build's: a newer one is there, or a proxy changed it.`);
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response(bytes, { headers });
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
