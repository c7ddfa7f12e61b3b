/**
 * Who knows which face-down card, of the seats whose memory the audience may look into.
 * @module
 */

/** @typedef {import("arena/model.js").Frame} Frame */
/** @typedef {import("./structs.js").Memory} Memory */
/**
 * What is known of a face-down card: it is the first of `cards` if `sure`, else one of them, or none, of those at the
 * locations `among`. `by` are the seats that know it so.
 * @typedef {{cards: string[], sure: boolean, among: number[], by: number[]}} Known
 */

/**
 * @param {Frame} frame
 * @param {number} at
 * @returns {Known | null}
 */
export function probationary(frame, at) {
  return best(
    memories(frame).flatMap(([seat, memory]) =>
      memory.probationary
        .filter((group) => group.at.includes(at))
        .map((group) => ({ cards: group.cards, sure: group.at.length === 1, among: group.at, by: [seat] })),
    ),
  );
}

/**
 * @param {Frame} frame
 * @param {number} at
 * @param {number} pos
 * @returns {Known | null}
 */
export function undercover(frame, at, pos) {
  return best(
    memories(frame).flatMap(([seat, memory]) =>
      memory.undercover
        .filter((one) => one.at === at && one.pos === pos)
        .map((one) => ({ cards: [one.card], sure: true, among: [at], by: [seat] })),
    ),
  );
}

/**
 * @param {Frame} frame
 * @returns {[number, Memory][]}
 */
export function memories(frame) {
  return Object.entries(frame.seats).map(([seat, sight]) => [Number(seat), /** @type {Memory} */ (sight.memory)]);
}

/**
 * Those who are sure agree on what it is; where nobody is, what the first one thinks.
 * @param {Known[]} found
 * @returns {Known | null}
 */
function best(found) {
  const sure = found.filter((one) => one.sure);
  const first = sure[0] ?? found[0];
  return first ? { ...first, by: (sure.length ? sure : [first]).flatMap((one) => one.by) } : null;
}
