/**
 * What the rules say lies on the table: the types of `view.py`, `deck.py`, `position.py` and `printed.py` beside this
 * folder.
 * @module
 */

/** @typedef {{card: string, family: string, skills: string, influence: number, available: boolean, learned?: string}} Member */
/** @typedef {{card: string, family: string, skills: string, cost: number, influence: number}} Gangster */
/**
 * @typedef {object} Heist
 * @property {string} card
 * @property {string} kind
 * @property {string} need
 * @property {number} [dollars]
 * @property {number} [influence]
 * @property {number} [cooperation]
 * @property {string | null} [learn]
 * @property {boolean} [recruit]
 * @property {number} [theft]
 * @property {boolean} [assassination]
 * @property {number} [diversion]
 * @property {boolean} [rally]
 * @property {boolean} [play_again]
 */
/** @typedef {{card: string, informants: number}} Snitch */
/** @typedef {{card: string, need: string, influence: number}} Resource */
/** @typedef {Resource & {active: boolean}} Kept */
/** @typedef {{cards: number, seen_by: number | null}} Pile */
/** @typedef {{heist: Heist, missing: string, crew: string[], gangs: number[]}} Job */
/**
 * @typedef {object} Player
 * @property {number} dollars
 * @property {number} bank
 * @property {Member[]} gang
 * @property {string[]} heists
 * @property {number} influence
 * @property {Kept | null} resource
 * @property {Member[]} hospital
 */
/**
 * @typedef {object} Open
 * @property {string} stage
 * @property {number} chapter
 * @property {number} turn
 * @property {number} active
 * @property {boolean} extra
 * @property {number[]} to_act
 * @property {Heist[]} heists
 * @property {Gangster[]} gangsters
 * @property {Pile} heist_pile
 * @property {Pile} gangster_pile
 * @property {Heist[]} discarded_heists
 * @property {Gangster[]} discarded_gangsters
 * @property {Snitch[]} snitches
 * @property {Player[]} players
 * @property {Job | null} job
 * @property {number} left
 */
/** @typedef {Open & {offered: Resource[]}} View */
/**
 * @typedef {object} Memory
 * @property {string[]} dead
 * @property {string[]} lost
 * @property {string | null} unkept
 * @property {Heist | null} top_heist
 * @property {Snitch | null} top_snitch
 * @property {Gangster | null} top_gangster
 */
/**
 * @typedef {object} Printed
 * @property {Record<string, Heist>} heists
 * @property {Record<string, string>} skills
 * @property {Record<string, number>} sizes
 * @property {number} snitches
 */
/** @typedef {{seats: import("arena/seats.js").Seats, audience: import("arena/model.js").Audience, printed: Printed}} Table */

export {};
