// An instance of a module, and the input range: the part of its memory through which keys and lines go. A key is written there
// through one cached view, without an allocation in JavaScript or in WebAssembly.

import { utf8Writer } from "../reader/utf8.js";
import { isBytes, plain } from "./bytes.js";
import { moduleError, wrongType, wrongValue } from "./errors.js";

/** Throws if bytes are not UTF-8. */
const encoder = /* @__PURE__ */ new TextEncoder();
export const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const USUAL_SIZE = 65536;

/** @typedef {import("./types.js").Key} Key */
/** @typedef {typeof import("../wasm/edgebloom.js")} OwnModule */

/**
 * What the glue code of every module has.
 * @typedef {object} AnyModule
 * @property {(module: WebAssembly.Module, wording: { moduleError: typeof moduleError }) => WebAssembly.Memory} init
 * @property {() => number} inputStart
 * @property {(size: number) => number} resizeInput
 */

/**
 * @template {AnyModule} [M=OwnModule]
 */
export class Engine {
  /** The input range. The view loses its length when the memory grows. */
  #view = new Uint8Array();
  /** Writes a string into the input range. */
  #putText = utf8Writer(this.#view);
  #size = -1;

  /**
   * @param {M} wasm wasm-bindgen's glue
   * @param {WebAssembly.Module} module
   */
  constructor(wasm, module) {
    this.wasm = wasm;
    this.memory = wasm.init(module, { moduleError });
  }

  /**
   * The input range, with room for at least `needed` bytes. Its content stays.
   * @param {number} needed
   * @returns {Uint8Array}
   */
  room(needed) {
    const size = this.#size;
    const changes = needed > size || (size > USUAL_SIZE && needed <= USUAL_SIZE);
    if (changes) this.#size = this.wasm.resizeInput(needed);
    if (changes || !this.#view.length) {
      this.#view = this.view(this.wasm.inputStart(), this.#size);
      this.#putText = utf8Writer(this.#view);
    }
    return this.#view;
  }

  /**
   * A view of memory, valid until the next call.
   * @param {number} start
   * @param {number} length
   */
  view(start, length) {
    return new Uint8Array(this.memory.buffer, start >>> 0, length);
  }

  /**
   * Writes a key into the input range.
   * @param {Key} key
   * @returns {number} length of the key in bytes
   */
  putKey(key) {
    if (typeof key === "string") {
      this.room(key.length * 3);
      return this.#putText(key);
    }
    if (typeof key === "bigint") {
      if (BigInt.asIntN(64, key) !== key) wrongValue("key", "a bigint from -2^63 to 2^63 - 1", key);
      const target = this.room(8);
      new DataView(target.buffer, target.byteOffset).setBigInt64(0, key, true);
      return 8;
    }
    if (isBytes(key)) return this.putBytes(key);
    return wrongType("key", "a string, a Uint8Array or a bigint", key);
  }

  /**
   * A string that identifies a key.
   * @param {Key} key
   */
  textOf(key) {
    if (typeof key === "string") return key;
    const bytes = this.room(0).subarray(0, this.putKey(key));
    try {
      return decoder.decode(bytes);
    } catch {
      // These bytes are not UTF-8, so no string stands for them.
      return `\ud800${new TextDecoder("latin1").decode(bytes)}`;
    }
  }

  /**
   * Writes bytes into the input range.
   * @param {Uint8Array} bytes
   */
  putBytes(bytes) {
    const view = plain(bytes);
    this.room(view.length).set(view);
    return view.length;
  }

  /**
   * Runs `use` on a file in the input range, and then makes the range small again.
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
   * Writes strings into the input range: their lengths, four bytes each, and then the strings. It does so only if all are ASCII,
   * because other characters have more than one byte.
   * @param {Key[]} group all strings, or no strings
   * @returns {number | undefined} length in bytes; undefined if it has not written them
   */
  putKeys(group) {
    if (group.length < 4 || typeof group[0] !== "string") return;
    const keys = /** @type {string[]} */ (group);
    const text = keys.join("");
    const start = 4 * keys.length;
    const end = start + text.length;
    const target = this.room(end);
    if (encoder.encodeInto(text, target.subarray(start, end)).read < text.length) return;
    const lengths = new Uint32Array(target.buffer, target.byteOffset, keys.length);
    for (let i = 0; i < keys.length; i++) lengths[i] = keys[i].length;
    return end;
  }

  /**
   * Passes a text with one key per line through the input range, piece by piece. It makes no string of a line.
   * @param {Uint8Array | string} text
   * @param {(length: number) => void} step reads the lines in the first `length` bytes of the range
   */
  eachPiece(text, step) {
    if (typeof text !== "string") {
      text = isBytes(text) ? plain(text) : wrongType("lines", "a string or a Uint8Array", text);
    }
    // The most bytes that an element can take: three for a character of a string, one for a byte.
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
        // A line that is longer than the range needs a larger range.
      } else size *= 2;
    }
  }

  /**
   * Passes keys of the same width through the input range, piece by piece.
   * @param {Uint8Array} bytes
   * @param {number} width bytes per key
   * @param {(count: number) => void} step reads so many keys at the start of the range
   */
  eachRecord(bytes, width, step) {
    const size = Math.floor(USUAL_SIZE / width) * width;
    for (let at = 0; at < bytes.length; at += size) step(this.putBytes(bytes.subarray(at, at + size)) / width);
  }
}
