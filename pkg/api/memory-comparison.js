// What a set of keys costs in memory, by the way in which it is kept.

import { limitedRate, whole } from "./errors.js";
import { lowerBoundBits, optimalBits } from "./formulas.js";

/** Hash tables are reckoned at 50 % load: two places a key. */
const PLACES = 2;

/**
 * What keys take in bytes, kept in eight ways, each rounded up to a whole one.
 * @typedef {object} MemoryComparison
 * @property {number} records the records themselves, one behind the other; no errors
 * @property {number} hashSet a hash set of the records, half full; no errors
 * @property {number} md5Digests 16 bytes a key, nothing between them
 * @property {number} sha1Digests 20 bytes a key, nothing between them
 * @property {number} fingerprints a hash table of 8-byte fingerprints, half full
 * @property {number} oneHashBitmap a filter with k = 1: −n / ln(1 − p) bits, about n / p
 * @property {number} bloomFilter a filter with the best k: `optimalBits(n, p)`
 * @property {number} lowerBound what nothing with the error rate p is below: `lowerBoundBits(n, p)`
 */

/**
 * How many bytes `n` distinct keys take, kept in eight ways. Only the last three depend on `p`. Pointers,
 * heads and allocators are not counted; a dump of ours rounds its bits up to a multiple of 64 and
 * adds 64 bytes. Above 2^53 bytes a number is the nearest double.
 *
 * Sources: the comparisons of articles 000, 001 and 002 (docs/MATHEMATICS.md), which reckon a record as
 * 32 or 50 bytes and a hash table as half full.
 * @param {number} n distinct keys, 1 to 2^53 − 1
 * @param {number} p error rate, 1e-18 to below 1
 * @param {object} [options]
 * @param {number} [options.recordBytes] bytes of a record, 1 to 2^53 − 1; 50 by default, the articles' URL
 * @returns {Readonly<MemoryComparison>} bytes; the object is frozen
 * @throws {TypeError} an argument is no number; the message begins with `n`, `errorRate` or `recordBytes`
 * @throws {RangeError} an argument is out of its range, or not whole where it has to be; likewise
 * @example
 * const bytes = memoryComparison(1_000_000, 0.01);
 * bytes.records // 50000000
 * bytes.oneHashBitmap // 12437396
 * bytes.bloomFilter // 1198133
 * bytes.lowerBound // 830483
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
