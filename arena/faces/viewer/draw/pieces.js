/**
 * What the games' own drawings have in common: where the open table is in a frame, and how what has changed is marked.
 * @module
 */
import { el } from "../dom.js";

/** @typedef {import("../model.js").Frame} Frame */

/**
 * The struct that holds what lies open: the public's view or, in a seat's replay, that of the seat. null where the
 * record could not be followed.
 * @param {Frame | null} frame
 * @returns {unknown}
 */
export function lying(frame) {
  return frame?.public ?? Object.values(frame?.seats ?? {})[0]?.view ?? null;
}

/**
 * What happened at a step, as its audience saw it; an event of which seats saw each its own comes once for each.
 * @param {Frame} frame
 * @returns {{event: string, [field: string]: unknown}[]}
 */
export function events(frame) {
  return frame.events.map((one) => /** @type {{event: string}} */ (one.event));
}

/**
 * By how much a number has changed, in a sign of its own; nothing if it has not, or was not there.
 * @param {number} now
 * @param {number | undefined} before
 */
export function change(now, before) {
  if (before === undefined || now === before) return null;
  const by = Math.abs(now - before);
  const more = now > before;
  return el("span", { class: more ? "by more" : "by less" }, el("span", { "aria-hidden": "true" }, `${more ? "+" : "\u2212"}${by}`), el("span", { class: "unseen" }, ` ${by} ${more ? "more" : "fewer"}`));
}

/** @param {string} word  what has happened to the piece that it is put on */
export function news(word = "new") {
  return el("span", { class: "news" }, word);
}

/**
 * How all seats stand, in a line that is seen with the first glance; what lies before each seat says it again, with words.
 * @param {import("../seats.js").Seats} seats
 * @param {number[]} acting
 * @param {(seat: number) => import("../dom.js").Child[]} figures
 */
export function standing(seats, acting, figures) {
  const each = seats.names.map((_, seat) => el("li", { class: acting.includes(seat) ? "acts" : null }, seats.tag(seat), el("span", { class: "figures" }, ...figures(seat))));
  return el("ul", { class: "standing", "aria-hidden": "true" }, ...each);
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
export function counted(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

/** @param {string} words */
export function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
