/**
 * A person who plays here: what is to be decided, and how a choice reaches the game.
 * @module
 */

/** @typedef {import("./model.js").Story} Story */

export class Person {
  /**
   * @param {Story} story  that of the person's seat, as far as it was told
   * @param {string} address  where a choice goes
   * @param {() => void} changed  called when there is nothing to choose any more, or again
   * @param {(words: string) => void} say
   */
  constructor(story, address, changed, say) {
    this.story = story;
    this.address = address;
    this.changed = changed;
    this.say = say;
    /** The number of the last decision that was sent. */
    this.sent = -1;
  }

  /**
   * Whether the seat is the person's, and is to decide at this step, which is the last so far.
   * @param {number} seat
   * @param {number} at
   */
  asked(seat, at) {
    const { story } = this;
    return story.playing && at === story.last && seat === story.replay.audience && story.frame(at).acting.includes(seat) && this.sent !== story.decisions;
  }

  /** @param {number} choice  the index of a legal move */
  async choose(choice) {
    const decision = this.story.decisions;
    if (this.sent === decision) return;
    this.sent = decision;
    this.changed();
    try {
      const answer = await fetch(this.address, { method: "POST", body: JSON.stringify({ decision, choice }) });
      if (answer.ok) return;
      this.say(`that was not taken: ${(await answer.text()).trim()}`);
    } catch {
      this.say("the game cannot be reached: has its command been ended?");
    }
    if (this.sent !== decision) return;
    this.sent = -1;
    this.changed();
  }
}
