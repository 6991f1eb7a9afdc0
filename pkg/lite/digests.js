import { lanes, setLanes } from "../reader/hash.js";

// The distinct hashes of keys, as strings of eight characters. Engines mix a random number into the hashes of strings, so no choice of keys makes a
// Set of them slow. A table of our own would need the same.

/** The latest hash as a string. */
export const digest = () =>
  String.fromCharCode(
    lanes[0] & 0xffff,
    lanes[0] >>> 16,
    lanes[1] & 0xffff,
    lanes[1] >>> 16,
    lanes[2] & 0xffff,
    lanes[2] >>> 16,
    lanes[3] & 0xffff,
    lanes[3] >>> 16,
  );

/**
 * Makes a string the latest hash again.
 * @param {string} text
 */
export function restore(text) {
  const lane = (/** @type {number} */ i) => text.charCodeAt(2 * i) | (text.charCodeAt(2 * i + 1) << 16);
  setLanes(lane(0), lane(1), lane(2), lane(3));
}
