/**
 * The whole story so far and to come: each step with its sentences, and a button that leads there.
 * @module
 */
import { el, fill } from "./dom.js";
import { sentence } from "./panel.js";

/** @typedef {import("./model.js").Story} Story */
/** @typedef {import("./seats.js").Seats} Seats */

export class Log {
  /**
   * @param {HTMLElement} list
   * @param {Story} story
   * @param {Seats} seats
   * @param {(at: number) => void} go
   */
  constructor(list, story, seats, go) {
    this.list = list;
    this.story = story;
    this.seats = seats;
    this.go = go;
    this.steps = story.frames.map((_, at) => step(story, seats, at, go));
    fill(list, ...this.steps);
    /** @type {HTMLElement | null} */
    this.marked = null;
    this.moving = false;
  }

  /** The step that the story has got. */
  grow() {
    const item = step(this.story, this.seats, this.story.last, this.go);
    if (this.story.last === 0) fill(this.list); // until then there was none
    this.steps[this.story.last] = item;
    this.list.append(item);
  }

  /** @param {number} at */
  mark(at) {
    this.marked?.removeAttribute("aria-current");
    const item = this.steps[at] ?? null;
    this.marked = item;
    if (!item) return;
    item.setAttribute("aria-current", "step");
    // Not at once: to ask where it stands lays out the whole page, and one may step faster than the screen shows.
    if (!this.moving) requestAnimationFrame(() => this.move());
    this.moving = true;
  }

  /** Only the list is moved: the page stays where its reader has put it. */
  move() {
    this.moving = false;
    if (this.marked) this.list.scrollTop = this.marked.offsetTop - (this.list.clientHeight - this.marked.offsetHeight) / 2;
  }
}

/**
 * @param {Story} story
 * @param {Seats} seats
 * @param {number} at
 * @param {(at: number) => void} go
 */
function step(story, seats, at, go) {
  const { decisions } = story.frame(at);
  const number = decisions.map((one) => one.number).join(", ");
  const button = el("button", { type: "button", "aria-label": number ? `Go to decision ${number}` : "Go to the set-up" }, number || "set-up");
  button.addEventListener("click", () => go(at));
  const wrong = story.troubles(at).map((one) => el("p", { class: "fault" }, seats.tag(one.seat), ` is at fault: ${one.verdict}`));
  const told = story.sentences(at).map((one) => el("p", {}, ...sentence(seats, one)));
  // Where the rules tell nothing, at least who has moved.
  const quiet = told.length || wrong.length ? [] : decisions.map((one) => el("p", {}, seats.tag(one.seat), " has decided"));
  return el("li", {}, button, el("div", {}, ...wrong, ...told, ...quiet));
}
