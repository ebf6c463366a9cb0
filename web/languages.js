// @ts-check
/** Names of the languages that books are in. */

// Where the bibliographic code of ISO 639-2 is not the one that the browser knows.
/** @type {Record<string, string>} */
const BIBLIOGRAPHIC = {
  alb: "sq",
  arm: "hy",
  baq: "eu",
  bur: "my",
  chi: "zh",
  cze: "cs",
  dut: "nl",
  fre: "fr",
  geo: "ka",
  ger: "de",
  gre: "el",
  ice: "is",
  mac: "mk",
  mao: "mi",
  may: "ms",
  per: "fa",
  rum: "ro",
  slo: "sk",
  tib: "bo",
  wel: "cy",
};

/**
 * The name of a language in the page's own language, or the code itself.
 * @param {string} code
 * @param {string} speaking
 */
export function languageName(code, speaking) {
  try {
    return new Intl.DisplayNames([speaking], { type: "language" }).of(BIBLIOGRAPHIC[code] ?? code) ?? code;
  } catch (error) {
    if (error instanceof RangeError) return code;
    throw error;
  }
}
