// @ts-check
/**
 * Inside a hidden frame: the browser's own LanguageModel, or WebLLM, as a server that speaks OpenAI's chat completions.
 *
 * Requests come over the port as `{id, body}`, without a body for the list of models, and are answered with `{id, status, kind, text, done}`, in one piece or
 * as server-sent events; `{id, drop: true}` ends one.
 */

/** @typedef {{messages: {role: string, content: string}[], model: string, stream?: boolean, tools?: unknown[], response_format?: {json_schema: {schema: object}}, max_tokens?: number, temperature?: number}} Body */
/** @typedef {(words: string) => void} Say */
/** What a model has to be able to do. @typedef {{models: () => Promise<string[]>, chat: (body: Body, say: Say, signal: AbortSignal) => Promise<string>}} Model */

// The version whose file has this hash, and the hosts from which it takes models and their programs.
const WEBLLM = "https://cdn.jsdelivr.net/npm/@mlc-ai/web-llm@0.2.86/lib/index.js";
const HASH = "riZC5zpKmJbCHvs6BnxGZkRvi0nL4gEvS1dvXYPV8gY=";
const REACH = {
  "built-in": "'none'",
  webllm: "blob: https://cdn.jsdelivr.net https://huggingface.co https://*.huggingface.co https://*.hf.co https://raw.githubusercontent.com",
};

/** What a model could not do, as a status of HTTP. */
class Refusal extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const name = /** @type {keyof typeof REACH} */ (new URL(location.href).searchParams.get("model") ?? "built-in");
const policy = document.createElement("meta");
policy.httpEquiv = "Content-Security-Policy";
policy.content = `connect-src ${REACH[name]}`;
document.head.append(policy);

/** @type {Model} */
const builtIn = {
  models: async () => {
    const found = await languageModel().availability();
    if (found !== "available") throw new Refusal(404, `the browser's own model is ${found}`);
    return ["built-in"];
  },
  chat: async ({ messages, response_format, tools }, say, signal) => {
    if (tools) throw new Refusal(400, "tools are not supported");
    const session = await languageModel().create({ initialPrompts: messages.slice(0, -1), signal });
    try {
      const options = { signal, ...(response_format ? { responseConstraint: response_format.json_schema.schema } : {}) };
      let whole = "";
      for await (const words of session.promptStreaming(messages.at(-1)?.content ?? "", options)) {
        whole += words;
        say(words);
      }
      return whole;
    } finally {
      session.destroy();
    }
  },
};

/** @returns {any} */
function languageModel() {
  if (!("LanguageModel" in self)) throw new Refusal(404, "this browser has no model of its own");
  return self.LanguageModel;
}

/** @type {any} */
let library = null;
/** @type {any} */
let engine = null;
let loaded = "";

/** @type {Model} */
const webllm = {
  models: async () => {
    if (!("gpu" in navigator)) throw new Refusal(404, "this browser has no WebGPU");
    return (await webLlm()).prebuiltAppConfig.model_list.map((/** @type {{model_id: string}} */ one) => one.model_id);
  },
  chat: async ({ tools, response_format, ...body }, say, signal) => {
    if (tools) throw new Refusal(400, "tools are not supported");
    const { CreateMLCEngine } = await webLlm();
    engine ??= await CreateMLCEngine(body.model);
    if (loaded && loaded !== body.model) await engine.reload(body.model);
    loaded = body.model;
    const form = response_format ? { response_format: { type: "json_object", schema: JSON.stringify(response_format.json_schema.schema) } } : {};
    signal.addEventListener("abort", () => engine.interruptGenerate());
    const chunks = await engine.chat.completions.create({ ...body, ...form, stream: true });
    let whole = "";
    for await (const chunk of chunks) {
      const words = chunk.choices[0]?.delta?.content ?? "";
      whole += words;
      if (words) say(words);
    }
    return whole;
  },
};

/** The library, when its file is what it was when this was written. */
async function webLlm() {
  if (library) return library;
  const file = await (await fetch(WEBLLM, { referrerPolicy: "no-referrer", credentials: "omit" })).arrayBuffer();
  const digest = btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", file))));
  if (digest !== HASH) throw new Refusal(403, "WebLLM's file is not the one that this page knows");
  library = await import(URL.createObjectURL(new Blob([file], { type: "text/javascript" })));
  return library;
}

const model = name === "webllm" ? webllm : builtIn;
const { port1: own, port2: forPage } = new MessageChannel();
/** @type {Map<string, AbortController>} */
const open = new Map();

/** @param {string} id @param {number} status @param {string} kind @param {string} text @param {boolean} done */
const tell = (id, status, kind, text, done) => own.postMessage(JSON.stringify({ t: "model", id, status, kind, text, done }));

own.onmessage = async (/** @type {MessageEvent<string>} */ { data }) => {
  const { id, body, drop } = JSON.parse(data);
  if (drop) return open.get(id)?.abort();
  const stop = new AbortController();
  open.set(id, stop);
  try {
    await (body === null ? list(id) : chat(id, JSON.parse(body), stop.signal));
  } catch (error) {
    const { status = 500, message } = /** @type {Refusal} */ (error);
    tell(id, status, "application/json", JSON.stringify({ error: { message } }), true);
  }
  return open.delete(id);
};

/** @param {string} id */
async function list(id) {
  tell(id, 200, "application/json", JSON.stringify({ data: (await model.models()).map((one) => ({ id: one })) }), true);
}

/** @param {string} id @param {Body} body @param {AbortSignal} signal */
async function chat(id, body, signal) {
  /** @param {object} choice */
  const event = (choice) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
  const say = (/** @type {string} */ content) => body.stream && tell(id, 200, "text/event-stream", event({ delta: { content } }), false);
  const content = await model.chat(body, say, signal);
  if (body.stream) tell(id, 200, "text/event-stream", event({ delta: {}, finish_reason: "stop" }), true);
  else tell(id, 200, "application/json", JSON.stringify({ choices: [{ message: { content }, finish_reason: "stop" }] }), true);
}

parent.postMessage("inpage", location.origin, [forPage]);

export {};
