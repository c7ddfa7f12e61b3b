/**
 * A veteran's place at the table: who it is, what lies before it, and its hand as far as the audience may look at it.
 * @module
 */
import { el } from "arena/dom.js";
import { items, same } from "arena/draw/compare.js";
import { shown } from "arena/text.js";
import { backs, card, row, tile } from "./cards.js";
import { glyph } from "./glyphs.js";
import { handOf } from "./structs.js";

/** @typedef {import("./structs.js").Table} Table */
/** @typedef {import("./structs.js").Trial} Trial */
/** @typedef {import("./structs.js").Veteran} Veteran */

const MOST_BOLTS = 4;

/**
 * Who a veteran is, in a sentence.
 * @param {Table} table
 * @param {number} veteran  -1 is the Recruit
 */
export function named(table, veteran) {
  if (veteran < 0) return "the Recruit";
  const name = table.open.veterans[veteran]?.name;
  return name ? shown(name) : `veteran ${veteran}`;
}

/**
 * @param {Table} now
 * @param {Table | null} before
 * @param {number} veteran
 * @param {import("arena/seats.js").Seats} seats
 * @param {Record<string, Trial>} trials  the printed cards, by name
 */
export function place(now, before, veteran, seats, trials) {
  const { open } = now;
  const one = /** @type {Veteran} */ (open.veterans[veteran]);
  const old = before?.open.veterans[veteran];
  const acts = open.active === veteran && open.stage !== "over";
  const asked = open.asked.includes(veteran);
  return el(
    "section",
    { class: `gz-veteran ${one.withdrawn ? "gz-out" : ""} ${acts ? "gz-acts" : ""}`, "data-veteran": veteran, "data-piece": `veteran ${veteran}` },
    el("h3", {}, el("span", { class: "gz-who" }, named(now, veteran)), seats.tag(one.seat)),
    el(
      "p",
      { class: "gz-marks" },
      mark(open.leader === veteran, "flag", "leads", old !== undefined && before?.open.leader !== veteran),
      mark(acts, "right", "on turn"),
      mark(asked, "bugle", "is to decide"),
      mark(one.withdrawn, "back", "withdrawn", old !== undefined && !old.withdrawn),
    ),
    el("div", { class: "gz-kit" }, charm(one, old, veteran), speeches(one, old), bolts(one, trials)),
    knocks(one, old, trials, veteran),
    support(now, one, veteran),
    helping(now, veteran),
    hand(now, before, veteran, trials),
    one.advice !== null && el("p", { class: "gz-note" }, `advises to support ${named(now, one.advice)}`),
  );
}

/**
 * @param {boolean} there
 * @param {string} picture
 * @param {string} word
 * @param {boolean} fresh
 */
function mark(there, picture, word, fresh = false) {
  return there && el("span", { class: fresh ? "gz-mark gz-fresh" : "gz-mark" }, glyph(picture), word);
}

/**
 * @param {Veteran} one
 * @param {Veteran | undefined} old
 * @param {number} veteran
 */
function charm(one, old, veteran) {
  if (one.charm === null) return null;
  const fresh = old !== undefined && old.ready !== one.ready;
  return el(
    "span",
    { class: `gz-charm ${one.ready ? "gz-ready" : "gz-used"} ${fresh ? "gz-fresh" : ""}`, "data-piece": `charm ${veteran}` },
    glyph(one.charm, one.ready ? `gz-${one.charm}` : ""),
    `charm ${one.ready ? "ready" : "used"}`,
    el("span", { class: "unseen" }, `, against ${one.charm}`),
  );
}

/**
 * @param {Veteran} one
 * @param {Veteran | undefined} old
 */
function speeches(one, old) {
  if (!one.speeches && !old?.speeches) return null;
  const fresh = old !== undefined && old.speeches !== one.speeches;
  return el("span", { class: fresh ? "gz-fresh" : null }, ...Array.from({ length: one.speeches }, () => glyph("bugle")), `${one.speeches} ${one.speeches === 1 ? "Speech" : "Speeches"}`);
}

/**
 * The bolts of the Hard Knocks: with four at the end of a mission the game is lost.
 * @param {Veteran} one
 * @param {Record<string, Trial>} trials
 */
function bolts(one, trials) {
  const count = one.knocks.reduce((sum, name) => sum + (trials[name]?.bolts ?? 0), 0);
  const kind = count >= MOST_BOLTS ? "gz-fatal" : count === MOST_BOLTS - 1 ? "gz-danger" : "";
  return el(
    "span",
    { class: `gz-bolts ${kind}`, "data-bolts": count },
    ...Array.from({ length: Math.max(count, MOST_BOLTS) }, (_, at) => glyph("bolt", at < count ? "gz-bolt" : "gz-empty")),
    el("span", {}, `${count} of ${MOST_BOLTS}`),
  );
}

/**
 * @param {Veteran} one
 * @param {Veteran | undefined} old
 * @param {Record<string, Trial>} trials
 * @param {number} veteran
 */
function knocks(one, old, trials, veteran) {
  const { fresh, gone } = items(one.knocks, old?.knocks ?? one.knocks);
  if (!one.knocks.length && !gone.length) return null;
  const here = one.knocks.map((name, at) => card(printed(trials, name), { fresh: fresh[at] ?? false, piece: `knock ${veteran} ${name}` }));
  return el("div", {}, el("h4", {}, "Hard Knocks"), el("ul", { class: "gz-row" }, ...here, ...gone.map((name) => card(printed(trials, String(name)), { gone: true }))));
}

/**
 * @param {Record<string, Trial>} trials
 * @param {string} name
 * @returns {Trial}
 */
export function printed(trials, name) {
  return (Object.hasOwn(trials, name) ? trials[name] : undefined) ?? { card: name, shows: [] };
}

/**
 * @param {Table} now
 * @param {Veteran} one
 * @param {number} veteran
 */
function support(now, one, veteran) {
  const given = now.open.pending.revealed?.[veteran] ?? null;
  if (!one.tiles.length && !one.placed && given === null) return null;
  const placed = now.placed.get(veteran);
  const left = [...one.tiles];
  if (placed !== undefined && left.includes(placed)) left.splice(left.indexOf(placed), 1);
  const tiles = left.map((name) => tile(name));
  if (placed !== undefined) tiles.push(tile(placed, "face down"));
  else if (one.placed) tiles.push(el("li", { class: "gz-tile" }, glyph("back"), el("span", {}, "one of them is placed face down")));
  if (given !== null) tiles.push(tile(given, "revealed"));
  return el("div", {}, el("h4", {}, "Support tiles"), el("ul", { class: "gz-row" }, ...tiles));
}

/**
 * @param {Table} now
 * @param {number} veteran
 */
function helping(now, veteran) {
  const cards = now.helping.get(veteran) ?? now.open.veterans[veteran]?.helping ?? [];
  if (!cards.length) return null;
  const shownCards = cards.map((one) =>
    one === null
      ? el("li", { class: "gz-help" }, glyph("back"), "face down")
      : el("li", { class: "gz-help", "data-piece": `help ${one.hand}` }, el("strong", {}, shown(one.hand)), el("span", {}, ` (${shown(one.category)}) ${shown(one.text)}`)),
  );
  return el("div", {}, el("h4", {}, "Helping Hands"), el("ul", { class: "gz-lines-list" }, ...shownCards));
}

/**
 * @param {Table} now
 * @param {Table | null} before
 * @param {number} veteran
 * @param {Record<string, Trial>} trials
 */
function hand(now, before, veteran, trials) {
  const of = handOf(now.open, veteran);
  if (of !== veteran) return null; // one player's veterans have one hand for all
  const shared = now.open.veterans.length > 1 && handOf(now.open, 1) === 0;
  const title = el("h4", {}, shared ? "The hand of all" : "Hand");
  const cards = now.hands.get(veteran);
  const count = now.open.veterans[veteran]?.hand ?? 0;
  const knows = now.knows.get(veteran);
  const picked = now.picked.get(veteran);
  if (cards === undefined) {
    const sure = knows && el("p", { class: "gz-note" }, "surely among them: ", knows.map(shown).join(", "));
    return el("div", { "data-hand": count }, title, backs(count), sure);
  }
  const old = before?.hands.get(veteran);
  const drawn = row(cards, old, { note: (trial) => (trial.card === picked ? "to be given" : ""), piece: (trial) => `hand ${trial.card}` });
  return el("div", { "data-hand": count }, title, cards.length ? drawn : el("p", { class: "none" }, "no cards"), same(picked, undefined) ? null : el("span", { class: "unseen" }, `gives ${printed(trials, picked ?? "").card}`));
}
