// Damages bytes by one bit and reads them again.

/** A number of a bit, drawn at random: 2^32 bits are more than any file here has. */
export const randomBit = (/** @type {Uint8Array} */ bytes) =>
  crypto.getRandomValues(new Uint32Array(1))[0] % (bytes.length * 8);

/**
 * @typedef {object} Outcome
 * @property {number} offset
 * @property {number} bit 0 is the lowest of the byte
 * @property {number} before
 * @property {number} after
 * @property {any} error what reading threw
 * @property {any} stats of what was read, if nothing was thrown
 */

/**
 * Reads bytes with one bit turned over. They are as they were afterwards.
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

const COMPARED = ["scheme", "bits", "hashes", "seed", "capacity", "errorRate", "inserted", "bitsSet", "stages"];

/**
 * The figures in which two filters differ.
 * @param {any} before
 * @param {any} after
 * @returns {string[]}
 */
export const differing = (before, after) => COMPARED.filter((name) => before[name] !== after[name]);
