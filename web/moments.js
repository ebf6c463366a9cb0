// @ts-check
/**
 * When work is done. Whatever takes long is cut into tasks, so that a key or a click waits for one of them only; what is drawn
 * by us and what the browser then lays out are two.
 */

/** @param {() => void} work done in a task of its own, before most else that waits */
export const soon = (work) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(null);
};

/** @param {() => void} work done before the next picture; a hidden tab has no pictures */
export const beforePicture = (work) => (document.hidden ? setTimeout : requestAnimationFrame)(work);

/** @param {() => void} work done when nobody needs the page */
export const idle = (work) => ("requestIdleCallback" in window ? requestIdleCallback(work) : setTimeout(work, 200));

/** Goes on in the next task. @returns {Promise<void>} */
export const nextTask = () => new Promise(soon);

/** Goes on before the next picture. @returns {Promise<void>} */
export const nextPicture = () => new Promise((resolve) => beforePicture(resolve));
