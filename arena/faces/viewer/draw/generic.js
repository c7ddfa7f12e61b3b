/**
 * The drawing of a game that has none of its own: whatever a struct holds, by its form alone.
 *
 * Single values are chips with a label, lists of them rows, lists of like objects small tables, objects panels. What has
 * changed since the step before is marked, with what it was. Which numbers are seats the types of the game say
 * (`SeatNumber` and `BySeat`): they come as paths of fields, `locations.row.owner`.
 * @module
 */
import { el, fill } from "../dom.js";
import { label, phrase } from "../text.js";
import { field, isObject, isScalar, items, partners, same } from "./compare.js";

/** @typedef {import("../model.js").Frame} Frame */
/** @typedef {import("./compare.js").Fields} Fields */
/** @typedef {"public" | "view" | "memory"} Struct */
/** @typedef {{title: Node | string, struct: Struct, now: Fields, before: unknown}} Part  of a table: who sees it, and what */

const MOST_COLUMNS = 9;
const DEEPEST = 8;

/** @type {import("./drawing.js").Drawing} */
export const generic = {
  mount(place, table) {
    const drawer = new Drawer(table);
    return {
      render: (frame, before) => fill(place, ...drawer.parts(frame, before).map((part) => drawer.part(part))),
      describe: (frame, before) => drawer.changes(frame, before),
    };
  },
};

class Drawer {
  /** @param {import("./drawing.js").Table} table */
  constructor(table) {
    this.seats = table.seats;
    /** Paths begin with the struct: `view.locations.row.owner`. */
    this.seat = new Set(paths(table.seatFields, "seat"));
    this.bySeat = new Set(paths(table.seatFields, "by_seat"));
  }

  /**
   * What there is to draw: for a seat its view and its memory; else the public's view, and what each seat that the
   * audience may look at sees besides.
   * @param {Frame} frame
   * @param {Frame | null} before
   * @returns {Part[]}
   */
  parts(frame, before) {
    const old = before ?? frame;
    /** @type {Part[]} */
    const parts = [];
    const open = isObject(frame.public) ? frame.public : null;
    if (open) parts.push({ title: "On the table", struct: "public", now: open, before: old.public });
    for (const [number, sight] of Object.entries(frame.seats)) {
      const seat = Number(number);
      const was = old.seats[number];
      const view = isObject(sight.view) ? sight.view : {};
      const own = Object.entries(view).filter(([key, value]) => !(open && same(field(open, key), value)));
      const seen = Object.fromEntries(own);
      const who = this.seats.tag(seat);
      if (own.length) parts.push({ title: el("span", {}, who, open ? " sees besides" : " sees"), struct: "view", now: seen, before: was?.view });
      if (isObject(sight.memory) && Object.keys(sight.memory).length)
        parts.push({ title: el("span", {}, this.seats.tag(seat), " remembers"), struct: "memory", now: sight.memory, before: was?.memory });
    }
    return parts;
  }

  /** @param {Part} part */
  part(part) {
    return el("section", { class: "part" }, el("h2", {}, part.title), ...this.fields(part.struct, part.now, part.before, 3));
  }

  /**
   * @param {Frame} frame
   * @param {Frame | null} before
   */
  changes(frame, before) {
    const changed = this.parts(frame, before).flatMap((part) => {
      const old = isObject(part.before) ? part.before : {};
      return Object.entries(part.now).flatMap(([key, value]) => (same(value, field(old, key)) ? [] : [label(key)]));
    });
    return changed.length ? `changed: ${[...new Set(changed)].join(", ")}` : "";
  }

  /**
   * The fields of an object in their order; single values, and lists of them, that follow each other share a line.
   * @param {string} path
   * @param {Fields} now
   * @param {unknown} before
   * @param {number} depth  of the headings
   * @returns {HTMLElement[]}
   */
  fields(path, now, before, depth) {
    const old = isObject(before) ? before : {};
    /** @type {HTMLElement[]} */
    const drawn = [];
    /** @type {HTMLElement | null} */
    let chips = null;
    for (const [key, value] of Object.entries(now)) {
      if (isFlat(value)) {
        chips ??= drawn[drawn.push(el("dl", { class: "chips" })) - 1] ?? null;
        chips?.append(this.chip(`${path}.${key}`, value, field(old, key)));
      } else {
        chips = null;
        drawn.push(this.block(`${path}.${key}`, value, field(old, key), depth));
      }
    }
    return drawn;
  }

  /**
   * @param {string} path
   * @param {unknown} value
   * @param {unknown} before
   */
  chip(path, value, before) {
    if (Array.isArray(value)) return el("div", { class: "chip list" }, el("dt", {}, label(last(path))), el("dd", {}, this.row(path, value, before)));
    const changed = !same(value, before);
    return el(
      "div",
      { class: changed ? "chip changed" : "chip" },
      el("dt", {}, label(last(path))),
      el("dd", {}, this.value(path, value), changed && this.was(path, before)),
    );
  }

  /**
   * @param {string} path
   * @param {unknown} before
   */
  was(path, before) {
    return before === undefined ? el("span", { class: "was" }, "new") : el("span", { class: "was" }, "was ", this.value(path, before));
  }

  /**
   * @param {string} path  of the field that it is in
   * @param {unknown} value
   * @returns {HTMLElement}
   */
  value(path, value) {
    if (this.seat.has(path) && this.seats.has(value)) return this.seats.tag(value);
    if (isObject(value) && Object.keys(value).length) {
      const fields = Object.entries(value).map(([key, one]) => el("span", { class: "inner" }, `${label(key)} `, this.value(`${path}.${key}`, one)));
      return el("span", {}, ...fields);
    }
    if (value === null || value === "") return el("span", { class: "none" }, phrase(value));
    return typeof value === "number" ? el("span", { class: "count" }, String(value)) : el("bdi", {}, phrase(value));
  }

  /**
   * A field that holds a list or an object, under its name.
   * @param {string} path
   * @param {unknown} value
   * @param {unknown} before
   * @param {number} depth
   */
  block(path, value, before, depth) {
    const list = Array.isArray(value);
    const count = list && el("span", { class: "many" }, ` ${value.length}`);
    const changed = !same(value, before);
    return el(
      "section",
      { class: changed ? "field changed" : "field" },
      this.heading(depth, label(last(path)), count, changed && el("span", { class: "unseen" }, " (changed)")),
      ...(list ? this.list(path, value, before, depth + 1) : this.object(path, value, before, depth + 1)),
    );
  }

  /**
   * @param {number} depth
   * @param {...import("../dom.js").Child} words
   */
  heading(depth, ...words) {
    const tag = /** @type {"h3"} */ (`h${Math.min(depth, 6)}`);
    return el(tag, {}, ...words);
  }

  /**
   * @param {string} path
   * @param {unknown} value
   * @param {unknown} before
   * @param {number} depth
   * @returns {HTMLElement[]}
   */
  object(path, value, before, depth) {
    if (!isObject(value) || !Object.keys(value).length) return [el("p", { class: "none" }, "none")];
    if (depth > DEEPEST) return [el("p", {}, phrase(value))];
    return this.fields(path, value, before, depth);
  }

  /**
   * @param {string} path
   * @param {unknown[]} list
   * @param {unknown} before
   * @param {number} depth
   * @returns {HTMLElement[]}
   */
  list(path, list, before, depth) {
    if (isFlat(list)) return [this.row(path, list, before)];
    if (depth > DEEPEST) return [el("p", {}, phrase(list))];
    if (list.every((item) => Array.isArray(item) && isFlat(item))) return [this.grid(path, list, before)];
    const objects = list.filter(isObject);
    const columns = [...new Set(objects.flatMap((item) => Object.keys(item)))];
    const plain = objects.every((item) => Object.values(item).every(isFlat));
    if (objects.length === list.length && plain && columns.length <= MOST_COLUMNS)
      return [this.table(path, objects, columns, before), ...this.gone(path, list, before)];
    return [this.panels(path, list, before, depth), ...this.gone(path, list, before)];
  }

  /**
   * Single values beside each other: those that have come, and those that are gone, are marked.
   * @param {string} path
   * @param {unknown[]} list
   * @param {unknown} before
   */
  row(path, list, before) {
    if (this.bySeat.has(path) && list.length === this.seats.count) return this.each(path, list, before);
    const { fresh, gone } = items(list, before);
    const here = list.map((item, at) => el("li", {}, fresh[at] ? el("ins", {}, this.value(path, item)) : this.value(path, item)));
    const left = gone.map((item) => el("li", {}, el("del", {}, this.value(path, item))));
    if (!here.length && !left.length) return el("p", { class: "none" }, "none");
    return el("ul", { class: "row" }, ...here, ...left);
  }

  /**
   * One value for each seat: what counts is where it stands.
   * @param {string} path
   * @param {unknown[]} list
   * @param {unknown} before
   */
  each(path, list, before) {
    const old = Array.isArray(before) ? before : [];
    const here = list.map((item, seat) => {
      const who = el("span", { class: "unseen" }, `${this.seats.said(seat)} `);
      const changed = !same(item, old[seat]);
      return el("li", { class: changed ? "changed" : null }, this.seats.mark(seat), who, this.value(path, item), changed && this.was(path, old[seat]));
    });
    return el("ul", { class: "row" }, ...here);
  }

  /**
   * What has left a list of objects.
   * @param {string} path
   * @param {unknown[]} list
   * @param {unknown} before
   */
  gone(path, list, before) {
    if (Array.isArray(before) && before.length === list.length) return []; // they have changed, each in its place
    const { gone } = items(list, before);
    return gone.length ? [el("ul", { class: "row" }, ...gone.map((item) => el("li", {}, el("del", {}, this.value(path, item)))))] : [];
  }

  /**
   * @param {string} path
   * @param {unknown[]} list  of lists
   * @param {unknown} before
   */
  grid(path, list, before) {
    const old = Array.isArray(before) ? before : [];
    const rows = list.map((item, at) =>
      el("tr", {}, this.index(path, at, list.length), el("td", {}, this.row(path, /** @type {unknown[]} */ (item), old[at]))),
    );
    return this.scrolled(path, el("table", {}, el("tbody", {}, ...rows)));
  }

  /**
   * @param {string} path
   * @param {Fields[]} list
   * @param {string[]} columns
   * @param {unknown} before
   */
  table(path, list, columns, before) {
    const old = partners(list, before);
    const head = columns.map((column) => el("th", { scope: "col" }, label(column)));
    const rows = list.map((item, at) => {
      const was = old[at];
      const cells = columns.map((column) => this.cell(`${path}.${column}`, field(item, column), field(isObject(was) ? was : item, column)));
      return el("tr", was === undefined ? { class: "changed" } : {}, this.index(path, at, list.length, was === undefined), ...cells);
    });
    const table = el("table", {}, el("thead", {}, el("tr", {}, el("td", {}), ...head)), el("tbody", {}, ...rows));
    return this.scrolled(path, table);
  }

  /**
   * @param {string} path
   * @param {unknown} value
   * @param {unknown} before
   */
  cell(path, value, before) {
    if (value === undefined) return el("td", {});
    if (Array.isArray(value)) return el("td", {}, this.row(path, value, before));
    const changed = !same(value, before);
    return el("td", { class: changed ? "changed" : null }, this.value(path, value), changed && this.was(path, before));
  }

  /**
   * What a row or panel is called: its seat, or its number, which moves name it by.
   * @param {string} path
   * @param {number} at
   * @param {number} length
   * @param {boolean} fresh
   */
  index(path, at, length, fresh = false) {
    return el("th", { scope: "row" }, this.named(path, at, length), fresh && el("span", { class: "was" }, "new"));
  }

  /**
   * @param {string} path
   * @param {number} at
   * @param {number} length
   */
  named(path, at, length) {
    const seat = this.bySeat.has(path) && length === this.seats.count;
    return seat ? this.seats.tag(at) : el("span", { class: "number" }, String(at));
  }

  /**
   * @param {string} path
   * @param {unknown[]} list
   * @param {unknown} before
   * @param {number} depth
   */
  panels(path, list, before, depth) {
    const old = partners(list, before);
    const panels = list.map((item, at) => {
      const fresh = old[at] === undefined;
      const was = fresh ? item : old[at];
      return el(
        "section",
        { class: fresh ? "panel changed" : "panel" },
        this.heading(depth, `${label(last(path))} `, this.named(path, at, list.length), fresh && el("span", { class: "was" }, "new")),
        ...(Array.isArray(item) ? this.list(path, item, was, depth + 1) : isObject(item) ? this.fields(path, item, was, depth + 1) : [this.value(path, item)]),
      );
    });
    return el("div", { class: "panels" }, ...panels);
  }

  /**
   * A table that may be broader than the page, and is then moved by itself, with the keyboard too.
   * @param {string} path
   * @param {HTMLElement} table
   */
  scrolled(path, table) {
    return el("div", { class: "scrolled", tabindex: 0, role: "group", "aria-label": label(last(path)) }, table);
  }
}

/**
 * A single value, or a list of them.
 * @param {unknown} value
 */
function isFlat(value) {
  return isScalar(value) || (Array.isArray(value) && value.every(isScalar));
}

/**
 * A field's own name.
 * @param {string} path
 */
function last(path) {
  return path.slice(path.lastIndexOf(".") + 1);
}

/**
 * @param {import("../model.js").StructSeats} fields
 * @param {"seat" | "by_seat"} kind
 */
function paths(fields, kind) {
  return Object.entries(fields).flatMap(([struct, one]) => one[kind].map((path) => `${struct}.${path}`));
}
