import { check } from "./errors.js";

/** @param {Uint8Array} bytes */
export const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** A place in a filter file, and the numbers from there on. */
export class Cursor {
  /**
   * @param {Uint8Array} bytes
   * @param {number} at
   * @param {number} end where the bytes end that may be read
   */
  constructor(bytes, at, end) {
    this.bytes = bytes;
    this.view = viewOf(bytes);
    this.at = at;
    this.end = end;
  }

  /**
   * Goes on.
   * @param {number} size how many bytes
   * @returns {number} the offset before
   */
  skip(size) {
    const { at, end } = this;
    check(at + size <= end, "length", end, end, `at least ${at + size} bytes`, "TRUNCATED");
    this.at += size;
    return at;
  }

  /**
   * The next number, which must be in a range. Above 2^53 it is rounded.
   * @param {string} field
   * @param {number} size in bytes
   * @param {number} least
   * @param {number} most
   * @param {import("./errors.js").FormatErrorCode} [code]
   */
  number(field, size, least, most, code) {
    const start = this.skip(size);
    let number = 0;
    for (let i = this.at; i > start; ) number = number * 256 + this.bytes[--i];
    check(number >= least && number <= most, field, start, number, `${least} to ${most}`, code);
    return number;
  }

  /**
   * The next number, a whole one of 64 bits.
   */
  whole() {
    return this.view.getBigUint64(this.skip(8), true);
  }

  /**
   * The next number, one with a fraction.
   */
  real() {
    return this.view.getFloat64(this.skip(8), true);
  }
}
