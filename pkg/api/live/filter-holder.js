import { BloomFilter } from "../bloom-filter.js";
import { noFilter } from "../combining.js";
import { isBytes } from "../engine.js";
import { incompatible, wrongType } from "../errors.js";
import { load as loadAny } from "../load.js";
import { counted, inspectedFilter } from "../inspecting.js";
import { checkNames } from "../option-names.js";
import { markRaw } from "../raw.js";
import { quietly } from "../response.js";

/** @typedef {import("../types.js").Key} Key */

/**
 * A filter that is replaced as a whole while it is asked: rebuilt from a full query on a timer, or loaded
 * from a new dump. A question is answered by the old filter or by the new one, never by half of each.
 * What is broken or does not fit is refused, and the old filter stays.
 *
 * Until the swap answers are those of the old list: what was deleted since is still "possibly", what was
 * added is "no".
 *
 * @example
 * import { BloomFilter } from "edgebloom";
 * import { FilterHolder } from "edgebloom/live";
 *
 * const goods = new FilterHolder(BloomFilter.from(["a", "b"], { errorRate: 0.01, version: "monday" }));
 * goods.has("b"); // true
 * goods.replace(BloomFilter.from(["a", "c"], { errorRate: 0.01, version: "tuesday" }).toBase64());
 * goods.has("b"); // false
 * goods.version; // "tuesday"
 */
export class FilterHolder {
  static {
    markRaw(this);
  }

  /** @type {BloomFilter} */
  #current;
  #swaps = 0;
  #load;
  #scheme;

  /**
   * @param {BloomFilter | Uint8Array | string} filter a filter, a dump or its base64 text
   * @param {{ load?: (dump: Uint8Array | string) => BloomFilter }} [options] `load` of `edgebloom/compat`,
   *   where dumps are in the schemes of other systems
   * @throws {TypeError} no filter, dump or text, or an unknown option
   * @throws {FilterFormatError} a dump that is not sound
   * @example
   * new FilterHolder(filter).has("a") // true
   */
  constructor(filter, options = {}) {
    checkNames(options, ["load"]);
    const { load = loadAny } = options;
    if (typeof load !== "function") wrongType("load", "a function", load);
    this.#load = load;
    this.#current = this.#read(filter, "filter");
    this.#scheme = this.#current.stats.scheme;
  }

  /**
   * @param {BloomFilter | Uint8Array | string} given
   * @param {string} field
   */
  #read(given, field) {
    const isFilter = given instanceof BloomFilter;
    if (!isFilter && typeof given !== "string" && !isBytes(given)) {
      noFilter(given, field, "a BloomFilter, a dump or its base64 text");
    }
    const filter = isFilter ? given : this.#load(given);
    if (typeof filter?.isCompatible !== "function") {
      quietly(() => filter);
      wrongType("load", "a function that gives a filter", filter);
    }
    // Throws if it was freed.
    filter.isCompatible(filter);
    return filter;
  }

  /** The current filter. It stays yours: after you free it, queries throw until `replace` puts in another one. */
  get current() {
    return this.#current;
  }

  /** Which version of the list is asked now: that of the filter. */
  get version() {
    return this.#current.version;
  }

  /** How often the filter was replaced. */
  get swaps() {
    return this.#swaps;
  }

  /**
   * Puts another filter in the place of the current one, at once or not at all. It may have another size;
   * it must be one of the same scheme and, if the current one has a name, of the same list.
   * @param {BloomFilter | Uint8Array | string} next a filter, a dump or its base64 text
   * @returns {BloomFilter} the filter that was asked so far; free it when nobody else holds it
   * @throws {TypeError} no filter, dump or text, or a freed filter
   * @throws {RangeError} a filter of another scheme or list (`code` "INCOMPATIBLE")
   * @throws {FilterFormatError} a dump that is not sound
   * @example
   * new FilterHolder(filter).replace(other.toBytes()) === filter // true
   */
  replace(next) {
    const filter = this.#read(next, "next");
    if (filter === this.#current) wrongType("next", "another filter than the current one", next);
    const { scheme } = filter.stats;
    if (scheme !== this.#scheme) incompatible("scheme", this.#scheme, scheme);
    const { name } = this.#current;
    if (name && filter.name !== name) incompatible("name", name, filter.name);
    const old = this.#current;
    this.#current = filter;
    this.#swaps++;
    return old;
  }

  /**
   * Asks the current filter for a key.
   * @param {Key} key
   * @returns {boolean} false: definitely not in the list; true: possibly
   * @throws {TypeError | RangeError} as `BloomFilter.has`
   * @example
   * new FilterHolder(filter).has("a") // true
   */
  has(key) {
    return this.#current.has(key);
  }

  /**
   * Asks the current filter for many keys.
   * @param {Iterable<Key>} keys
   * @returns {import("../types.js").Bytes} for each key, in order, 1 or 0
   * @throws {TypeError | RangeError} as `BloomFilter.hasMany`
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
