// The formulas of src/params.rs that sizes need, with the same bits.

import { expm1, log, log1p, power } from "./elementary.js";

/**
 * The bits with which a standard filter for `n` keys reaches the rate `p` if k may be a fraction.
 * @param {number} n
 * @param {number} p
 */
export const optimalBits = (n, p) => Math.ceil((n * -log(p)) / (Math.LN2 * Math.LN2));

/**
 * The best number of probes for `m` bits and `n` keys.
 * @param {number} m
 * @param {number} n
 */
export function optimalHashes(m, n) {
  const usualRate = (/** @type {number} */ k) => power(-expm1((-k * n) / m), k);
  const low = Math.max(Math.floor((m / n) * Math.LN2), 1);
  return usualRate(low + 1) < usualRate(low) ? low + 1 : low;
}

/**
 * The rate of a standard filter at its mean fill.
 * @param {number} m
 * @param {number} n
 * @param {number} k
 */
export const standardRate = (m, n, k) => power(-expm1(n * k * log1p(-1 / m)), k);

/**
 * The likely number of distinct keys if `set` of `m` bits are set.
 * @param {number} m
 * @param {number} k
 * @param {number} set
 */
export const estimatedCount = (m, k, set) => (-m / k) * log1p(-set / m) + 0;
