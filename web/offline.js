// @ts-check
/** Says that there is no network: the page opens, what was kept can be read, and no source can be asked. */
import { w } from "./texts/index.js";

const place = /** @type {HTMLElement} */ (document.getElementById("offline"));
const say = () => {
  place.textContent = navigator.onLine ? "" : w.offline;
};

addEventListener("online", say);
addEventListener("offline", say);
// The page sets its language when it has that language's words.
new MutationObserver(say).observe(document.documentElement, { attributeFilter: ["lang"] });
say();
