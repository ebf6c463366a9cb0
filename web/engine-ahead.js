// @ts-check
/**
 * Inside the hidden frame, whose policy lets the book services in: one request that the page wants sent while Python
 * starts. Its answer is kept until the run makes the same request, and is dropped when the page says that the run is
 * over. Once Python has asked for it no other one is begun: Python is there and asks by itself.
 */

// More than `client.py` reads of a body; it says what is wrong with such an answer.
const LONGEST = 4_000_001;
// What a transport tells of an answer, see fetch.py.
const HEADERS = ["content-type", "retry-after"];

/** @type {{ id: string, url: string, given: AbortController, reply: Promise<object> } | null} */
let held = null;
let late = false;

addEventListener("message", ({ source, data }) => {
  if (source !== parent || !data?.ahead) return;
  const { id, url } = data.ahead;
  if (url && !late && !held) held = asked(id, url);
  if (!url && held?.id === id) drop();
});

function drop() {
  held?.given.abort();
  held = null;
}

/** @param {string} id @param {string} url */
function asked(id, url) {
  const given = new AbortController();
  return { id, url, given, reply: reply(url, given.signal).catch(() => ({ failed: navigator.onLine ? "refused" : "unconnected" })) };
}

/** @param {string} url @param {AbortSignal} signal */
async function reply(url, signal) {
  const headers = { Accept: "application/json" };
  const response = await fetch(url, { headers, credentials: "omit", referrerPolicy: "no-referrer", signal });
  const told = HEADERS.map((name) => [name, response.headers.get(name)]).filter(([, value]) => value !== null);
  return { status: response.status, headers: Object.fromEntries(told), body: await text(response) };
}

/** The body as far as anybody would read it. @param {Response} response */
async function text({ body }) {
  const decoder = new TextDecoder();
  let [read, said] = [0, ""];
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = read < LONGEST ? await reader?.read() : undefined) {
    read += part.value.length;
    said += decoder.decode(part.value, { stream: true });
  }
  return said + decoder.decode();
}

/** The address of what was asked; empty for nothing. */
export function askedAhead() {
  late = true;
  return held?.url ?? "";
}

/** The answer and for which question it was asked, as JSON, for the one who makes the request now. */
export async function takenAhead() {
  const taken = held;
  held = null;
  return JSON.stringify({ id: taken?.id ?? "", ...(await taken?.reply) });
}
