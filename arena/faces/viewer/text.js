/**
 * Words as they may be shown to a person.
 * @module
 */

const OTHER = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/**
 * What a stranger said, with all that could deceive a reader written out: controls, marks of direction, joiners,
 * blanks that are none. It is what the command line does to it, too.
 * @param {string} text
 * @returns {string}
 */
export function shown(text) {
  return text.replace(OTHER, (char) => {
    const code = char.codePointAt(0) ?? 0;
    const digits = code.toString(16);
    if (code > 0xffff) return `\\U${digits.padStart(8, "0")}`;
    return code > 0xff ? `\\u${digits.padStart(4, "0")}` : (SHORT.get(char) ?? `\\x${digits.padStart(2, "0")}`);
  });
}

const SHORT = new Map([["\n", "\\n"], ["\r", "\\r"], ["\t", "\\t"]]);

/**
 * The beginning of a long text.
 * @param {string} text
 * @param {number} most characters
 * @returns {string}
 */
export function short(text, most) {
  const chars = [...text.slice(0, 2 * most)]; // a character may take two of a string's places
  return chars.length > most || text.length > 2 * most ? `${chars.slice(0, most - 1).join("")}\u2026` : text;
}

/**
 * A field's name as words.
 * @param {string} key
 * @returns {string}
 */
export function label(key) {
  return shown(key.replaceAll("_", " "));
}

/**
 * Any value of a game in one line: `deploy, card courier, at 2`.
 * @param {unknown} value
 * @returns {string}
 */
export function phrase(value) {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value === "" ? "nothing" : shown(value);
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.length ? value.map(inner).join(", ") : "none";
  const fields = Object.entries(value);
  if (!fields.length) return "nothing";
  return fields.map(([key, one], at) => (at === 0 && isTag(key) ? phrase(one) : `${label(key)} ${inner(one)}`)).join(", ");
}

/** @param {unknown} value */
function inner(value) {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0 ? `(${phrase(value)})` : phrase(value);
}

/**
 * Whether the first field of this name says what kind of struct it is in.
 * @param {string} key
 */
export function isTag(key) {
  return key === "do" || key === "type" || key === "kind";
}

/**
 * Milliseconds as a person reads them.
 * @param {number} ms
 * @returns {string}
 */
export function time(ms) {
  if (ms >= 10000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
