// An instance of a module, and the range of its memory that keys and lines pass through: a key is written to the one
// place where keys go, through one cached view, and nothing is allocated for it on either side.

import { moduleError, wrongType, wrongValue } from "./errors.js";

export const encoder = /* @__PURE__ */ new TextEncoder();
/** Throws where bytes are no UTF-8. */
export const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/**
 * Up to here a loop over the characters is faster than a call of `encodeInto`, which takes 25 to 50 ns in Node and 200 and
 * more in browsers.
 */
const SHORT = "Buffer" in globalThis ? 32 : 256;
const USUAL_SIZE = 65536;

/** @typedef {typeof import("../wasm/edgebloom.js")} CoreModule */
/** @typedef {typeof import("../wasm/compat.js")} CompatModule */
/** @typedef {import("../wasm/edgebloom.js").Filter} WasmFilter */
/** @typedef {import("../wasm/compat.js").Filter} CompatFilter */
/** @typedef {import("./types.js").Key} Key */

/**
 * @template {CoreModule} [M=CoreModule]
 */
export class Engine {
  /** @type {Uint8Array | undefined} */
  #magic;
  /** The input range, once there is one. A view loses its length when the memory grows. */
  #view = new Uint8Array();
  #size = -1;

  /**
   * @param {M} wasm wasm-bindgen's glue
   * @param {WebAssembly.Module} module
   */
  constructor(wasm, module) {
    this.wasm = wasm;
    this.memory = wasm.init(module, { moduleError });
    /** The most bytes that can come before the payload of a dump. */
    this.maxHeadBytes = wasm.maxHeadBytes();
  }

  /** How every dump of ours begins. */
  get magic() {
    return (this.#magic ??= this.wasm.magic());
  }

  /**
   * The input range, of at least `needed` bytes; what is there stays there.
   * @param {number} needed
   * @returns {Uint8Array}
   */
  room(needed) {
    const size = this.#size;
    const changes = needed > size || (size > USUAL_SIZE && needed <= USUAL_SIZE);
    if (changes) this.#size = this.wasm.resizeInput(needed);
    if (changes || !this.#view.length) this.#view = this.view(this.wasm.inputStart(), this.#size);
    return this.#view;
  }

  /**
   * A view of memory, good until the next call.
   * @param {number} start
   * @param {number} length
   */
  view(start, length) {
    return new Uint8Array(this.memory.buffer, start >>> 0, length);
  }

  /**
   * Writes a key into the input range.
   * @param {Key} key
   * @returns {number} how many bytes it has
   */
  putKey(key) {
    if (typeof key === "string") {
      const { length } = key;
      const target = this.room(length * 3);
      if (length <= SHORT) {
        // To stop at the first that is none would cost a jump for each.
        let all = 0;
        for (let i = 0; i < length; i++) all |= target[i] = key.charCodeAt(i);
        if (all < 128) return length;
      }
      return encoder.encodeInto(key, target).written;
    }
    if (typeof key === "bigint") {
      if (BigInt.asIntN(64, key) !== key) wrongValue("key", "a bigint of 64 bits, signed", key);
      const target = this.room(8);
      new DataView(target.buffer, target.byteOffset).setBigInt64(0, key, true);
      return 8;
    }
    if (isBytes(key)) return this.putBytes(key);
    return wrongType("key", "a string, Uint8Array or bigint", key);
  }

  /**
   * A string of its own for every key.
   * @param {Key} key
   */
  textOf(key) {
    if (typeof key === "string") return key;
    const bytes = this.room(0).subarray(0, this.putKey(key));
    try {
      return decoder.decode(bytes);
    } catch {
      // No UTF-8, so no string has these bytes.
      return `\ud800${new TextDecoder("latin1").decode(bytes)}`;
    }
  }

  /**
   * Writes bytes into the input range.
   * @param {Uint8Array} given
   */
  putBytes(given) {
    const bytes = plain(given);
    this.room(bytes.length).set(bytes);
    return bytes.length;
  }

  /**
   * Runs `use` on a file in the input range, which is made small again.
   * @template T
   * @param {Uint8Array} file
   * @param {(length: number) => T} use
   * @returns {T}
   */
  withFile(file, use) {
    try {
      return use(this.putBytes(file));
    } finally {
      this.room(0);
    }
  }

  /**
   * Passes a text with a key a line through the input range, piece by piece: no string is made of a
   * line.
   * @param {Uint8Array | string} text
   * @param {(length: number) => void} step takes the lines that are the first `length` bytes of the range
   */
  eachPiece(text, step) {
    if (typeof text !== "string") {
      text = isBytes(text) ? plain(text) : wrongType("lines", "a string or a Uint8Array", text);
    }
    // What a character of a string, or a byte, takes at most.
    const [newline, unit] = typeof text === "string" ? ["\n", 3] : [10, 1];
    const all = /** @type {any} */ (text);
    let size = USUAL_SIZE;
    for (let start = 0; start < all.length; ) {
      let end = start + size / unit;
      if (end < all.length) end = all.lastIndexOf(newline, end - 1) + 1;
      if (end > start) {
        step(this.putKey((all.subarray ?? all.slice).call(all, start, end)));
        start = end;
        size = USUAL_SIZE;
        // A line that fills the range needs a larger one.
      } else size *= 2;
    }
  }
}

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
