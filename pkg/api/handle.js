// What every filter and every static set is made of: an object in the memory of the module, and the engine through which keys
// get there.

import { checkIterable } from "../reader/reading.js";
import { concat } from "./bytes.js";
import { headerFields, storable } from "./header.js";

export { checkIterable };

/** @typedef {import("./header.js").HeaderFields} HeaderFields */
/** @typedef {import("./types.js").Bytes} Bytes */
/** @typedef {import("../reader/key-form.js").QueryForm} QueryForm */
/** @typedef {import("./types.js").Key} Key */

/**
 * What every filter and static set has in the modules.
 * @typedef {Pick<import("../wasm/edgebloom.js").StaticSet, "contains" | "containsLines" | "containsMany" | "header" | "free"> & {
 *   file(name: string, version: string, form: string): Uint8Array | import("../wasm/edgebloom.js").FileParts }} Queryable
 */

/**
 * The queries of filters and static sets.
 * @template {Queryable} [I=import("../wasm/edgebloom.js").StaticSet]
 */
export class Handle {
  /** @type {I | undefined} */
  #inner;

  /**
   * @param {import("./engine.js").Engine<any>} engine the engine whose memory has the object
   * @param {I} inner
   * @param {QueryForm} [form] the key form. The methods of a handle take keys, not entries and queries
   */
  constructor(engine, inner, form) {
    this.engine = engine;
    this.#inner = inner;
    this.form = form;
  }

  /** The name of the form, for the filter file; "" for raw keys. */
  get formName() {
    return this.form?.form.name ?? "";
  }

  /** The object in the module. Throws after `free`. */
  get inner() {
    return this.#inner ?? freed();
  }

  get isFreed() {
    return !this.#inner;
  }

  /**
   * Writes a key into the input range, and returns its length in bytes.
   * @param {Key} key
   * @returns {number}
   */
  putKey(key) {
    return this.engine.putKey(key);
  }

  /**
   * @param {Key} key
   * @returns {boolean}
   */
  has(key) {
    const { inner } = this;
    return inner.contains(this.putKey(key));
  }

  /**
   * @param {Iterable<Key>} keys
   * @returns {Bytes}
   */
  hasMany(keys) {
    checkIterable(keys);
    // Another iterable may use the filter between two keys.
    return Array.isArray(keys) ? this.hasGroups(keys) : Uint8Array.from(keys, (key) => +this.has(key));
  }

  /**
   * Looks up the keys of an array, in groups of strings.
   * @param {Key[]} keys
   * @returns {Bytes}
   */
  hasGroups(keys) {
    const { inner, engine } = this;
    /** @type {Uint8Array[]} */
    const parts = [];
    for (const group of inGroups(keys)) {
      const length = engine.putKeys(group);
      const one = (/** @type {Key} */ key) => +this.has(key);
      parts.push(length === undefined ? Uint8Array.from(group, one) : inner.containsMany(group.length, length));
    }
    return concat(parts);
  }

  /**
   * @param {Uint8Array | string} lines
   * @returns {Bytes}
   */
  hasLines(lines) {
    const { inner, engine } = this;
    /** @type {Uint8Array[]} */
    const parts = [];
    engine.eachPiece(lines, (length) => parts.push(inner.containsLines(length)));
    return concat(parts);
  }

  /**
   * @this {Handle<I & { allow(length: number): boolean }>}
   * @param {Key} key
   * @returns {boolean}
   */
  allow(key) {
    const { inner } = this;
    return inner.allow(this.putKey(key));
  }

  /**
   * The header of the filter file. An invalid name or version counts as empty.
   * @param {{ name: unknown, version: unknown }} texts
   * @returns {HeaderFields}
   */
  header({ name, version }) {
    return headerFields(this.inner.header(storable(name), storable(version), this.formName));
  }

  /**
   * The filter file.
   * @param {string} name
   * @param {string} version
   * @returns {Bytes}
   */
  file(name, version) {
    return this.fileOf(this.inner.file(name, version, this.formName));
  }

  /**
   * A file that the module has written, whole or in parts.
   * @param {Uint8Array | import("../wasm/edgebloom.js").FileParts} file
   * @returns {Bytes}
   */
  fileOf(file) {
    if (file instanceof Uint8Array) return /** @type {Bytes} */ (file);
    const { header, checksum, payloadStart, payloadLength } = file;
    const bytes = concat([header, this.engine.view(payloadStart, payloadLength), checksum]);
    file.free();
    return bytes;
  }

  free() {
    this.#inner?.free();
    this.#inner = undefined;
  }
}

/** @returns {never} */
function freed() {
  throw Object.assign(new TypeError("filter has been freed"), { field: "filter" });
}

/** Limits of a group, which fits into the usual input range. */
const MOST_KEYS = 512;
const MOST_CHARACTERS = 32768;

/**
 * Groups of strings. A long key, or one of another type, is a group by itself.
 * @param {Key[]} keys
 * @returns {Key[][]}
 */
export function inGroups(keys) {
  /** @type {Key[][]} */
  const groups = [];
  /** @type {Key[]} */
  let group = [];
  let size = 0;
  for (const key of keys) {
    const length = typeof key === "string" ? key.length : MOST_CHARACTERS;
    if (!groups.length || group.length === MOST_KEYS || size + length > MOST_CHARACTERS) {
      group = [];
      groups.push(group);
      size = 0;
    }
    group.push(key);
    size += length;
  }
  return groups;
}
