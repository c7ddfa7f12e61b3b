/**
 * A game while it is played: its frames as they come from the page's own server.
 * @module
 */
import { exact } from "./model.js";

/** @typedef {import("./model.js").Frame} Frame */
/** @typedef {import("./model.js").Trouble} Trouble */

/**
 * Follows the feed until the game is over. What was lost with a connection comes when it is there again; where the game
 * has begun anew meanwhile, so does the page.
 * @param {string} feed
 * @param {(frame: Frame) => void} told
 * @param {(status: string, troubles: Trouble[]) => void} ended
 * @param {(words: string) => void} say
 */
export function follow(feed, told, ended, say) {
  let begun = false;
  let lost = false;
  const events = new EventSource(feed);
  events.addEventListener("begin", () => {
    if (begun) location.reload();
    begun = true;
  });
  events.addEventListener("frame", (event) => {
    if (lost) say("");
    lost = false;
    told(JSON.parse(event.data, exact));
  });
  events.addEventListener("end", (event) => {
    events.close();
    const { status, troubles } = JSON.parse(event.data, exact);
    ended(status, troubles);
  });
  events.addEventListener("error", () => {
    lost = true;
    say(events.readyState === EventSource.CLOSED ? "this game can be followed no further; load the page anew" : "the connection is lost; trying again");
  });
}
