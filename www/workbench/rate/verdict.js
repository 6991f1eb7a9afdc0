// Judges the false-positive rate of a filter. These functions do not depend on the page: tests use them, too.

/** A rate above this multiple of the target is too high. */
const LEEWAY = 1.05;

/**
 * A filter at its capacity has half of its bits set, with a standard deviation of 0.28 √m bits. For the rate, this is a
 * relative deviation of 0.55 k / √m. One filter in 44 is more than two deviations above.
 * @param {{ bits: number, hashes: number }} stats
 */
const byChance = ({ bits, hashes }) => 1 + (2 * 0.55 * hashes) / Math.sqrt(bits);

/** A filter without a target is too full from here on. With the best k, half full is normal. */
const TOO_FULL = 0.65;

/**
 * @typedef {object} Stats
 * @property {number} bits
 * @property {number} hashes
 * @property {number} bitsSet
 * @property {number} fillRatio
 * @property {number} estimatedErrorRate
 * @property {number | null} [errorRate] that it was made for
 */

/**
 * @param {Stats} stats
 * @returns {{ kind: "empty" | "full" | "good" | "above" | "tooFull" | "plain", times: number }}
 *   `times` is the rate divided by that for which the filter was made, or 1
 */
export function verdictOf(stats) {
  const { bitsSet, bits, fillRatio, estimatedErrorRate, errorRate } = stats;
  const times = errorRate ? estimatedErrorRate / errorRate : 1;
  if (!bitsSet) return { kind: "empty", times };
  if (bitsSet === bits) return { kind: "full", times };
  if (errorRate) return { kind: times <= Math.max(LEEWAY, byChance(stats)) ? "good" : "above", times };
  return { kind: fillRatio > TOO_FULL ? "tooFull" : "plain", times };
}

/** The kinds that need action. */
export const ALARMS = ["full", "above", "tooFull"];
