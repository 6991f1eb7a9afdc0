// The number of bits and of probes of a filter (src/layout).

import { argumentError } from "../reader/errors.js";
import { BLOCK, blockedSize } from "./blocked.js";
import { optimalBits, optimalHashes } from "./rates.js";

/** @typedef {"standard" | "partitioned" | "blocked"} Layout */

const MAX_BITS = 2 ** 32;
const MAX_HASHES = 64;

/** @type {(field: string, expected: string, got: number) => never} */
const reject = (field, expected, got) => {
  throw Object.assign(argumentError(RangeError, field, `${expected}, got ${got}`), { code: "ARGUMENT" });
};

/**
 * The number of bits is a multiple of this.
 * @param {Layout} layout
 * @param {number} hashes
 */
const unitOf = (layout, hashes) => (layout === "blocked" ? BLOCK : layout === "partitioned" ? 64 * hashes : 64);

/**
 * The shape for a number of keys at an error rate.
 * @param {Layout} layout
 * @param {number} capacity
 * @param {number} errorRate
 */
export function shapeForRate(layout, capacity, errorRate) {
  if (!(errorRate >= 1e-18 && errorRate < 1)) reject("errorRate", "a number of at least 1e-18 and below 1", errorRate);
  const best = Math.min(Math.max(optimalBits(capacity, errorRate), 1), MAX_BITS + 1);
  let hashes = Math.min(optimalHashes(best, capacity), MAX_HASHES);
  const unit = unitOf(layout, hashes);
  const most = Math.floor(MAX_BITS / unit);
  let places = Math.ceil(best / unit);
  if (layout === "blocked") ({ places, hashes } = blockedSize(capacity, errorRate, MAX_HASHES, most));
  // Rounded up for folding: to a multiple of a power of two that is at most 64, and makes the filter at most 1/256 longer.
  const step = 2 ** (31 - Math.clz32(Math.min(Math.max(places / 256, 1), 64)));
  const bits = Math.min(Math.ceil(places / step) * step, Math.max(most, places)) * unit;
  if (bits > MAX_BITS) reject("capacity", "a number of keys that fits in 2^32 bits at this errorRate", capacity);
  return { bits, hashes };
}

/**
 * Checks a shape.
 * @param {Layout} layout
 * @param {number} bits
 * @param {number} hashes
 */
export function checkShape(layout, bits, hashes) {
  if (hashes > MAX_HASHES) reject("hashes", "a whole number from 1 to 64", hashes);
  if (bits < 64 || bits > MAX_BITS) reject("bits", "a whole number from 64 to 2^32", bits);
  const unit = unitOf(layout, hashes);
  const name = layout === "partitioned" ? `${unit} (64 * hashes)` : unit;
  if (bits % unit) reject("bits", `a multiple of ${name}`, bits);
  return { bits, hashes };
}
