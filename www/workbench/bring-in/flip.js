// Damages bytes by one bit and reads them again.

/** A random bit number: no file here has more than 2^32 bits. */
export const randomBit = (/** @type {Uint8Array} */ bytes) =>
  crypto.getRandomValues(new Uint32Array(1))[0] % (bytes.length * 8);

/**
 * @typedef {object} Outcome
 * @property {number} offset
 * @property {number} bit 0 is the lowest of the byte
 * @property {number} before
 * @property {number} after
 * @property {any} error the error of reading
 * @property {any} stats of the filter, if it was read
 */

/**
 * Reads bytes with one bit flipped, then restores them.
 * @param {Uint8Array} bytes
 * @param {number} place number of the bit
 * @param {(bytes: Uint8Array) => { stats: any, free(): void }} read
 * @returns {Outcome}
 */
export function readFlipped(bytes, place, read) {
  const [offset, bit] = [Math.floor(place / 8), place % 8];
  const before = bytes[offset];
  const after = before ^ (1 << bit);
  bytes[offset] = after;
  try {
    return { offset, bit, before, after, error: undefined, stats: statsOf(read(bytes)) };
  } catch (error) {
    return { offset, bit, before, after, error, stats: undefined };
  } finally {
    bytes[offset] = before;
  }
}

/** @param {{ stats: any, free(): void }} filter */
export function statsOf(filter) {
  try {
    return filter.stats;
  } finally {
    filter.free();
  }
}

const COMPARED = ["scheme", "bits", "hashes", "seed", "capacity", "errorRate", "inserted", "bitsSet", "subFilters"];

/**
 * The statistics in which two filters differ.
 * @param {any} before
 * @param {any} after
 * @returns {string[]}
 */
export const differing = (before, after) => COMPARED.filter((name) => before[name] !== after[name]);
