/**
 * What has just happened, for the marks: by what is told of the step, since cards that lie face down look all alike.
 * @module
 */
import { items } from "arena/draw/compare.js";
import { events } from "arena/draw/pieces.js";

/** @typedef {import("./structs.js").Open} Open */
/** @typedef {import("./structs.js").Busted} Busted */

export class Happened {
  /**
   * @param {import("arena/model.js").Frame} frame
   * @param {Open} open
   * @param {Open | null} old
   */
  constructor(frame, open, old) {
    /** @type {Map<number, string>} the probationary agents that came, by location */
    this.trainees = new Map();
    /** @type {Map<number, Busted>} by location */
    this.busted = new Map();
    /** @type {number | "warehouse" | null} where this turn's delivery went */
    this.to = null;
    /** @type {number[] | null} at the end the places of the seats */
    this.places = null;
    /** @type {string | null} a roll that an auditor made */
    this.audit = null;
    const back = new Set();
    for (const one of old ? events(frame) : []) {
      const at = Number(one.at);
      if (one.event === "deployed" || one.event === "trained") this.trainees.set(at, "new");
      if (one.event === "arranged") open.locations.forEach((_, place) => this.trainees.set(place, "dealt"));
      if (one.event === "put_back") back.add(Number(one.to));
      if (one.event === "busted") this.busted.set(at, /** @type {Busted} */ (/** @type {unknown} */ (one)));
      if (one.event === "delivered") this.to = one.at === null ? "warehouse" : at;
      if (one.event === "audited") this.audit = `rolls ${one.die}: the card ${one.removed ? "is removed" : "stays"}`;
      if (one.event === "game_over") this.places = /** @type {number[]} */ (one.places);
    }
    /** By location which cards of its row are new there. */
    this.rows = open.locations.map(({ row }, at) => {
      const { fresh } = items(row, old ? old.locations[at]?.row : row);
      return fresh.map((one, pos) => one || (back.has(at) && pos === row.length - 1));
    });
  }

  /**
   * @param {number} at
   * @param {number} pos
   */
  fresh(at, pos) {
    return this.rows[at]?.[pos] ?? false;
  }
}
