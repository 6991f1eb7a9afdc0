import { rate, whole, wrongType } from "../errors.js";
import { statsOf } from "../header.js";
import { handleOf } from "../membership-filter.js";
import { MutableFilter } from "../mutable-filter.js";
import { CompatHandle } from "./compat-handle.js";

/** @typedef {import("../types.js").Bytes} Bytes */
/** @typedef {import("../types.js").GrowthStats} GrowthStats */
/** @typedef {import("../types.js").Key} Key */
/** @typedef {import("../types.js").Stats} Stats */

/**
 * The handle of a filter of another system. Throws if `filter` is not one.
 * @param {unknown} filter
 * @param {string} [field]
 * @returns {CompatHandle}
 */
export function compatHandleOf(filter, field = "filter") {
  const expected = "a CompatFilter";
  const handle = handleOf(filter, field, expected);
  return handle instanceof CompatHandle ? handle : wrongType(field, expected, filter);
}

/**
 * A filter from another system, with the same bits and the same answers. `createFilter`, `importFilter` and `load` from `edgebloom/compat` return it.
 *
 * @example
 * import { createFilter } from "edgebloom/compat";
 *
 * const filter = createFilter({ scheme: "guava-mitz64", funnel: "string_utf8", capacity: 100, errorRate: 0.01 });
 * filter.add("a"); // true
 * filter.has("a"); // true: maybe
 *
 * @remarks
 * It has the methods of a `BloomFilter`, but it isn't one and can't be combined with one: it lives in its own module. A method that the system
 * doesn't have throws a RangeError (`code` "INCOMPATIBLE"): a filter that grows has no `union`, for example.
 */
export class CompatFilter extends MutableFilter {
  /**
   * Use `createFilter`, `importFilter` or `load`.
   * @internal
   * @param {unknown} handle
   */
  constructor(handle) {
    const expected = "createFilter, importFilter or load";
    super(handle instanceof CompatHandle ? handle : wrongType("CompatFilter", expected, handle), NO_TEXTS);
  }

  /**
   * Adds a key and returns the old values of its bits, as a pipeline of SETBIT commands in Redis does. If all are 1, the key may have been in the set.
   * @param {string | Uint8Array} key a string as UTF-8, or bytes
   * @returns {number[]} 0 or 1 per position, in the order of the probes
   * @throws {TypeError} `key` is not a key, or the filter has been freed
   * @throws {RangeError} the filter grows (`code` "INCOMPATIBLE"), or there isn't enough memory
   * @example
   * import { createFilter } from "edgebloom/compat";
   *
   * const filter = createFilter({ scheme: "php-redis", bits: 1024, functions: ["bkdr", "js"], arithmetic: "php" });
   * filter.testAndSet("a").join(); // "0,0"
   * filter.testAndSet("a").join(); // "1,1"
   */
  testAndSet(key) {
    const handle = compatHandleOf(this);
    return [...handle.inner.testAndSet(handle.putKey(key))];
  }

  /**
   * Makes a key an exception: `has` answers "no" for it. Use it for known false positives.
   * @param {Key} key a non-member
   * @returns {boolean} true if it wasn't yet an exception
   * @throws {TypeError} `key` is not a key, or the filter has been freed
   * @throws {RangeError} the filter grows (`code` "INCOMPATIBLE"), or the exceptions, plus two bytes for each, take more than 32,768 bytes
   * @example
   * import { createFilter } from "edgebloom/compat";
   *
   * const filter = createFilter({ scheme: "spark-v1", capacity: 100, errorRate: 0.01 });
   * filter.add("a");
   * filter.allow("a"); // true
   * filter.has("a"); // false
   */
  allow(key) {
    return compatHandleOf(this).allow(key);
  }

  /**
   * Creates a new filter with the keys of both.
   * @param {CompatFilter} other a filter with the same size, layout and seed
   * @returns {this}
   * @throws {TypeError} `other` is not a filter, or one of the filters has been freed
   * @throws {RangeError} the filters can't be combined (`code` "INCOMPATIBLE"), or there isn't enough memory
   * @example
   * import { createFilter } from "edgebloom/compat";
   *
   * const filter = createFilter({ scheme: "spark-v1", capacity: 100, errorRate: 0.01 });
   * const other = filter.clone();
   * other.add("b");
   * filter.union(other).has("b"); // true: maybe
   */
  union(other) {
    return this.like(compatHandleOf(this).combined(handleOf(other), merge));
  }

  /**
   * Creates a new filter with the keys that both filters have.
   * @param {CompatFilter} other a filter with the same size, layout and seed
   * @returns {this}
   * @throws {TypeError | RangeError} as for `union`
   * @example
   * import { createFilter } from "edgebloom/compat";
   *
   * const filter = createFilter({ scheme: "spark-v1", capacity: 100, errorRate: 0.01 });
   * filter.add("a");
   * filter.intersection(filter.clone()).has("a"); // true: maybe
   */
  intersection(other) {
    return this.like(compatHandleOf(this).combined(handleOf(other), intersect));
  }

  /**
   * Adds the keys of another filter to this one.
   * @param {CompatFilter} other a filter with the same size, layout and seed
   * @returns {this} this filter
   * @throws {TypeError | RangeError} as for `union`; this filter is then unchanged
   * @example
   * import { createFilter } from "edgebloom/compat";
   *
   * const filter = createFilter({ scheme: "spark-v1", capacity: 100, errorRate: 0.01 });
   * const other = filter.clone();
   * other.add("b");
   * filter.merge(other).has("b"); // true: maybe
   */
  merge(other) {
    compatHandleOf(this).changeBy(handleOf(other), merge);
    return this;
  }

  /**
   * Checks whether two filters can be combined.
   * @param {CompatFilter} other a filter with the same size, layout and seed
   * @returns {boolean} true if scheme, shape, seed and parameters are the same, and neither filter grows
   * @throws {TypeError} `other` is not a filter, or one of the filters has been freed
   * @example
   * import { createFilter } from "edgebloom/compat";
   *
   * const filter = createFilter({ scheme: "spark-v1", capacity: 100, errorRate: 0.01 });
   * filter.isCompatible(filter.clone()); // true
   */
  isCompatible(other) {
    return compatHandleOf(this).compare(handleOf(other), (inner, others) => inner.isCompatible(others));
  }

  /**
   * Creates a smaller filter, with 1/`divisor` of the bits, if the scheme allows it.
   * @param {number} divisor a whole number that divides the number of bits
   * @returns {this}
   * @throws {TypeError} `divisor` is not a number, or the filter has been freed
   * @throws {RangeError} the scheme can't be folded by `divisor`, or there isn't enough memory
   * @example
   * import { createFilter } from "edgebloom/compat";
   *
   * const filter = createFilter({ scheme: "go-bits-and-blooms", bits: 1024, hashes: 3 });
   * filter.fold(2).stats.bits; // 512
   */
  fold(divisor) {
    whole(divisor, "divisor", 1);
    const handle = compatHandleOf(this);
    return this.like(handle.with(handle.inner.fold(divisor)));
  }

  /**
   * Folds the filter as far as a false-positive rate allows, if the scheme allows it.
   * @param {object} options
   * @param {number} options.errorRate the highest false-positive rate you accept: 1e-18 to below 1
   * @returns {this}
   * @throws {TypeError} `errorRate` is missing or not a number, or the filter has been freed
   * @throws {RangeError} `errorRate` is out of range, or below the filter's current rate; or there isn't enough memory
   * @example
   * import { createFilter } from "edgebloom/compat";
   *
   * const filter = createFilter({ scheme: "go-bits-and-blooms", bits: 1024, hashes: 3 });
   * filter.shrink({ errorRate: 0.5 }).stats.bits < 1024; // true
   */
  shrink(options) {
    if (typeof options !== "object" || !options) wrongType("options", "an object", options);
    const errorRate = rate(options.errorRate);
    const handle = compatHandleOf(this);
    return this.like(handle.with(handle.inner.shrink(errorRate)));
  }

  /**
   * Copies the bits.
   * @returns {Bytes} eight bits per byte; bit 0 is the least significant bit of the first byte
   * @throws {TypeError} the filter has been freed
   * @throws {RangeError} the filter grows (`code` "INCOMPATIBLE"), or there isn't enough memory
   * @example
   * import { createFilter } from "edgebloom/compat";
   *
   * const filter = createFilter({ scheme: "go-bits-and-blooms", bits: 1024, hashes: 3 });
   * filter.bits().length; // 128
   */
  bits() {
    return compatHandleOf(this).bits();
  }

  /**
   * The size of the filter and how full it is. A filter that grows also has `subFilters`, `growth` and `tightening`.
   * @returns {Readonly<Stats & Partial<GrowthStats>>}
   * @throws {TypeError} the filter has been freed
   * @example
   * import { createFilter } from "edgebloom/compat";
   *
   * const filter = createFilter({ scheme: "spark-v1", capacity: 100, errorRate: 0.01 });
   * filter.stats.scheme; // "spark-v1"
   */
  get stats() {
    const handle = compatHandleOf(this);
    const header = handle.header(this);
    const stats = statsOf(header, handle.inner.estimate());
    const { subFilters, growth, tightening } = header;
    return subFilters ? { ...stats, subFilters, growth, tightening } : stats;
  }
}

const NO_TEXTS = { name: "", version: "" };

/** @typedef {import("./compat-handle.js").ForeignFilter} ForeignFilter */

/** @type {(inner: ForeignFilter, other: ForeignFilter) => void} */
const merge = (inner, other) => inner.merge(other);

/** @type {(inner: ForeignFilter, other: ForeignFilter) => void} */
const intersect = (inner, other) => inner.intersect(other);
