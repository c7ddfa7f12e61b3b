// The talk with the referee: a line in, a line out. There is no need to open this file.
import { createInterface } from "node:readline";

/** Random numbers that a seed decides: the same seed gives the same game again, in every kit's language. */
export class Random {
  private state = 2166136261; // FNV-1a with 32 bits, over the digits of the seed

  constructor(seed: number) {
    for (const digit of String(seed)) {
      this.state = Math.imul(this.state ^ digit.charCodeAt(0), 16777619);
    }
    this.state ||= 1;
  }

  /** A number from 0 to `limit` - 1. */
  below(limit: number): number {
    this.state ^= this.state << 13; // Marsaglia's xorshift with 32 bits
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % limit;
  }
}

/** What is known as a game begins. */
export interface Start<Options> {
  readonly game: string;
  readonly game_id: string;
  /** The bot's own, from 0. */
  readonly seat: number;
  readonly seats: number;
  readonly options: Options;
  /** The limits; null is none. */
  readonly time: Record<"start_ms" | "move_ms" | "bank_ms" | "increment_ms", number | null>;
  readonly random: Random;
}

/** A decision to be made. */
export interface Turn<View, Memory, Move> {
  /** All legal moves, at least one. */
  readonly legal: readonly Move[];
  readonly view: View;
  readonly memory: Memory;
  /** What happened since the last turn, oldest first. */
  readonly events: readonly { event: string; [key: string]: unknown }[];
  /** How long the last decision took. */
  readonly last_ms: number | null;
  /** What is left in the bank. */
  readonly left_ms: number | null;
}

/** One game of a bot. */
export interface Player<View, Memory, Move> {
  /** The index of a move in `turn.legal`. */
  choose(turn: Turn<View, Memory, Move>): number;
}

/** Plays games until the referee has no more, each with a bot of its own. */
export function play<Options, View, Memory, Move>(
  name: string,
  Bot: new (start: Start<Options>) => Player<View, Memory, Move>,
): void {
  let game = "";
  let bot: Player<View, Memory, Move> | undefined;
  createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
    switch (message.type) {
      case "hello":
        game = message.game;
        return say({ type: "ready", id: message.id, protocol: 1, name });
      case "start":
        bot = new Bot({ ...message, game, random: new Random(message.seed) });
        return say({ type: "ready", id: message.id });
      case "turn":
        return say({ id: message.id, choice: bot?.choose(message) });
      case "quit":
        process.exit();
    }
  });
}

function say(answer: object): void {
  process.stdout.write(JSON.stringify(answer) + "\n"); // nothing to flush: a pipe is written to at once
}
