/**
 * Keys: each does one thing, wherever one is in the page.
 * @module
 */
import { el, fill } from "./dom.js";

const PRESSED = "button, summary, [role=button]";

/**
 * @typedef {object} Key
 * @property {string} shown  how the key is called
 * @property {string} does
 * @property {(event: KeyboardEvent) => boolean} is
 * @property {(event: KeyboardEvent) => void} act
 */

/**
 * @param {string} name  of a KeyboardEvent
 * @param {string} shown
 * @param {string} does
 * @param {(event: KeyboardEvent) => void} act
 * @param {boolean | null} shift  null where it is part of how the key is typed
 * @returns {Key}
 */
export function key(name, shown, does, act, shift = null) {
  const is = (/** @type {KeyboardEvent} */ event) => event.key === name && (shift === null || event.shiftKey === shift);
  return { shown, does, is, act };
}

/**
 * Listens for keys, but for those that are typed into a field, and those of the browser.
 * @param {Key[]} keys
 * @param {() => boolean} on
 */
export function listen(keys, on) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
    const at = event.target instanceof Element ? event.target : document.body;
    if (at.closest("dialog, select, textarea, input:not([type=range])")) return;
    if (event.key === " " && at.matches(PRESSED)) return;
    const meant = on() ? keys.find((one) => one.is(event)) : undefined;
    if (!meant) return;
    event.preventDefault();
    meant.act(event);
  });
  // The bar presses a button that was reached with the keyboard, as everywhere. One that is clicked is not reached so:
  // it does not get the focus, and the bar keeps its meaning.
  document.addEventListener("mousedown", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest(PRESSED)) return;
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}

/**
 * @param {Element} list
 * @param {Key[]} keys
 */
export function explain(list, keys) {
  fill(list, ...keys.map((one) => el("div", {}, el("dt", {}, el("kbd", {}, one.shown)), el("dd", {}, one.does))));
}
