// What filters and static sets have in common: queries, name and version, the filter file.

import { hasInForm } from "../reader/key-form.js";
import { encodeFile } from "./base64.js";
import { dispose } from "./dispose.js";
import { entriesIn } from "./entries.js";
import { argumentError, wrongType } from "./errors.js";
import { checkIterable } from "./handle.js";
import { checkedText } from "./header.js";
import { inspect } from "./inspecting.js";
import { textsOf } from "./lines.js";
import { markRaw } from "./raw.js";

/** @typedef {import("./types.js").Bytes} Bytes */
/** @typedef {import("./types.js").Key} Key */

/**
 * The handle of a filter, for other files of this package. Throws if `filter` is not a filter.
 * @type {(filter: unknown, field?: string, expected?: string) => import("./filter-handle.js").FilterHandle<any>}
 */
export let handleOf;

/**
 * The methods shared by all filters and static sets.
 *
 * @abstract
 * @example
 * import { BloomFilter, StaticFilter } from "edgebloom";
 *
 * const filters = [BloomFilter, StaticFilter].map((Kind) => Kind.from(["a", "b"], { errorRate: 0.01 }));
 * filters.every((filter) => filter.has("a")); // true
 */
export class MembershipFilter {
  /** @type {import("./handle.js").Handle<any>} */
  #handle;

  /**
   * The name of the list; "" if none. It's stored in the filter file and doesn't affect answers.
   * @type {string}
   */
  name;

  /**
   * The version of the list; "" if none. It's stored in the filter file and doesn't affect answers.
   * @type {string}
   */
  version;

  /**
   * @internal
   * @param {import("./handle.js").Handle<any>} handle
   * @param {{ name: string, version: string }} texts
   */
  constructor(handle, { name, version }) {
    this.#handle = handle;
    this.name = name;
    this.version = version;
  }

  static {
    markRaw(this);
    handleOf = (filter, field = "other", expected = "a BloomFilter") =>
      typeof filter === "object" && filter && #handle in filter
        ? /** @type {any} */ (filter.#handle)
        : notAFilter(filter, field, expected);
  }

  /**
   * Looks up a key.
   * @param {Key} key the key to look up
   * @returns {boolean} false: no; true: maybe
   * @throws {TypeError} `key` isn't a key, or the filter has been freed
   * @throws {RangeError} a bigint doesn't fit in 64 bits, or there isn't enough memory for a very long key
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.has("a"); // true: maybe
   * filter.has("never added"); // false: no
   */
  has(key) {
    const handle = this.#handle;
    return handle.form ? hasInForm(handle.form, key, (each) => handle.has(each)) : handle.has(key);
  }

  /**
   * Looks up several keys.
   * @param {Iterable<Key> & object} keys the keys to look up, in the order of the answers
   * @returns {Bytes} 1 (maybe) or 0 (no) per key, in order
   * @throws {TypeError} `keys` isn't an iterable of keys, or the filter has been freed
   * @throws {RangeError} see `has`
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.hasMany(["a", "never added"]).join(); // "1,0"
   */
  hasMany(keys) {
    const handle = this.#handle;
    return handle.form ? this.#hasEach(keys, handle.form) : handle.hasMany(keys);
  }

  /**
   * Looks up one key per line. Lines end with LF or CRLF. Empty lines are skipped.
   * @param {Uint8Array | string} lines a string, or bytes: each line is a key
   * @returns {Bytes} 1 (maybe) or 0 (no) per non-empty line, in order
   * @throws {TypeError} `lines` isn't a string or a Uint8Array, or the filter has been freed
   * @throws {RangeError} there isn't enough memory for a very long line
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.hasLines("a\nnever added").join(); // "1,0"
   */
  hasLines(lines) {
    const handle = this.#handle;
    return handle.form ? this.#hasEach(entriesIn(textsOf(lines)), handle.form) : handle.hasLines(lines);
  }

  /**
   * Looks up queries in a form.
   * @param {Iterable<Key>} queries
   * @param {import("../reader/key-form.js").QueryForm} form
   */
  #hasEach(queries, form) {
    checkIterable(queries);
    return Uint8Array.from(queries, (query) => Number(hasInForm(form, query, (key) => this.#handle.has(key), true)));
  }

  /**
   * The key form, such as "domain"; "raw" if there's none. With a form, methods that add take list entries, and methods that look up take
   * queries; `positions` and `allow` take keys.
   * @returns {string}
   * @example
   * import { BloomFilter } from "edgebloom";
   * import { email } from "edgebloom/keys";
   *
   * const filter = BloomFilter.from(["mailinator.com"], { errorRate: 0.001, keys: email });
   * filter.keyForm; // "email"
   * filter.has("Bob@Mailinator.COM"); // true: maybe
   */
  get keyForm() {
    return this.#handle.formName || "raw";
  }

  /**
   * Writes the filter file (docs/reference/format/index.md). The same filter produces the same bytes on every platform.
   * @returns {Bytes}
   * @throws {TypeError} `name` or `version` isn't a string, or the filter has been freed
   * @throws {RangeError} `name` or `version` is longer than 1,024 bytes, or there isn't enough memory
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.toBytes().length; // 184
   */
  toBytes() {
    return this.#handle.file(checkedText(this.name, "name"), checkedText(this.version, "version"));
  }

  /**
   * Writes the filter file as base64, in the standard alphabet, with padding.
   * @returns {string}
   * @throws {TypeError} see `toBytes`
   * @throws {RangeError} see `toBytes`; or the string is longer than the JavaScript engine allows, as with a filter of 2^32 bits in
   *   Chromium and Node: use `toBytes`
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.toBase64().startsWith("60ZMVAEA"); // true
   */
  toBase64() {
    return encodeFile(this.toBytes());
  }

  /**
   * The value that `JSON.stringify` writes.
   * @returns {{ name: string, version: string, base64: string }} the list's name and version, and the filter file in base64
   * @throws {TypeError | RangeError} see `toBase64`
   * @example
   * import { BloomFilter, load } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { errorRate: 0.01 });
   * const { base64 } = JSON.parse(JSON.stringify(filter));
   * load(base64).has("a"); // true
   */
  toJSON() {
    return { name: this.name, version: this.version, base64: this.toBase64() };
  }

  /**
   * The text that `console.log` shows in Node, Deno and Bun.
   * @internal
   */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    // `this` may be the prototype, or a Proxy around a filter.
    return #handle in this ? inspect(/** @type {any} */ (this), this.#handle.isFreed) : this;
  }

  /**
   * Frees the filter's memory now. Without this call, the garbage collector frees it later. Afterward, all methods throw except `free`,
   * which does nothing.
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.free();
   */
  free() {
    this.#handle.free();
  }

  /**
   * Calls `free`, so that `using` works: `using filter = new BloomFilter(...)`.
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
   */
  [dispose]() {
    this.free();
  }
}

/**
 * Throws the error for an argument that is not a filter of this copy of the package.
 * @param {unknown} other a filter with the same size, layout and seed
 * @param {string} field
 * @param {string} expected
 * @returns {never}
 */
function notAFilter(other, field, expected) {
  const name = /** @type {any} */ (other)?.constructor?.name ?? "";
  // A filter of another copy of the package has a class of the same name.
  if (/Filter$/.test(name) && typeof (/** @type {any} */ (other).toBytes) === "function") {
    const copy = `a ${name} of another copy of edgebloom: load(${field}.toBytes())`;
    throw argumentError(TypeError, field, `${expected}, got ${copy}`);
  }
  return wrongType(field, expected, other);
}
