/**
 * Tells a visitor whose browser cannot run this page what to do. A plain script in plain old JavaScript, because it runs
 * where nothing else of the page does.
 */
(function () {
  /** @type {Record<string, boolean>} */
  var needs = {
    modules: "noModule" in document.createElement("script"),
    WebAssembly: typeof WebAssembly === "object",
    language: "findLast" in Array.prototype && "hasOwn" in Object && typeof structuredClone === "function",
    dialogs: typeof HTMLDialogElement === "function",
  };
  var missing = Object.keys(needs).filter(function (name) {
    return !needs[name];
  });
  if (!missing.length) return;
  /** @type {Record<string, string[]>} */
  var words = {
    en: ["This page cannot work in this browser. Chrome or Edge 123, Firefox 120, Safari 17.5 or newer can open it.", "WebAssembly, in which this page runs its search, is switched off here. Allow it for this page (in Lockdown Mode or a hardened browser it is a setting of the site), or use another browser."],
    de: ["Diese Seite kann in diesem Browser nicht arbeiten. Chrome oder Edge 123, Firefox 120, Safari 17.5 und neuere öffnen sie.", "WebAssembly, worin diese Seite sucht, ist hier abgeschaltet. Erlauben Sie es für diese Seite, oder nehmen Sie einen anderen Browser."],
    fr: ["Cette page ne peut pas fonctionner dans ce navigateur. Chrome ou Edge 123, Firefox 120, Safari 17.5 ou plus récents l’ouvrent.", "WebAssembly, avec quoi cette page cherche, est désactivé ici. Autorisez-le pour cette page, ou prenez un autre navigateur."],
    es: ["Esta página no puede funcionar en este navegador. Chrome o Edge 123, Firefox 120, Safari 17.5 o posteriores la abren.", "WebAssembly, con lo que busca esta página, está desactivado aquí. Permítalo para esta página, o use otro navegador."],
    it: ["Questa pagina non può funzionare in questo browser. Chrome o Edge 123, Firefox 120, Safari 17.5 o più recenti la aprono.", "WebAssembly, con cui questa pagina cerca, è disattivato qui. Lo consenta per questa pagina, o usi un altro browser."],
  };
  var said = words[(navigator.language || "en").slice(0, 2)] || words.en || [];
  var place = document.createElement("p");
  place.id = "old";
  place.setAttribute("role", "alert");
  place.textContent = (said || [])[missing[0] === "WebAssembly" ? 1 : 0] || "";
  document.body.insertBefore(place, document.body.firstChild);
})();
