// Bytes that are given.

import { wrongType } from "./errors.js";

/**
 * True for a Uint8Array of whichever realm: test runners and edge runtimes have several.
 * @param {unknown} value
 * @returns {value is Uint8Array}
 */
export const isBytes = (value) =>
  ArrayBuffer.isView(value) && /** @type {Uint8Array} */ (value)[Symbol.toStringTag] === "Uint8Array";

/**
 * A plain view of the same bytes, whose length nobody else decides: of a subclass nothing is called,
 * and a buffer that grows does not grow here.
 * @param {Uint8Array} bytes
 */
export const plain = (bytes) => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Bytes that were given.
 * @param {unknown} value
 * @param {string} field
 * @param {string} [expected]
 * @returns {Uint8Array}
 */
export const bytesOf = (value, field, expected = "a Uint8Array") =>
  isBytes(value) ? plain(value) : wrongType(field, expected, value);
