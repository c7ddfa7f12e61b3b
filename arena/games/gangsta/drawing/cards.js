/**
 * The cards: heists, gangsters to recruit and those of a gang, snitches, resources.
 * @module
 */
import { el } from "arena/dom.js";
import { capital, news } from "arena/draw/pieces.js";
import { shown } from "arena/text.js";
import { head, influence, kind, money, skills } from "./pictures.js";

/** @typedef {import("./structs.js").Printed} Printed */
/** @typedef {import("./structs.js").Heist} Heist */
/** @typedef {import("./structs.js").Gangster} Gangster */
/** @typedef {import("./structs.js").Member} Member */

/** What a resource does once it is active. */
const POWERS = new Map([
  ["police station", "a snitch costs at most $1"],
  ["black market", "$2 more for passing"],
  ["headquarters", "wakes the whole gang for $1"],
  ["counterfeit printing", "$1 each turn before the gang war"],
  ["private jet", "wakes one after a shared heist"],
  ["media", "1 influence for each heist with influence"],
  ["high tech equipment", "art theft and hack attack need one skill less"],
  ["secret society", "wakes a Leader at the end of a turn"],
  ["bank", "up to $10 are safe"],
  ["bikers gang", "may perform the top heist for $1"],
  ["hospital", "the wounded come back on passing"],
  ["informer network", "may recruit the top gangster"],
]);

/**
 * @param {Printed} printed
 * @param {Heist} heist
 * @param {string | null} fresh  what has happened to it
 */
export function heistCard(printed, heist, fresh = null) {
  const gains = [heist.dollars ? money(heist.dollars) : null, heist.influence ? influence(heist.influence) : null].filter((one) => one !== null);
  return el(
    "div",
    { class: `card heist${fresh ? " fresh" : ""}`, "data-card": heist.card, "data-piece": `heist ${heist.card}` },
    el("span", { class: "title" }, kind(heist.kind), el("span", {}, capital(shown(heist.card)))),
    el("span", { class: "need" }, el("span", { class: "unseen" }, "needs"), skills(printed, heist.need)),
    gains.length > 0 && el("span", { class: "gains" }, ...gains),
    ...rewards(printed, heist).map((reward) => el("span", { class: "reward" }, reward)),
    fresh && news(fresh),
  );
}

/**
 * @param {Printed} printed
 * @param {Heist} heist
 * @returns {(string | HTMLElement)[]}
 */
function rewards(printed, heist) {
  /** @type {[unknown, string | HTMLElement][]} */
  const all = [
    [heist.cooperation, el("b", {}, `$${heist.cooperation} each if shared`)],
    [heist.learn, el("span", {}, "teaches ", skills(printed, heist.learn ?? ""))],
    [heist.recruit, "recruit one at once"],
    [heist.theft, `steal $${heist.theft}`],
    [heist.assassination, "assassinate one"],
    [heist.diversion, `divert up to ${heist.diversion}`],
    [heist.rally, "the gang is woken"],
    [heist.play_again, "play again"],
  ];
  return all.flatMap(([there, words]) => (there ? [words] : []));
}

/**
 * @param {Printed} printed
 * @param {Gangster} one
 * @param {string | null} fresh
 */
export function gangsterCard(printed, one, fresh = null) {
  return el(
    "div",
    { class: `card gangster${fresh ? " fresh" : ""}`, "data-card": one.card, "data-piece": `gangster ${one.card}` },
    el("span", { class: "corners" }, el("span", { class: "unseen" }, "costs "), money(one.cost), influence(one.influence)),
    head(one.family),
    skills(printed, one.skills),
    el("span", { class: "title" }, shown(one.card)),
    fresh && news(fresh),
  );
}

/**
 * One of a gang: upright while it is available, on its side when it is activated.
 * @param {Printed} printed
 * @param {Member} one
 * @param {{fresh?: string | null, piece?: string | undefined, sent?: boolean, ill?: boolean}} how
 */
export function memberCard(printed, one, { fresh = null, piece, sent = false, ill = false } = {}) {
  const state = ill ? "in hospital" : one.available ? "available" : "activated";
  return el(
    "div",
    { class: `card member ${one.available ? "upright" : "lying"}${sent ? " sent" : ""}${fresh ? " fresh" : ""}`, "data-card": one.card, "data-available": String(one.available), "data-piece": piece },
    el("span", { class: "looks" }, head(one.family), one.influence > 0 && influence(one.influence)),
    skills(printed, one.skills, one.learned ?? null),
    el("span", { class: "title" }, shown(one.card)),
    el("span", { class: one.available ? "unseen" : "state" }, one.available ? state : `\u21b7 ${state}`),
    fresh && news(fresh),
  );
}

/**
 * @param {Printed} printed
 * @param {import("./structs.js").Snitch} snitch
 */
export function snitchCard(printed, snitch) {
  return el("div", { class: "card snitch", "data-card": snitch.card }, el("b", {}, "Snitch"), el("span", { class: "unseen" }, "asks for"), skills(printed, "I".repeat(snitch.informants)));
}

/**
 * @param {Printed} printed
 * @param {import("./structs.js").Resource} resource
 * @param {boolean | null} active  null while it is only offered
 * @param {string | null} fresh
 */
export function resourceCard(printed, resource, active, fresh = null) {
  return el(
    "div",
    { class: `card resource${active ? " active" : ""}${fresh ? " fresh" : ""}`, "data-card": resource.card, "data-piece": active === null ? `resource ${resource.card}` : null },
    el("span", { class: "title" }, capital(shown(resource.card)), active !== null && el("span", { class: "state" }, active ? "active" : "not yet active"), influence(resource.influence)),
    el("span", { class: "need" }, el("span", { class: "unseen" }, "needs"), skills(printed, resource.need)),
    el("span", { class: "reward" }, POWERS.get(resource.card) ?? ""),
    fresh && news(fresh),
  );
}
