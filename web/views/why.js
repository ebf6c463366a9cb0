// @ts-check
/** "Why do I see this book?", told from the provenance of the run that showed it. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { https, siteOf } from "../links.js";
import { w } from "../texts/index.js";

/** @typedef {import("../types.js").WhyShown} WhyShown */

/** @param {WhyShown | null} why null while it is being asked @param {string} id what the button that opened it controls */
export const whyWords = (why, id) => html`
  <div class="why-words" id=${id} aria-live="polite">
    ${
      why === null
        ? html`<p>${w.looking}</p>`
        : html`
        <p>${w.whySeen(why.query, w.day(why.at), why.place, why.of)}</p>
        ${why.reasons.length ? html`<p>${w.whyReasons} ${why.reasons.join("; ")}.</p>` : nothing}
        ${why.origins.length ? html`<ul>${why.origins.map(origin)}</ul>` : nothing}
        ${why.merged_because ? html`<p>${w.whyMerged} ${why.merged_because}.</p>` : nothing}
        ${why.earlier[0] ? html`<p>${w.whyEarlier(why.earlier[0].query)}</p>` : nothing}`
    }
  </div>`;

/** @param {WhyShown["origins"][number]} record */
function origin({ source, url, fields }) {
  const address = https(url);
  const name = w.source[source] ?? source;
  return html`<li>
    ${
      address
        ? html`<a href=${address.href} target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer"
          >${name}<span class="unseen"> (${siteOf(address)}, ${w.newTab})</span></a>`
        : name
    }
    ${w.whyHolds(fields.map((field) => w.fields[field] ?? field).join(", "))}</li>`;
}
