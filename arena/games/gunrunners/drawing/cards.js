/**
 * The agents' cards: faces, and backs in the colour of the agency with what is known of them.
 * @module
 */
import { el, svg } from "arena/dom.js";
import { capital, news } from "arena/draw/pieces.js";
import { shown } from "arena/text.js";

/** @typedef {import("./structs.js").Table} Table */
/** @typedef {import("./knowledge.js").Known} Known */

/** Pictures in a field of 24 by 24; what is not filled is drawn by its lines. */
const FIGURE = "M12 3c2.2 0 3.6 1 4.2 3l2.3.6v1.2H5.5V6.6L7.8 6C8.4 4 9.8 3 12 3zM8.5 9h7c0 2.8-1.3 5-3.5 5s-3.5-2.2-3.5-5zM4 21.5c.5-4 2.7-6 5.3-6.5L12 18l2.7-3c2.6.5 4.8 2.5 5.3 6.5z";
/** @type {Record<string, string>} */
const SPECIALS = {
  // A star of office.
  director: "M12 2l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.2l-6.1 3.4 1.4-6.8L2.2 9.1l6.9-.8z",
  // An eye.
  informant: "M12 5c5 0 8.5 3.5 10.5 7-2 3.5-5.5 7-10.5 7S3.5 15.5 1.5 12C3.5 8.5 7 5 12 5zm0 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9zm0 2.3a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 1 1 0-4.4z",
  // A sheet with ticks.
  auditor: "M5 2h14v20H5zM8 6.5l1.5 1.5L12 5.5l-.9-.9-1.6 1.6-.6-.6zM13 6h4v1.5h-4zM8 11.5l1.5 1.5 2.5-2.5-.9-.9-1.6 1.6-.6-.6zM13 11h4v1.5h-4zM8 17h9v1.5H8z",
  // Binoculars.
  spy: "M6 3h4v4h4V3h4l1.5 6.5A5.5 5.5 0 1 1 14 17h-4a5.5 5.5 0 1 1-5.5-7.5zM5.5 12a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM18.5 12a3 3 0 1 0 0 6a3 3 0 1 0 0-6z",
  // Two cards, one behind the other.
  quartermaster: "M3 6h11v15H3zM8 2h12v15h-4V4.5H8zM8.5 10v2.5H6v2h2.5V17h2v-2.5H13v-2h-2.5V10z",
  // A lorry.
  smuggler: "M1 6h13v10H1zM15 9h4l4 4v3h-8zM6 15a3 3 0 1 1 0 6a3 3 0 1 1 0-6zM18 15a3 3 0 1 1 0 6a3 3 0 1 1 0-6z",
};
const PICTURES = new Map(Object.entries(SPECIALS));

/**
 * A card that is seen.
 * @param {Table} table
 * @param {number} owner
 * @param {string} card
 * @param {{fresh?: boolean, active?: boolean, piece?: string | undefined, revealed?: boolean}} how
 */
export function face(table, owner, card, { fresh = false, active = false, piece, revealed = false } = {}) {
  const plain = !PICTURES.has(card);
  return el(
    "div",
    { class: `agent face seat-${owner % 8}${plain ? "" : " special"}${fresh ? " fresh" : ""}`, "data-card": card, "data-owner": owner, "data-piece": piece },
    el("span", { class: "value" }, String(table.printed.values[card] ?? "?")),
    table.seats.mark(owner),
    picture(card),
    el("span", { class: "title" }, el("span", {}, named(card))),
    active && el("span", { class: "power" }, "active"),
    revealed && el("span", { class: "power" }, "hidden"),
    fresh && news(),
  );
}

/**
 * A card that lies face down.
 * @param {Table} table
 * @param {number} owner
 * @param {Known | null} known
 * @param {{fresh?: string | null, held?: boolean, piece?: string | undefined}} how
 */
export function back(table, owner, known, { fresh = null, held = false, piece } = {}) {
  return el(
    "div",
    { class: `agent back seat-${owner % 8}${fresh ? " fresh" : ""}${held ? " held" : ""}`, "data-owner": owner, "data-piece": piece, "data-known": known?.sure ? known.cards[0] : null },
    el("span", { class: "unseen" }, `face down, of ${table.seats.said(owner)}`),
    table.seats.mark(owner),
    known && knowing(table, known),
    held && el("span", { class: "power" }, "picked up"),
    fresh && news(fresh),
  );
}

/**
 * @param {Table} table
 * @param {Known} known
 */
function knowing(table, { cards, sure, among, by }) {
  const own = typeof table.audience === "number";
  const places = among.map((at) => at + 1).join(" or ");
  const title = sure ? null : `${cards.map(named).join(", ")}: at ${places}`;
  const names = cards.map((card) => el("span", { class: "name" }, el("b", {}, String(table.printed.values[card] ?? "?")), ` ${brief(card)}${sure ? "" : "?"}`));
  return el(
    "span",
    { class: "known", title },
    el("span", { class: "unseen" }, sure ? "known: " : `perhaps, at location ${places}: `),
    ...names,
    !own && el("span", { class: "by" }, el("span", { class: "unseen" }, `known to ${by.map((seat) => table.seats.said(seat)).join(", ")}`), eye(), ...by.map((seat) => el("span", { class: `seat-${seat % 8}` }, table.seats.mark(seat)))),
  );
}

/**
 * Where a card could lie.
 * @param {string} words  said of it
 * @param {string} [piece]
 */
export function slot(words, piece) {
  return el("div", { class: "agent slot", "data-piece": piece }, el("span", { class: "unseen" }, words));
}

/** @param {string} card */
export function picture(card) {
  return svg("svg", { class: "picture", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PICTURES.get(card) ?? FIGURE, "fill-rule": "evenodd" }));
}

function eye() {
  return svg("svg", { class: "eye", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SPECIALS.informant, "fill-rule": "evenodd" }));
}

/**
 * A plain agent's name is its value, which the card shows already.
 * @param {string} card
 */
function named(card) {
  return capital(shown(card).replace(/^agent \d+$/, "agent").replace("quartermaster", "quarter\u00admaster"));
}

/** @param {string} card */
function brief(card) {
  return named(card).toLowerCase();
}
