/**
 * With which pieces each legal move is made: the names are those of `data-piece`.
 * @module
 */
import { capital } from "arena/draw/pieces.js";
import { phrase, shown } from "arena/text.js";

/** @typedef {import("arena/draw/picking.js").Pick} Pick */
/** @typedef {{do: string, card?: string, threat?: string, hand?: string | null, tile?: string, veteran?: number, order?: string, intensity?: number, name?: string}} Move */

/**
 * @param {Move} move
 * @param {(veteran: number) => string} named
 * @returns {Pick[]}
 */
export function way(move, named) {
  const { card = "", threat = "", tile = "", order = "", veteran = 0 } = move;
  switch (move.do) {
    case "play":
    case "give":
    case "shed":
      return [{ piece: `hand ${card}`, words: `${{ play: "play", give: "pass on", shed: "discard" }[move.do]} ${shown(card)}` }];
    case "charm":
    case "clear":
      return [{ piece: `land ${card}`, words: `discard ${shown(card)} from No Man's Land` }];
    case "speech":
      return move.hand ? words(move) : [{ piece: `threat ${threat}`, words: `Speech against ${shown(threat)}` }];
    case "place":
    case "drop":
      return [{ piece: `tile ${tile}`, words: `${move.do === "place" ? "place" : "lose"} the Support tile ${shown(tile)}` }];
    case "remove":
      return [{ piece: `knock ${veteran} ${card}`, words: `take ${shown(card)} off ${named(veteran)}` }];
    case "pick":
    case "advise":
      return [{ piece: `veteran ${veteran}`, words: named(veteran) }];
    case "cancel":
      return [{ piece: `order ${order}`, words: `be rid of the Order ${shown(order)}` }];
    default:
      return words(move);
  }
}

/**
 * A move that no piece stands for.
 * @param {Move} move
 * @returns {Pick[]}
 */
function words(move) {
  return [{ piece: phrase(move), words: capital(phrase(move)) }];
}
