/**
 * Legal moves chosen by the pieces that they are made with.
 *
 * A move is a way of one or more picks: the card, then the place where it goes. Pieces of the drawing have a name each,
 * `data-piece="hand spy"`; those with which a move can begin become buttons, and when one is picked those with which it
 * can go on. A pick that no piece stands for, to decline, is a button with its words.
 * @module
 */
import { el, fill } from "../dom.js";

/** @typedef {{piece: string, words: string}} Pick  words: what it does, for who hears the button and does not see it */

const MADE = ["role", "tabindex", "aria-label", "aria-pressed"];

export class Picking {
  /**
   * @param {HTMLElement} table  the drawing, with its pieces
   * @param {HTMLElement} bar  where picks stand that have no piece
   */
  constructor(table, bar) {
    this.table = table;
    this.bar = bar;
    /** @type {Pick[][]} */
    this.ways = [];
    /** @type {Pick[]} */
    this.picked = [];
    this.choose = (/** @type {number} */ _choice) => {};
    table.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.picked.length) return;
      event.preventDefault();
      this.again();
    });
  }

  /**
   * @param {Pick[][]} ways  of each legal move; none begins with the whole of another
   * @param {(choice: number) => void} choose
   */
  offer(ways, choose) {
    this.ways = ways;
    this.choose = choose;
    this.picked = [];
    this.show();
  }

  /** Nothing is picked any more. */
  again() {
    this.picked = [];
    this.show();
  }

  /** @param {Pick} pick */
  pick(pick) {
    const again = this.picked.findIndex((one) => one.piece === pick.piece);
    if (again >= 0) this.picked = this.picked.slice(0, again);
    else this.picked = [...this.picked, pick];
    const whole = this.ways.findIndex((way) => way.length === this.picked.length && this.goesOn(way));
    if (whole < 0) this.show();
    else {
      this.clear();
      this.choose(whole);
    }
  }

  /** @param {Pick[]} way */
  goesOn(way) {
    return this.picked.every((one, at) => way[at]?.piece === one.piece);
  }

  /** The picks that can be made now, each once. */
  next() {
    const next = this.ways.filter((way) => this.goesOn(way)).map((way) => way[this.picked.length]);
    return [...new Map(next.flatMap((pick) => (pick ? [[pick.piece, pick]] : []))).values()];
  }

  show() {
    const focused = this.table.contains(document.activeElement) ? document.activeElement : null;
    this.clear();
    const wordless = this.next().filter((pick) => !this.ready(pick, false));
    for (const pick of this.picked) this.ready(pick, true);
    const buttons = wordless.map((pick) => {
      const button = el("button", { type: "button" }, pick.words);
      button.addEventListener("click", () => this.pick(pick));
      return button;
    });
    const back = el("button", { type: "button" }, "start again");
    back.addEventListener("click", () => this.again());
    const so = this.picked.map((pick) => pick.words).join(", ");
    fill(this.bar, so && el("span", {}, `${so}, and then?`), ...buttons, this.picked.length > 0 && back);
    // Whoever uses the keyboard stays where they were or, if that is gone, goes on with what can be picked now.
    const still = focused?.matches(".offered, .picked") ? focused : (this.bar.querySelector("button") ?? this.table.querySelector(".offered"));
    if (focused && still instanceof HTMLElement) still.focus();
  }

  /**
   * Makes a button of each piece of that name; false if there is none.
   * @param {Pick} pick
   * @param {boolean} picked
   */
  ready({ piece, words }, picked) {
    const pieces = [...this.table.querySelectorAll("[data-piece]")].filter((one) => one.getAttribute("data-piece") === piece);
    for (const one of pieces) {
      if (!(one instanceof HTMLElement)) continue;
      one.classList.add(picked ? "picked" : "offered");
      one.setAttribute("role", "button");
      one.setAttribute("tabindex", "0");
      one.setAttribute("aria-label", words);
      if (picked) one.setAttribute("aria-pressed", "true");
      one.onclick = () => this.pick({ piece, words });
      one.onkeydown = (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        this.pick({ piece, words });
      };
    }
    return pieces.length > 0;
  }

  clear() {
    for (const one of this.table.querySelectorAll(".offered, .picked")) {
      if (!(one instanceof HTMLElement)) continue;
      one.classList.remove("offered", "picked");
      for (const name of MADE) one.removeAttribute(name);
      one.onclick = one.onkeydown = null;
    }
    fill(this.bar);
  }
}
