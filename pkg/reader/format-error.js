import { isInstance } from "./instance.js";

/**
 * The `code` of a FilterFormatError: the kind of fault in a filter file.
 * @typedef {"TRUNCATED" | "TRAILING_BYTES" | "MAGIC" | "UNSUPPORTED" | "INVALID" | "CHECKSUM" | "BASE64" | "WRONG_KEY" | "WRONG_CLASS"} FormatErrorCode
 */

/**
 * Thrown if data isn't a valid filter file, or if the file is for another class.
 *
 * @example
 * import { FilterFormatError, FilterReader } from "edgebloom/reader";
 *
 * try {
 *   FilterReader.fromBytes(new Uint8Array(64));
 * } catch (error) {
 *   error instanceof FilterFormatError; // true
 *   error.code; // "MAGIC"
 *   error.field; // "magic"
 *   error.offset; // 0
 * }
 */
export class FilterFormatError extends Error {
  /**
   * @param {string} message the field, what was expected, and what was found
   * @param {FormatErrorCode} code the kind of fault: `TRUNCATED`, `TRAILING_BYTES`, `MAGIC`, `UNSUPPORTED` (a version, flag or
   *   id from a later release), `INVALID`, `CHECKSUM`, `BASE64`, `WRONG_KEY` (for a keyed filter), or `WRONG_CLASS` (the
   *   file is for another class)
   * @param {string} field the field of the file format, `length`, `base64` or `key`
   * @param {number} offset offset of the fault in the file, in bytes (for `base64`, in characters)
   */
  constructor(message, code, field, offset) {
    super(message);
    this.name = "FilterFormatError";
    /**
     * The kind of fault: `TRUNCATED`, `TRAILING_BYTES`, `MAGIC`, `UNSUPPORTED` (a version, flag or id from a later release), `INVALID`,
     * `CHECKSUM`, `BASE64`, `WRONG_KEY` (for a keyed filter), or `WRONG_CLASS` (the file is for another class).
     */
    this.code = code;
    /** The field of the file format that is wrong, `length`, `base64` or `key`. */
    this.field = field;
    /** Offset of the fault in the file, in bytes (for `base64`, in characters). */
    this.offset = offset;
  }

  /**
   * @internal
   * @param {unknown} error
   */
  static [Symbol.hasInstance](error) {
    return isInstance(this, "FilterFormatError", error);
  }
}
