// The cheat sheet. What sizes filters is asked of the module, so that it agrees with them to the bit;
// limits that are one logarithm or power are not.

import { engine } from "./engines.js";
import { limitedRate, whole, wrongType } from "./errors.js";

/** @param {unknown} n */
const keys = (n) => whole(n, "n", 0);
/** @param {unknown} m */
const bits = (m) => whole(m, "m", 1);
/** @param {unknown} k */
const hashes = (k) => whole(k, "k", 1);

/**
 * The number of bits with which `n` keys reach the rate `p`: ⌈−n ln p / ln² 2⌉, about 9.585 a key
 * for 1 %.
 * @param {number} n keys, 1 to 2^53 − 1
 * @param {number} p error rate, 1e-18 to below 1
 * @returns {number} bits; above 2^53 − 1 they are more than a filter can have
 * @throws {TypeError} an argument that is no number
 * @throws {RangeError} an argument out of its range, or not whole where it has to be
 * @example
 * optimalBits(1_000_000, 0.01) // 9585059
 */
export function optimalBits(n, p) {
  return engine().wasm.optimalBits(whole(n, "n", 1), limitedRate(p));
}

/**
 * The best whole number of probes for `m` bits and `n` keys: a neighbour of (m/n) ln 2.
 * @param {number} m bits, 1 to 2^53 − 1
 * @param {number} n keys, 1 to 2^53 − 1
 * @returns {number} probes a key, 1 or more
 * @throws {TypeError} an argument that is no number
 * @throws {RangeError} an argument out of its range, or not whole where it has to be
 * @example
 * optimalHashes(9585059, 1_000_000) // 7
 */
export function optimalHashes(m, n) {
  return engine().wasm.optimalHashes(bits(m), whole(n, "n", 1));
}

/**
 * The number of probes that the rate `p` asks for, not rounded: −log2 p.
 * @param {number} p error rate, 1e-18 to below 1
 * @returns {number} probes a key, not rounded: above 0, up to 59.8
 * @throws {TypeError} an argument that is no number
 * @throws {RangeError} an argument out of its range, or not whole where it has to be
 * @example
 * hashesForRate(0.125) // 3
 */
export function hashesForRate(p) {
  return -Math.log2(limitedRate(p));
}

/**
 * The rate of `m` bits with `n` keys and `k` probes a key: (1 − e^(−kn/m))^k, with `exact`
 * (1 − (1 − 1/m)^(kn))^k (A. Broder and M. Mitzenmacher, *Network applications of Bloom filters*, 2004; the
 * second is still a little low, docs/MATHEMATICS.md).
 * @param {number} m bits, 1 to 2^53 − 1
 * @param {number} n keys, 0 to 2^53 − 1
 * @param {number} k probes a key, 1 to 2^53 − 1
 * @param {object} [options]
 * @param {boolean} [options.exact] false by default; the two differ where `m` is small
 * @returns {number} from 0 to 1
 * @throws {TypeError} an argument that is no number
 * @throws {RangeError} an argument out of its range, or not whole where it has to be
 * @example
 * falsePositiveRate(9585059, 1_000_000, 7).toFixed(4) // "0.0100"
 */
export function falsePositiveRate(m, n, k, { exact = false } = {}) {
  if (typeof exact !== "boolean") wrongType("exact", "a boolean", exact);
  const balls = keys(n) * hashes(k);
  const empty = exact ? balls && balls * Math.log1p(-1 / bits(m)) : -balls / bits(m);
  return (-Math.expm1(empty)) ** k;
}

/**
 * The lowest rate that `m` bits can give for `n` keys: about 0.6185^(m/n).
 * @param {number} m bits, 1 to 2^53 − 1
 * @param {number} n keys, 1 to 2^53 − 1
 * @returns {number} from 0 to 1
 * @throws {TypeError} an argument that is no number
 * @throws {RangeError} an argument out of its range, or not whole where it has to be
 * @example
 * minimalRate(10, 1).toFixed(4) // "0.0082"
 */
export function minimalRate(m, n) {
  return Math.exp((-bits(m) / whole(n, "n", 1)) * Math.LN2 ** 2);
}

/**
 * How many keys `m` bits hold at the rate `p`: with the best number of probes, or with `k`.
 * @param {number} m bits, 1 to 2^53 − 1
 * @param {number} p error rate, 1e-18 to below 1
 * @param {number} [k] probes a key, 1 to 2^53 − 1; the best number by default
 * @returns {number} keys, rounded down
 * @throws {TypeError} an argument that is no number
 * @throws {RangeError} an argument out of its range, or not whole where it has to be
 * @example
 * capacityFor(9585059, 0.01) // 1000000
 */
export function capacityFor(m, p, k) {
  return Math.floor(
    k === undefined
      ? (bits(m) * Math.LN2 ** 2) / -Math.log(limitedRate(p))
      : (-bits(m) * Math.log1p(-(limitedRate(p) ** (1 / hashes(k))))) / k,
  );
}

/**
 * The limit for anything that answers membership at the rate `p`: n log2(1/p) bits (Broder and Mitzenmacher, as for
 * `falsePositiveRate`).
 * @param {number} n keys, 0 to 2^53 − 1
 * @param {number} p error rate, 1e-18 to below 1
 * @returns {number} bits, not rounded
 * @throws {TypeError} an argument that is no number
 * @throws {RangeError} an argument out of its range, or not whole where it has to be
 * @example
 * lowerBoundBits(1000, 0.125) // 3000
 */
export function lowerBoundBits(n, p) {
  return keys(n) * hashesForRate(p);
}

/**
 * How many distinct keys `set` ones among `m` bits speak for: −(m/k) ln(1 − set/m) (S. Swamidass and
 * P. Baldi, *Mathematical correction for fingerprint similarity measures*, 2007).
 * @param {number} m bits, 1 to 2^53 − 1
 * @param {number} k probes a key, 1 to 2^53 − 1
 * @param {number} set bits that are 1, 0 to `m`
 * @returns {number} keys, not rounded; Infinity when all bits are set
 * @throws {TypeError} an argument that is no number
 * @throws {RangeError} an argument out of its range, or not whole where it has to be
 * @example
 * Math.round(estimatedCount(9586, 7, 4968)) // 1000
 */
export function estimatedCount(m, k, set) {
  return (-bits(m) / hashes(k)) * Math.log1p(-whole(set, "set", 0, m) / m) + 0;
}
