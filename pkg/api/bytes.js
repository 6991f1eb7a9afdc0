// Arguments that must be bytes.

import { wrongType } from "./errors.js";

/**
 * True for a Uint8Array of any realm. Test runners and edge runtimes have several realms.
 * @param {unknown} value
 * @returns {value is Uint8Array}
 */
export const isBytes = (value) =>
  ArrayBuffer.isView(value) && /** @type {Uint8Array} */ (value)[Symbol.toStringTag] === "Uint8Array";

/**
 * A plain view of the same bytes. Its length is fixed, and it calls no methods of a subclass.
 * @param {Uint8Array} bytes
 */
export const plain = (bytes) => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Checks that an argument is a Uint8Array.
 * @param {unknown} value
 * @param {string} field
 * @param {string} [expected]
 * @returns {Uint8Array}
 */
export const bytesOf = (value, field, expected = "a Uint8Array") =>
  isBytes(value) ? plain(value) : wrongType(field, expected, value);

/**
 * @param {Uint8Array[]} parts
 * @returns {import("./types.js").Bytes}
 */
export function concat(parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) all.set(part, (end += part.length) - part.length);
  return all;
}
