// Numbered keys, all different, as new strings: no engine has their hashes yet.

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/**
 * A bijection of 32 bits that leaves no order (MurmurHash3's).
 * @param {number} number
 */
function mixed(number) {
  let x = number | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

const word = (/** @type {number} */ number, /** @type {number} */ i) => mixed(number + Math.imul(i, 0x9e3779b9));
/** The hexadecimal digits of all numbers of 16 bits: some runs write millions of keys. */
const DIGITS = Array.from({ length: 0x10000 }, (_, i) => i.toString(16).padStart(4, "0"));
const hex = (/** @type {number} */ length) => (/** @type {number} */ number) => {
  let text = "";
  for (let i = 0; text.length < length; i++) {
    const bits = word(number, i);
    text += DIGITS[bits >>> 16] + DIGITS[bits & 0xffff];
  }
  return text.slice(0, length);
};
/** Characters from a block of Unicode that begins at `first`; its size is a power of two. */
const characters =
  (/** @type {number} */ length, /** @type {number} */ first, /** @type {number} */ size) =>
  (/** @type {number} */ number) => {
    /** @type {number[]} */
    const codes = [];
    for (let i = 0; codes.length < length; i++) {
      const bits = word(number, i);
      codes.push(first + (bits & (size - 1)), first + ((bits >>> 16) & (size - 1)));
    }
    return String.fromCharCode(...codes);
  };
const MAKERS = {
  "8 ASCII": hex(8),
  "32 ASCII": hex(32),
  "100 ASCII": hex(100),
  "20 CJK": characters(20, 0x4e00, 4096),
  "20 Cyrillic": characters(20, 0x410, 64),
};

/** @typedef {keyof typeof MAKERS} Kind */

/** A number of keys, stored as bytes. */
export class Pool {
  /**
   * @param {Kind} kind
   * @param {number} first
   * @param {number} count
   */
  constructor(kind, first, count) {
    const make = MAKERS[kind];
    this.count = count;
    this.width = encoder.encode(make(0)).length;
    this.bytes = new Uint8Array(this.width * count);
    for (let i = 0; i < count; i++) encoder.encodeInto(make(first + i), this.bytes.subarray(i * this.width));
    this.place = 0;
  }

  /**
   * The next keys. After the last one, it continues with the first: as many keys in a row as there are all differ. Each string is decoded from bytes, so it is flat, and has
   * one byte per character if it is ASCII.
   * @param {number} count
   * @returns {string[]}
   */
  next(count) {
    const { bytes, width } = this;
    const from = this.place;
    this.place = (from + count) % this.count;
    return Array.from({ length: count }, (_, i) => {
      const start = ((from + i) % this.count) * width;
      return decoder.decode(bytes.subarray(start, start + width));
    });
  }

  /** All keys, one per line. */
  lines() {
    const { bytes, width, count } = this;
    const text = new Uint8Array((width + 1) * count);
    for (let i = 0; i < count; i++) {
      text.set(bytes.subarray(i * width, (i + 1) * width), i * (width + 1));
      text[i * (width + 1) + width] = 10;
    }
    return text;
  }
}
