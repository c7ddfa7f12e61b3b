/**
 * The column in the middle of the table: the bust card, the locations with the cards on both sides, the Warehouse.
 * @module
 */
import { el, svg } from "arena/dom.js";
import { change, counted, news } from "arena/draw/pieces.js";
import { back, face, slot } from "./cards.js";
import { probationary, undercover } from "./knowledge.js";

/** @typedef {import("./structs.js").Table} Table */
/** @typedef {import("./structs.js").Open} Open */
/** @typedef {import("./structs.js").Location} Location */
/** @typedef {import("./structs.js").Busted} Busted */
/** @typedef {import("./happened.js").Happened} Happened */
/** @typedef {import("arena/model.js").Frame} Frame */
/**
 * A moment: `open` is what lies on the table, `old` what lay there the step before.
 * @typedef {{frame: Frame, open: Open, old: Open | null, happened: Happened}} Moment
 */

const MOST_CUBES = 24;
/** What each location card shows, in a field of 120 by 40: dunes, pyramids, a volcano, palms. */
const SCENES = [
  "M0 40V28Q20 14 42 26T84 22T120 26V40z",
  "M0 40V36H14L36 12L50 27L62 16L84 36H120V40z",
  "M0 40V34L34 30L52 10H66L84 30L120 34V40z",
  "M0 40V32Q30 26 60 32V14q-9-2-12 4 1-9 11-7-5-5-12-2 8-7 14 1 6-8 14-1-7-3-12 2 10-2 11 7-3-6-12-4V31Q90 26 120 32V40z",
];

/**
 * @param {Table} table
 * @param {Moment} moment
 */
export function busts({ printed: { spaces } }, { open, old, happened }) {
  const now = Math.min(open.marker, spaces);
  const track = Array.from({ length: spaces + 1 }, (_, space) =>
    el("li", { class: `space${space === now ? " here" : ""}${space === spaces ? " last" : ""}` }, space === now ? cubes(1) : String(space)),
  );
  const moved = old !== null && old.marker !== open.marker;
  return el(
    "section",
    { class: `busts${moved ? " fresh" : ""}`, "data-marker": open.marker },
    el("h3", {}, "Busts ", el("strong", {}, String(open.marker)), ` of ${spaces}`, happened.busted.size > 0 && news("bust!")),
    el("ol", { class: "track", "aria-hidden": "true" }, ...track),
  );
}

/**
 * @param {Table} table
 * @param {Moment} moment
 * @param {number} at
 */
export function location(table, moment, at) {
  const { open, old, happened } = moment;
  const here = /** @type {Location} */ (open.locations[at]);
  const up = here.row.filter((agent) => agent.card !== null).length;
  const { exposed, regions } = table.printed;
  const busted = happened.busted.get(at);
  return el(
    "section",
    { class: `location${happened.to === at ? " delivered" : ""}`, "data-location": at },
    el("div", { class: "trainee" }, trainee(table, moment, at, here)),
    el(
      "div",
      { class: "place", "data-piece": `location ${at}` },
      svg("svg", { class: "scene", viewBox: "0 0 120 65", preserveAspectRatio: "xMaxYMax slice", "aria-hidden": "true" }, svg("circle", { cx: 108, cy: 47, r: 6 }), svg("path", { d: SCENES[at % SCENES.length], transform: "translate(0 25)" })),
      el("h3", {}, el("span", { class: "unseen" }, "location "), el("span", { class: "at" }, String(at + 1)), ` ${regions[at] ?? ""}`),
      crates(here.crates, old?.locations[at]?.crates),
      el("p", { class: up >= exposed - 1 ? "up near" : "up" }, `${up} of ${exposed} face up`),
    ),
    el("div", { class: "field" }, !(busted && !here.row.length) && row(table, moment, at, here, exposed - up), busted && raided(table, busted)),
  );
}

/**
 * @param {Table} table
 * @param {Moment} moment
 * @param {number} at
 * @param {Location} here
 */
function trainee(table, { frame, happened }, at, here) {
  if (here.probationary === null) return slot("no probationary agent", `trainee ${at}`);
  return back(table, here.probationary, probationary(frame, at), { fresh: happened.trainees.get(at) ?? null, piece: `trainee ${at}` });
}

/**
 * @param {Table} table
 * @param {Moment} moment
 * @param {number} at
 * @param {Location} here
 * @param {number} free  how many face-up cards are wanting
 */
function row(table, { frame, open, happened }, at, here, free) {
  const cards = here.row.map((agent, pos) => {
    const fresh = happened.fresh(at, pos);
    const piece = `agent ${at} ${pos}`;
    const held = open.held?.at === at && open.held.pos === pos;
    if (agent.card !== null) return face(table, agent.owner, agent.card, { fresh, active: agent.active === true, piece });
    return back(table, agent.owner, undercover(frame, at, pos), { fresh: fresh ? "new" : null, held, piece });
  });
  const slots = Array.from({ length: Math.max(0, free) }, () => el("li", { "aria-hidden": "true" }, slot("")));
  return el("ul", { class: "agents", "aria-label": `in the field at location ${at + 1}` }, ...cards.map((card) => el("li", {}, card)), ...slots);
}

/**
 * A bust that has just been: the cards that were turned up, and who took what.
 * @param {Table} table
 * @param {Busted} busted
 */
function raided(table, { row, revealed, totals, taken, left }) {
  const shares = totals.flatMap((total, seat) => (total === null ? [] : [el("li", {}, table.seats.tag(seat), ` with ${total} takes `, el("b", {}, counted(taken[seat] ?? 0, "crate")))]));
  return el(
    "div",
    { class: "raided" },
    el("h4", {}, "Bust", news("just now")),
    el("ul", { class: "agents gone" }, ...row.map((agent, pos) => el("li", {}, face(table, agent.owner, agent.card ?? "", { revealed: revealed.includes(pos) })))),
    el("ul", { class: "shares" }, ...shares, el("li", {}, `${left} left here`)),
  );
}

/**
 * @param {Table} table
 * @param {Moment} moment
 */
export function stores({ printed: { warehouse } }, { open, old, happened }) {
  const places = Array.from({ length: warehouse }, (_, at) => el("li", { class: at < open.warehouse ? "full" : "" }, at < open.warehouse && cubes(1)));
  return el(
    "section",
    { class: `stores${happened.to === "warehouse" ? " delivered" : ""}` },
    el("div", { class: "warehouse", "data-warehouse": open.warehouse }, el("h3", {}, "Warehouse"), figure(open.warehouse, old?.warehouse), el("ol", { class: "places", "aria-hidden": "true" }, ...places)),
    el("div", { class: "stock", "data-stock": open.stock }, el("h3", {}, "Stock"), figure(open.stock, old?.stock)),
    open.discarded > 0 && el("div", { class: "stock" }, el("h3", {}, "Out of the game"), figure(open.discarded, old?.discarded)),
  );
}

/**
 * @param {number} count
 * @param {number | undefined} before
 */
function crates(count, before) {
  return el("p", { class: "crates", "data-crates": count }, figure(count, before), el("span", { class: "unseen" }, count === 1 ? " crate" : " crates"), cubes(Math.min(count, MOST_CUBES)));
}

/**
 * @param {number} count
 * @param {number | undefined} before
 */
export function figure(count, before) {
  return el("span", { class: "figure" }, String(count), change(count, before));
}

/**
 * Crates in rows of six, as they stand on a card.
 * @param {number} count
 */
export function cubes(count) {
  const across = Math.min(count, 6);
  const drawn = Array.from({ length: count }, (_, i) => {
    const at = `translate(${(i % 6) * 13} ${Math.floor(i / 6) * 14})`;
    return svg("g", { transform: at }, svg("path", { class: "top", d: "M6.5 .5l5.5 2.750l-5.5 2.750L1 3.250z" }), svg("path", { class: "left", d: "M1 3.250l5.5 2.750v6.500L1 9.750z" }), svg("path", { class: "right", d: "M12 3.250L6.5 6v6.500L12 9.750z" }));
  });
  const [width, height] = [across * 13, Math.ceil(count / 6) * 14];
  return svg("svg", { class: "cubes", viewBox: `0 0 ${width || 1} ${height || 1}`, width, height, "aria-hidden": "true" }, ...drawn);
}

/** @param {number} pips */
export function die(pips) {
  const spots = /** @type {Record<number, number[][]>} */ ({ 1: [[1, 1]], 2: [[0, 0], [2, 2]], 3: [[0, 0], [1, 1], [2, 2]], 4: [[0, 0], [0, 2], [2, 0], [2, 2]], 5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]], 6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]] });
  const drawn = (spots[pips] ?? []).map(([x = 0, y = 0]) => svg("circle", { cx: 8 + 8 * x, cy: 8 + 8 * y, r: 2.4 }));
  return svg("svg", { class: "die", viewBox: "0 0 32 32", "aria-hidden": "true" }, svg("rect", { x: 1.5, y: 1.5, width: 29, height: 29, rx: 6 }), ...drawn);
}
