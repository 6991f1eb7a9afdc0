// The memory that a set of keys takes, in several data structures.

import { limitedRate, whole } from "./errors.js";
import { lowerBoundBits, optimalBits } from "./formulas.js";

/** Hash tables are half full: two places per key. */
const PLACES = 2;

/**
 * Memory for a set of keys in eight data structures, in bytes, rounded up.
 * @typedef {object} MemoryComparison
 * @property {number} records the records themselves, without gaps; no errors
 * @property {number} hashSet a hash set of the records, half full; no errors
 * @property {number} md5Digests 16 bytes per key, without gaps
 * @property {number} sha1Digests 20 bytes per key, without gaps
 * @property {number} fingerprints a hash table of 8-byte fingerprints, half full
 * @property {number} oneHashBitmap a Bloom filter with k = 1: −n / ln(1 − p) bits, about n / p
 * @property {number} bloomFilter a Bloom filter with the best k: `optimalBits(n, p)`
 * @property {number} lowerBound the limit for any data structure with the false-positive rate p: `lowerBoundBits(n, p)`
 */

/**
 * Compares the memory that `n` distinct keys take in eight data structures. Only the last three depend on `p`. Pointers, headers and
 * allocator overhead aren't included: a filter file rounds its bits up to a multiple of 64 and adds 64 bytes. Above 2^53 bytes, a
 * number is the nearest double.
 *
 * Records are 50 bytes by default, and hash tables are half full (docs/reference/mathematics.md).
 * @param {number} n number of distinct keys, 1 to 2^53 − 1
 * @param {number} p false-positive rate, 1e-18 to below 1
 * @param {object} [options]
 * @param {number} [options.recordBytes] bytes per record, 1 to 2^53 − 1; 50 by default
 * @returns {Readonly<MemoryComparison>} bytes; the object is frozen
 * @throws {TypeError} an argument isn't a number; `field` is "n", "errorRate" or "recordBytes"
 * @throws {RangeError} an argument is out of range or not a whole number
 * @example
 * import { memoryComparison } from "edgebloom";
 *
 * const bytes = memoryComparison(1_000_000, 0.01);
 * bytes.records; // 50000000
 * bytes.oneHashBitmap; // 12437396
 * bytes.bloomFilter; // 1198133
 * bytes.lowerBound; // 830483
 */
export function memoryComparison(n, p, { recordBytes = 50 } = {}) {
  whole(n, "n", 1);
  limitedRate(p);
  const records = n * whole(recordBytes, "recordBytes", 1);
  return Object.freeze({
    records,
    hashSet: PLACES * records,
    md5Digests: 16 * n,
    sha1Digests: 20 * n,
    fingerprints: PLACES * 8 * n,
    oneHashBitmap: bytes(-n / Math.log1p(-p)),
    bloomFilter: bytes(optimalBits(n, p)),
    lowerBound: bytes(lowerBoundBits(n, p)),
  });
}

/** @param {number} bits */
const bytes = (bits) => Math.ceil(bits / 8);
