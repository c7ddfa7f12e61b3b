/**
 * What the drawing reads of the game's structs, which `view.py` explains, and one table made of what an audience sees.
 * @module
 */
import { isObject } from "arena/draw/compare.js";

/** @typedef {{card: string, shows: string[], trap?: boolean, luck?: boolean, hard_knock?: boolean, bolts?: number}} Trial */
/** @typedef {{hand: string, category: string, text: string}} HelpingHand */
/** @typedef {{order: string, difficulty: string, text: string, ignores?: string, adds?: string, until?: string}} Order */
/** @typedef {{name: string | null, seat: number, charm: string | null, ready: boolean, hand: number, knocks: string[], tiles: string[], placed: boolean, withdrawn: boolean, played: boolean, speeches: number, advice: number | null, helping: (HelpingHand | null)[]}} Veteran */
/** @typedef {{recruit: {recruit: string, tokens: number, benefit: string, text?: string, shows?: string}, hand: Trial[], tokens: number, after: number, inside: boolean, acted: boolean}} Recruit */
/** @typedef {{chapter: number, earned: string[], missed: string[], banished: string[], offered: string[], rewards: number, won: boolean | null, so_far: number, tries: number}} Campaign */
/** @typedef {{revealed?: (string | null)[], offered?: (string | null)[][]} & Record<string, unknown>} Pending */
/**
 * @typedef {object} Public
 * @property {string} stage
 * @property {number} mission
 * @property {number} turn
 * @property {number} intensity
 * @property {number} leader
 * @property {number} active
 * @property {number[]} to_act
 * @property {number[]} asked
 * @property {boolean | null} success
 * @property {Trial[]} land
 * @property {Record<string, number>} threats
 * @property {string[]} luck
 * @property {number} trials
 * @property {number} reserve
 * @property {number} supply
 * @property {string | null} speech
 * @property {string[]} solo_tiles
 * @property {Order[]} orders
 * @property {string | null} order
 * @property {number} order_deck
 * @property {Recruit | null} recruit
 * @property {number} recruit_deck
 * @property {string[]} helped
 * @property {string | null} moment
 * @property {Campaign | null} campaign
 * @property {Pending} pending
 * @property {Veteran[]} veterans
 */
/** @typedef {{veteran: number, cards: Trial[]}} Hand */
/** @typedef {Public & {hands: Hand[]}} View */
/** @typedef {{discarded: string[], placed: (string | null)[], picked: (string | null)[], hands: {veteran: number, cards: string[]}[], top: (string | null)[], orders: Order[], set_aside: string[]}} Memory */

/**
 * The table as the audience sees it. `hands`, `placed`, `picked` and `knows` are by veteran, and have those alone that it
 * may look at: hands, face-down tiles, cards chosen to be given, cards that are surely in a hand that it does not see.
 * @typedef {object} Table
 * @property {Public} open
 * @property {Map<number, Trial[]>} hands
 * @property {Map<number, string>} placed
 * @property {Map<number, string>} picked
 * @property {Map<number, string[]>} knows
 * @property {Map<number, (HelpingHand | null)[]>} helping
 * @property {Memory | null} memory  of a seat that looks alone
 */

/**
 * @param {import("arena/model.js").Frame} frame
 * @returns {Table | null}  null where there is no table, as in a game that broke down
 */
export function seen(frame) {
  const sights = Object.values(frame.seats).filter((sight) => isObject(sight.view));
  const open = isObject(frame.public) ? frame.public : sights[0]?.view;
  if (!isObject(open)) return null;
  const alone = !isObject(frame.public);
  /** @type {Table} */
  const table = {
    open: /** @type {Public} */ (/** @type {unknown} */ (open)),
    hands: new Map(),
    placed: new Map(),
    picked: new Map(),
    knows: new Map(),
    helping: new Map(),
    memory: null,
  };
  for (const [seat, sight] of Object.entries(frame.seats)) {
    if (!isObject(sight.view) || !isObject(sight.memory)) continue;
    const view = /** @type {View} */ (/** @type {unknown} */ (sight.view));
    const memory = /** @type {Memory} */ (/** @type {unknown} */ (sight.memory));
    const own = view.veterans.flatMap((one, veteran) => (one.seat === Number(seat) ? [veteran] : []));
    for (const { veteran, cards } of view.hands) table.hands.set(veteran, cards);
    own.forEach((veteran, at) => {
      const [placed, picked] = [memory.placed[at], memory.picked[at]];
      if (typeof placed === "string") table.placed.set(veteran, placed);
      if (typeof picked === "string") table.picked.set(veteran, picked);
      table.helping.set(veteran, view.veterans[veteran]?.helping ?? []);
    });
    if (!alone) continue;
    table.memory = memory;
    for (const { veteran, cards } of memory.hands) if (cards.length) table.knows.set(veteran, cards);
  }
  return table;
}

/**
 * Whose hand a veteran plays from: one player has one, that of its first veteran.
 * @param {Public} open
 * @param {number} veteran
 */
export function handOf(open, veteran) {
  return new Set(open.veterans.map((one) => one.seat)).size === 1 ? 0 : veteran;
}
