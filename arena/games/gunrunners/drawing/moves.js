/**
 * With which pieces each legal move is made: the names are those of `data-piece`.
 * @module
 */
import { capital } from "arena/draw/pieces.js";
import { phrase, shown } from "arena/text.js";

/** @typedef {import("arena/draw/picking.js").Pick} Pick */
/** @typedef {{do: string, at?: number, card?: string, from?: number, pos?: number, to?: number, sources?: number[]}} Move */

/**
 * @param {number} seat  whose moves they are
 * @param {Move} move
 * @returns {Pick[]}
 */
export function way(seat, move) {
  const { at = 0, from = 0, pos = 0, to = 0, card = "" } = move;
  const hand = { piece: `hand ${seat} ${card}`, words: `play ${shown(card)}` };
  switch (move.do) {
    case "deploy":
      return [{ piece: `trainee ${at}`, words: `put out an agent at location ${at + 1}` }];
    case "train":
      return [hand, { piece: `trainee ${at}`, words: `in place of the probationary agent of location ${at + 1}` }];
    case "undercover":
      return [hand, { piece: `location ${at}`, words: `undercover at location ${at + 1}` }];
    case "move":
      return [agent(from, pos, "move"), { piece: `location ${to}`, words: `to location ${to + 1}` }];
    case "audit":
      return [agent(at, pos, "roll against")];
    case "look":
      return [agent(at, pos, "look at")];
    case "place":
      return [{ piece: `location ${to}`, words: `put it back at location ${to + 1}` }];
    case "smuggle":
      return [{ piece: `location ${from}`, words: `take 2 crates from location ${from + 1}` }, { piece: `location ${to}`, words: `to location ${to + 1}` }];
    case "arrange":
      return (move.sources ?? []).map((source, place) => ({ piece: `trainee ${source}`, words: `the agent of location ${source + 1} to location ${place + 1}` }));
    case "raid":
      return [{ piece: `location ${at}`, words: `bust location ${at + 1} first` }];
    case "decline":
      return [{ piece: "decline", words: "Do not use the power" }];
    case "spy_out":
      return [{ piece: "spy_out", words: "Look at all probationary agents" }];
    default:
      return [{ piece: phrase(move), words: capital(phrase(move)) }];
  }
}

/**
 * @param {number} at
 * @param {number} pos
 * @param {string} verb
 */
function agent(at, pos, verb) {
  return { piece: `agent ${at} ${pos}`, words: `${verb} card ${pos + 1} at location ${at + 1}` };
}
