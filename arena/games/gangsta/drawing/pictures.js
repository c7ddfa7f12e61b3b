/**
 * Pictures, each in a field of 24 by 24: skills, kinds of heists, and the heads of the families.
 * @module
 */
import { el, svg } from "arena/dom.js";
import { capital } from "arena/draw/pieces.js";
import { shown } from "arena/text.js";

/** @typedef {import("./structs.js").Printed} Printed */

const SKILLS = new Map([
  // A crown.
  ["L", "M3 18L2 7l5.5 4.5L12 4l4.5 7.5L22 7l-1 11zM3.5 19.5h17V22h-17z"],
  // Three cartridges.
  ["M", "M3 9q0-4 2-6q2 2 2 6v8H3zM10 9q0-4 2-6q2 2 2 6v8h-4zM17 9q0-4 2-6q2 2 2 6v8h-4zM2.5 18.5h5V21h-5zM9.5 18.5h5V21h-5zM16.5 18.5h5V21h-5z"],
  // Words in the ear.
  ["I", "M2 3h20v13h-9l-6 6v-6H2zM6 7v2h12V7zM6 11v2h8v-2z"],
  // Cross hairs.
  ["S", "M10.8 1h2.4v3.1a8 8 0 0 1 6.7 6.7H23v2.4h-3.1a8 8 0 0 1-6.7 6.7V23h-2.4v-3.1a8 8 0 0 1-6.7-6.7H1v-2.4h3.1a8 8 0 0 1 6.7-6.7zM12 6.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11zM12 10a2 2 0 1 1 0 4a2 2 0 1 1 0-4z"],
  // A fist.
  ["B", "M5 5.5a2 2 0 0 1 3.8 0a2 2 0 0 1 3.8 0a2 2 0 0 1 3.8 0a2 2 0 0 1 3.8.7V14q0 4-3 5.5V22H8v-2.5Q3 18 3 13q0-3 2-3.5zM6 11.5q-1 2 .5 3.5h6v-2H9z"],
  // A screen with a prompt.
  ["H", "M1 3h22v15H1zM3.5 5.5v10h17v-10zM5.5 7l4 3.5-4 3.5-1-1.2 2.5-2.3-2.5-2.3zM11 12.5h5V14h-5zM7 19.5h10V22H7z"],
]);
const KINDS = new Map([
  ["armoured van", "M1 5h14v11H1zM16 8h4l3 4v4h-7zM5.5 14.5a3 3 0 1 1 0 6a3 3 0 1 1 0-6zM18.5 14.5a3 3 0 1 1 0 6a3 3 0 1 1 0-6zM4 8v4h2V8zM9 8v4h2V8z"],
  ["casino", "M12 2c4 5 9 7.5 9 12a4.5 4.5 0 0 1-8 2.5q.5 3.5 2.5 5.5h-7q2-2 2.5-5.5a4.5 4.5 0 0 1-8-2.5c0-4.5 5-7 9-12z"],
  ["inmate transfer", "M2 2h20v20H2zM4.5 4.5v15H7v-15zM9.2 4.5v15h2v-15zM13 4.5v15h2v-15zM17 4.5v15h2.5v-15z"],
  ["jewellery", "M6 3h12l5 6-11 13L1 9zM7 5L4.5 8H8zM17 5l-1 3h3.5zM12 5L9.5 8h5zM4 10l5.5 7L8 10zM20 10l-5.5 7L16 10zM10 10l2 9 2-9z"],
  ["supermarket", "M1 3h4l1 3h16l-2.5 9H8L4 5H1zM9 17.5a2 2 0 1 1 0 4a2 2 0 1 1 0-4zM17 17.5a2 2 0 1 1 0 4a2 2 0 1 1 0-4z"],
  ["rival gangs", "M3 2l8 8-2 2L2 5zM21 2l1 3L8 19l1.5 1.5L8 22l-2.5-2.5L3 22l-1-1 2.5-2.5L2 16l1.5-1.5L5 16zM14 13l2-1 3 3 1.5-.5L22 16l-2.5 2.5L22 21l-1 1-2.5-2.5L16 22l-1.5-1.5L16 19z"],
  ["hack attack", "M12 1l9 3.5V12q0 7-9 11q-9-4-9-11V4.5zM12 7a3 3 0 0 0-1.5 5.6L9.5 17h5l-1-4.4A3 3 0 0 0 12 7z"],
  ["drug dealer", "M15.5 2a6.5 6.5 0 0 1 4.6 11.1l-7 7A6.5 6.5 0 0 1 3.9 10.9l7-7A6.5 6.5 0 0 1 15.5 2zM12.3 5.3L9 8.6l6.4 6.4 3.3-3.3a4.5 4.5 0 0 0-6.4-6.4z"],
  ["offshore investment", "M1 19q5.5-3 11 0t11 0v3H1zM10.5 17q2-6 .5-10-4-1-6 3-.5-5 4.5-5.5Q7 2 4 3.5 7 0 11.5 3.5 15 0 19 4q-4-1.5-5.5.5 5 .5 4.5 6-2-4-5-3.5 1.5 5 0 10z"],
  ["art theft", "M1 3h22v18H1zM4 6v12h16V6zM5.5 16.5l4-6 3 4 2-2.5 4 4.5zM16 7.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3z"],
]);
/** What each family wears: a fur hat, a broad brim, a cap, a felt hat, sunglasses. */
const HATS = new Map([
  ["bratva", "M6 9q-2-6 6-6.5Q20 3 18 9zM5 8.5h14v3H5z"],
  ["cartel", "M1 9.5q5 1 7-.5l1-6q3-1.5 6 0l1 6q2 1.5 7 .5-4 3-11 3t-11-3z"],
  ["ghetto", "M6 10q0-6.5 6-6.5 5 0 6 5l5 1.5-.5 1.5L6 11.5z"],
  ["mafia", "M7 8.5L8 3q4 1.5 8 0l1 5.5 3.5 1.5-.5 1.5H4L3.5 10z"],
  ["triads", "M6.5 9.5Q6 3.5 12 3.5t5.5 6l-1.5-2H8zM6 9.5h5l1 .7 1-.7h5v1q-.5 2.5-3 2.5-2 0-2.5-2h-1q-.5 2-2.5 2-2.5 0-3-2.5z"],
]);
const BUST = "M7.5 11.5h9q0 5-4.5 5t-4.5-5zM3 23q0-5.5 6-6.5l3 2.5 3-2.5q6 1 6 6.5z";

/**
 * @param {string} d
 * @param {string} name
 */
function drawn(d, name) {
  return svg("svg", { class: name, viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d, "fill-rule": "evenodd" }));
}

/**
 * A row of symbols, read as words.
 * @param {Printed} printed
 * @param {string} letters  one for each symbol
 * @param {string | null} learned  the one of them that was learned: the last of its kind
 */
export function skills(printed, letters, learned = null) {
  const tokens = [...letters].map((letter, at) => token(printed, letter, learned !== null && at === letters.lastIndexOf(learned)));
  return el("span", { class: "skills", "data-skills": letters }, ...tokens);
}

/**
 * @param {Printed} printed
 * @param {string} letter
 * @param {boolean} learned
 */
function token(printed, letter, learned) {
  const name = capital(printed.skills[letter] ?? shown(letter));
  return el("span", { class: `skill skill-${SKILLS.has(letter) ? letter : "none"}${learned ? " learned" : ""}`, title: learned ? `${name}, learned` : name }, drawn(SKILLS.get(letter) ?? "", "icon"), el("span", { class: "unseen" }, ` ${name}${learned ? " (learned)" : ""} `));
}

/** @param {string} name  of a kind of heist */
export function kind(name) {
  return drawn(KINDS.get(name) ?? "M4 4h16v16H4z", "kind");
}

/** @param {string} family */
export function head(family) {
  return drawn(`${HATS.get(family) ?? ""}${BUST}`, `head family-${HATS.has(family) ? family : "none"}`);
}

/** @param {number} dollars */
export function money(dollars) {
  return el("span", { class: "money" }, `$${dollars}`);
}

/** @param {number} points */
export function influence(points) {
  return el("span", { class: "influence", title: "influence" }, drawn("M12 1.5l3.2 6.9 7.3.9-5.4 5.1 1.4 7.4L12 18.2l-6.5 3.6 1.4-7.4L1.5 9.3l7.3-.9z", "star"), String(points), el("span", { class: "unseen" }, " influence"));
}
