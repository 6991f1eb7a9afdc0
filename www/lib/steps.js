// The steps of Undo: the contents of the bench before each action, the latest last.

/** @typedef {import("./bench.js").Action} Action */
/** @typedef {import("./contents.js").Contents} Contents */

/** The limits: the number of steps, and the bytes of their filters together. The last step is always stored. */
const MOST_STEPS = 100;
const MOST_BYTES = 128_000_000;

/** @type {{ contents: Contents, action: Action, bytes: number }[]} */
export const steps = [];

/**
 * @param {Contents} contents before the action
 * @param {Action} action
 */
export function keepStep(contents, action) {
  steps.push({ contents, action, bytes: contents.filter.stats.byteLength });
  const total = () => steps.reduce((sum, { bytes }) => sum + bytes, 0);
  while (steps.length > MOST_STEPS || (steps.length > 1 && total() > MOST_BYTES)) {
    const [oldest] = steps.splice(0, 1);
    oldest.contents.filter.free();
  }
}
