import { BloomFilter, stateOf } from "./bloom-filter.js";
import { coded, whole, wrongType, wrongValue } from "./errors.js";
import { PLAIN } from "./options.js";
import { fillOf, headerOf, shapeOf } from "./saving.js";

/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("./types.js").ScalableOptions} ScalableOptions */
/** @typedef {import("./types.js").ScalableStats} ScalableStats */

/**
 * A Bloom filter that grows: when it holds what it was sized for, it goes on with a larger stage of a
 * lower rate, so that the compound rate stays below `errorRate` however many keys come (P. Almeida
 * and others, *Scalable Bloom filters*, 2007). `add` leaves out what is possibly in.
 *
 * `positions` are those of the newest stage; `bits`, and what combines, folds or allows, needs a plain
 * filter and throws.
 *
 * @example
 * import { ScalableBloomFilter } from "edgebloom";
 *
 * const seen = new ScalableBloomFilter({ capacity: 100, errorRate: 0.01 });
 * for (let i = 0; i < 10_000; i++) seen.add(`https://example.org/${i}`);
 * seen.stats.stages > 4; // true
 * seen.stats.estimatedErrorRate < 0.01; // true
 */
export class ScalableBloomFilter extends BloomFilter {
  /**
   * An empty filter.
   * @param {ScalableOptions} options `capacity` is that of the first stage
   * @throws {TypeError} an option of the wrong type, unknown, or missing
   * @throws {RangeError} an option out of range, or no memory
   * @example
   * new ScalableBloomFilter({ capacity: 100, errorRate: 0.01, growth: 4 }).stats.growth // 4
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
    const expected = "above 0 and below 1";
    if (typeof tightening !== "number") wrongType("tightening", expected, tightening);
    if (!(tightening > 0 && tightening < 1)) wrongValue("tightening", expected, tightening);
    return wasm.Filter.scalable(layout, capacity, errorRate, seed, growth, tightening);
  }

  /**
   * The filter of some keys, its first stage sized by the number of distinct ones unless a capacity is given.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {Iterable<Key>} keys
   * @param {Omit<ScalableOptions, "capacity"> & { capacity?: number }} options `capacity` is that of the first stage
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError | RangeError} as the constructor and `add`; nothing is kept
   * @example
   * ScalableBloomFilter.from(["a", "b"], { errorRate: 0.01, growth: 4 }).stats.growth // 4
   */
  static from(keys, options) {
    return /** @type {any} */ (super.from(keys, /** @type {any} */ (options)));
  }

  /**
   * The bits of a plain filter; a scalable one has no such array.
   * @returns {never}
   * @throws {RangeError} always (`code` "INCOMPATIBLE")
   * @example
   * try { scalable.bits(); } catch (error) { check(error.code, "INCOMPATIBLE"); }
   */
  bits() {
    throw coded("filter: expected one that does not grow", "INCOMPATIBLE", "filter");
  }

  /**
   * What the filter is and how full it is.
   * @returns {Readonly<ScalableStats>}
   * @throws {TypeError} a filter that was freed
   * @example
   * scalable.stats.stages // 1
   */
  get stats() {
    const state = stateOf(this);
    const header = headerOf(state, this);
    const { stages, growth, tightening } = header;
    return { ...shapeOf(header), ...fillOf(state, header.bits), stages, growth, tightening };
  }
}
