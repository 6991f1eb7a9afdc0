// The exceptions: known false positives, for which the answer is "no".

import { check } from "./errors.js";

/** The most bytes of a key. */
const MAX_BYTES = 32768;

/**
 * A string with one character for each byte. Such strings sort as the bytes do.
 * @param {Uint8Array} bytes
 */
const characters = (bytes) => String.fromCharCode(...bytes);

/**
 * @param {Set<string>} keys
 * @param {Uint8Array} key
 */
export const isException = (keys, key) => key.length < MAX_BYTES && keys.has(characters(key));

/**
 * Ends the exception of a key, if it is one.
 * @param {Set<string>} keys
 * @param {Uint8Array} key
 */
export const endException = (keys, key) => key.length < MAX_BYTES && keys.delete(characters(key));

/**
 * Reads the exceptions of a file: for each key, its length plus 1 in two bytes, and the key.
 * @param {Uint8Array} bytes
 * @param {number} offset of them in the file
 * @returns {Set<string>}
 */
export function readExceptions(bytes, offset) {
  const keys = new Set();
  let last = "";
  let at = 0;
  for (;;) {
    const size = bytes[at] | (bytes[at + 1] << 8);
    const end = at + 1 + size;
    if (!size || end > bytes.length) break;
    const key = characters(bytes.subarray(at + 2, end));
    check(!keys.size || last < key, "exceptions", offset + at, "keys in another order");
    keys.add(key);
    last = key;
    at = end;
  }
  const rest = bytes.subarray(at);
  check(rest.length < 8 && rest.every((byte) => !byte), "exceptions", offset + at, rest.length);
  return keys;
}
