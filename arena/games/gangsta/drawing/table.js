/**
 * The table of Gangsta!: whose turn it is, the chapter, the heist under way, what is on display, the gangs.
 * @module
 */
import { el, fill } from "arena/dom.js";
import { Picking } from "arena/draw/picking.js";
import { change, counted, lying, standing } from "arena/draw/pieces.js";
import { chapters, gangsters, heists, job, legend, out } from "./board.js";
import { Happened } from "./happened.js";
import { way } from "./moves.js";
import { influence, money } from "./pictures.js";
import { players } from "./players.js";

/** @typedef {import("./structs.js").Table} Table */
/** @typedef {import("./structs.js").Open} Open */
/** @typedef {import("./structs.js").Player} Player */
/** @typedef {import("./moves.js").Move} Move */
/** @typedef {import("arena/model.js").Frame} Frame */

/** Which decision is due. @type {Record<string, string>} */
const DUE = {
  resource: "keeps one of two resources",
  mobilise: "wakes gangsters",
  action: "recruits, performs a heist or passes",
  activate: "sends a gangster to the heist",
  learn: "may teach one of the crew",
  hire: "may recruit at once",
  rob: "may rob somebody",
  assassinate: "names whose gang is hit",
  victim: "gives somebody up to the assassin",
  divert: "may divert gangsters",
  hospital: "may take somebody back from the hospital",
  discard: "may put a card away",
  snitch: "gives somebody up to the snitch",
  war: "gives somebody up in the gang war",
  eliminate: "picks whom the loser loses",
  jet: "may wake one by the private jet",
  society: "may wake a Leader",
  again: "may play again",
};

/** @type {import("arena/draw/drawing.js").Drawing} */
export const drawing = {
  mount(place, given) {
    const table = /** @type {Table} */ (given);
    const bar = el("div", { class: "picks" });
    const board = el("div", { class: "gangsta" });
    const picking = new Picking(board, bar);
    /** @type {Open | null} */
    let open = null;
    fill(place, board);
    return {
      render(frame, before) {
        open = /** @type {Open | null} */ (lying(frame));
        fill(bar);
        fill(board, ...(open ? drawn(table, frame, open, before, bar) : [el("p", {}, "The table cannot be shown.")]));
      },
      describe: (frame) => described(table, /** @type {Open | null} */ (lying(frame))),
      offer(legal, choose) {
        const moves = /** @type {Move[]} */ (legal);
        const shown = new Set(open?.heists.map((one) => one.card));
        picking.offer(moves.map((move) => way(move, moves, shown)), choose);
      },
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
  const happened = new Happened(frame, open, old, table.seats);
  const moment = { frame, before, open, old, happened };
  return [
    el("div", { class: "top" }, status(table, open), chapters(table, moment)),
    standing(table.seats, open.to_act, (seat) => riches(open.players[seat], old?.players[seat])),
    happened.lines.length > 0 && el("ul", { class: "befell" }, ...happened.lines),
    bar,
    job(table, moment),
    heists(table, moment),
    gangsters(table, moment),
    legend(table.printed),
    players(table, moment),
    out(frame),
  ];
}

/**
 * @param {Player | undefined} now
 * @param {Player | undefined} before
 */
function riches(now, before) {
  if (!now) return [];
  return [
    el("span", {}, money(now.dollars + now.bank), before && change(now.dollars + now.bank, before.dollars + before.bank)),
    el("span", {}, influence(now.influence), change(now.influence, before?.influence)),
    el("span", { class: "small" }, `gang ${now.gang.length}`),
  ];
}

/**
 * Whose turn it is, and what is decided; so big that it is seen first.
 * @param {Table} table
 * @param {Open} open
 */
function status({ seats }, open) {
  const others = open.to_act.some((seat) => seat !== open.active);
  return el(
    "section",
    { class: "status", "data-stage": open.stage },
    el("h2", {}, open.turn > 0 ? `Turn ${open.turn}` : "Set-up", open.extra && ", an extra one", others && open.turn > 0 && el("span", {}, " of ", seats.tag(open.active))),
    el("p", { class: "who" }, ...(open.to_act.length ? open.to_act.flatMap((seat) => [seats.tag(seat), " "]) : ["The game is over"]), el("span", { class: "what" }, `${open.to_act.length > 1 ? "each " : ""}${due(open)}`)),
  );
}

/** @param {Open} open */
function due({ stage, left }) {
  const words = DUE[stage] ?? "";
  if (stage === "mobilise") return `${words}, ${left ? `${left} of them free` : "each for $1"}`;
  return stage === "divert" ? `${words}, ${left} at most` : words;
}

/**
 * @param {Table} table
 * @param {Open | null} open
 */
function described({ seats }, open) {
  if (!open) return "";
  const who = open.to_act.map((seat) => seats.said(seat)).join(", ") + (open.to_act.length > 1 ? ", each" : "");
  const turn = open.turn > 0 ? `Chapter ${open.chapter}, turn ${open.turn}` : "Set-up";
  const heist = open.job?.missing ? ` For ${open.job.heist.card} ${counted(open.job.missing.length, "skill")} are missing.` : "";
  const list = (/** @type {(player: Player) => number} */ of) => open.players.map(of).join(", ");
  return `${turn}: ${who ? `${who} ${due(open)}` : "the game is over"}.${heist} Seat by seat, dollars ${list((one) => one.dollars)}, influence of heists ${list((one) => one.influence)}, gangs of ${list((one) => one.gang.length)}.`;
}
