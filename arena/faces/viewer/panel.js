/**
 * The panel of one moment: what was decided, out of what, in which time; what went wrong; how the game ended.
 * @module
 */
import { el } from "./dom.js";
import { shown, time } from "./text.js";

/** @typedef {import("./model.js").Story} Story */
/** @typedef {import("./model.js").Decision} Decision */
/** @typedef {import("./model.js").Part} Part */
/** @typedef {import("./model.js").Trouble} Trouble */
/** @typedef {import("./model.js").Saying} Saying */
/** @typedef {import("./seats.js").Seats} Seats */
/** @typedef {import("./person.js").Person} Person */

/**
 * @param {Story} story
 * @param {Seats} seats
 * @param {number} at
 * @param {Person | null} person  who plays here, if anybody does
 * @returns {HTMLElement[]}  in which lists that can be unfolded have a `data-list` each, to be known again
 */
export function panel(story, seats, at, person = null) {
  const frame = story.frame(at);
  const made = frame.decisions.map((decision) => decided(story, seats, at, decision));
  const deciding = frame.decisions.map((decision) => decision.seat);
  const others = [...frame.said.filter(({ seat }) => !deciding.includes(seat)), ...(at === story.last ? story.replay.said : [])];
  const wrong = story.troubles(at).map((trouble) => fault(seats, trouble));
  const happened = story.sentences(at).map((one) => el("li", {}, ...sentence(seats, one)));
  const over = at === story.last && !story.playing;
  /** @type {HTMLElement[]} */
  const drawn = [...(over ? ended(story, seats) : []), ...wrong, ...made];
  drawn.push(...others.map((saying) => el("div", { class: "decision" }, el("p", {}, seats.tag(saying.seat), " said:"), spoken(seats, saying))));
  if (happened.length) drawn.push(el("ul", { class: "happened" }, ...happened));
  if (!over && frame.acting.length) drawn.push(next(story, seats, at, person));
  return drawn;
}

/**
 * @param {Story} story
 * @param {Seats} seats
 * @param {number} at
 * @param {Decision} decision
 */
function decided(story, seats, at, decision) {
  const ways = story.ways(at - 1, decision.seat);
  return el(
    "div",
    { class: "decision" },
    el("p", {}, seats.tag(decision.seat), decision.words === null ? " has decided" : ": ", move(seats, decision)),
    clock(story, seats, decision),
    ...story.frame(at).said.filter(({ seat }) => seat === decision.seat).map((saying) => spoken(seats, saying)),
    ways.length > 0 && choices(seats, ways, decision.choice, `made ${decision.seat}`, `1 of ${ways.length} legal moves`),
  );
}

/**
 * A bot's own words, as text whatever they are.
 * @param {Seats} seats
 * @param {Saying} saying
 */
function spoken(seats, { seat, source, text }) {
  if (source === "note") return el("p", { class: "note" }, "note: ", el("bdi", {}, shown(text)));
  const lines = el("pre", { tabindex: 0, role: "group", "aria-label": `stderr of ${seats.said(seat)}` }, printed(text));
  return el("div", { class: "stderr" }, el("p", { class: "time" }, "stderr"), lines);
}

/**
 * @param {Seats} seats
 * @param {Decision} decision
 */
function move(seats, decision) {
  return decision.words === null ? null : el("bdi", { class: "move" }, ...parts(seats, decision.words));
}

/**
 * @param {Story} story
 * @param {Seats} seats
 * @param {Decision} decision
 */
function clock(story, seats, decision) {
  if (decision.by_referee) return el("p", { class: "time" }, "played for it by the referee");
  if (decision.ms === null) return null;
  const limit = story.limits[decision.number] ?? null;
  const more = decision.machine_ms !== null && decision.machine_ms >= 1;
  return el(
    "p",
    { class: "time" },
    limit !== null && el("meter", { min: 0, max: limit, high: limit * 0.8, optimum: 0, value: decision.ms, "aria-label": `time of ${seats.said(decision.seat)}` }),
    `${time(decision.ms)}${limit === null ? "" : ` of ${time(limit)}`}`,
    more && `, the machine took ${time(decision.machine_ms ?? 0)} more`,
  );
}

/**
 * @param {Seats} seats
 * @param {Part[][]} ways
 * @param {number | null} choice
 * @param {string} list
 * @param {string} title
 */
function choices(seats, ways, choice, list, title) {
  const rows = ways.map((words, at) => {
    const text = el("bdi", {}, ...parts(seats, words));
    return at === choice ? el("li", { class: "chosen" }, el("strong", {}, text), " (chosen)") : el("li", {}, text);
  });
  return el("details", { "data-list": list }, el("summary", {}, title), el("ol", { class: "legal", start: 0 }, ...rows));
}

/**
 * The legal moves, to be chosen.
 * @param {Seats} seats
 * @param {Part[][]} ways
 * @param {Person} person
 */
function offered(seats, ways, person) {
  const rows = ways.map((words, at) => {
    const button = el("button", { type: "button", class: "way" }, el("bdi", {}, ...parts(seats, words)));
    button.addEventListener("click", () => person.choose(at));
    return el("li", {}, button);
  });
  return el("ol", { class: "ways" }, ...rows);
}

/**
 * @param {Seats} seats
 * @param {Trouble} trouble
 */
function fault(seats, trouble) {
  return el(
    "p",
    { class: "fault" },
    seats.tag(trouble.seat),
    ` is at fault${trouble.loses ? " and loses by it" : ""}: `,
    el("strong", {}, trouble.verdict),
    trouble.text !== null && el("span", { class: "figures" }, ` ${shown(trouble.text)}`),
  );
}

/**
 * @param {Story} story
 * @param {Seats} seats
 * @param {number} at
 * @param {Person | null} person
 */
function next(story, seats, at, person) {
  const { acting } = story.frame(at);
  const own = acting.map((seat) => {
    const ways = story.ways(at, seat);
    if (person?.asked(seat, at)) return el("div", {}, el("p", { class: "yours" }, "Your move:"), offered(seats, ways, person));
    return el("div", {}, el("p", {}, seats.tag(seat), " is to decide"), ways.length > 0 && choices(seats, ways, null, `next ${seat}`, `${ways.length} legal moves`));
  });
  return el("div", { class: "next" }, ...own);
}

/**
 * How the game ended, for whoever has come to its end.
 * @param {Story} story
 * @param {Seats} seats
 * @returns {HTMLElement[]}
 */
function ended(story, seats) {
  const { broken, status, why, outcome, forfeited } = story.replay;
  const drawn = broken === null ? [] : [el("p", { class: "fault" }, shown(broken))];
  if (status !== "finished") return [...drawn, el("p", { class: "fault" }, `not rated (${status})`), ...(why ? [el("pre", { tabindex: 0, role: "group", "aria-label": "why" }, printed(why))] : [])];
  if (outcome?.kind === "team") return [...drawn, el("p", { class: "outcome" }, `${outcome.won ? "won" : "lost"}, score ${outcome.score}`)];
  if (!outcome) return drawn;
  const order = seats.names.map((_, seat) => seat).sort((a, b) => (outcome.places[a] ?? 0) - (outcome.places[b] ?? 0));
  const rows = order.map((seat) =>
    el("tr", {}, el("td", {}, `${outcome.places[seat]}.`), el("th", { scope: "row" }, seats.tag(seat)), el("td", {}, `${outcome.scores[seat]}`), forfeited.includes(seat) && el("td", {}, "forfeited")),
  );
  const head = ["place", "bot", "score"].map((word) => el("th", { scope: "col" }, word));
  return [...drawn, el("table", { class: "outcome", "aria-label": "outcome" }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows))];
}

/** @param {string} lines */
function printed(lines) {
  return lines.split("\n").map(shown).join("\n");
}

/**
 * A sentence with its seats in their places.
 * @param {Seats} seats
 * @param {import("./model.js").Sentence} sentence
 * @returns {(Node | string)[]}
 */
export function sentence(seats, { words, seats: told }) {
  const said = parts(seats, words);
  return told.length ? [...said, " (told to ", ...told.map((seat) => seats.tag(seat)), ")"] : said;
}

/**
 * @param {Seats} seats
 * @param {Part[]} words
 */
function parts(seats, words) {
  return words.map((part) => (typeof part === "number" ? seats.tag(part) : shown(part)));
}

/**
 * A moment in a line, to be read aloud.
 * @param {Story} story
 * @param {Seats} seats
 * @param {number} at
 */
export function aloud(story, seats, at) {
  const faults = story.troubles(at).map((one) => `${seats.said(one.seat)} is at fault: ${one.verdict}.`);
  const told = story.sentences(at).map(({ words }) => words.map((part) => (typeof part === "number" ? seats.said(part) : shown(part))).join(""));
  return [...faults, ...told].join(". ").replaceAll("..", ".");
}
