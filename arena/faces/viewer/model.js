/**
 * A recorded game as one audience was told it: what lies packed in the page, unpacked, with words for a person.
 *
 * The types are those of docs/replay.schema.json, which says what each field means.
 * @module
 */

/** @typedef {number | "public" | "everything"} Audience */
/** @typedef {string | number} Part  of a sentence: words, or a seat */
/**
 * @typedef {object} Decision
 * @property {number} number
 * @property {number} seat
 * @property {number | null} choice
 * @property {unknown} move
 * @property {Part[] | null} words
 * @property {number | null} ms
 * @property {number | null} machine_ms
 * @property {boolean} by_referee
 */
/** @typedef {{seat: number, verdict: string, loses: boolean, text: string | null}} Trouble */
/** @typedef {{seats: number[] | null, event: unknown, words: Part[]}} Happened */
/** @typedef {{view: unknown, memory: unknown, legal?: unknown[], words?: Part[][]}} Sight */
/** @typedef {{seat: number, source: "note" | "stderr", text: string}} Saying  of a bot */
/**
 * @typedef {object} Frame
 * @property {Decision[]} decisions
 * @property {Trouble[]} troubles
 * @property {Happened[]} events
 * @property {number[]} acting
 * @property {unknown} public
 * @property {Record<string, Sight>} seats
 * @property {Saying[]} said
 */
/**
 * @typedef {{kind: "ranking", places: number[], scores: number[]} | {kind: "team", won: boolean, score: number}} Outcome
 */
/**
 * @typedef {object} Replay
 * @property {string} game
 * @property {string} title
 * @property {number} number
 * @property {number} group
 * @property {Audience} audience
 * @property {string[]} names
 * @property {unknown} options
 * @property {string | null} deal
 * @property {"finished" | "void" | "error" | "playing"} status
 * @property {Outcome | null} outcome
 * @property {number[]} forfeited
 * @property {Frame[]} frames
 * @property {Trouble[]} troubles
 * @property {string | null} broken
 * @property {string | null} why
 * @property {Saying[]} said
 */
/** @typedef {Record<"public" | "view" | "memory", {seat: string[], by_seat: string[]}>} StructSeats */
/** @typedef {{replay: Replay, limits_ms: (number | null)[], seat_fields: StructSeats}} Told */
/** @typedef {{words: Part[], seats: number[]}} Sentence  told to these seats alone, if there are any */

/** @type {Frame} */
const NOTHING = { decisions: [], troubles: [], events: [], acting: [], public: null, seats: {}, said: [] };

/** The audiences whose replays are in the page. */
export class Edition {
  /** @param {Document} page */
  static async of(page) {
    return new Edition(page, await unpacked(page.getElementById("printed")?.textContent ?? ""));
  }

  /**
   * @param {Document} page
   * @param {unknown} printed  what is printed on the game's pieces
   */
  constructor(page, printed) {
    this.printed = printed;
    /** @type {Map<Audience, string>} */
    this.packed = new Map();
    /** @type {Map<Audience, Promise<Story>>} */
    this.stories = new Map();
    for (const script of page.querySelectorAll("script[data-told]")) {
      const whose = script.getAttribute("data-told") ?? "";
      this.packed.set(whose === "public" || whose === "everything" ? whose : Number(whose), script.textContent ?? "");
    }
  }

  /** @returns {Audience[]} that which is shown first before all */
  get audiences() {
    return [...this.packed.keys()];
  }

  /**
   * Unpacked when it is first wanted.
   * @param {Audience} audience
   * @returns {Promise<Story>}
   */
  story(audience) {
    const known = this.stories.get(audience);
    if (known) return known;
    const story = unpacked(this.packed.get(audience) ?? "").then((told) => new Story(/** @type {Told} */ (told)));
    this.stories.set(audience, story);
    return story;
  }
}

/**
 * @param {string} packed
 * @returns {Promise<unknown>}
 */
async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text(), exact);
}

/**
 * Whole numbers that are too large for a number here stay as they are written.
 * @param {string} _
 * @param {unknown} value
 * @param {{source?: string}} [context]  not in browsers before 2025
 */
export function exact(_, value, context) {
  return typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;
}

/** A game step by step; steps are the same for all audiences, and counted from the set-up, which is 0. */
export class Story {
  /** @param {Told} told */
  constructor(told) {
    this.replay = told.replay;
    this.limits = told.limits_ms;
    this.seatFields = told.seat_fields;
    const frames = told.replay.frames;
    this.frames = frames.length ? frames : [NOTHING];
    this.last = this.frames.length - 1;
    /** How many decisions were made. */
    this.decisions = this.frames.reduce((sum, frame) => sum + frame.decisions.length, 0);
    /** The steps at which a seat was at fault. */
    this.faults = this.frames.flatMap((_, at) => (this.troubles(at).length ? [at] : []));
  }

  /**
   * A further step of a game that is being played.
   * @param {Frame} frame
   */
  add(frame) {
    if (this.frames[0] === NOTHING) this.frames = [];
    this.frames.push(frame);
    this.last = this.frames.length - 1;
    this.decisions += frame.decisions.length;
    if (frame.troubles.length) this.faults.push(this.last);
  }

  /** Whether it is still being played, as far as anybody has said. */
  get playing() {
    return this.replay.status === "playing";
  }

  /**
   * @param {number} at
   * @returns {Frame}
   */
  frame(at) {
    return this.frames[at] ?? NOTHING;
  }

  /**
   * Those of a step; with the last one go those after it.
   * @param {number} at
   * @returns {Trouble[]}
   */
  troubles(at) {
    const own = this.frame(at).troubles;
    return at === this.last ? [...own, ...this.replay.troubles] : own;
  }

  /**
   * The number of the first decision of a step, null for the set-up.
   * @param {number} at
   * @returns {number | null}
   */
  decision(at) {
    return this.frame(at).decisions[0]?.number ?? null;
  }

  /**
   * The step of a decision: the last if there are fewer.
   * @param {number} number
   * @returns {number}
   */
  step(number) {
    const at = this.frames.findIndex((frame) => frame.decisions.some((decision) => decision.number >= number));
    return at < 0 ? this.last : at;
  }

  /**
   * The legal moves that a seat had at a step, of those that the audience may know, as sentences.
   * @param {number} at  the step before its decision
   * @param {number} seat
   * @returns {Part[][]}
   */
  ways(at, seat) {
    return this.frame(at).seats[seat]?.words ?? [];
  }

  /**
   * What happened at a step: of an event that some seats saw more of, what these saw.
   * @param {number} at
   * @returns {Sentence[]}
   */
  sentences(at) {
    const { events } = this.frame(at);
    /** @type {Sentence[]} */
    const told = [];
    for (let next = 0; next < events.length; next++) {
      /** @type {Happened[]} */
      const own = [];
      let event = events[next];
      while (event && event.seats !== null) {
        own.push(event);
        event = events[++next];
      }
      const several = own.reduce((sum, one) => sum + (one.seats?.length ?? 0), 0) > 1;
      if (own.length) for (const one of own) told.push({ words: one.words, seats: several ? (one.seats ?? []) : [] });
      else if (event) told.push({ words: event.words, seats: [] });
    }
    return told;
  }

  /** What a step usually makes happen: the median of the numbers of events. */
  get rhythm() {
    const counts = this.frames.map((frame) => frame.events.length).sort((a, b) => a - b);
    return counts[counts.length >> 1] ?? 0;
  }
}
