/**
 * Who sits where: each seat has a number, a name, a colour and a shape, so that no two differ by colour alone.
 * @module
 */
import { el, svg } from "./dom.js";
import { short, shown } from "./text.js";

/** In a field of 16 by 16. */
const SHAPES = [
  "M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12z",
  "M3 3h10v10H3z",
  "M8 2l7 12H1z",
  "M8 1l7 7l-7 7l-7-7z",
  "M8 1l7 5.2l-2.7 8.3H3.7L1 6.2z",
  "M5.5 1h5v4.5H15v5h-4.5V15h-5v-4.5H1v-5h4.5z",
  "M8 1l2 5h5l-4 3.5l1.5 5.5L8 12l-4.5 3L5 9.5L1 6h5z",
  "M4.5 2h7L15 8l-3.5 6h-7L1 8z",
];

export class Seats {
  /** @param {string[]} names each seat's bot */
  constructor(names) {
    this.names = names.map(shown);
  }

  get count() {
    return this.names.length;
  }

  /**
   * Whether this can be the number of a seat.
   * @param {unknown} value
   * @returns {value is number}
   */
  has(value) {
    return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < this.names.length;
  }

  /**
   * In a sentence that is read aloud.
   * @param {number} seat
   */
  said(seat) {
    return `${short(this.names[seat] ?? "", 32)} (seat ${seat})`;
  }

  /**
   * The seat with its name, to be put into a line.
   * @param {number} seat
   * @returns {HTMLElement}
   */
  tag(seat) {
    const name = this.names[seat] ?? `seat ${seat}`;
    return el(
      "span",
      { class: `seat seat-${seat % SHAPES.length}`, title: `${short(name, 200)} (seat ${seat})` },
      this.mark(seat),
      el("bdi", { class: "name" }, short(name, 32)),
      el("span", { class: "number" }, ` ${seat}`),
    );
  }

  /**
   * Its shape alone; says nothing to one who cannot see it.
   * @param {number} seat
   */
  mark(seat) {
    const path = svg("path", { d: SHAPES[seat % SHAPES.length] });
    return svg("svg", { class: `mark seat-${seat % SHAPES.length}`, viewBox: "0 0 16 16", "aria-hidden": "true" }, path);
  }
}
