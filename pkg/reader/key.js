// The hash and the bytes of a key.

import { wrongType } from "./errors.js";
import { viewOf } from "./cursor.js";
import { finish, hashAscii, hashBytes, lanes } from "./hash.js";

/**
 * A key. A string stands for its UTF-8 bytes (a lone surrogate for those of U+FFFD, as in `TextEncoder`), a Uint8Array for its bytes. A bigint
 * from −2^63 to 2^63 − 1 stands for 8 bytes: little-endian, two's complement.
 * @typedef {string | Uint8Array | bigint} Key
 */

const encoder = /* @__PURE__ */ new TextEncoder();
/** The buffer for the bytes of short keys. */
const scratch = /* @__PURE__ */ new Uint8Array(4096);
const scratchView = /* @__PURE__ */ new DataView(scratch.buffer);
/** The length of the key in `scratch`. */
let written = 0;
/** Up to this length, a loop over the characters is faster than `encodeInto`. Browsers have no `Buffer`, and a slower `encodeInto` than Node. */
const SHORT = "Buffer" in globalThis ? 32 : 128;

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
  if (typeof key !== "string" || key.length > SHORT || !hashAscii(key, seed)) {
    const bytes = bytesOf(key);
    if (bytes === scratch) hashBytes(scratchView, written, seed);
    else hashBytes(viewOf(bytes), bytes.length, seed);
  }
  if (salt) finish(lanes[0], lanes[1], lanes[2], lanes[3], salt);
}

/**
 * The bytes of a key, valid until the next key.
 * @param {Key} key
 */
export function keyBytes(key) {
  const bytes = bytesOf(key);
  return bytes === scratch ? bytes.subarray(0, written) : bytes;
}

/**
 * The bytes of a key, or `scratch`: then the first `written` bytes are the key. So a short key needs no view of its own.
 * @param {Key} key
 * @returns {Uint8Array}
 */
function bytesOf(key) {
  if (typeof key === "string") {
    if (key.length * 3 > scratch.length) return encoder.encode(key);
    writeText(key);
  } else if (typeof key === "bigint") {
    if (BigInt.asIntN(64, key) !== key)
      throw new RangeError(`key: expected a bigint from -2^63 to 2^63 - 1, got ${key}`);
    scratchView.setBigInt64(0, key, true);
    written = 8;
  } else {
    if (!isBytes(key)) wrongType("key", "a string, a Uint8Array or a bigint", key);
    if (key.length > scratch.length) return key;
    // A copy is faster than a DataView for each key.
    scratch.set(key);
    written = key.length;
  }
  return scratch;
}

/**
 * Writes a string into `scratch`.
 * @param {string} text
 */
function writeText(text) {
  const view = scratchView;
  const { length } = text;
  let end = 0;
  let i = 0;
  // One store of four bytes per character of three bytes: the next character overwrites the fourth byte.
  while (i < length && length <= SHORT) {
    const code = text.charCodeAt(i);
    if (code < 0x80) view.setInt8(end++, code);
    else if (code < 0x800) {
      view.setInt16(end, 0x80c0 | (code >> 6) | ((code & 63) << 8), true);
      end += 2;
    } else if ((code & 0xf800) === 0xd800) break;
    else {
      view.setInt32(end, 0x8080e0 | (code >> 12) | ((code & 0xfc0) << 2) | ((code & 63) << 16), true);
      end += 3;
    }
    i++;
  }
  // `encodeInto` encodes pairs of surrogates.
  written = i < length ? encoder.encodeInto(text, scratch).written : end;
}
