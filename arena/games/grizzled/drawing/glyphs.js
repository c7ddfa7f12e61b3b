/**
 * Small pictures, each in a field of 24 by 24; whoever cannot see them reads the word beside them.
 * @module
 */
import { svg } from "arena/dom.js";

/** Filled areas, and after a `|` lines. */
const PATHS = {
  night: "M14 2a10 10 0 1 0 8 14A8.5 8.5 0 0 1 14 2z",
  snow: "|M12 2v20M3.3 7l17.4 10M3.3 17L20.7 7M12 6l-2.5-2.500M12 6l2.5-2.500M12 18l-2.5 2.500M12 18l2.5 2.500M6.8 9l-3.5.900M6.8 9l-.9-3.400M17.2 15l3.5-.900M17.2 15l.9 3.400M6.8 15l-3.5-.900M6.8 15l-.9 3.400M17.2 9l3.5.900M17.2 9l.9-3.4",
  rain: "M7 12a4.5 4.5 0 0 1 .5-9 5.5 5.5 0 0 1 10 1.500A3.8 3.8 0 0 1 17.5 12z|M8 15l-2 5M13 15l-2 5M18 15l-2 5",
  shell: "M12 1l2.3 5.700L20 3.500l-2 6L23 12l-5 2.5 2 6-5.7-3.200L12 23l-2.3-5.700L4 20.500l2-6L1 12l5-2.5-2-6 5.7 3.200z",
  mask: "M5 3h14v8a7 7 0 0 1-3 5.700V21H8v-4.300A7 7 0 0 1 5 11zM8.5 6.500a2.3 2.3 0 1 0 0 4.600a2.3 2.3 0 1 0 0-4.600zM15.5 6.500a2.3 2.3 0 1 0 0 4.600a2.3 2.3 0 1 0 0-4.600zM10 17v2h4v-2z",
  whistle: "M2 8h12V4h3v4.500A6.5 6.5 0 1 1 9.5 13H2zM15.5 11.500a3 3 0 1 0 0 6a3 3 0 1 0 0-6z",
  trap: "|M3 17h18M5 17l2-7 2.5 7 2.5-9 2.5 9 2.5-7 2 7",
  luck: "M12 11C8 11 5 9.5 5 6.500S8 2 10 4.500L12 7l2-2.500c2-2.5 5-1 5 2S16 11 12 11zM12 12c-4 0-7 1.5-7 4.500S8 21 10 18.500l2-2.5 2 2.500c2 2.5 5 1 5-2s-3-4.5-7-4.500z",
  bolt: "M14 1L4 14h6l-2 9L19 9h-6.500z",
  bugle: "M2 10h10l8-5v14l-8-5H2zM5 14h3v4H5z",
  flag: "M5 2h2v20H5zM8 3h12l-3 4 3 4H8z",
  left: "M15 3v18L4 12z",
  right: "M9 3v18l11-9z",
  back: "M4 2h16v20H4zM7 5v14h10V5zM9 8h6v8H9z",
  dove: "M3 6c3 0 5 1.5 7 4 2-5 5-7 10-7-1 2-1.5 3.5-1.5 5.500L22 10l-3.5 1c-.5 6-4 9-10.5 9H3c3-1 5-2.5 6-5-4-1-6-4-6-9z",
  stone: "M8 22V8l4-6 4 6v14zM4 20h16v2H4z",
};

/** @typedef {keyof typeof PATHS} Glyph */

/**
 * @param {string} name  of a glyph; another one draws nothing
 * @param {string} [kind]  a class besides
 */
export function glyph(name, kind = "") {
  const [area = "", lines = ""] = (Object.hasOwn(PATHS, name) ? PATHS[/** @type {Glyph} */ (name)] : "").split("|");
  return svg(
    "svg",
    { class: `gz-glyph ${kind}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    area && svg("path", { d: area, "fill-rule": "evenodd" }),
    lines && svg("path", { class: "gz-lines", d: lines }),
  );
}
