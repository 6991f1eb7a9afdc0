// What all filters that take keys have in common.

import { entriesIn, keysOf } from "./entries.js";
import { checkIterable } from "./handle.js";
import { textsOf } from "./lines.js";
import { instance } from "./making.js";
import { MembershipFilter, handleOf } from "./membership-filter.js";
import { statsOf } from "./header.js";

/** @typedef {import("./filter-handle.js").FilterHandle<any>} FilterHandle */
/** @typedef {import("../reader/key-form.js").QueryForm} QueryForm */
/** @typedef {import("./types.js").Key} Key */

/**
 * The methods shared by all filters that you can add keys to.
 *
 * @abstract
 * @example
 * import { BloomFilter, ScalableBloomFilter } from "edgebloom";
 *
 * const size = { capacity: 100, errorRate: 0.01 };
 * const filters = [new BloomFilter(size), new ScalableBloomFilter(size)];
 * filters.map((filter) => filter.addMany(["a", "b"])).join(); // "2,2"
 */
export class MutableFilter extends MembershipFilter {
  /**
   * Adds a key.
   * @param {Key} key the key to add
   * @returns {boolean} true if this key is new; false if it may have been added before
   * @throws {TypeError} `key` isn't a key, or the filter has been freed
   * @throws {RangeError} a bigint doesn't fit in 64 bits, there isn't enough memory for a very long key, or the filter is
   *   saturated and `onSaturated` is "throw" (`code` "SATURATED")
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = new BloomFilter({ capacity: 100, errorRate: 0.01 });
   * filter.add("new.example"); // true
   * filter.add("new.example"); // false
   */
  add(key) {
    const handle = handleOf(this);
    return handle.form ? addAll(handle, handle.form, key) : handle.add(key);
  }

  /**
   * Adds several keys. If one of them throws, the keys before it stay in the filter.
   * @param {Iterable<Key> & object} keys the keys to add
   * @returns {number} how many keys changed the filter
   * @throws {TypeError} `keys` isn't an iterable of keys, or the filter has been freed
   * @throws {RangeError} see `add`
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = new BloomFilter({ capacity: 100, errorRate: 0.01 });
   * filter.addMany(["x", "y", "x"]); // 2
   */
  addMany(keys) {
    const handle = handleOf(this);
    return handle.form ? addEach(handle, handle.form, keys) : handle.addMany(keys);
  }

  /**
   * Adds one key per line. Lines end with LF or CRLF. Empty lines are skipped.
   * @param {Uint8Array | string} lines a string, or bytes: each line is a key
   * @returns {number} how many keys changed the filter
   * @throws {TypeError} `lines` isn't a string or a Uint8Array, or the filter has been freed
   * @throws {RangeError} there isn't enough memory for a very long line; also see `add`
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = new BloomFilter({ capacity: 100, errorRate: 0.01 });
   * filter.addLines("x\r\n\ny\n"); // 2
   */
  addLines(lines) {
    const handle = handleOf(this);
    return handle.form ? addEach(handle, handle.form, entriesIn(textsOf(lines))) : handle.addLines(lines);
  }

  /**
   * The positions of a key: the bits that `add` sets and `has` reads. In a scalable filter, these are positions in the newest sub-filter.
   * @param {Key} key the key
   * @returns {number[]} k bit numbers, counted from 0, in probe order; a number can occur twice
   * @throws {TypeError | RangeError} see `has`
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.positions("a").length; // 7
   */
  positions(key) {
    return handleOf(this).positions(key);
  }

  /**
   * Compares two filters.
   * @param {MutableFilter} other the filter to compare with
   * @returns {boolean} true if the filters have the same kind, shape, bits and exceptions
   * @throws {TypeError} `other` isn't a filter, or one of the filters has been freed
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.equals(filter.clone()); // true
   */
  equals(other) {
    return handleOf(this).equals(handleOf(other));
  }

  /**
   * Copies the filter. The copy keeps `onSaturated`, and both generations of a rotating filter.
   * @returns {this} a filter of this class
   * @throws {TypeError} the filter has been freed
   * @throws {RangeError} there isn't enough memory
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.clone().has("a"); // true
   */
  clone() {
    return this.like(handleOf(this).copy());
  }

  /**
   * Removes all keys.
   * @throws {TypeError} the filter has been freed
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.clear();
   * filter.has("a"); // false
   */
  clear() {
    handleOf(this).clear();
  }

  /**
   * The size of the filter and how full it is. Each access counts the bits, which takes about 1 ms for 10 MB.
   * @returns {Readonly<import("./types.js").Stats>}
   * @throws {TypeError} the filter has been freed
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.stats.inserted; // 2
   * filter.stats.hashes; // 7
   */
  get stats() {
    const handle = handleOf(this);
    return statsOf(handle.header(this), handle.inner.estimate());
  }

  /**
   * A filter of the same class, with the same name and version.
   * @internal
   * @param {FilterHandle} handle
   * @returns {this}
   */
  like(handle) {
    return instance(/** @type {any} */ (this.constructor), handle, this);
  }
}

/**
 * Adds the keys of an entry.
 * @param {FilterHandle} handle
 * @param {QueryForm} form
 * @param {Key} entry
 * @returns {boolean} true if one of them is new
 */
const addAll = (handle, form, entry) => keysOf(form, entry).reduce((isNew, key) => handle.add(key) || isNew, false);

/**
 * Adds the keys of entries.
 * @param {FilterHandle} handle
 * @param {QueryForm} form
 * @param {Iterable<Key>} entries
 * @returns {number} how many entries changed the filter
 */
function addEach(handle, form, entries) {
  checkIterable(entries);
  let changed = 0;
  for (const entry of entries) changed += +addAll(handle, form, entry);
  return changed;
}
