// @ts-check
/** Puts the page together: state, engine, views. */
import { render } from "./vendor/lit-html/lit-html.js";
import { actionsOn, newId } from "./actions.js";
import { announcer } from "./announcer.js";
import { keptAppearance, wear } from "./appearance.js";
import { conversationBefore } from "./conversing.js";
import { correspondence } from "./correspondence.js";
import { connect } from "./engine.js";
import { remembering } from "./history.js";
import { listen } from "./keyboard.js";
import { questionIn } from "./links.js";
import { nextPicture, nextTask } from "./moments.js";
import { rehearse } from "./rehearsal.js";
import { settingsKept } from "./settingskept.js";
import { initial, received } from "./state.js";
import { Store } from "./store.js";
import { speak } from "./texts/index.js";
import { FURNITURE, page } from "./views/page.js";
import { watchOver } from "./vigil.js";

// Opening that is over before it can be read needs no words.
const WORDS_AFTER = 600;
const LEVELS = /** @type {const} */ ({ debug: "debug", info: "info", warning: "warn", error: "error" });
const WIDE = matchMedia("(min-width: 66rem)");
const BROAD = matchMedia("(min-width: 84rem)");

const appearance = keptAppearance();
wear(appearance);
await speak(appearance.language);
// The modules were read and run; what comes now is a task of its own.
await nextTask();

const before = conversationBefore();
const usual = initial(appearance, before?.id ?? newId());
const kept = settingsKept.read();
const store = new Store({
  ...usual,
  settings: { ...usual.settings, ...kept },
  remember: "model_key" in kept,
  turns: before?.turns ?? [],
  fetching: before !== null && !before.turns.length,
  wide: WIDE.matches,
  broad: BROAD.matches,
  offered: questionIn(location.hash),
});
const empty = /** @type {HTMLElement} */ (document.getElementById("page"));
// Drawn beside the document, which it enters in a task of its own.
const place = /** @type {HTMLElement} */ (empty.cloneNode());
const news = announcer(/** @type {HTMLElement} */ (document.getElementById("news")));

const engine = connect({ onMessage: heard });
const letters = correspondence((message) => engine.send(message), newId);
const actions = actionsOn(store, engine, letters.request);
const vigil = watchOver(store, { ask: () => void letters.request("open-questions").catch(() => {}), restart: () => actions.restart() });
let restarts = 0;

store.watch((state) => {
  render(page(state, actions), place);
  present(state.dialog);
  news(state);
});
WIDE.addEventListener("change", () =>
  store.update((state) => ({ ...state, wide: WIDE.matches, dialog: state.dialog === "trace" ? null : state.dialog })),
);
BROAD.addEventListener("change", () =>
  store.update((state) => ({ ...state, broad: BROAD.matches, dialog: state.dialog === "side" ? null : state.dialog })),
);
setTimeout(() => store.update((state) => ({ ...state, boot: { ...state.boot, slow: true } })), WORDS_AFTER);
addEventListener("hashchange", () => store.update((state) => ({ ...state, offered: questionIn(location.hash) })));
listen(store, actions);
remembering(store, actions);
const early = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("question"));
takeOver();
store.flush();
await nextTask();
const wasWriting = document.activeElement === early;
// What was written meanwhile.
if (takeOver()) store.flush();
empty.replaceWith(place);
if (wasWriting || matchMedia("(pointer: fine)").matches) document.getElementById("question")?.focus({ preventScroll: true });
await nextTask();
if (appearance.language !== "en" || Object.keys(kept).length) engine.send({ t: "configure", settings: store.state.settings });
actions.comeBack();
actions.lookAtShelf();
if (early?.form?.hasAttribute("data-asked")) actions.ask();
void furnish();

/** What was written before this code was there; whether that is news. */
function takeOver() {
  const { draft } = store.state;
  if (early) store.update((state) => (early.value === draft ? state : { ...state, draft: early.value }));
  return store.state.draft !== draft;
}

/** What is not looked at first is drawn piece by piece, and then the answer is rehearsed. */
async function furnish() {
  while (store.state.furnished < FURNITURE) {
    await nextPicture();
    await nextTask();
    store.update((state) => ({ ...state, furnished: state.furnished + 1 }));
    store.flush();
  }
  rehearse(store.state, actions);
}

/** @param {any} message what the engine says; `received` looks at its kind */
function heard(message) {
  vigil.heard();
  if (message.t === "log") console[LEVELS[/** @type {keyof typeof LEVELS} */ (message.level)] ?? "log"](message.text);
  if (message.t === "model" || message.t === "model-drop") return void carry(message);
  if (letters.heard(message)) return;
  const wasReady = store.state.boot.ready;
  store.update((state) => received(state, message));
  if (message.t === "answer") {
    actions.note();
    actions.list();
  }
  // Python that ended while it worked is started again, once: what ends it twice would end it for ever.
  if (wasReady && store.state.boot.failure && restarts++ < 1) actions.restart();
}

/** A model that runs in this browser is fetched when it is first asked. @param {any} message */
async function carry({ t, id, model, path, body }) {
  const { ask } = await import("./inpage-frame.js");
  await ask({ id, model, path, body, drop: t === "model-drop" }, (said) => engine.send(said));
}

/** Opens the dialog that the state names and closes the others. @param {string | null} name */
function present(name) {
  for (const dialog of document.querySelectorAll("dialog")) {
    const wanted = dialog.id === `dialog-${name}`;
    if (wanted && !dialog.open) dialog.showModal();
    if (!wanted && dialog.open) dialog.close();
  }
}
