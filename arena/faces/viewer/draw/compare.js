/**
 * What is new in a value since the step before; undefined is a value that was not there.
 * @module
 */

/** @typedef {Record<string, unknown>} Fields */

/**
 * Two values of JSON; fields of structs always stand in one order.
 * @param {unknown} one
 * @param {unknown} other
 */
export function same(one, other) {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/**
 * @param {unknown} value
 * @returns {value is Fields}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Its own alone: every object has a `constructor`, and a game's struct may have a field of that name.
 * @param {Fields} fields
 * @param {string} key
 */
export function field(fields, key) {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/** @param {unknown} value */
export function isScalar(value) {
  return typeof value !== "object" || value === null;
}

/**
 * Which items of a list were not in it before, and which are gone. Where they stand says nothing: a card that is drawn
 * into a sorted hand moves all behind it.
 * @param {unknown[]} now
 * @param {unknown} before
 * @returns {{fresh: boolean[], gone: unknown[]}}
 */
export function items(now, before) {
  /** @type {Map<string, number>} */
  const left = new Map();
  for (const item of Array.isArray(before) ? before : []) left.set(text(item), (left.get(text(item)) ?? 0) + 1);
  const fresh = now.map((item) => {
    const count = left.get(text(item)) ?? 0;
    if (count) left.set(text(item), count - 1);
    return !count;
  });
  const gone = [...left].flatMap(([item, count]) => Array(count).fill(JSON.parse(item)));
  return { fresh, gone };
}

/** @param {unknown} item */
function text(item) {
  return JSON.stringify(item) ?? "null";
}

/**
 * For each object of a list that which it was before: itself, else the one in its place if there are as many as before.
 * undefined is none: it is new.
 * @param {unknown[]} now
 * @param {unknown} before
 * @returns {unknown[]}
 */
export function partners(now, before) {
  const { fresh } = items(now, before);
  const places = Array.isArray(before) && before.length === now.length ? before : [];
  return now.map((item, at) => (fresh[at] ? places[at] : item));
}
