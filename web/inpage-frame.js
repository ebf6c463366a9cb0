// @ts-check
/** The page's end of a model that runs in this browser: a hidden frame, made when the model is first asked. */

/** @type {Map<string, Promise<MessagePort>>} */
const frames = new Map();

/**
 * Passes a request of the engine on to its model.
 * @param {{id: string, model: string, path: string, body: string | null, drop: boolean}} wanted
 * @param {(said: any) => void} reply hears each piece of the answer
 */
export async function ask({ model, ...request }, reply) {
  const known = frames.get(model);
  const port = await (known ?? begun(model, reply));
  port.postMessage(JSON.stringify(request));
}

/** @param {string} model @param {(said: any) => void} reply */
function begun(model, reply) {
  const frame = document.createElement("iframe");
  /** @type {Promise<MessagePort>} */
  const greeted = new Promise((resolve) => {
    addEventListener("message", ({ source, data, ports: [port] }) => {
      if (source !== frame.contentWindow || data !== "inpage" || !port) return;
      port.onmessage = (event) => reply(JSON.parse(event.data));
      resolve(port);
    });
  });
  frames.set(model, greeted);
  frame.src = new URL(`inpage.html?model=${model}`, import.meta.url).href;
  frame.hidden = true;
  frame.title = "model";
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  document.body.append(frame);
  return greeted;
}
