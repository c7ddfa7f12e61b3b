/**
 * The drawing of the game that the page shows. In the page of a game that has one of its own, this module is another.
 * @module
 */
import { generic } from "./generic.js";

/** @type {import("./drawing.js").Drawing} */
export const chosen = generic;
