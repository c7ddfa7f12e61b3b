// My bot. The types of what it sees and may do are in game.d.ts; what all of it means, in {{page}}.
import { play } from "./protocol.js";

/** One game: made as the game starts, asked at each turn, thrown away at its end. */
class Bot {
  /** @param {import("./protocol.js").Start<import("./game.js").Options>} start */
  constructor(start) {
    this.seat = start.seat;
    this.random = start.random;
  }

  /**
   * The index of a move in `turn.legal`.
   * @param {import("./protocol.js").Turn<
   *   import("./game.js").View, import("./game.js").Memory, import("./game.js").Move>} turn
   */
  choose(turn) {
    // Think here: look at turn.view and at each of turn.legal, and return the index of the best.
    // Write to stderr what you want to see later: console.error(turn.view).
    return this.random.below(turn.legal.length);
  }
}

play("my bot", Bot);
