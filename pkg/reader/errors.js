import { FilterFormatError } from "./format-error.js";

/** @typedef {import("./format-error.js").FormatErrorCode} FormatErrorCode */

/**
 * Throws if a file is not valid. Only faults that occur by accident have a message of their own.
 * @param {boolean} isValid
 * @param {string} field
 * @param {number} offset
 * @param {unknown} got
 * @param {unknown} [expected]
 * @param {FormatErrorCode} [code]
 */
export function check(isValid, field, offset, got, expected = "what the format requires", code = "INVALID") {
  if (isValid) return;
  // For a wrong length, `expected` is a sentence: "truncated: …".
  const subject = field === "length" ? "" : `${field}: expected `;
  throw new FilterFormatError(`${subject}${expected}, got ${got}`, code, field, offset);
}

/**
 * Throws the error for an argument of the wrong type.
 * @param {string} name
 * @param {string} expected
 * @param {unknown} got
 * @returns {never}
 */
export function wrongType(name, expected, got) {
  // It names the class, as in "[object Array]", and does not call toString of the value.
  throw new TypeError(`${name}: expected ${expected}, got ${Object.prototype.toString.call(got).slice(8, -1)}`);
}
