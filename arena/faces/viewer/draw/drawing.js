/**
 * What a drawing of a game is: one object with a few functions, that of `generic.js` or one of the game's own.
 *
 * A game's own is a module beside its rules, named by `Game.drawing`, that exports it as `drawing`. It may import other
 * modules of its folder (`./cards.js`) and the viewer's (`arena/dom.js`, `arena/text.js`). Texts go into the page by
 * `arena/dom.js`, whose elements take no markup; sizes and colours are classes of the style sheet beside the module or
 * attributes of SVG, since the page's policy lets no element have a style of its own.
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
 * @property {unknown} printed  what is printed on the game's pieces, as `Game.printed` says it; null if it says nothing
 */
/**
 * @typedef {object} Drawn
 * @property {(frame: import("../model.js").Frame, before: import("../model.js").Frame | null) => void} render
 *   `before` is the frame of the step before, wherever one comes from: what differs has just happened
 * @property {(frame: import("../model.js").Frame, before: import("../model.js").Frame | null) => string} describe
 *   the drawing in words, in a line
 * @property {((legal: unknown[], choose: (choice: number) => void) => void) | undefined} [offer]
 *   for a person at the table: lets the pieces of what was rendered last be chosen, where they stand for a legal move;
 *   `choose` is told the move's index in `legal`. What is rendered next offers nothing until this is called again
 */
/**
 * @typedef {object} Drawing
 * @property {(place: HTMLElement, table: Table) => Drawn} mount  draws into `place`, which is empty
 */

export {};
