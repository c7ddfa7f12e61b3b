/**
 * What the buttons of time show, in a field of 16 by 16.
 * @module
 */
import { svg } from "./dom.js";

const PATHS = {
  start: "M1 2h2v12H1zM9 2v12L3 8zM15 2v12L9 8z",
  back: "M11 2h2v12h-2zM10 2v12L2 8z",
  play: "M4 2l9 6l-9 6z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
  forward: "M3 2h2v12H3zM6 2l8 6l-8 6z",
  finish: "M13 2h2v12h-2zM1 2l6 6l-6 6zM7 2l6 6l-6 6z",
  faultBack: "M7 2v12L0 8zM11 2h3v8h-3zM11 12h3v3h-3z",
  faultForward: "M9 2l7 6l-7 6zM2 2h3v8H2zM2 12h3v3H2z",
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}
