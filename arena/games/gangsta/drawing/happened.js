/**
 * What has just happened: to which card, for the marks, and what befell all, in a line each.
 * @module
 */
import { el } from "arena/dom.js";
import { events } from "arena/draw/pieces.js";

/** @typedef {import("./structs.js").Open} Open */
/** @typedef {import("./structs.js").Member} Member */
/** @typedef {{heists: number, gang: number, resource: number, money: number, majorities: number}} Score */

export class Happened {
  /**
   * @param {import("arena/model.js").Frame} frame
   * @param {Open} open
   * @param {Open | null} old
   * @param {import("arena/seats.js").Seats} seats
   */
  constructor(frame, open, old, seats) {
    this.old = old;
    this.told = old ? events(frame) : [];
    /** The gangsters of all gangs before, by card. */
    this.members = new Map((old?.players ?? []).flatMap((player) => player.gang.map((one) => [one.card, one])));
    this.shown = new Set([...known(open.heists, old?.heists), ...known(open.gangsters, old?.gangsters)]);
    /** @type {{places: number[], scores: Score[]} | null} */
    this.count = null;
    /** @type {HTMLElement[]} */
    this.lines = [];
    for (const one of this.told) {
      if (one.event === "game_over") this.count = /** @type {{places: number[], scores: Score[]}} */ (/** @type {unknown} */ (one));
      const line = befell(one, seats);
      if (line) this.lines.push(el("li", {}, el("b", {}, line[0]), ...line.slice(1)));
    }
  }

  /**
   * A heist or a gangster on display.
   * @param {string} card
   */
  displayed(card) {
    return this.shown.has(card) ? null : "new";
  }

  /**
   * One of a gang.
   * @param {Member} one
   */
  member(one) {
    if (!this.old) return null;
    const was = this.members.get(one.card);
    if (!was) return "new";
    if (was.learned !== one.learned) return "learned";
    if (was.available === one.available) return null;
    return one.available ? "woken" : "sent";
  }
}

/**
 * What was on display before; of a display that is laid out anew no card is marked, for all of them are new.
 * @param {{card: string}[]} now
 * @param {{card: string}[] | undefined} before
 */
function known(now, before) {
  const cards = new Set((before ?? now).map((one) => one.card));
  return now.some((one) => cards.has(one.card)) ? cards : now.map((one) => one.card);
}

/**
 * @param {{event: string, [field: string]: unknown}} one
 * @param {import("arena/seats.js").Seats} seats
 * @returns {[string, ...(string | HTMLElement)[]] | null}
 */
function befell(one, seats) {
  const each = (/** @type {unknown} */ list, /** @type {string} */ sign) => /** @type {number[]} */ (list).flatMap((count, seat) => [" ", seats.tag(seat), ` ${sign}${count}`]);
  switch (one.event) {
    case "snitched":
      return ["A snitch turned up.", " Paid:", ...each(one.paid, "$")];
    case "chapter_ended":
      return [`Chapter ${one.chapter} has ended`, " by the gang of ", seats.tag(Number(one.seat)), "."];
    case "opportunity_income":
      return ["Opportunity income:", ...each(one.dollars, "$")];
    case "gang_war":
      return ["Gang war!", " Mercenaries:", ...each(one.mercenaries, ""), ...(one.winner === null || one.winner === undefined ? ["; nobody wins alone"] : ["; ", seats.tag(Number(one.winner)), " wins"])];
    case "lost":
      return [`${one.gangster}`, ` is lost to the ${one.cause}.`];
    case "robbed":
      return ["Theft:", " ", seats.tag(Number(one.seat)), ` takes $${one.dollars} from `, seats.tag(Number(one.victim))];
    default:
      return null;
  }
}
