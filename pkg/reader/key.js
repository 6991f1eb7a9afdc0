// The bytes of a key, and its hash.

import { argumentError, wrongType } from "./errors.js";
import { finish, hashBytes, hashWords, lanes } from "./hash.js";
import { encode, utf8Writer } from "./utf8.js";

/**
 * A key. A string stands for its UTF-8 bytes (a lone surrogate for those of U+FFFD, as in `TextEncoder`), a Uint8Array for its bytes. A bigint
 * from −2^63 to 2^63 − 1 stands for 8 bytes: little-endian, two's complement.
 * @typedef {string | Uint8Array | bigint} Key
 */

/** The most bytes that a key in `scratch` has. */
const MAX_LENGTH = 4096;
/** The buffer for keys, and for the zeros that the hash needs after them. */
const scratch = /* @__PURE__ */ new Uint8Array(MAX_LENGTH + 16);
const scratchWords = /* @__PURE__ */ new Int32Array(scratch.buffer);
const scratchView = /* @__PURE__ */ new DataView(scratch.buffer);
const writeText = /* @__PURE__ */ utf8Writer(scratch);
/**
 * True for a Uint8Array of any realm. Test runners and edge runtimes have several realms.
 * @param {unknown} value
 * @returns {value is Uint8Array}
 */
export const isBytes = (value) =>
  ArrayBuffer.isView(value) && /** @type {Uint8Array} */ (value)[Symbol.toStringTag] === "Uint8Array";

/**
 * Computes the lanes of a key.
 * @param {Key} key
 * @param {number} seed of the hash
 * @param {number} salt 0 for none
 */
export function hashKey(key, seed, salt) {
  const length = writeKey(key);
  if (length < 0) hashBytes(longBytes(key), seed);
  else {
    scratchView.setFloat64(length, 0, true);
    scratchView.setFloat64(length + 8, 0, true);
    hashWords(scratchWords, length, seed);
  }
  if (salt) finish(lanes[0], lanes[1], lanes[2], lanes[3], salt);
}

/**
 * The bytes of a key, valid until the next key.
 * @param {Key} key
 */
export function keyBytes(key) {
  const length = writeKey(key);
  return length < 0 ? longBytes(key) : scratch.subarray(0, length);
}

/**
 * Writes a key to `scratch`, so that a short key needs no view of its own.
 * @param {Key} key
 * @returns {number} its length in bytes, or -1 for a key that `longBytes` handles
 */
function writeKey(key) {
  if (typeof key === "string") return key.length * 3 > MAX_LENGTH ? -1 : writeText(key);
  if (typeof key === "bigint") {
    if (BigInt.asIntN(64, key) !== key)
      throw argumentError(RangeError, "key", `a bigint from -2^63 to 2^63 - 1, got ${key}`);
    scratchView.setBigInt64(0, key, true);
    return 8;
  }
  if (!isBytes(key)) wrongType("key", "a string, a Uint8Array or a bigint", key);
  if (key.length > MAX_LENGTH) return -1;
  // A copy is faster than a DataView for each key.
  scratch.set(key);
  return key.length;
}

/** The bytes of a key for which `scratch` may be too short. */
const longBytes = (/** @type {Key} */ key) => (typeof key === "string" ? encode(key) : /** @type {Uint8Array} */ (key));
