/**
 * The viewer: what is shown, and what its buttons and keys do.
 * @module
 */
import { el, fill, found } from "./dom.js";
import { chosen } from "./draw/chosen.js";
import { generic } from "./draw/generic.js";
import { icon } from "./icons.js";
import { explain, key, listen } from "./keys.js";
import { read, written } from "./link.js";
import { follow } from "./live.js";
import { Log } from "./log.js";
import { Edition } from "./model.js";
import { aloud, panel } from "./panel.js";
import { Person } from "./person.js";
import { Player, SPEEDS } from "./player.js";
import { Seats } from "./seats.js";
import { phrase, shown } from "./text.js";

/** @typedef {import("./model.js").Audience} Audience */
/** @typedef {import("./model.js").Story} Story */

const button = (/** @type {string} */ id) => found(id, HTMLButtonElement);
const part = (/** @type {string} */ id) => found(id, HTMLElement);

class Viewer {
  /**
   * @param {Edition} edition
   * @param {Story} story  of the audience that is shown first
   */
  constructor(edition, story) {
    this.edition = edition;
    this.story = story;
    this.seats = new Seats(story.replay.names);
    this.player = new Player(story.last, story.rhythm, () => this.show());
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settled = undefined;
    /** Whether the structs are shown, where the game has a drawing of its own. */
    this.asData = false;
    this.drawn = this.mounted();
    this.log = this.logged();
    this.wanted = story.replay.audience;
    const { choose } = document.body.dataset;
    /** Who plays here, if anybody does. */
    this.person = choose === undefined ? null : new Person(story, choose, () => this.show(), (words) => this.say(words));
    /** @type {Set<string>} the lists that are unfolded, and stay so from step to step */
    this.unfolded = new Set();
  }

  mounted() {
    const { game, options, audience, group, deal } = this.story.replay;
    part("facts").textContent = `deal group ${group}${deal === null ? "" : `, deal ${shown(deal)}`}`;
    fill(part("drawing"));
    const { seats, story } = this;
    const table = { game, options, audience, seats, seatFields: story.seatFields, printed: this.edition.printed };
    return (this.asData ? generic : chosen).mount(part("drawing"), table);
  }

  /**
   * The table as it is now. A drawing that breaks down gives way to the data.
   * @param {import("./model.js").Frame} frame
   * @param {import("./model.js").Frame | null} before
   * @returns {string} what it says of itself
   */
  draw(frame, before) {
    try {
      this.drawn.render(frame, before);
      return this.drawn.describe(frame, before);
    } catch (problem) {
      if (this.asData || chosen === generic) throw problem;
      console.error(problem);
      this.asData = true;
      this.drawn = this.mounted();
      return `${this.draw(frame, before)} (shown as data: the game's drawing failed with ${shown(String(problem))})`;
    }
  }

  /** Between the game's own drawing and the data that it draws. */
  turnOver() {
    if (chosen === generic) return this.say("this game has no drawing of its own");
    this.asData = !this.asData;
    this.drawn = this.mounted();
    this.show();
  }

  logged() {
    return new Log(part("log"), this.story, this.seats, (at) => this.go(at));
  }

  /**
   * To a step, and no further by itself.
   * @param {number} at
   */
  go(at) {
    this.player.pause();
    this.player.go(at);
  }

  /** @param {number} steps */
  step(steps) {
    this.go(this.player.at + steps);
  }

  /** @param {1 | -1} way */
  fault(way) {
    const { faults } = this.story;
    const at = way > 0 ? faults.find((one) => one > this.player.at) : faults.findLast((one) => one < this.player.at);
    if (at === undefined) this.say(faults.length ? "no further fault there" : "nobody was at fault in this game");
    else this.go(at);
  }

  /** @param {Audience} audience */
  async see(audience) {
    if (!this.edition.audiences.includes(audience)) return this.say("this file does not hold what they saw");
    this.wanted = audience;
    const story = await this.edition.story(audience);
    if (this.wanted !== audience || this.story === story) return;
    this.story = story;
    this.drawn = this.mounted();
    this.log = this.logged();
    this.show();
  }

  /** @param {string} hash */
  async open(hash) {
    const { game, decision, audience, fault } = read(hash);
    const { number } = this.story.replay;
    if (game !== null && game !== number) return this.say(`the link is to game ${game}, and this file has game ${number}`);
    if (audience !== null && this.edition.audiences.includes(audience)) await this.see(audience);
    if (fault) this.go(this.story.faults[0] ?? 0);
    else if (decision !== null) this.go(this.story.step(decision));
    else this.go(0);
    if (audience !== null) await this.see(audience); // says so if it is not here
  }

  get link() {
    const { number, audience } = this.story.replay;
    return written(number, this.story.decision(this.player.at), audience);
  }

  async copy() {
    const address = location.href.replace(/#.*$/, "") + this.link;
    try {
      await navigator.clipboard.writeText(address);
      this.say("the link to this moment is copied");
    } catch {
      const field = found("link-text", HTMLInputElement);
      field.value = address;
      found("link", HTMLDialogElement).showModal();
      field.select();
    }
  }

  /** @param {string} words  a short answer to what was just asked */
  say(words) {
    part("said").textContent = words;
  }

  /**
   * What is unfolded stays so, and so does the focus, for whoever steps on with the keyboard.
   * @param {HTMLElement[]} drawn
   */
  made(drawn) {
    const place = part("made");
    const focused = place.contains(document.activeElement) ? document.activeElement?.closest("details")?.dataset.list : undefined;
    fill(place, ...drawn);
    for (const one of place.querySelectorAll("details")) {
      const { list = "" } = one.dataset;
      one.open = this.unfolded.has(list);
      one.addEventListener("toggle", () => (one.open ? this.unfolded.add(list) : this.unfolded.delete(list)));
      if (list === focused) one.querySelector("summary")?.focus();
    }
  }

  /**
   * A further step of a game that is being played.
   * @param {import("./model.js").Frame} frame
   */
  grow(frame) {
    const { story, player } = this;
    story.add(frame);
    this.log.grow();
    found("slider", HTMLInputElement).max = String(story.last);
    part("faults").hidden = !story.faults.length;
    player.grow(story.last, story.rhythm);
  }

  /**
   * The game is over. Its page has more to say, once it is there: how it ended.
   * @param {string} status
   * @param {import("./model.js").Trouble[]} troubles
   */
  end(status, troubles) {
    const { story, player } = this;
    story.replay.troubles = troubles;
    const atEnd = player.at === story.last && !player.playing;
    player.changed();
    if (atEnd) setTimeout(() => location.reload(), 3000);
    this.say(`the game is over${status === "finished" || status === "" ? "" : ` (${status})`}${atEnd ? "" : ": load the page anew for its end"}`);
  }

  /** The pieces of the table, where the person is to decide and the drawing lets them be chosen. */
  offer() {
    const { person, story, player } = this;
    const seat = story.replay.audience;
    if (!person || typeof seat !== "number" || !person.asked(seat, player.at)) return;
    this.drawn.offer?.(story.frame(player.at).seats[seat]?.legal ?? [], (choice) => person.choose(choice));
  }

  /** Everything as it is now. */
  show() {
    const { story, seats, player } = this;
    const { at } = player;
    const frame = story.frame(at);
    const before = at > 0 ? story.frame(at - 1) : null;
    part("described").textContent = this.draw(frame, before);
    button("plain").setAttribute("aria-pressed", String(this.asData));
    const number = story.decision(at);
    const last = story.decisions - 1;
    part("moment").textContent = number === null ? "The set-up" : `Decision ${number}`;
    this.made(panel(story, seats, at, this.person));
    this.offer();
    part("live").textContent = aloud(story, seats, at);
    this.log.mark(at);
    const slider = found("slider", HTMLInputElement);
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", number === null ? "the set-up" : `decision ${number} of ${last}`);
    const jump = found("jump", HTMLInputElement);
    if (document.activeElement !== jump) jump.value = String(number ?? "");
    part("last").textContent = last >= 0 ? `of ${last}` : "";
    fill(button("play"), icon(player.playing ? "pause" : "play"));
    button("play").setAttribute("aria-label", player.playing ? "Pause" : "Play");
    found("speed", HTMLSelectElement).value = String(player.speed);
    for (const one of part("audiences").querySelectorAll("button"))
      one.setAttribute("aria-pressed", String(one.dataset.audience === String(story.replay.audience)));
    this.say("");
    // The address follows when the game stands still: browsers allow few changes of it.
    clearTimeout(this.settled);
    if (!player.playing) this.settled = setTimeout(() => history.replaceState(null, "", this.link), 300);
  }
}

/** @param {Viewer} viewer */
function introduce(viewer) {
  const { title, number, options } = viewer.story.replay;
  part("title").textContent = `${shown(title)}, game ${number}`;
  part("options").hidden = typeof options !== "object" || options === null || !Object.keys(options).length;
  part("options-text").textContent = phrase(options);
  const { audiences } = viewer.edition;
  const buttons = audiences.map((audience) => {
    const name = typeof audience === "number" ? viewer.seats.tag(audience) : audience === "public" ? "Public" : "Everything";
    const one = el("button", { type: "button", "data-audience": audience, "aria-pressed": false }, name);
    one.addEventListener("click", () => viewer.see(audience));
    return one;
  });
  fill(part("audiences"), el("span", { class: "seen" }, "seen as"), ...buttons);
}

/** @param {Viewer} viewer */
function equip(viewer) {
  const { player } = viewer;
  /** @type {[string, Parameters<typeof icon>[0] | null, () => unknown][]} */
  const buttons = [
    ["start", "start", () => viewer.go(0)],
    ["back", "back", () => viewer.step(-1)],
    ["play", "play", () => player.toggle()],
    ["forward", "forward", () => viewer.step(1)],
    ["finish", "finish", () => viewer.go(player.last)],
    ["fault-back", "faultBack", () => viewer.fault(-1)],
    ["fault-forward", "faultForward", () => viewer.fault(1)],
    ["plain", null, () => viewer.turnOver()],
    ["copy", null, () => viewer.copy()],
    ["help", null, () => found("keys", HTMLDialogElement).showModal()],
  ];
  for (const [id, picture, act] of buttons) {
    if (picture) fill(button(id), icon(picture));
    button(id).addEventListener("click", act);
  }
  button("plain").hidden = chosen === generic;
  part("faults").hidden = !viewer.story.faults.length;
  const slider = found("slider", HTMLInputElement);
  slider.max = String(player.last);
  slider.addEventListener("input", () => viewer.go(Number(slider.value)));
  const speed = found("speed", HTMLSelectElement);
  fill(speed, ...SPEEDS.map((one) => el("option", { value: one }, `${one}\u00d7`)));
  speed.addEventListener("change", () => {
    player.setSpeed(Number(speed.value));
    if (!speed.matches(":focus-visible")) speed.blur(); // chosen with the mouse: the keys are for the game again
  });
  const jump = found("jump", HTMLInputElement);
  jump.addEventListener("change", () => /^\d+$/.test(jump.value) && viewer.go(viewer.story.step(Number(jump.value))));
  jump.addEventListener("keydown", (event) => event.key === "Enter" && jump.blur());
  addEventListener("hashchange", () => viewer.open(location.hash));
}

/** @param {Viewer} viewer */
function keyboard(viewer) {
  const { player } = viewer;
  const seats = viewer.edition.audiences.filter((one) => typeof one === "number" && one < 10);
  const jump = found("jump", HTMLInputElement);
  const keys = [
    key(" ", "space", "play and pause", () => player.toggle()),
    key("ArrowRight", "\u2192", "one step forward", () => viewer.step(1), false),
    key("ArrowLeft", "\u2190", "one step back", () => viewer.step(-1), false),
    key("ArrowRight", "shift \u2192", "ten steps forward", () => viewer.step(10), true),
    key("ArrowLeft", "shift \u2190", "ten steps back", () => viewer.step(-10), true),
    key("Home", "home", "to the beginning", () => viewer.go(0)),
    key("End", "end", "to the end", () => viewer.go(player.last)),
    key("+", "+", "faster", () => player.faster(1)),
    key("-", "-", "slower", () => player.faster(-1)),
    key("f", "f", "next fault", () => viewer.fault(1)),
    key("F", "shift f", "fault before this", () => viewer.fault(-1)),
    key("j", "j", "jump to a decision", () => (jump.focus(), jump.select())),
    key("a", "a", "see everything", () => viewer.see("everything")),
    key("p", "p", "see what the public saw", () => viewer.see("public")),
    ...seats.map((seat) => key(String(seat), String(seat), `see what ${viewer.seats.said(Number(seat))} saw`, () => viewer.see(seat))),
    ...(chosen === generic ? [] : [key("d", "d", "show the table as data, and back", () => viewer.turnOver())]),
    key("c", "c", "copy a link to this moment", () => viewer.copy()),
    key("?", "?", "show these keys", () => found("keys", HTMLDialogElement).showModal()),
  ];
  const on = found("keys-on", HTMLInputElement);
  listen(keys, () => on.checked);
  explain(part("keys-list"), keys.filter((one) => !/^[ap]$/.test(one.shown) || viewer.edition.audiences.length > 1));
}

async function start() {
  const edition = await Edition.of(document);
  const { audience } = read(location.hash);
  const first = edition.audiences.find((one) => one === audience) ?? edition.audiences[0];
  if (first === undefined) throw new Error("the page holds no replay");
  const viewer = new Viewer(edition, await edition.story(first));
  introduce(viewer);
  equip(viewer);
  keyboard(viewer);
  await viewer.open(location.hash);
  const { feed } = document.body.dataset;
  if (feed !== undefined)
    follow(feed, (frame) => viewer.grow(frame), (status, troubles) => viewer.end(status, troubles), (words) => viewer.say(words));
}

start().catch((problem) => {
  const place = part("problem");
  place.hidden = false;
  place.textContent = `This game cannot be shown: ${shown(String(problem))}`;
});
