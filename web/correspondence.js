// @ts-check
/**
 * Requests to the engine, each with its one reply: what is kept is asked for and changed by these.
 *
 * They are sent when Python is there, not before: a restart, or a gateway that needs a new frame, loses what waits in
 * the old one. What had no reply when Python ended is asked again; every request may come twice.
 */

/** What the visitor should read when a request could not be met. */
export class Refused extends Error {
  /** @param {string} message @param {string} advice */
  constructor(message, advice) {
    super(message);
    this.advice = advice;
  }
}

/**
 * @param {(message: import("./types.js").Up) => void} send
 * @param {() => string} newId
 */
export function correspondence(send, newId) {
  /** @type {Map<string, {message: import("./types.js").Up, resolve: (data: any) => void, reject: (error: Refused) => void}>} */
  const open = new Map();
  let ready = false;

  return {
    /** @type {import("./types.js").Request} */
    request: (what, fields = {}, id = newId()) =>
      new Promise((resolve, reject) => {
        const message = /** @type {import("./types.js").Up} */ ({ ...fields, t: "request", id, what });
        open.set(id, { message, resolve, reject });
        if (ready) send(message);
      }),

    /** Takes what concerns requests; true when the message was for one. @param {import("./types.js").Down} message */
    heard(message) {
      if (message.t === "boot") turned(message.stage === "ready");
      if (message.t === "failed" && message.id === null) turned(false);
      if (message.t === "failed" && message.id && open.has(message.id))
        return settle(message.id, ({ reject }) => reject(new Refused(message.message, message.advice)));
      return message.t === "reply" && settle(message.id, ({ resolve }) => resolve(message));
    },
  };

  /** @param {boolean} now */
  function turned(now) {
    if (now && !ready) for (const { message } of open.values()) send(message);
    ready = now;
  }

  /** @param {string} id @param {(waiting: {resolve: (data: any) => void, reject: (error: Refused) => void}) => void} end */
  function settle(id, end) {
    const waiting = open.get(id);
    open.delete(id);
    // A second reply to what was asked twice tells nothing new.
    if (waiting) end(waiting);
    return true;
  }
}
