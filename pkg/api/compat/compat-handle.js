// The handle of a filter of another system. Keys become bytes as that system encodes them.

import { bytesOf } from "../bytes.js";
import { FilterHandle } from "../filter-handle.js";
import { compatEngine } from "./engine.js";
import { isMalformed, lineKey } from "./key-encoding.js";

/** @typedef {import("../../wasm/compat.js").ForeignFilter} ForeignFilter */
/** @typedef {import("../types.js").Key} Key */
/** @typedef {import("./key-encoding.js").Put} Put */

/**
 * The module reads lines as UTF-8. Strings with lone surrogates, and keys for the caller's hash function, are added one by one.
 * @extends {FilterHandle<ForeignFilter>}
 */
export class CompatHandle extends FilterHandle {
  /**
   * @param {ForeignFilter} inner
   * @param {Put} [put] writes keys in the encoding of another system; by default, in our own
   */
  constructor(inner, put) {
    super(compatEngine(), inner);
    this.put = put;
  }

  /** @param {ForeignFilter} inner */
  with(inner) {
    return new CompatHandle(inner, this.put);
  }

  /** @param {Key} key */
  putKey(key) {
    return this.put ? this.put(compatEngine(), key) : super.putKey(key);
  }

  /** @param {Key[]} keys */
  hasGroups(keys) {
    return this.put ? Uint8Array.from(keys, (key) => +this.has(key)) : super.hasGroups(keys);
  }

  /** @param {Key[]} keys */
  addGroups(keys) {
    return this.put ? keys.reduce((changed, key) => changed + +this.add(key), 0) : super.addGroups(keys);
  }

  /** @param {Uint8Array | string} lines */
  hasLines(lines) {
    const keys = this.#oneByOne(lines);
    return keys ? this.hasMany(keys) : super.hasLines(lines);
  }

  /** @param {Uint8Array | string} lines */
  addLines(lines) {
    const keys = this.#oneByOne(lines);
    return keys ? this.addMany(keys) : super.addLines(lines);
  }

  /**
   * The keys of lines that the module cannot read; undefined if it can.
   * @param {Uint8Array | string} lines
   * @returns {Key[] | undefined}
   */
  #oneByOne(lines) {
    const key = lineKey(this.put);
    if (typeof lines === "string") {
      if (!(key || (this.put && isMalformed(lines)))) return undefined;
      const keys = lines.split("\n").flatMap((line) => line.replace(/\r$/, "") || []);
      return key ? keys.map(key) : keys;
    }
    if (!key) return undefined;
    /** @type {Key[]} */
    const keys = [];
    const engine = compatEngine();
    engine.eachPiece(bytesOf(lines, "lines", "a string or a Uint8Array"), (length) => {
      const ends = engine.wasm.lineEnds(length);
      const piece = engine.room(0).slice(0, length);
      for (let i = 0; i < ends.length; i += 2) keys.push(key(piece.subarray(ends[i], ends[i + 1])));
    });
    return keys;
  }

  /** A copy of the bits, also of a filter that stores only positions. */
  bits() {
    const copy = this.copy();
    try {
      copy.inner.pack();
      return super.bits.call(copy);
    } finally {
      copy.free();
    }
  }

  /**
   * @param {string} name
   * @param {string} version
   */
  file(name, version) {
    const { inner } = this;
    return this.fileOf(inner.grows ? inner.scalableFile(name, version, "") : inner.file(name, version, ""));
  }
}
