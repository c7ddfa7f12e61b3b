/**
 * Cards as they lie on the table: Trial cards by what they show, backs, tiles.
 * @module
 */
import { el } from "arena/dom.js";
import { items } from "arena/draw/compare.js";
import { shown } from "arena/text.js";
import { glyph } from "./glyphs.js";

/** @typedef {import("./structs.js").Trial} Trial */

export const THREATS = ["night", "snow", "rain", "shell", "mask", "whistle"];

/**
 * A Trial card. `note` says in a word what is special about it here.
 * @param {Trial} trial
 * @param {{fresh?: boolean, gone?: boolean, note?: string, piece?: string}} [here]
 */
export function card(trial, { fresh = false, gone = false, note = "", piece } = {}) {
  const kind = trial.hard_knock ? "knock" : "threat";
  const six = trial.shows.length > 3 ? "gz-many" : "";
  return el(
    "li",
    { class: `gz-card gz-${kind} ${six} ${fresh ? "gz-fresh" : ""} ${gone ? "gz-gone" : ""}`, "data-card": trial.card, "data-piece": piece },
    el("span", { class: "gz-signs" }, ...trial.shows.map((threat) => glyph(threat, `gz-${threat}`)), ...Array.from({ length: trial.bolts ?? 0 }, () => glyph("bolt", "gz-bolt")), trial.trap && glyph("trap", "gz-trap"), trial.luck && glyph("luck", "gz-luck")),
    el("span", { class: "gz-name" }, shown(trial.card)),
    (fresh || gone) && el("span", { class: "gz-note" }, gone ? "gone" : "new"),
    note && el("span", { class: "gz-note" }, note),
  );
}

/**
 * Cards side by side; those that came with the last step are marked.
 * @param {Trial[]} cards
 * @param {Trial[] | undefined} before
 * @param {{note?: (trial: Trial, at: number) => string, piece?: (trial: Trial) => string, gone?: boolean}} [how]  `gone`: show those that left, too
 */
export function row(cards, before, { note, piece, gone = false } = {}) {
  const { fresh, gone: left } = items(cards, before ?? cards);
  const here = cards.map((trial, at) => card(trial, { fresh: fresh[at] ?? false, note: note?.(trial, at) ?? "", piece: piece?.(trial) }));
  const away = gone ? left.map((trial) => card(/** @type {Trial} */ (trial), { gone: true })) : [];
  return el("ul", { class: "gz-row" }, ...here, ...away);
}

/**
 * Cards that lie face down, of which the number can be seen.
 * @param {number} count
 */
export function backs(count) {
  return el("p", { class: "gz-backs" }, ...Array.from({ length: Math.min(count, 12) }, () => glyph("back")), el("span", {}, `${count} ${count === 1 ? "card" : "cards"}`));
}

/**
 * A Support tile: whom it goes to, by veterans to the left or to the right.
 * @param {string} tile  `left 1`, `right 2`, or one player's `left`, `centre`, `right`, `nobody`
 * @param {string} [note]
 */
export function tile(tile, note = "") {
  const [side = "", steps = ""] = tile.split(" ");
  return el(
    "li",
    { class: "gz-tile", "data-piece": `tile ${tile}` },
    ...Array.from({ length: Number(steps) || 1 }, () => glyph(side)),
    el("span", {}, shown(tile)),
    note && el("span", { class: "gz-note" }, note),
  );
}
