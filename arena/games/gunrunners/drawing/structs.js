/**
 * What the rules say lies on the table: the types of `view.py`, `knowledge.py` and `printed.py` beside this folder.
 * @module
 */

/** @typedef {{owner: number, card: string | null, active?: boolean}} Agent */
/** @typedef {{crates: number, probationary: number | null, row: Agent[]}} Location */
/** @typedef {{crates: number, hand: number, pile: number}} Player */
/** @typedef {"setup" | "turn" | "power" | "place" | "arrange" | "raid" | "over"} Stage */
/**
 * @typedef {object} Open
 * @property {Stage} stage
 * @property {number} turn
 * @property {number} active
 * @property {number[]} to_act
 * @property {number} marker
 * @property {number} stock
 * @property {number} warehouse
 * @property {number | null} die
 * @property {number} discarded
 * @property {Location[]} locations
 * @property {Player[]} players
 * @property {string | null} special
 * @property {{at: number, pos: number} | null} held
 */
/** @typedef {Open & {hand: string[]}} View */
/** @typedef {{at: number[], cards: string[]}} Group */
/**
 * @typedef {object} Memory
 * @property {Group[]} probationary
 * @property {{at: number, pos: number, card: string}[]} undercover
 * @property {string[][]} discarded
 */
/**
 * @typedef {object} Printed
 * @property {Record<string, number>} values
 * @property {number} cards
 * @property {number} spaces
 * @property {number} exposed
 * @property {number} warehouse
 * @property {string[]} regions
 */
/**
 * @typedef {object} Busted
 * @property {number} at
 * @property {Agent[]} row
 * @property {number[]} revealed
 * @property {(number | null)[]} totals
 * @property {(number | null)[]} taken
 * @property {number} left
 */
/** @typedef {{seats: import("arena/seats.js").Seats, audience: import("arena/model.js").Audience, printed: Printed}} Table */

export {};
