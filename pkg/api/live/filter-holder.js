import { isBytes } from "../bytes.js";
import { incompatible, wrongType } from "../errors.js";
import { counted } from "../inspecting.js";
import { checkNames } from "../option-names.js";
import { markRaw } from "../raw.js";
import { checkLoaded, inspectedFilter, isFilter, read, schemeOf } from "./filters.js";

/** @typedef {import("../../reader/filter-reader.js").FilterReader} FilterReader */
/** @typedef {import("../types.js").Key} Key */
/** @typedef {import("./filters.js").Queryable} Queryable */

/**
 * A filter that is replaced as a whole while it is queried: rebuilt from a full query on a timer, or loaded from a new
 * filter file. A key is looked up in the old filter or in the new one, never in half of each. What is broken or does not fit
 * is rejected, and the old filter stays.
 *
 * Until the swap answers are those of the old list: what was deleted since is still "maybe", what was added is "no".
 *
 * No WebAssembly is loaded: a filter file becomes a `FilterReader`, unless the option `load` makes another filter of it.
 *
 * @template {Queryable} [F=FilterReader]
 * @example
 * import { BloomFilter } from "edgebloom";
 * import { FilterHolder } from "edgebloom/live";
 *
 * const goods = new FilterHolder(BloomFilter.from(["a", "b"], { errorRate: 0.01, version: "monday" }));
 * goods.has("b"); // true
 * goods.replace(BloomFilter.from(["a", "c"], { errorRate: 0.01, version: "tuesday" }));
 * goods.has("b"); // false
 * goods.version; // "tuesday"
 */
export class FilterHolder {
  static {
    markRaw(this);
  }

  /** @type {F} */
  #current;
  #swaps = 0;
  #load;
  /** The scheme that every filter must have which states one. */
  #scheme;

  /**
   * Holds the filter in a filter file.
   * @overload
   * @param {Uint8Array | string} filter a filter file or its base64 string, for `load`
   * @param {{ load?: (file: Uint8Array | string) => F }} [options] `load` makes the filter of it: by default a `FilterReader`;
   *   `load` of `edgebloom` for counting and sparse filters, too, or of `edgebloom/compat` for those of other systems
   * @throws {TypeError} none of these, or an unknown option
   * @throws {FilterFormatError} a file that is not valid; `code` "WRONG_CLASS" for one that `load` does not read
   * @example
   * new FilterHolder(filter.toBytes()).has("a") // true
   */
  /**
   * Holds a filter.
   * @overload
   * @param {F} filter of any class, and of another copy of the package, too: an object with `has` and `hasMany`
   * @param {{ load?: (file: Uint8Array | string) => F }} [options] `load` for filter files that replace it. Without it they
   *   become `FilterReader`s
   * @throws {TypeError} no filter, a freed one, or an unknown option
   * @example
   * new FilterHolder(filter).has("a") // true
   */
  /**
   * @param {F | Uint8Array | string} filter
   * @param {{ load?: (file: Uint8Array | string) => F }} [options]
   */
  constructor(filter, options = {}) {
    checkNames(options, ["load"]);
    const { load = /** @type {(file: Uint8Array | string) => any} */ (read) } = options;
    if (typeof load !== "function") wrongType("load", "a function", load);
    this.#load = load;
    this.#current = this.#read(filter, "filter");
    this.#scheme = schemeOf(this.#current);
  }

  /**
   * @param {F | Uint8Array | string} given
   * @param {string} field
   * @returns {F}
   */
  #read(given, field) {
    /** @type {F} */
    let filter;
    if (typeof given === "string" || isBytes(given)) {
      filter = this.#load(given);
      checkLoaded(filter);
      // A holder has the methods of a filter, and in itself it would look for ever.
    } else if (isFilter(given) && !(#swaps in given)) filter = given;
    else wrongType(field, "a filter, a filter file or its base64 string", given);
    // Throws if it was freed.
    /** @type {any} */ (filter).isCompatible?.(filter);
    return filter;
  }

  /** The current filter. It stays yours: after you free it, queries throw until `replace` puts in another one. */
  get current() {
    return this.#current;
  }

  /** Which version of the list is queried now: that of the filter; undefined if the filter has no such property. */
  get version() {
    return this.#current.version;
  }

  /** How often the filter was replaced. */
  get swaps() {
    return this.#swaps;
  }

  /**
   * Puts another filter in the place of the current one, at once or not at all. It may have another size or class. It must
   * have the same scheme (`stats.scheme`) and, if the current one has a name, the same name. Objects of your own that have no
   * `stats` or no `name` are taken without that check.
   * @param {F | Uint8Array | string} next a filter, or a filter file or its base64 string, for `load`
   * @returns {F} the filter that was queried so far; free it, if it has a `free`, when nobody else holds it
   * @throws {TypeError} none of these, or a freed filter
   * @throws {RangeError} a filter of another scheme or list (`code` "INCOMPATIBLE")
   * @throws {FilterFormatError} a file that is not valid; `code` "WRONG_CLASS" for one that `load` does not read
   * @example
   * new FilterHolder(filter).replace(other) === filter // true
   */
  replace(next) {
    const filter = this.#read(next, "next");
    if (filter === this.#current) wrongType("next", "another filter than the current one", next);
    const [ours, theirs] = [this.#scheme, schemeOf(filter)];
    if (ours !== undefined && theirs !== undefined && ours !== theirs) incompatible("scheme", ours, theirs);
    const { name } = this.#current;
    if (name && filter.name !== undefined && filter.name !== name) incompatible("name", name, filter.name);
    const old = this.#current;
    this.#current = filter;
    this.#scheme = ours ?? theirs;
    this.#swaps++;
    return old;
  }

  /**
   * Looks a key up in the current filter.
   * @param {Key} key
   * @returns {boolean} false: the key is not in the set; true: it may be
   * @throws {TypeError | RangeError} as `has` of the filter
   * @example
   * new FilterHolder(filter).has("a") // true
   */
  has(key) {
    return this.#current.has(key);
  }

  /**
   * Looks several keys up in the current filter.
   * @param {Iterable<Key>} keys
   * @returns {Uint8Array} 1 or 0 per key, in order
   * @throws {TypeError | RangeError} as `hasMany` of the filter
   * @example
   * [...new FilterHolder(filter).hasMany(["a", "never added"])].join() // "1,0"
   */
  hasMany(keys) {
    return this.#current.hasMany(keys);
  }

  /**
   * What `console.log` shows in Node, Deno and Bun.
   * @internal
   */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    if (!(#current in this)) return this;
    return `${this.constructor.name} { ${inspectedFilter(this.#current)}, ${counted(this.#swaps, "swap")} }`;
  }
}
