// My bot. The types of what it sees and may do are in game.ts; what all of it means, in {{page}}.
import type { Memory, Move, Options, View } from "./game.js";
import { play, type Player, type Random, type Start, type Turn } from "./protocol.js";

/** One game: made as the game starts, asked at each turn, thrown away at its end. */
class Bot implements Player<View, Memory, Move> {
  readonly seat: number;
  readonly random: Random;

  constructor(start: Start<Options>) {
    this.seat = start.seat;
    this.random = start.random;
  }

  /** The index of a move in `turn.legal`. */
  choose(turn: Turn<View, Memory, Move>): number {
    // Think here: look at turn.view and at each of turn.legal, and return the index of the best.
    // `switch (move.do)` tells the kinds of moves apart. Write to stderr what you want to see later:
    // console.error(turn.view).
    return this.random.below(turn.legal.length);
  }
}

play("my bot", Bot);
