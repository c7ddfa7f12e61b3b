/**
 * The middle of the table: chapters and snitches, the heist that is performed, heists and gangsters on display, piles.
 * @module
 */
import { el } from "arena/dom.js";
import { news } from "arena/draw/pieces.js";
import { shown } from "arena/text.js";
import { gangsterCard, heistCard, snitchCard } from "./cards.js";
import { skills } from "./pictures.js";

/** @typedef {import("./structs.js").Table} Table */
/** @typedef {import("./structs.js").Open} Open */
/** @typedef {import("./structs.js").Memory} Memory */
/** @typedef {import("arena/model.js").Frame} Frame */
/** @typedef {import("./happened.js").Happened} Happened */
/**
 * A moment: `open` is what lies on the table, `old` what lay there the step before.
 * @typedef {{frame: Frame, before: Frame | null, open: Open, old: Open | null, happened: Happened}} Moment
 */

/** The stages in which the rewards of a heist are decided on. */
const REWARDS = new Set(["learn", "hire", "rob", "assassinate", "victim", "divert"]);
const CHAPTERS = ["I Genesis", "II Gang war", "III Supremacy"];

/**
 * @param {Table} table
 * @param {Moment} moment
 */
export function chapters({ printed }, { open, old }) {
  const begun = old !== null && old.chapter !== open.chapter;
  const items = CHAPTERS.map((name, at) => {
    const here = open.chapter === at + 1;
    return el("li", { class: here ? "here" : null, "aria-current": here ? "step" : null }, name, here && begun && news());
  });
  const size = printed.sizes[open.chapter];
  const last = open.chapter === CHAPTERS.length;
  return el(
    "section",
    { class: "chapters", "data-chapter": open.chapter, "data-snitches": open.snitches.length },
    el("h3", { class: "unseen" }, "Chapters"),
    el("ol", { class: "track" }, ...items),
    el("p", {}, `ends with a gang of ${size}`, last && ` or the third snitch: ${open.snitches.length} of ${printed.snitches}`),
    open.snitches.length > 0 && el("ul", { class: "snitches" }, ...open.snitches.map((snitch) => el("li", {}, snitchCard(printed, snitch)))),
  );
}

/**
 * The heist of this turn: who was sent, and what is missing.
 * @param {Table} table
 * @param {Moment} moment
 */
export function job({ seats, printed }, { open }) {
  if (!open.job) return null;
  const { heist, missing, crew, gangs } = open.job;
  if (!missing && !REWARDS.has(open.stage)) return el("p", { class: "small", "data-missing": "" }, `Heist of this turn: ${shown(heist.card)}, by ${crew.map(shown).join(", ")}`);
  return el(
    "section",
    { class: "job", "data-missing": missing },
    el("h3", {}, missing ? "Heist under way" : "Heist performed"),
    heistCard(printed, heist),
    el(
      "div",
      {},
      el("p", { class: "missing" }, missing ? el("b", {}, "still missing ") : el("b", {}, "nothing is missing"), missing && skills(printed, missing)),
      el("p", {}, crew.length ? `sent: ${crew.map(shown).join(", ")}` : "nobody is sent yet"),
      gangs.length > 0 && el("p", {}, "gangs: ", ...gangs.flatMap((seat) => [seats.tag(seat), " "])),
    ),
  );
}

/**
 * @param {Table} table
 * @param {Moment} moment
 */
export function heists({ printed, seats }, { frame, open, happened }) {
  const cards = open.heists.map((one) => el("li", {}, heistCard(printed, one, happened.displayed(one.card))));
  const top = memory(frame, open.heist_pile.seen_by);
  const known = top?.top_heist ? heistCard(printed, top.top_heist) : top?.top_snitch ? snitchCard(printed, top.top_snitch) : null;
  return display("Heists", cards, pile(seats, open.heist_pile, known), open.discarded_heists);
}

/**
 * @param {Table} table
 * @param {Moment} moment
 */
export function gangsters({ printed, seats }, { frame, open, happened }) {
  const cards = open.gangsters.map((one) => el("li", {}, gangsterCard(printed, one, happened.displayed(one.card))));
  const top = memory(frame, open.gangster_pile.seen_by);
  const known = top?.top_gangster ? gangsterCard(printed, top.top_gangster) : null;
  return display("Gangsters to recruit", cards, pile(seats, open.gangster_pile, known), open.discarded_gangsters);
}

/**
 * @param {string} title
 * @param {HTMLElement[]} cards
 * @param {HTMLElement} drawn  the pile
 * @param {{card: string}[]} away  what was discarded from it
 */
function display(title, cards, drawn, away) {
  return el(
    "section",
    { class: "display", "data-away": away.length },
    el("h3", {}, title),
    el("ul", { class: "cards" }, ...cards, el("li", {}, drawn)),
    away.length > 0 && el("p", { class: "small" }, `${away.length} put away: ${away.map((one) => shown(one.card)).join(", ")}`),
  );
}

/**
 * @param {import("arena/seats.js").Seats} seats
 * @param {import("./structs.js").Pile} there
 * @param {HTMLElement | null} known  its top card, where the audience knows it
 */
function pile(seats, there, known) {
  return el(
    "div",
    { class: "pile", "data-pile": there.cards },
    el("span", { class: "stack" }, el("b", {}, String(there.cards)), el("span", {}, there.cards === 1 ? "card in the pile" : "cards in the pile")),
    there.seen_by !== null && el("span", { class: "seen" }, "top seen by ", seats.tag(there.seen_by)),
    known,
  );
}

/**
 * What a seat remembers, if the audience may know that.
 * @param {Frame} frame
 * @param {number | null} seat
 */
export function memory(frame, seat) {
  return seat === null ? undefined : /** @type {Memory | undefined} */ (frame.seats[seat]?.memory);
}

/**
 * What has left the game, which all saw go: it stands in each seat's memory.
 * @param {Frame} frame
 */
export function out(frame) {
  const one = memory(frame, Number(Object.keys(frame.seats)[0] ?? -1));
  const gone = one ? [...one.dead, ...one.lost] : [];
  return gone.length ? el("p", { class: "out" }, `Out of the game: ${gone.map(shown).join(", ")}`) : null;
}

/** @param {import("./structs.js").Printed} printed */
export function legend(printed) {
  const all = Object.keys(printed.skills).map((letter) => el("li", { "aria-hidden": "true" }, skills(printed, letter), printed.skills[letter] ?? ""));
  return el("ul", { class: "legend", "aria-hidden": "true" }, ...all);
}
