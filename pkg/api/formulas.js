// The formulas of Bloom filters. The module computes the sizes of filters, so that these functions agree with it exactly. The others are
// one logarithm or one power.

import { limitedRate, whole, wrongType } from "./errors.js";
import { engine } from "./own-engine.js";

/** @param {unknown} n */
const keys = (n) => whole(n, "n", 0);
/** @param {unknown} m */
const bits = (m) => whole(m, "m", 1);
/** @param {unknown} k */
const hashes = (k) => whole(k, "k", 1);

/**
 * The number of bits that `n` keys need for the false-positive rate `p`: ⌈−n ln p / ln² 2⌉. At 1%, that is about 9.585 bits per key.
 * @param {number} n number of keys, 1 to 2^53 − 1
 * @param {number} p false-positive rate, 1e-18 to below 1
 * @returns {number} bits
 * @throws {TypeError} an argument isn't a number
 * @throws {RangeError} an argument is out of range or not a whole number
 * @example
 * import { optimalBits } from "edgebloom";
 *
 * optimalBits(1_000_000, 0.01); // 9585059
 */
export function optimalBits(n, p) {
  return engine().wasm.optimal_bits(whole(n, "n", 1), limitedRate(p));
}

/**
 * The best number of probes per key for `m` bits and `n` keys: (m/n) ln 2, rounded up or down.
 * @param {number} m number of bits, 1 to 2^53 − 1
 * @param {number} n number of keys, 1 to 2^53 − 1
 * @returns {number} probes per key, 1 or more
 * @throws {TypeError} an argument isn't a number
 * @throws {RangeError} an argument is out of range or not a whole number
 * @example
 * import { optimalHashes } from "edgebloom";
 *
 * optimalHashes(9585059, 1_000_000) // 7
 */
export function optimalHashes(m, n) {
  return engine().wasm.optimal_hashes(bits(m), whole(n, "n", 1));
}

/**
 * The number of probes per key for the false-positive rate `p`: −log2 p.
 * @param {number} p false-positive rate, 1e-18 to below 1
 * @returns {number} probes per key, not rounded: above 0, up to 59.8
 * @throws {TypeError} an argument isn't a number
 * @throws {RangeError} an argument is out of range or not a whole number
 * @example
 * import { hashesForRate } from "edgebloom";
 *
 * hashesForRate(0.125); // 3
 */
export function hashesForRate(p) {
  return -Math.log2(limitedRate(p));
}

/**
 * The false-positive rate with `m` bits, `n` keys and `k` probes per key: (1 − e^(−kn/m))^k. With `exact`, it is
 * (1 − (1 − 1/m)^(kn))^k (A. Broder and M. Mitzenmacher, *Network applications of Bloom filters*, 2004). Even that is a little too low
 * (docs/reference/mathematics.md).
 * @param {number} m number of bits, 1 to 2^53 − 1
 * @param {number} n number of keys, 0 to 2^53 − 1
 * @param {number} k probes per key, 1 to 2^53 − 1
 * @param {object} [options]
 * @param {boolean} [options.exact] true for the second formula; false by default. The two differ for small `m`
 * @returns {number} false-positive rate, 0 to 1
 * @throws {TypeError} an argument isn't a number
 * @throws {RangeError} an argument is out of range or not a whole number
 * @example
 * import { falsePositiveRate } from "edgebloom";
 *
 * falsePositiveRate(9585059, 1_000_000, 7).toFixed(4); // "0.0100"
 */
export function falsePositiveRate(m, n, k, { exact = false } = {}) {
  if (typeof exact !== "boolean") wrongType("exact", "a boolean", exact);
  const balls = keys(n) * hashes(k);
  const empty = exact ? balls && balls * Math.log1p(-1 / bits(m)) : -balls / bits(m);
  return (-Math.expm1(empty)) ** k;
}

/**
 * The lowest false-positive rate that `m` bits can have with `n` keys: about 0.6185^(m/n).
 * @param {number} m number of bits, 1 to 2^53 − 1
 * @param {number} n number of keys, 1 to 2^53 − 1
 * @returns {number} false-positive rate, 0 to 1
 * @throws {TypeError} an argument isn't a number
 * @throws {RangeError} an argument is out of range or not a whole number
 * @example
 * import { minimalRate } from "edgebloom";
 *
 * minimalRate(10, 1).toFixed(4); // "0.0082"
 */
export function minimalRate(m, n) {
  return Math.exp((-bits(m) / whole(n, "n", 1)) * Math.LN2 ** 2);
}

/**
 * The number of keys that `m` bits can hold at the false-positive rate `p`.
 * @param {number} m number of bits, 1 to 2^53 − 1
 * @param {number} p false-positive rate, 1e-18 to below 1
 * @param {number} [k] probes per key, 1 to 2^53 − 1; by default, the best number
 * @returns {number} keys, rounded down
 * @throws {TypeError} an argument isn't a number
 * @throws {RangeError} an argument is out of range or not a whole number
 * @example
 * import { capacityFor } from "edgebloom";
 *
 * capacityFor(9585059, 0.01); // 1000000
 */
export function capacityFor(m, p, k) {
  return Math.floor(
    k === undefined
      ? (bits(m) * Math.LN2 ** 2) / -Math.log(limitedRate(p))
      : (-bits(m) * Math.log1p(-(limitedRate(p) ** (1 / hashes(k))))) / k,
  );
}

/**
 * The fewest bits any data structure needs to answer queries at the false-positive rate `p`: n log2(1/p) (Broder and Mitzenmacher, see
 * `falsePositiveRate`).
 * @param {number} n number of keys, 0 to 2^53 − 1
 * @param {number} p false-positive rate, 1e-18 to below 1
 * @returns {number} bits, not rounded
 * @throws {TypeError} an argument isn't a number
 * @throws {RangeError} an argument is out of range or not a whole number
 * @example
 * import { lowerBoundBits } from "edgebloom";
 *
 * lowerBoundBits(1000, 0.125); // 3000
 */
export function lowerBoundBits(n, p) {
  return keys(n) * hashesForRate(p);
}

/**
 * Estimates the number of distinct keys from the number of bits that are set: −(m/k) ln(1 − set/m) (S. Swamidass and P. Baldi,
 * *Mathematical correction for fingerprint similarity measures*, 2007).
 * @param {number} m number of bits, 1 to 2^53 − 1
 * @param {number} k probes per key, 1 to 2^53 − 1
 * @param {number} set number of bits set: 0 to `m`
 * @returns {number} keys, not rounded; Infinity when all bits are set
 * @throws {TypeError} an argument isn't a number
 * @throws {RangeError} an argument is out of range or not a whole number
 * @example
 * import { estimatedCount } from "edgebloom";
 *
 * Math.round(estimatedCount(9586, 7, 4968)); // 1000
 */
export function estimatedCount(m, k, set) {
  return (-bits(m) / hashes(k)) * Math.log1p(-whole(set, "set", 0, m) / m) + 0;
}
