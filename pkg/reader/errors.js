/**
 * The kind of fault in a filter file: a FilterFormatError's `code`.
 * @typedef {"TRUNCATED" | "TRAILING_BYTES" | "MAGIC" | "UNSUPPORTED" | "INVALID" | "CHECKSUM" | "BASE64" | "WRONG_KEY" | "WRONG_CLASS"} FormatErrorCode
 */

/**
 * The data are not a valid filter file, or they are one that another class reads.
 *
 * @example
 * import { FilterFormatError, FilterReader } from "edgebloom/reader";
 *
 * let rejection;
 * try {
 *   FilterReader.fromBytes(new Uint8Array(64));
 * } catch (error) {
 *   rejection = error;
 * }
 * rejection instanceof FilterFormatError // true
 * [rejection.code, rejection.field, rejection.offset].join() // "MAGIC,magic,0"
 */
export class FilterFormatError extends Error {
  /**
   * @param {string} message what was expected and what was found
   * @param {FormatErrorCode} code the kind of fault: `TRUNCATED`, `TRAILING_BYTES`, `MAGIC`, `UNSUPPORTED` (a version, flag or
   *   id of a later release), `INVALID`, `CHECKSUM`, `BASE64`, `WRONG_KEY` (of `edgebloom/keyed`), or `WRONG_CLASS` (another
   *   class reads this file)
   * @param {string} field the field of docs/FORMAT.md, `length`, `base64` or `key`
   * @param {number} offset where the fault is, in bytes of the file (for `base64`, in characters)
   */
  constructor(message, code, field, offset) {
    super(message);
    this.name = "FilterFormatError";
    /** The kind of fault. */
    this.code = code;
    /** The field that is wrong. */
    this.field = field;
    /** Where the fault is. */
    this.offset = offset;
  }
}

/**
 * Rejects a file unless a condition holds. Only faults that honest files have get a description of their own.
 * @param {boolean} isValid
 * @param {string} field
 * @param {number} offset
 * @param {unknown} got
 * @param {unknown} [expected]
 * @param {FormatErrorCode} [code]
 */
export function check(isValid, field, offset, got, expected = "what docs/FORMAT.md requires", code = "INVALID") {
  if (!isValid) throw new FilterFormatError(`${field}: expected ${expected}, got ${got}`, code, field, offset);
}

/**
 * Rejects an argument of the wrong type.
 * @param {string} name
 * @param {string} expected
 * @param {unknown} got
 * @returns {never}
 */
export function wrongType(name, expected, got) {
  // "[object Array]" names the class, and a value's own toString is not called.
  throw new TypeError(`${name}: expected ${expected}, got ${Object.prototype.toString.call(got).slice(8, -1)}`);
}
