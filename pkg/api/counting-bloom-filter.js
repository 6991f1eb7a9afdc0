import { BloomFilter, makeCells, stateOf, wrap } from "./bloom-filter.js";
import { wrongType, wrongValue } from "./errors.js";
import { PLAIN, readOptions } from "./options.js";
import { checkIterable } from "./querying.js";
import { headerOf } from "./saving.js";

/** @typedef {import("./types.js").CountingOptions} CountingOptions */
/** @typedef {import("./types.js").CountingStats} CountingStats */
/** @typedef {import("./types.js").CounterOptions} CounterOptions */
/** @typedef {import("./types.js").FromOptions} FromOptions */
/** @typedef {import("./types.js").Key} Key */

const WIDTHS = /** @type {const} */ ({ 2: "Two", 4: "Four", 8: "Eight", 16: "Sixteen" });

/**
 * A Bloom filter that can forget: a counter at each position instead of a bit, 4 times the memory with
 * the usual 4 bits (L. Fan and others, *Summary cache*, 2000).
 *
 * A counter that reaches its largest number (15 with 4 bits) sticks there: nothing is taken from it any
 * more, so that a key is never missed, and the keys on it can no longer be removed quite. `stats.stuck`
 * says how many there are.
 *
 * Removing a key that was added never makes another key's answer wrong. Removing one that was never
 * added, but is "possibly" in by chance, takes counts from the keys that share its counters: one of
 * them may then be missed. Remove only what you know to be in.
 *
 * @example
 * import { CountingBloomFilter } from "edgebloom";
 *
 * const inFlight = new CountingBloomFilter({ capacity: 1000, errorRate: 0.01 });
 * inFlight.add("message 1"); // true: certainly new
 * inFlight.remove("message 1"); // true: it was possibly in, and is out
 * inFlight.has("message 1"); // false
 */
export class CountingBloomFilter extends BloomFilter {
  /**
   * An empty filter.
   * @param {CountingOptions} options
   * @throws {TypeError} an option of the wrong type, unknown, or missing
   * @throws {RangeError} an option out of range, or no memory
   * @example
   * new CountingBloomFilter({ capacity: 1000, errorRate: 0.01, counterBits: 8 }).stats.counterBits // 8
   */
  // biome-ignore lint/complexity/noUselessConstructor: it takes other options than that of its base, and is documented
  constructor(options) {
    super(options);
  }

  /** @internal */
  static get options() {
    return [...PLAIN, "counterBits"];
  }

  /**
   * @internal
   * @returns {import("./loading.js").Kind[]}
   */
  static get kinds() {
    return ["counting"];
  }

  /**
   * @internal
   * @param {import("./engine.js").Engine} engine
   * @param {any} options
   */
  static make({ wasm }, options) {
    const { counterBits = 4, onSaturated } = options;
    if (onSaturated === "rotate") wrongValue("onSaturated", "another policy, as counters do not rotate", onSaturated);
    if (typeof counterBits !== "number") wrongType("counterBits", "2, 4, 8 or 16", counterBits);
    if (!Object.hasOwn(WIDTHS, counterBits)) wrongValue("counterBits", "2, 4, 8 or 16", counterBits);
    return makeCells(wasm, options, wasm.Cells[WIDTHS[/** @type {keyof typeof WIDTHS} */ (counterBits)]]);
  }

  /**
   * The filter of some keys, sized by the number of distinct ones unless a capacity is given.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {Iterable<Key>} keys
   * @param {FromOptions & CounterOptions} options
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError | RangeError} as the constructor and `add`; nothing is kept
   * @example
   * CountingBloomFilter.from(["a", "b", "a"], { errorRate: 0.01 }).count("a") // 2
   */
  static from(keys, options) {
    const { byKeys } = readOptions(options, this.options, true);
    checkIterable(keys);
    // Each is added as often as it comes.
    const known = [...keys];
    const distinct = () => new Set(known.map((key) => this.engine.textOf(key))).size;
    const sized = /** @type {any} */ (byKeys ? { ...options, capacity: distinct() || 1 } : options);
    return /** @type {any} */ (super.from(known, sized));
  }

  /**
   * Removes a key once.
   * @param {Key} key
   * @returns {boolean} true if it was possibly in; false if it certainly was not, and nothing has changed
   * @throws {TypeError | RangeError} as `add`
   * @example
   * counting.remove("never added") // false
   */
  remove(key) {
    const state = stateOf(this);
    return state.filter.remove(state.putKey(key));
  }

  /**
   * How often a key is in, at most: the smallest of its counters.
   * @param {Key} key
   * @returns {number} exact unless other keys share all of its counters, or they are stuck
   * @throws {TypeError | RangeError} as `add`
   * @example
   * counting.add("a"); counting.count("a") // 2
   */
  count(key) {
    const state = stateOf(this);
    return state.filter.count(state.putKey(key));
  }

  /**
   * The plain filter of the same keys, to be shipped: bit for bit what adding them to a `BloomFilter`
   * would have given. Its `inserted` counts the keys that are in.
   * @returns {BloomFilter}
   * @throws {TypeError} a filter that was freed
   * @throws {RangeError} no memory
   * @example
   * counting.toBloomFilter().has("a") // true
   */
  toBloomFilter() {
    const state = stateOf(this);
    return wrap(BloomFilter, { state: state.with(state.filter.plain()), name: this.name, version: this.version });
  }

  /**
   * What the filter is and how full it is.
   * @returns {Readonly<CountingStats>}
   * @throws {TypeError} a filter that was freed
   * @example
   * counting.stats.stuck // 0
   */
  get stats() {
    const state = stateOf(this);
    const { counterBits } = headerOf(state, this);
    return { ...super.stats, counterBits, stuck: state.filter.stuck() };
  }
}
