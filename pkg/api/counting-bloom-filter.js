import { BloomFilter, makeCells } from "./bloom-filter.js";
import { keysOf } from "./entries.js";
import { wrongType, wrongValue } from "./errors.js";
import { instance } from "./making.js";
import { handleOf } from "./membership-filter.js";
import { PLAIN } from "./options.js";

/** @typedef {import("./types.js").CountingOptions} CountingOptions */
/** @typedef {import("./types.js").CountingStats} CountingStats */
/** @typedef {import("./types.js").CounterOptions} CounterOptions */
/** @typedef {import("./types.js").FromOptions} FromOptions */
/** @typedef {import("./types.js").Key} Key */

const WIDTHS = /** @type {const} */ ({ 2: "Two", 4: "Four", 8: "Eight", 16: "Sixteen" });

/**
 * A Bloom filter that you can remove keys from. It has a counter at each position instead of a bit. Counters have 4 bits by default, so it takes
 * four times the memory (L. Fan and others, *Summary cache*, 2000).
 *
 * @example
 * import { CountingBloomFilter } from "edgebloom";
 *
 * const inFlight = new CountingBloomFilter({ capacity: 1000, errorRate: 0.01 });
 * inFlight.add("message 1"); // true: it is new
 * inFlight.remove("message 1"); // true: it has been removed
 * inFlight.has("message 1"); // false: no
 *
 * @remarks
 * **Remove members only.** Removing a member never changes the answer for another member. Removing a false positive decrements the counters of
 * other keys, and one of these can become a false negative.
 *
 * **Saturated counters.** A counter that reaches its maximum (15 with 4 bits) stays there, which prevents false negatives. Keys that use it can't be
 * fully removed. `stats.saturatedCounters` is the number of such counters.
 */
export class CountingBloomFilter extends BloomFilter {
  /**
   * @internal
   * @type {import("./making.js").Kind}
   */
  static kind = {
    options: [...PLAIN, "counterBits"],
    files: ["counting"],
    make(wasm, settings) {
      const { counterBits = 4, onSaturated } = /** @type {any} */ (settings);
      if (onSaturated === "rotate")
        wrongValue("onSaturated", "another policy, because a counting filter cannot rotate", onSaturated);
      if (typeof counterBits !== "number") wrongType("counterBits", "2, 4, 8 or 16", counterBits);
      if (!Object.hasOwn(WIDTHS, counterBits)) wrongValue("counterBits", "2, 4, 8 or 16", counterBits);
      return makeCells(wasm, settings, wasm.Cells[WIDTHS[/** @type {keyof typeof WIDTHS} */ (counterBits)]]);
    },
    repeats: true,
  };

  /**
   * Makes an empty filter.
   * @param {CountingOptions} options `capacity` and `errorRate`, or `bits` and `hashes`; `counterBits` is 4 by default
   * @throws {TypeError} an option is missing, unknown, or of the wrong type
   * @throws {RangeError} an option is out of range, or there isn't enough memory
   * @example
   * import { CountingBloomFilter } from "edgebloom";
   *
   * const filter = new CountingBloomFilter({ capacity: 1000, errorRate: 0.01, counterBits: 8 });
   * filter.stats.counterBits; // 8
   */
  // biome-ignore lint/complexity/noUselessConstructor: it has its own options and documentation
  constructor(options) {
    super(options);
  }

  /**
   * Builds a filter from keys. A repeated key is added again. The filter is sized for the number of distinct keys, unless you give a
   * `capacity` or a shape.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {Iterable<Key> & object} keys the keys, in any order
   * @param {FromOptions & CounterOptions} options `errorRate`, or `bits` and `hashes`; `counterBits` is 4 by default
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} `keys` isn't an iterable of keys; also see the constructor
   * @throws {RangeError} see the constructor and `add`
   * @example
   * import { CountingBloomFilter } from "edgebloom";
   *
   * const filter = CountingBloomFilter.from(["a", "b", "a"], { errorRate: 0.01 });
   * filter.count("a"); // 2
   */
  static from(keys, options) {
    return /** @type {any} */ (super.from(keys, /** @type {any} */ (options)));
  }

  /**
   * Removes a key once. If you added it twice, it's still in the set.
   * @param {Key} key a member
   * @returns {boolean} true if `has` answered "maybe" and the counters were decremented; false if the key isn't in the set
   * @throws {TypeError | RangeError} see `has`
   * @example
   * import { CountingBloomFilter } from "edgebloom";
   *
   * const filter = CountingBloomFilter.from(["a", "b"], { errorRate: 0.01 });
   * filter.remove("a"); // true
   * filter.has("a"); // false
   */
  remove(key) {
    const handle = handleOf(this);
    const { inner, form } = handle;
    const remove = (/** @type {Key} */ each) => inner.remove(handle.putKey(each));
    return form ? keysOf(form, key).reduce((isIn, each) => remove(each) || isIn, false) : remove(key);
  }

  /**
   * Estimates how often a key is in the set: the smallest of its counters.
   * @param {Key} key the key to count
   * @returns {number} exact, unless other keys share all of its counters or the counters are saturated
   * @throws {TypeError | RangeError} see `has`
   * @example
   * import { CountingBloomFilter } from "edgebloom";
   *
   * const filter = CountingBloomFilter.from(["a", "b", "a"], { errorRate: 0.01 });
   * filter.count("a"); // 2
   */
  count(key) {
    const handle = handleOf(this);
    const { inner, form } = handle;
    const count = (/** @type {Key} */ each) => inner.count(handle.putKey(each));
    return form ? Math.min(...keysOf(form, key).map(count)) : count(key);
  }

  /**
   * Makes a `BloomFilter` with the same keys, to ship. Its bits are the same as if you had added the keys to a `BloomFilter`. Its
   * `inserted` is the number of keys in the set.
   * @returns {BloomFilter}
   * @throws {TypeError} the filter has been freed
   * @throws {RangeError} there isn't enough memory
   * @example
   * import { CountingBloomFilter } from "edgebloom";
   *
   * const filter = CountingBloomFilter.from(["a", "b"], { errorRate: 0.01 });
   * filter.toBloomFilter().has("a"); // true: maybe
   */
  toBloomFilter() {
    const handle = handleOf(this);
    return instance(BloomFilter, handle.with(handle.inner.plain()), this);
  }

  /**
   * The size of the filter and how full it is.
   * @returns {Readonly<CountingStats>}
   * @throws {TypeError} the filter has been freed
   * @example
   * import { CountingBloomFilter } from "edgebloom";
   *
   * const filter = CountingBloomFilter.from(["a", "b"], { errorRate: 0.01 });
   * filter.stats.saturatedCounters; // 0 saturated counters
   */
  get stats() {
    const handle = handleOf(this);
    const { counterBits } = handle.header(this);
    return { ...super.stats, counterBits, saturatedCounters: handle.inner.saturatedCounters() };
  }
}
