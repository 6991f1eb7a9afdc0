import { BloomFilter, stateOf } from "./bloom-filter.js";
import { coded, whole, wrongType, wrongValue } from "./errors.js";
import { PLAIN } from "./options.js";
import { fillOf, headerOf, shapeOf } from "./saving.js";

/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("./types.js").ScalableOptions} ScalableOptions */
/** @typedef {import("./types.js").ScalableStats} ScalableStats */

/**
 * A Bloom filter that grows. When it is full, it adds a larger sub-filter with a lower error rate. So the false-positive rate of the whole
 * filter stays below `errorRate` for any number of keys (P. Almeida and others, *Scalable Bloom filters*, 2007).
 *
 * `add` skips a key that `has` already answers "maybe" for. `positions` are those of the newest sub-filter. `bits`, `union`,
 * `intersection`, `merge`, `fold`, `shrink` and `allow` need another class, and throw.
 *
 * @example
 * import { ScalableBloomFilter } from "edgebloom";
 *
 * const seen = new ScalableBloomFilter({ capacity: 100, errorRate: 0.01 });
 * for (let i = 0; i < 10_000; i++) seen.add(`https://example.org/${i}`);
 * seen.stats.subFilters > 4; // true
 * seen.stats.estimatedErrorRate < 0.01; // true
 */
export class ScalableBloomFilter extends BloomFilter {
  /**
   * Makes an empty filter.
   * @param {ScalableOptions} options `capacity` of the first sub-filter, and `errorRate` of the whole filter
   * @throws {TypeError} an option is missing, unknown, or of the wrong type
   * @throws {RangeError} an option is out of range, or there is not enough memory
   * @example
   * import { ScalableBloomFilter } from "edgebloom";
   *
   * const seen = new ScalableBloomFilter({ capacity: 100, errorRate: 0.01, growth: 4 });
   * seen.stats.growth; // 4
   */
  constructor(options) {
    super(/** @type {any} */ (options));
  }

  /** @internal */
  static get options() {
    return [...PLAIN.slice(0, 6), "growth", "tightening"];
  }

  /**
   * @internal
   * @returns {import("./loading.js").Kind[]}
   */
  static get kinds() {
    return ["scalable"];
  }

  /**
   * @internal
   * @param {import("./engine.js").Engine} engine
   * @param {any} options
   */
  static make({ wasm }, { layout, capacity, errorRate, seed, growth = 2, tightening = 0.85 }) {
    whole(growth, "growth", 1, 1000);
    const expected = "a number above 0 and below 1";
    if (typeof tightening !== "number") wrongType("tightening", expected, tightening);
    if (!(tightening > 0 && tightening < 1)) wrongValue("tightening", expected, tightening);
    return wasm.Filter.scalable(layout, capacity, errorRate, seed, growth, tightening);
  }

  /**
   * Makes a filter of keys. The size of its first sub-filter follows from the number of distinct keys, unless you give a `capacity`.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {Iterable<Key>} keys
   * @param {Omit<ScalableOptions, "capacity"> & { capacity?: number }} options `errorRate` of the whole filter
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} `keys` is not an iterable of keys, or as the constructor
   * @throws {RangeError} as the constructor and `add`
   * @example
   * import { ScalableBloomFilter } from "edgebloom";
   *
   * const seen = ScalableBloomFilter.from(["a", "b"], { errorRate: 0.01, growth: 4 });
   * seen.stats.growth; // 4
   */
  static from(keys, options) {
    return /** @type {any} */ (super.from(keys, /** @type {any} */ (options)));
  }

  /**
   * Always throws: a scalable filter has several arrays of bits.
   * @returns {never}
   * @throws {RangeError} always (`code` "INCOMPATIBLE")
   * @example
   * import { ScalableBloomFilter } from "edgebloom";
   *
   * const seen = new ScalableBloomFilter({ capacity: 100, errorRate: 0.01 });
   * try {
   *   seen.bits();
   * } catch (error) {
   *   error.code; // "INCOMPATIBLE"
   * }
   */
  bits() {
    throw coded("filter: expected a filter that is not scalable", "INCOMPATIBLE", "filter");
  }

  /**
   * The size of the filter and how full it is.
   * @returns {Readonly<ScalableStats>}
   * @throws {TypeError} the filter has been freed
   * @example
   * import { ScalableBloomFilter } from "edgebloom";
   *
   * const seen = new ScalableBloomFilter({ capacity: 100, errorRate: 0.01 });
   * seen.stats.subFilters; // 1
   */
  get stats() {
    const state = stateOf(this);
    const header = headerOf(state, this);
    const { subFilters, growth, tightening } = header;
    return { ...shapeOf(header), ...fillOf(state, header.bits), subFilters, growth, tightening };
  }
}
