/**
 * The table of The Grizzled: the threats that can fail the mission above all, then No Man's Land, the piles that say how
 * long the war still lasts, and each veteran with what lies before it.
 * @module
 */
import { el, fill } from "arena/dom.js";
import { field, isObject, same } from "arena/draw/compare.js";
import { Picking } from "arena/draw/picking.js";
import { counted } from "arena/draw/pieces.js";
import { phrase, shown } from "arena/text.js";
import { THREATS, row } from "./cards.js";
import { glyph } from "./glyphs.js";
import { way } from "./moves.js";
import { seen } from "./structs.js";
import { named, place } from "./veterans.js";

/** @typedef {import("./structs.js").Table} Table */
/** @typedef {import("./structs.js").Trial} Trial */

const FAILS = 3;

/** Which decision is due, as `Stage` in `moves.py` has it. */
const STAGES = new Map([
  ["veteran", "choosing who the veterans are"],
  ["first", "choosing who acts first"],
  ["keep", "keeping one of two Helping Hands"],
  ["order", "taking an Order of the Day"],
  ["intensity", "choosing how many cards are dealt"],
  ["action", "an action"],
  ["recruit", "the Recruit's action, by the leader"],
  ["speech", "discarding on a Speech"],
  ["advise", "saying whom to support"],
  ["drop", "losing a Support tile"],
  ["place", "placing a Support tile"],
  ["cancel", "paying to be rid of an Order"],
  ["give", "passing a card on"],
  ["arrange", "arranging the top of the Trials"],
  ["second", "the next card of a second wind"],
  ["remove", "taking off a Hard Knock"],
  ["shed", "discarding thanks to a Recruit"],
  ["benefit", "the Recruit's benefit"],
  ["fill", "filling the hand"],
  ["help", "using a Helping Hand, or not"],
  ["support", "what the Support removes"],
  ["reward", "rewards"],
  ["banish", "banishing a card"],
  ["again", "playing boot camp again, or not"],
  ["over", "the end"],
]);

/** What an action has set off, as `pending.py` has it; what else is there the table shows. */
const AFOOT = new Map([
  ["offered", "one is kept of the Helping Hands, by veteran"],
  ["helpers", "veterans who may still help"],
  ["openings", "before the first turn"],
  ["landing", "on its way down"],
  ["trap", "springs a Trap: veteran"],
  ["plays", "cards still played on a second wind"],
  ["leaving", "has just withdrawn: veteran"],
  ["stumbling", "clumsy, plays the top Trial: veteran"],
  ["removing", "Hard Knocks come off"],
  ["giving", "cards are passed on"],
  ["picked", "have chosen what they give: veterans"],
  ["shedding", "cards are discarded"],
  ["looking", "top Trials being arranged"],
  ["thanks", "thanks of the Recruit"],
  ["spared", "No Man's Land is discarded though the mission failed"],
  ["tied", "most Support, and a tie: veterans"],
]);

/** @type {import("arena/draw/drawing.js").Drawing} */
export const drawing = {
  mount(root, { seats, printed }) {
    const trials = trialsOf(printed);
    const bar = el("div", { class: "picks" });
    const board = el("div", { class: "gz" });
    const picking = new Picking(board, bar);
    /** @type {Table | null} */
    let now = null;
    fill(root, board);
    return {
      render(frame, before) {
        now = seen(frame);
        fill(bar);
        fill(board, ...(now ? drawn(now, before && seen(before), bar, seats, trials) : [el("p", {}, "The table cannot be shown.")]));
      },
      describe: (frame) => describe(seen(frame)),
      offer: (legal, choose) =>
        picking.offer(legal.map((move) => way(/** @type {import("./moves.js").Move} */ (move), (one) => (now ? named(now, one) : `veteran ${one}`))), choose),
    };
  },
};

/**
 * @param {Table} now
 * @param {Table | null} old
 * @param {HTMLElement} bar
 * @param {import("arena/seats.js").Seats} seats
 * @param {Record<string, Trial>} trials
 */
function drawn(now, old, bar, seats, trials) {
  const { veterans } = now.open;
  return [
    mission(now),
    bar,
    threats(now, old),
    land(now, old),
    piles(now, old),
    orders(now, old),
    recruit(now, old),
    el("div", { class: veterans.length === 3 ? "gz-veterans gz-three" : "gz-veterans" }, ...veterans.map((_, veteran) => place(now, old, veteran, seats, trials))),
    afoot(now),
    campaign(now),
    memory(now),
  ];
}

/**
 * @param {unknown} printed
 * @returns {Record<string, Trial>}
 */
function trialsOf(printed) {
  const trials = isObject(printed) ? field(printed, "trials") : null;
  return isObject(trials) ? /** @type {Record<string, Trial>} */ (/** @type {unknown} */ (trials)) : {};
}

/** @param {Table} now */
function mission(now) {
  const { open } = now;
  const stage = STAGES.get(open.stage) ?? phrase(open.stage);
  const ended = open.success === null ? null : el("strong", { class: open.success ? "gz-good" : "gz-bad" }, open.success ? "the mission has succeeded" : "the mission has failed");
  return el(
    "p",
    { class: "gz-mission" },
    el("strong", {}, open.mission ? `Mission ${open.mission}` : "Before the first mission"),
    open.intensity > 0 && el("span", {}, `intensity ${open.intensity}`),
    open.turn > 0 && el("span", {}, `turn ${open.turn}`),
    el("span", {}, stage),
    open.speech !== null && el("span", {}, glyph("bugle"), ` Speech against ${shown(open.speech)}`),
    ended,
  );
}

/**
 * The active threats, each with its number: three of one kind fail the mission.
 * @param {Table} now
 * @param {Table | null} old
 */
function threats(now, old) {
  const ignored = new Set(now.open.orders.flatMap((order) => (order.ignores ? [order.ignores] : [])));
  const gauges = THREATS.map((threat) => {
    const count = now.open.threats[threat] ?? 0;
    const fresh = old !== null && (old.open.threats[threat] ?? 0) !== count;
    const kind = ignored.has(threat) ? "gz-ignored" : count >= FAILS ? "gz-fatal" : count === FAILS - 1 ? "gz-danger" : "";
    const pips = Array.from({ length: Math.max(FAILS, count) }, (_, at) => el("i", { class: at < count ? "gz-full" : null }));
    return el(
      "li",
      { class: `gz-gauge ${kind} ${fresh ? "gz-fresh" : ""}`, "data-threat": threat, "data-count": count, "data-piece": `threat ${threat}` },
      glyph(threat, `gz-${threat}`),
      el("span", { class: "gz-name" }, threat),
      el("strong", {}, `${count}`, el("span", { class: "unseen" }, ` of ${FAILS}`)),
      el("span", { class: "gz-pips", "aria-hidden": "true" }, ...pips),
      ignored.has(threat) && el("span", { class: "gz-note" }, "does not count"),
    );
  });
  return el("section", { class: "gz-threats" }, el("h2", {}, `Threats: ${FAILS} of one kind fail the mission`), el("ul", {}, ...gauges));
}

/**
 * @param {Table} now
 * @param {Table | null} old
 */
function land(now, old) {
  const { land: cards, luck } = now.open;
  const drawn = row(cards, old?.open.land, {
    gone: true,
    note: (trial) => (luck.includes(trial.card) ? (trial.card === luck[0] ? "stops the next Trap" : "stops a Trap") : ""),
    piece: (trial) => `land ${trial.card}`,
  });
  const empty = !drawn.childElementCount;
  return el("section", { class: "gz-land", "data-land": cards.length }, el("h2", {}, `No Man's Land: ${cards.length}`), empty ? el("p", { class: "none" }, "no cards") : drawn);
}

/**
 * @param {Table} now
 * @param {Table | null} old
 */
function piles(now, old) {
  const { open, memory: known } = now;
  /** @type {[string, string, number, number | undefined, string][]} */
  const all = [
    ["dove", "Trials left", open.trials, old?.open.trials, "trials"],
    ["stone", "Morale Reserve", open.reserve, old?.open.reserve, "reserve"],
    ["bugle", "Speech supply", open.supply, old?.open.supply, "supply"],
  ];
  if (open.order_deck) all.push(["flag", "Orders left", open.order_deck, old?.open.order_deck, "orders"]);
  if (open.recruit_deck) all.push(["back", "Recruits left", open.recruit_deck, old?.open.recruit_deck, "recruits"]);
  const drawn = all.map(([picture, title, count, was, key]) => {
    const changed = was !== undefined && was !== count;
    return el("div", { class: changed ? "gz-pile gz-fresh" : "gz-pile", [`data-${key}`]: count }, el("dt", {}, glyph(picture), title), el("dd", {}, String(count), changed && el("span", { class: "was" }, `was ${was}`)));
  });
  const top = known?.top.some((card) => card !== null) ? el("p", { class: "gz-note" }, "known on top of the Trials: ", known.top.map((card) => (card === null ? "unknown" : shown(card))).join(", ")) : null;
  const tiles = open.solo_tiles.length ? el("p", { class: "gz-note" }, "Support tiles not drawn yet: ", open.solo_tiles.map(shown).join(", ")) : null;
  return el("section", {}, el("dl", { class: "gz-piles" }, ...drawn), top, tiles);
}

/**
 * @param {Table} now
 * @param {Table | null} old
 */
function orders(now, old) {
  const { orders: all, order: newest } = now.open;
  if (!all.length) return null;
  const rows = all.map((one) => {
    const fresh = old !== null && !old.open.orders.some((other) => other.order === one.order);
    return el(
      "li",
      { class: fresh ? "gz-fresh" : null, "data-piece": `order ${one.order}` },
      el("strong", {}, shown(one.order)),
      ` (${shown(one.difficulty)}${one.order === newest ? ", of this mission" : ""}): ${shown(one.text)}`,
      one.until !== undefined && el("span", { class: "gz-note" }, `until ${shown(one.until)}`),
    );
  });
  return el("section", {}, el("h2", {}, "Orders of the Day"), el("ul", { class: "gz-lines-list" }, ...rows));
}

/**
 * @param {Table} now
 * @param {Table | null} old
 */
function recruit(now, old) {
  const one = now.open.recruit;
  if (one === null) return null;
  const where = one.inside ? (one.acted ? "has acted in this mission" : "is in the mission") : "has left the mission";
  return el(
    "section",
    { class: `gz-veteran ${one.inside ? "" : "gz-out"} ${now.open.active < 0 ? "gz-acts" : ""}` },
    el("h3", {}, el("span", { class: "gz-who" }, `Recruit ${shown(one.recruit.recruit)}`), el("span", { class: "gz-note" }, `after ${named(now, one.after)}, ${where}`)),
    el("p", { class: "gz-kit" }, one.recruit.shows !== undefined && el("span", {}, glyph(one.recruit.shows, `gz-${one.recruit.shows}`), `brings ${shown(one.recruit.shows)}`), el("span", {}, glyph("stone"), `${one.tokens} Morale ${one.tokens === 1 ? "token" : "tokens"}`), el("span", {}, one.recruit.text ? shown(one.recruit.text) : `benefit: ${shown(one.recruit.benefit)}`)),
    one.hand.length ? row(one.hand, old?.open.recruit?.hand, { piece: (trial) => `recruit ${trial.card}` }) : el("p", { class: "none" }, "no cards"),
  );
}

/**
 * What the last action has set off, as far as nothing else on the table shows it.
 * @param {Table} now
 */
function afoot(now) {
  const left = Object.entries(now.open.pending).filter(([key, value]) => AFOOT.has(key) && !same(value, []));
  const moment = now.open.moment === null ? null : el("li", {}, `Helping Hand of the moment: ${shown(now.open.moment)}`);
  if (!left.length && moment === null) return null;
  const rows = left.map(([key, value]) => el("li", {}, `${AFOOT.get(key)}: ${phrase(value)}`));
  return el("section", {}, el("h2", {}, "Still to be done"), el("ul", { class: "gz-lines-list" }, moment, ...rows));
}

/** @param {Table} now */
function campaign(now) {
  const one = now.open.campaign;
  if (one === null) return null;
  const title = one.chapter === 0 ? `Boot camp${one.tries > 1 ? `, try ${one.tries}` : ""}` : `Chapter ${one.chapter}`;
  /** @type {[string, string[]][]} */
  const lists = [["Helping Hands earned", one.earned], ["missed", one.missed], ["Trial cards banished", one.banished], ["rewards offered", one.offered]];
  const rows = lists.filter(([, cards]) => cards.length).map(([name, cards]) => el("li", {}, `${name}: ${cards.map(shown).join(", ")}`));
  const won = one.won === null ? "" : one.won ? ", won" : ", lost";
  return el("section", { "data-chapter": one.chapter }, el("h2", {}, `${title} of the campaign${won}: ${one.so_far} points so far`), el("ul", { class: "gz-lines-list" }, ...rows));
}

/** @param {Table} now */
function memory(now) {
  const { memory: known } = now;
  if (known === null) return null;
  /** @type {[string, string[]][]} */
  const lists = [["out of the chapter", known.discarded], ["Helping Hands drawn and not kept", known.set_aside], ["known Orders on top", known.orders.map((one) => one.order)]];
  const rows = lists.filter(([, cards]) => cards.length).map(([name, cards]) => el("li", {}, `${name} (${cards.length}): ${cards.map(shown).join(", ")}`));
  return rows.length ? el("section", {}, el("h2", {}, "Remembered"), el("ul", { class: "gz-lines-list" }, ...rows)) : null;
}

/** @param {Table | null} now */
function describe(now) {
  if (now === null) return "";
  const { open } = now;
  const worst = Math.max(0, ...THREATS.map((threat) => open.threats[threat] ?? 0));
  const most = THREATS.filter((threat) => worst > 0 && open.threats[threat] === worst).join(" and ");
  const threat = worst ? `most is ${most}, ${worst} of ${FAILS}` : "no threat is active";
  const who = open.stage === "over" ? "" : open.asked.length ? ` ${open.asked.map((one) => named(now, one)).join(", ")} to decide.` : "";
  return `Mission ${open.mission}, intensity ${open.intensity}: ${counted(open.land.length, "card")} in No Man's Land, ${threat}; ${counted(open.trials, "Trial")} and ${open.reserve} of the Morale Reserve left.${who}`;
}
