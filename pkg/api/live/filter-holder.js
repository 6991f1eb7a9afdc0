import { isBytes } from "../bytes.js";
import { incompatible, wrongType } from "../errors.js";
import { plural } from "../inspecting.js";
import { checkNames } from "../option-names.js";
import { markRaw } from "../raw.js";
import { checkLoaded, inspectedFilter, isFilter, read, schemeOf } from "./filters.js";

/** @typedef {import("../../reader/filter-reader.js").FilterReader} FilterReader */
/** @typedef {import("../types.js").Key} Key */
/** @typedef {import("./filters.js").Queryable} Queryable */

/**
 * Holds a filter that you replace while it is in use, for example with one that you rebuild every hour. A query uses the old filter or the
 * new one, never a mix. A new filter that is not valid or not compatible is rejected, and the old filter stays.
 *
 * Until you replace the filter, the answers are those of the old list: "maybe" for deleted keys, and "no" for added ones.
 *
 * It loads no WebAssembly. A filter file becomes a `FilterReader`, unless you pass the option `load`.
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
  /** The scheme that all filters must have, if they have one. */
  #scheme;

  /**
   * Holds the filter of a filter file.
   * @overload
   * @param {Uint8Array | string} filter a filter file, or its base64 string
   * @param {{ load?: (file: Uint8Array | string) => F }} [options] `load` makes a filter of a file: by default, a `FilterReader`. Pass
   *   `load` of `edgebloom` for counting and sparse filters too, or of `edgebloom/compat` for those of other systems
   * @throws {TypeError} `filter` is not a filter or a filter file, or an option is unknown
   * @throws {FilterFormatError} the file is not valid; `code` "WRONG_CLASS" if `load` does not read this class
   * @example
   * import { BloomFilter } from "edgebloom";
   * import { FilterHolder } from "edgebloom/live";
   *
   * const file = BloomFilter.from(["a", "b"], { errorRate: 0.01 }).toBytes();
   * new FilterHolder(file).has("a"); // true: maybe
   */
  /**
   * Holds a filter.
   * @overload
   * @param {F} filter a filter of any class, or an object with `has` and `hasMany`
   * @param {{ load?: (file: Uint8Array | string) => F }} [options] `load` makes a filter of a file that you pass to `replace`: by default,
   *   a `FilterReader`
   * @throws {TypeError} `filter` is not a filter or has been freed, or an option is unknown
   * @example
   * import { BloomFilter } from "edgebloom";
   * import { FilterHolder } from "edgebloom/live";
   *
   * const filter = BloomFilter.from(["a", "b"], { errorRate: 0.01 });
   * new FilterHolder(filter).has("a"); // true: maybe
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
   * @param {F | Uint8Array | string} input
   * @param {string} field
   * @returns {F}
   */
  #read(input, field) {
    /** @type {F} */
    let filter;
    if (typeof input === "string" || isBytes(input)) {
      filter = this.#load(input);
      checkLoaded(filter);
      // A holder has the methods of a filter. If it held itself, `has` would never end.
    } else if (isFilter(input) && !(#swaps in input)) filter = input;
    else wrongType(field, "a filter, a filter file or its base64 string", input);
    // Throws if the filter has been freed.
    /** @type {any} */ (filter).isCompatible?.(filter);
    return filter;
  }

  /** The current filter. The holder does not own it: if you free it, queries throw until you call `replace`. */
  get current() {
    return this.#current;
  }

  /** The version of the current filter; undefined if the filter has no such property. */
  get version() {
    return this.#current.version;
  }

  /** How often the filter was replaced. */
  get swaps() {
    return this.#swaps;
  }

  /**
   * Replaces the current filter. If it throws, the current filter stays.
   *
   * The new filter can have another size or class. It must have the same scheme (`stats.scheme`) and, if the current filter has a name, the
   * same name. For objects of your own without `stats` or `name`, these are not checked.
   * @param {F | Uint8Array | string} next a filter, or a filter file or its base64 string
   * @returns {F} the previous filter; if it has a `free`, call it as soon as no other code uses the filter
   * @throws {TypeError} `next` is not a filter or a filter file, is the current filter, or has been freed
   * @throws {RangeError} the filter has another scheme or name (`code` "INCOMPATIBLE")
   * @throws {FilterFormatError} the file is not valid; `code` "WRONG_CLASS" if `load` does not read this class
   * @example
   * import { BloomFilter } from "edgebloom";
   * import { FilterHolder } from "edgebloom/live";
   *
   * const monday = BloomFilter.from(["a", "b"], { errorRate: 0.01 });
   * const tuesday = BloomFilter.from(["a", "c"], { errorRate: 0.01 });
   * const holder = new FilterHolder(monday);
   * holder.replace(tuesday) === monday; // true
   * holder.has("b"); // false
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
   * Looks up a key in the current filter.
   * @param {Key} key
   * @returns {boolean} false: no; true: maybe
   * @throws {TypeError | RangeError} as `has` of the filter
   * @example
   * import { BloomFilter } from "edgebloom";
   * import { FilterHolder } from "edgebloom/live";
   *
   * const holder = new FilterHolder(BloomFilter.from(["a", "b"], { errorRate: 0.01 }));
   * holder.has("a"); // true: maybe
   */
  has(key) {
    return this.#current.has(key);
  }

  /**
   * Looks up several keys in the current filter.
   * @param {Iterable<Key>} keys
   * @returns {Uint8Array} 1 (maybe) or 0 (no) per key, in order
   * @throws {TypeError | RangeError} as `hasMany` of the filter
   * @example
   * import { BloomFilter } from "edgebloom";
   * import { FilterHolder } from "edgebloom/live";
   *
   * const holder = new FilterHolder(BloomFilter.from(["a", "b"], { errorRate: 0.01 }));
   * holder.hasMany(["a", "never added"]).join(); // "1,0"
   */
  hasMany(keys) {
    return this.#current.hasMany(keys);
  }

  /**
   * The text that `console.log` shows in Node, Deno and Bun.
   * @internal
   */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    if (!(#current in this)) return this;
    return `${this.constructor.name} { ${inspectedFilter(this.#current)}, ${plural(this.#swaps, "swap")} }`;
  }
}
