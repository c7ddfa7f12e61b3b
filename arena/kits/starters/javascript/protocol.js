// The talk with the referee: a line in, a line out. There is no need to open this file.
import { createInterface } from "node:readline";

/** Random numbers that a seed decides: the same seed gives the same game again, in every kit's language. */
export class Random {
  #state = 2166136261; // FNV-1a with 32 bits, over the digits of the seed

  /** @param {number} seed */
  constructor(seed) {
    for (const digit of String(seed)) {
      this.#state = Math.imul(this.#state ^ digit.charCodeAt(0), 16777619);
    }
    this.#state ||= 1;
  }

  /**
   * A number from 0 to `limit` - 1.
   * @param {number} limit
   */
  below(limit) {
    this.#state ^= this.#state << 13; // Marsaglia's xorshift with 32 bits
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % limit;
  }
}

/**
 * What is known as a game begins. `seat` is the bot's own, from 0; `time` has the limits, null is none.
 * @template Options
 * @typedef {object} Start
 * @property {string} game
 * @property {string} game_id
 * @property {number} seat
 * @property {number} seats
 * @property {Options} options
 * @property {Record<"start_ms" | "move_ms" | "bank_ms" | "increment_ms", number | null>} time
 * @property {Random} random
 */

/**
 * A decision to be made: all `legal` moves, at least one; `events` since the last turn, oldest first; how long the last
 * decision took, and what is left in the bank.
 * @template View, Memory, Move
 * @typedef {object} Turn
 * @property {Move[]} legal
 * @property {View} view
 * @property {Memory} memory
 * @property {{event: string, [key: string]: unknown}[]} events
 * @property {number | null} last_ms
 * @property {number | null} left_ms
 */

/**
 * Plays games until the referee has no more.
 * @template Options, View, Memory, Move
 * @param {string} name
 * @param {new (start: Start<Options>) => { choose(turn: Turn<View, Memory, Move>): number }} Bot made for each game
 */
export function play(name, Bot) {
  let game = "";
  /** @type {InstanceType<typeof Bot> | undefined} */
  let bot;
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

/** @param {object} answer */
function say(answer) {
  process.stdout.write(JSON.stringify(answer) + "\n"); // nothing to flush: a pipe is written to at once
}
