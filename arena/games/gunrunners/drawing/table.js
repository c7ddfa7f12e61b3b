/**
 * The table of Gunrunners: whose turn it is, the bust card, the locations, the Warehouse, the players.
 * @module
 */
import { el, fill } from "arena/dom.js";
import { Picking } from "arena/draw/picking.js";
import { change, lying, standing } from "arena/draw/pieces.js";
import { busts, cubes, die, location, stores } from "./board.js";
import { Happened } from "./happened.js";
import { way } from "./moves.js";
import { players } from "./players.js";

/** @typedef {import("./structs.js").Table} Table */
/** @typedef {import("./structs.js").Open} Open */
/** @typedef {import("arena/model.js").Frame} Frame */

/** What a special agent's power is. @type {Record<string, string>} */
const POWERS = {
  director: "move any face-up card to another location",
  informant: "look at an undercover agent and put it back anywhere",
  auditor: "roll against a face-up card: a roll of its value or more removes it",
  spy: "look at all probationary agents and deal them out again",
  smuggler: "take 2 crates from one location to another",
};

/** @type {import("arena/draw/drawing.js").Drawing} */
export const drawing = {
  mount(place, given) {
    const table = /** @type {Table} */ (given);
    const bar = el("div", { class: "picks" });
    const board = el("div", { class: "gunrunners" });
    const picking = new Picking(board, bar);
    let acting = 0;
    fill(place, board);
    return {
      render(frame, before) {
        const open = /** @type {Open | null} */ (lying(frame));
        acting = frame.acting[0] ?? 0;
        fill(bar);
        fill(board, ...(open ? drawn(table, frame, open, before, bar) : [el("p", {}, "The table cannot be shown.")]));
      },
      describe: (frame) => described(table, /** @type {Open | null} */ (lying(frame))),
      offer: (legal, choose) => picking.offer(legal.map((move) => way(acting, /** @type {import("./moves.js").Move} */ (move))), choose),
    };
  },
};

/**
 * @param {Table} table
 * @param {Frame} frame
 * @param {Open} open
 * @param {Frame | null} before
 * @param {HTMLElement} bar
 */
function drawn(table, frame, open, before, bar) {
  const old = /** @type {Open | null} */ (lying(before));
  const moment = { frame, open, old, happened: new Happened(frame, open, old) };
  return [
    el("div", { class: "top" }, status(table, moment), busts(table, moment)),
    standing(table.seats, open.to_act, (seat) => taken(open.players[seat]?.crates ?? 0, old?.players[seat]?.crates)),
    bar,
    el("div", { class: "locations" }, ...open.locations.map((_, at) => location(table, moment, at))),
    stores(table, moment),
    players(table, moment, before),
  ];
}

/**
 * @param {number} crates
 * @param {number | undefined} before
 */
function taken(crates, before) {
  return [cubes(1), el("span", {}, String(crates), change(crates, before))];
}

/**
 * Whose turn it is, and what is decided; so big that it is seen first.
 * @param {Table} table
 * @param {import("./board.js").Moment} moment
 */
function status(table, { open, happened }) {
  const who = open.to_act[0];
  const delivery = open.die !== null && open.stage !== "over";
  return el(
    "section",
    { class: "status", "data-stage": open.stage },
    el("h2", {}, open.turn > 0 ? `Turn ${open.turn}` : "Set-up", delivery && open.active !== who && el("span", {}, " of ", table.seats.tag(open.active))),
    el("p", { class: "who" }, who === undefined ? "The game is over" : table.seats.tag(who), who !== undefined && el("span", { class: "what" }, ` ${due(open)}`)),
    open.special !== null && el("p", { class: "special" }, el("b", {}, open.special), `: ${POWERS[open.special] ?? ""}`),
    happened.audit && el("p", { class: "special" }, el("b", {}, "auditor"), ` ${happened.audit}`),
    delivery && el("p", { class: "delivery", "data-die": open.die }, die(open.die ?? 0), `a ${open.die} is rolled: a crate to ${(open.die ?? 0) > open.locations.length ? "the Warehouse" : `location ${open.die}`}`),
  );
}

/** @param {Open} open */
function due({ stage, special }) {
  const words = {
    setup: "puts out an agent",
    turn: "sends an agent",
    power: `may use the ${special}'s power`,
    place: "puts the undercover agent back",
    arrange: "deals the probationary agents out again",
    raid: "says which bust is first",
    over: "",
  };
  return words[stage];
}

/**
 * @param {Table} table
 * @param {Open | null} open
 */
function described({ seats, printed }, open) {
  if (!open) return "";
  const who = open.to_act.map((seat) => `${seats.said(seat)} ${due(open)}`).join(", ");
  const at = open.locations.map(({ crates }) => crates).join(", ");
  const taken = open.players.map(({ crates }) => crates).join(", ");
  const turn = open.turn > 0 ? `Turn ${open.turn}` : "Set-up";
  return `${turn}: ${who || "the game is over"}. Busts ${open.marker} of ${printed.spaces}. Crates at the locations ${at}, in the Warehouse ${open.warehouse}; confiscated, seat by seat, ${taken}.`;
}
