// The two ranges of the module's memory that everything passes through. A key is written to the one
// place where keys go, through one cached view: nothing is allocated for it on either side.

import { instance as wasm } from "../wasm/glue.js";
import { check, wrongType, wrongValue } from "./errors.js";

const encoder = /* @__PURE__ */ new TextEncoder();
/** Up to here a loop over the characters is faster than a call of `encodeInto`. */
const SHORT = 48;
const USUAL_SIZE = 65536;

/** The input range. A view loses its length when the memory grows. */
let view = /* @__PURE__ */ new Uint8Array();
let size = 0;

/**
 * The input range, of at least `needed` bytes; what is there stays there.
 * @param {number} needed
 * @returns {Uint8Array}
 */
export function room(needed) {
  const stays = size && needed <= size && (size <= USUAL_SIZE || needed > USUAL_SIZE);
  if (!stays) check(wasm.resize_input(needed));
  if (!stays || !view.length) view = memory(wasm.input(), (size = wasm.input_size()));
  return view;
}

/**
 * A view of memory, good until the next call.
 * @param {number} start
 * @param {number} length
 */
export const memory = (start, length) =>
  new Uint8Array(wasm.memory.buffer, start >>> 0, length);

/**
 * The first numbers of the output range.
 * @param {number} count
 * @returns {number[]}
 */
export function numbers(count) {
  const data = new DataView(wasm.memory.buffer, wasm.output() >>> 0, count * 8);
  return Array.from({ length: count }, (_, i) => data.getFloat64(i * 8, true));
}

/**
 * True for a Uint8Array of whichever realm: test runners and edge runtimes have several.
 * @param {unknown} value
 * @returns {value is Uint8Array}
 */
export const isBytes = (value) =>
  ArrayBuffer.isView(value) &&
  /** @type {Uint8Array} */ (value)[Symbol.toStringTag] === "Uint8Array";

/**
 * Writes a key into the input range.
 * @param {import("./types.js").Key} key
 * @returns {number} how many bytes it has
 */
export function putKey(key) {
  if (typeof key == "string") {
    const { length } = key;
    const target = room(length * 3);
    if (length <= SHORT) {
      let i = 0;
      for (; i < length; i++) {
        const code = key.charCodeAt(i);
        if (code > 127) break;
        target[i] = code;
      }
      if (i == length) return i;
    }
    return /** @type {number} */ (encoder.encodeInto(key, target).written);
  }
  if (typeof key == "bigint") {
    if (BigInt.asIntN(64, key) != key) wrongValue("key", "a bigint of at most 64 bits, signed", key);
    const target = room(8);
    new DataView(target.buffer, target.byteOffset).setBigInt64(0, key, true);
    return 8;
  }
  if (isBytes(key)) return putBytes(key);
  return wrongType("key", "a string, a Uint8Array or a bigint", key);
}

/**
 * A plain view of the same bytes, whose length nobody else decides: of a subclass nothing is called,
 * and a buffer that grows does not grow here.
 * @param {Uint8Array} bytes
 */
export const plain = (bytes) => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Writes bytes into the input range.
 * @param {Uint8Array} given
 */
export function putBytes(given) {
  const bytes = plain(given);
  room(bytes.length).set(bytes);
  return bytes.length;
}

/**
 * Passes a text with a key a line through the input range, piece by piece: no string is made of a
 * line.
 * @param {Uint8Array | string} text
 * @param {(length: number, last: boolean) => number} step takes the first `length` bytes of the
 *   range and answers how many of them, an unfinished line, it left at its start
 */
export function eachPiece(text, step) {
  if (typeof text != "string") {
    text = isBytes(text) ? plain(text) : wrongType("lines", "a string or a Uint8Array", text);
  }
  let rest = 0;
  for (let position = 0, last = false; !last; ) {
    // A line that fills the range needs a larger one.
    const target = room(rest * 2 > USUAL_SIZE ? rest * 2 : 0).subarray(rest);
    let end = position + target.length;
    let written = 0;
    if (typeof text == "string") {
      // A pair of surrogates stays together.
      if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) == 0xd800) end--;
      const done = encoder.encodeInto(text.slice(position, end), target);
      position += done.read;
      written = done.written;
    } else {
      const piece = text.subarray(position, end);
      target.set(piece);
      position += written = piece.length;
    }
    last = position >= text.length;
    rest = step(rest + written, last);
  }
}
