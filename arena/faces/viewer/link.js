/**
 * A moment as the end of an address: `#g=17&d=42&seat=1`. What stands after `#` no server sees.
 *
 * `g` is the game, `d` the decision after which it is, none for the set-up; `seat=1` or `public` is the audience, none
 * for everything; `fault` alone, instead of a decision, is the first fault.
 * @module
 */

/** @typedef {import("./model.js").Audience} Audience */
/** @typedef {{game: number | null, decision: number | null, audience: Audience | null, fault: boolean}} Moment */

/**
 * @param {string} hash
 * @returns {Moment}
 */
export function read(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  return {
    game: number(words.get("g")),
    decision: number(words.get("d")),
    audience: words.has("public") ? "public" : (number(words.get("seat")) ?? (words.has("g") ? "everything" : null)),
    fault: words.has("fault"),
  };
}

/**
 * @param {number} game
 * @param {number | null} decision
 * @param {Audience} audience
 * @returns {string}
 */
export function written(game, decision, audience) {
  const moment = decision === null ? "" : `&d=${decision}`;
  const seen = audience === "everything" ? "" : audience === "public" ? "&public" : `&seat=${audience}`;
  return `#g=${game}${moment}${seen}`;
}

/** @param {string | null} word */
function number(word) {
  return word !== null && /^\d{1,9}$/.test(word) ? Number(word) : null;
}
