/**
 * What lies before each player: money, influence, the gang, heists performed, the resource.
 * @module
 */
import { el } from "arena/dom.js";
import { change, counted, news } from "arena/draw/pieces.js";
import { shown } from "arena/text.js";
import { memory } from "./board.js";
import { memberCard, resourceCard } from "./cards.js";
import { influence, money } from "./pictures.js";

/** @typedef {import("./structs.js").Table} Table */
/** @typedef {import("./structs.js").Player} Player */
/** @typedef {import("./structs.js").View} View */
/** @typedef {import("./board.js").Moment} Moment */

const PLACES = ["1st", "2nd", "3rd", "4th"];

/**
 * @param {Table} table
 * @param {Moment} moment
 */
export function players(table, moment) {
  const seats = moment.open.players.map((_, seat) => seat);
  const own = Number(table.audience);
  if (seats.includes(own)) seats.splice(0, seats.length, ...seats.slice(own), ...seats.slice(0, own));
  return el("div", { class: "players" }, ...seats.map((seat) => player(table, moment, seat)));
}

/**
 * @param {Table} table
 * @param {Moment} moment
 * @param {number} seat
 */
function player(table, moment, seat) {
  const { open, old, happened } = moment;
  const here = /** @type {Player} */ (open.players[seat]);
  const was = old?.players[seat];
  const acts = open.to_act.includes(seat);
  const place = happened.count?.places[seat];
  const crew = open.job && open.job.missing ? open.job.crew : [];
  const gang = here.gang.map((one) => el("li", {}, memberCard(table.printed, one, { fresh: happened.member(one), piece: `member ${one.card}`, sent: crew.includes(one.card) })));
  return el(
    "section",
    { class: `player${acts ? " acts" : ""}`, "data-seat": seat },
    el("h3", {}, el("span", { "data-piece": `player ${seat}` }, table.seats.tag(seat)), place !== undefined && el("span", { class: "rank" }, PLACES[place - 1] ?? `${place}.`), acts && el("span", { class: "turn" }, "to decide")),
    el(
      "p",
      { class: "riches" },
      el("span", { "data-dollars": here.dollars }, money(here.dollars), change(here.dollars, was?.dollars)),
      here.bank > 0 && el("span", { class: "small", "data-bank": here.bank }, `$${here.bank} in the bank`, change(here.bank, was?.bank)),
      el("span", { "data-influence": here.influence }, influence(here.influence), change(here.influence, was?.influence)),
      el("span", { class: "small" }, `from ${counted(here.heists.length, "heist")}`),
    ),
    el("p", { class: "size" }, "gang ", el("b", {}, String(here.gang.length)), change(here.gang.length, was?.gang.length), ` of ${table.printed.sizes[open.chapter]}`),
    el("ul", { class: "gang", "aria-label": "gang" }, ...gang),
    here.heists.length > 0 && el("p", { class: "done", "data-heists": here.heists.length }, "performed: ", ...done(table, here.heists, was?.heists ?? here.heists)),
    ...resource(table, moment, seat, here),
    here.hospital.length > 0 && el("div", { class: "ward" }, el("h4", {}, "Hospital"), el("ul", { class: "gang" }, ...here.hospital.map((one) => el("li", {}, memberCard(table.printed, one, { piece: `member ${one.card}`, ill: true }))))),
    happened.count && scored(/** @type {import("./happened.js").Score} */ (happened.count.scores[seat])),
  );
}

/**
 * @param {Table} table
 * @param {string[]} heists
 * @param {string[]} before
 */
function done({ printed }, heists, before) {
  return heists.map((card) => {
    const points = printed.heists[card]?.influence ?? 0;
    return el("span", { class: "heisted" }, shown(card), points > 0 && influence(points), !before.includes(card) && news());
  });
}

/**
 * The resource that is kept; those that are offered where the audience may see them, else that they lie there.
 * @param {Table} table
 * @param {Moment} moment
 * @param {number} seat
 * @param {Player} here
 */
function resource({ printed }, { frame, open, old }, seat, here) {
  if (here.resource) {
    const was = old?.players[seat]?.resource;
    const unkept = memory(frame, seat)?.unkept;
    const fresh = old && !was ? "new" : was && !was.active && here.resource.active ? "now active" : null;
    return [resourceCard(printed, here.resource, here.resource.active, fresh), unkept ? el("p", { class: "small" }, `not kept: ${shown(unkept)}`) : null];
  }
  if (open.stage !== "resource") return [];
  const offered = /** @type {View | undefined} */ (frame.seats[seat]?.view)?.offered;
  if (!offered) return [el("p", { class: "small" }, "two resources lie face down")];
  return [el("ul", { class: "offers", "aria-label": "offered" }, ...offered.map((one) => el("li", {}, resourceCard(printed, one, null))))];
}

/** @param {import("./happened.js").Score} score */
function scored(score) {
  const parts = Object.entries({ heists: score.heists, gang: score.gang, resource: score.resource, money: score.money, majorities: score.majorities });
  const total = parts.reduce((sum, [, points]) => sum + points, 0);
  return el("p", { class: "score" }, influence(total), ` = ${parts.filter(([, points]) => points).map(([name, points]) => `${name} ${points}`).join(" + ") || "nothing"}`);
}
