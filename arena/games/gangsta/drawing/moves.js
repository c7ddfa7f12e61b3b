/**
 * With which pieces each legal move is made: the names are those of `data-piece`.
 * @module
 */
import { capital } from "arena/draw/pieces.js";
import { phrase, shown } from "arena/text.js";

/** @typedef {import("arena/draw/picking.js").Pick} Pick */
/** @typedef {{do: string, card?: string, gangster?: string, heist?: string, resource?: string, seat?: number, drop?: string | null}} Move */

/** What a gangster of a gang is picked for. */
const VERBS = new Map([
  ["wake", "wake"],
  ["activate", "send"],
  ["teach", "teach"],
  ["give_up", "give up"],
  ["eliminate", "eliminate"],
  ["divert", "divert"],
  ["discharge", "discharge"],
]);
const WORDS = new Map([
  ["done", "No more"],
  ["pass", "Pass"],
  ["wake_all", "Wake the whole gang for $1"],
  ["play_again", "Play again"],
]);

/**
 * @param {Move} move
 * @param {Move[]} legal
 * @param {Set<string>} heists  those on display, for a card that is put away
 * @returns {Pick[]}
 */
export function way(move, legal, heists) {
  const { gangster = "", heist = "", card = "", resource = "", seat = 0 } = move;
  const verb = VERBS.get(move.do);
  if (verb !== undefined) return [{ piece: `member ${gangster}`, words: `${verb} ${shown(gangster)}` }];
  switch (move.do) {
    case "keep":
      return [{ piece: `resource ${resource}`, words: `keep ${shown(resource)}` }];
    case "recruit":
      return [{ piece: `gangster ${gangster}`, words: `recruit ${shown(gangster)}` }];
    case "perform": {
      const perform = { piece: `heist ${heist}`, words: `perform ${shown(heist)}` };
      if (legal.filter((one) => one.heist === heist).length < 2) return [perform];
      return [perform, { piece: `drop ${move.drop}`, words: move.drop ? `without ${shown(move.drop)}` : "with all skills" }];
    }
    case "rob":
    case "assassinate":
      return [{ piece: `player ${seat}`, words: `${move.do} seat ${seat}` }];
    case "discard":
      return [{ piece: `${heists.has(card) ? "heist" : "gangster"} ${card}`, words: `put ${shown(card)} away` }];
    default:
      return [{ piece: move.do, words: WORDS.get(move.do) ?? capital(phrase(move)) }];
  }
}
