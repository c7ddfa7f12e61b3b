/**
 * Time: which step is shown, and when the next one is.
 * @module
 */

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];

/**
 * As long as it takes to read what happens: a glance at the table, and each sentence.
 * @param {number} rhythm
 */
function pace(rhythm) {
  return Math.min(3000, 350 + 350 * rhythm);
}

export class Player {
  /**
   * @param {number} last  the last step
   * @param {number} rhythm  how many events a step usually has
   * @param {() => void} changed  called whenever something here is another
   */
  constructor(last, rhythm, changed) {
    this.last = last;
    this.changed = changed;
    this.at = 0;
    this.speed = 1;
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.timer = null;
    this.pace = pace(rhythm);
  }

  /**
   * There is a further step: who stands at the end goes along.
   * @param {number} last
   * @param {number} rhythm
   */
  grow(last, rhythm) {
    const along = this.at === this.last;
    this.last = last;
    this.pace = pace(rhythm);
    if (along && !this.playing) this.at = last;
    this.changed();
  }

  get playing() {
    return this.timer !== null;
  }

  /**
   * To a step, or the nearest that there is.
   * @param {number} at
   */
  go(at) {
    this.at = Math.max(0, Math.min(this.last, at));
    if (this.playing) this.wait();
    this.changed();
  }

  /** @param {number} steps  back, if they are less than 0 */
  step(steps) {
    this.go(this.at + steps);
  }

  /** From the beginning, if it is at the end. */
  toggle() {
    if (this.playing) this.pause();
    else {
      if (this.at === this.last) this.at = 0;
      this.wait();
    }
    this.changed();
  }

  /** @param {number} speed  1 is the game's own rhythm */
  setSpeed(speed) {
    this.speed = speed;
    if (this.playing) this.wait();
    this.changed();
  }

  /** @param {number} by  how many of SPEEDS up */
  faster(by) {
    const at = SPEEDS.indexOf(this.speed) + by;
    this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at))] ?? 1);
  }

  pause() {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  wait() {
    this.pause();
    if (this.at === this.last) return;
    this.timer = setTimeout(() => this.go(this.at + 1), this.pace / this.speed);
  }
}
