import { check } from "./errors.js";
import { decodeText } from "./utf8.js";

/** @param {Uint8Array} bytes */
export const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** A position in a filter file. It reads the next numbers. */
export class Cursor {
  /**
   * @param {Uint8Array} bytes
   * @param {number} at
   * @param {number} end the end of the readable bytes
   */
  constructor(bytes, at, end) {
    this.bytes = bytes;
    this.view = viewOf(bytes);
    this.at = at;
    this.end = end;
  }

  /**
   * Skips bytes.
   * @param {number} size number of bytes
   * @returns {number} the offset before
   */
  skip(size) {
    const { at, end } = this;
    check(at + size <= end, "length", end, end, `truncated: at least ${at + size} bytes needed`, "TRUNCATED");
    this.at += size;
    return at;
  }

  /**
   * Reads a whole number and checks its range. Above 2^53, the number is rounded.
   * @param {string} field
   * @param {number} size in bytes
   * @param {number} least
   * @param {number} most
   * @param {import("./format-error.js").FormatErrorCode} [code]
   */
  number(field, size, least, most, code) {
    const start = this.skip(size);
    let number = 0;
    for (let i = this.at; i > start; ) number = number * 256 + this.bytes[--i];
    // The text of the range is only for the error: the header of each file has twenty numbers.
    if (!(number >= least && number <= most)) {
      check(false, field, start, number, least === most ? least : `a number from ${least} to ${most}`, code);
    }
    return number;
  }

  /**
   * Reads a whole number of 64 bits.
   */
  whole() {
    return this.view.getBigUint64(this.skip(8), true);
  }

  /**
   * Reads a double.
   */
  real() {
    return this.view.getFloat64(this.skip(8), true);
  }

  /**
   * Reads a text in UTF-8.
   * @param {string} field
   * @param {number} size in bytes
   */
  text(field, size) {
    const start = this.skip(size);
    try {
      return decodeText(this.bytes.subarray(start, this.at));
    } catch {
      check(false, field, start, "other bytes", "valid UTF-8");
      return "";
    }
  }
}
