/**
 * What lies before each player: confiscated crates, hand, pile, discards, and the die before the active one.
 * @module
 */
import { el } from "arena/dom.js";
import { items } from "arena/draw/compare.js";
import { counted } from "arena/draw/pieces.js";
import { shown } from "arena/text.js";
import { cubes, die, figure } from "./board.js";
import { face } from "./cards.js";
import { memories } from "./knowledge.js";

/** @typedef {import("./structs.js").Table} Table */
/** @typedef {import("./structs.js").Player} Player */
/** @typedef {import("./structs.js").View} View */
/** @typedef {import("./board.js").Moment} Moment */

const PLACES = ["1st", "2nd", "3rd", "4th"];

/**
 * @param {Table} table
 * @param {Moment} moment
 * @param {import("arena/model.js").Frame | null} before
 */
export function players(table, moment, before) {
  const seats = moment.open.players.map((_, seat) => seat);
  const own = Number(table.audience);
  if (seats.includes(own)) seats.splice(0, seats.length, ...seats.slice(own), ...seats.slice(0, own));
  return el("div", { class: "players" }, ...seats.map((seat) => player(table, moment, before, seat)));
}

/**
 * @param {Table} table
 * @param {Moment} moment
 * @param {import("arena/model.js").Frame | null} before
 * @param {number} seat
 */
function player(table, { frame, open, old, happened }, before, seat) {
  const here = /** @type {Player} */ (open.players[seat]);
  const was = old?.players[seat];
  const place = happened.places?.[seat];
  const acts = open.to_act.includes(seat);
  const seen = frame.seats[seat] !== undefined;
  return el(
    "section",
    { class: `player${acts ? " acts" : ""}${seen ? " seen" : ""}`, "data-seat": seat },
    el("h3", {}, table.seats.tag(seat), place !== undefined && el("span", { class: "rank" }, PLACES[place - 1] ?? `${place}.`), acts && el("span", { class: "turn" }, "to decide"), open.active === seat && open.die !== null && die(open.die)),
    el("p", { class: "taken", "data-taken": here.crates }, cubes(1), figure(here.crates, was?.crates), ` ${here.crates === 1 ? "crate" : "crates"} confiscated`),
    hand(table, frame, before, seat, here.hand),
    el("p", { class: "piles" }, el("span", { "data-pile": here.pile }, `${counted(here.pile, "card")} to draw`), discards(table, frame, open, seat)),
  );
}

/**
 * Its cards where the audience may see them, else their backs.
 * @param {Table} table
 * @param {import("arena/model.js").Frame} frame
 * @param {import("arena/model.js").Frame | null} before
 * @param {number} seat
 * @param {number} count
 */
function hand(table, frame, before, seat, count) {
  const cards = /** @type {View | undefined} */ (frame.seats[seat]?.view)?.hand;
  const words = `${counted(count, "card")} in hand`;
  if (!cards) {
    const backs = Array.from({ length: count }, () => el("span", { class: `mini seat-${seat % 8}` }, table.seats.mark(seat)));
    return el("p", { class: "hand", "data-hand": count }, el("span", { class: "backs", "aria-hidden": "true" }, ...backs), words);
  }
  const old = /** @type {View | undefined} */ (before?.seats[seat]?.view)?.hand;
  const { fresh } = items(cards, old ?? cards);
  const drawn = cards.map((card, at) => el("li", {}, face(table, seat, card, { fresh: fresh[at] ?? false, piece: `hand ${seat} ${card}` })));
  return el("div", { class: "hand", "data-hand": count }, drawn.length ? el("ul", { class: "agents", "aria-label": words }, ...drawn) : words);
}

/**
 * The discards may not be looked through, but who has seen them go remembers them; their number anybody sees.
 * @param {Table} table
 * @param {import("arena/model.js").Frame} frame
 * @param {import("./structs.js").Open} open
 * @param {number} seat
 */
function discards(table, frame, open, seat) {
  const known = memories(frame)[0]?.[1].discarded[seat];
  const out = open.locations.flatMap(({ probationary, row }) => [probationary, ...row.map((agent) => agent.owner)]).filter((owner) => owner === seat).length;
  const { hand, pile } = /** @type {Player} */ (open.players[seat]);
  const count = known?.length ?? (open.stage === "setup" ? 0 : table.printed.cards - hand - pile - out);
  return el("span", { "data-discarded": count }, `${count} discarded`, known !== undefined && known.length > 0 && `: ${known.map(shown).join(", ")}`);
}
