/**
 * What a drawing of a game is: one object with a few functions, that of `generic.js` or one of the game's own.
 *
 * `mount` is called once for each audience, `render` at each moment. A drawing shows what it is given and asks for
 * nothing else: it is given what its audience may know, and there is no more in the page.
 * @module
 */

/**
 * @typedef {object} Table
 * @property {string} game
 * @property {unknown} options
 * @property {import("../model.js").Audience} audience
 * @property {import("../seats.js").Seats} seats
 * @property {import("../model.js").StructSeats} seatFields  which numbers in the game's structs are seats
 */
/**
 * @typedef {object} Drawn
 * @property {(frame: import("../model.js").Frame, before: import("../model.js").Frame | null) => void} render
 *   `before` is the frame of the step before, wherever one comes from: what differs has just happened
 * @property {(frame: import("../model.js").Frame, before: import("../model.js").Frame | null) => string} describe
 *   the drawing in words, in a line
 */
/**
 * @typedef {object} Drawing
 * @property {(place: HTMLElement, table: Table) => Drawn} mount  draws into `place`, which is empty
 */

export {};
