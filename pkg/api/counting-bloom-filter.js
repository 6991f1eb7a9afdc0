import { BloomFilter, headOf, placeOf, readDump, wrap } from "./bloom-filter.js";
import { core } from "./core.js";
import { isBytes, plain } from "./engine.js";
import { FilterFormatError, wrongType, wrongValue } from "./errors.js";
import { fromKeys } from "./from-keys.js";
import { describe } from "./header.js";
import { PLAIN } from "./options.js";
import { variants } from "./variants.js";

/** @typedef {import("./types.js").CountingOptions} CountingOptions */
/** @typedef {import("./types.js").CountingStats} CountingStats */
/** @typedef {import("./types.js").CounterOptions} CounterOptions */
/** @typedef {import("./types.js").FromOptions} FromOptions */
/** @typedef {import("./types.js").Key} Key */

const WIDTHS = [1, 2, 4, 8, 16];

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
  constructor(options) {
    super(options);
  }

  /** @internal */
  static get engine() {
    return variants();
  }

  /** @internal */
  static get options() {
    return [...PLAIN, "counterBits"];
  }

  /**
   * @internal
   * @param {import("./engine.js").Engine} engine
   * @param {any} options
   * @returns {number}
   */
  static make(engine, options) {
    const { counterBits = 4, onSaturated } = options;
    if (onSaturated === "rotate") wrongValue("onSaturated", "another policy, as counters do not rotate", onSaturated);
    if (typeof counterBits !== "number") wrongType("counterBits", "2, 4, 8 or 16", counterBits);
    const width = WIDTHS.indexOf(counterBits, 1);
    if (width < 1) wrongValue("counterBits", "2, 4, 8 or 16", counterBits);
    const { scheme, byShape, bits, hashes, capacity, errorRate, seed } = options;
    const { wasm } = engine;
    return byShape
      ? wasm.cells_with_shape(scheme, bits, hashes, seed, width)
      : wasm.cells_with_rate(scheme, capacity, errorRate, seed, width);
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
    return fromKeys(this, keys, options);
  }

  /**
   * The counting filter in a dump.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {Uint8Array} dump
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} not a Uint8Array
   * @throws {FilterFormatError} anything but one whole and sound dump of a counting filter
   * @example
   * CountingBloomFilter.fromBytes(counting.toBytes()).has("a") // true
   */
  static fromBytes(dump) {
    dump = isBytes(dump) ? plain(dump) : wrongType("dump", "a Uint8Array", dump);
    if (describe(this.engine, dump).counterBits < 2) {
      const message = "cells: expected counters, found bits: BloomFilter or load() reads them";
      throw new FilterFormatError(message, "INVALID", "cells", 7);
    }
    return readDump(this, this.engine, dump);
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
    const { engine, id } = placeOf(this);
    return !!engine.wasm.remove(id, engine.putKey(key));
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
    const { engine, id } = placeOf(this);
    return engine.wasm.count_of(id, engine.putKey(key)) >>> 0;
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
    const { engine, id } = placeOf(this);
    const plain = wrap(BloomFilter, engine, engine.wasm.plain(id) || engine.fail(), this.name, this.version);
    try {
      return readDump(BloomFilter, core, plain.toBytes());
    } finally {
      plain.free();
    }
  }

  /**
   * What the filter is and how full it is.
   * @returns {Readonly<CountingStats>}
   * @throws {TypeError} a filter that was freed
   * @example
   * counting.stats.stuck // 0
   */
  get stats() {
    const { engine, id } = placeOf(this);
    return {
      ...super.stats,
      counterBits: headOf(this, 0).counterBits,
      stuck: engine.wasm.stuck(id),
    };
  }
}
