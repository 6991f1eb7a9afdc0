import { decode } from "../base64.js";
import { BloomFilter, isWrapped, wrap } from "../bloom-filter.js";
import { bytesOf } from "../bytes.js";
import { compatEngine } from "../engines.js";
import { readState } from "../loading.js";
import { PLAIN } from "../options.js";
import { readKey } from "./secret-key.js";

/** @typedef {import("../types.js").CommonOptions} CommonOptions */
/** @typedef {import("../types.js").Key} Key */
/** @typedef {import("../types.js").KeysSizing} KeysSizing */
/** @typedef {import("../types.js").RateSizing} RateSizing */
/** @typedef {import("../types.js").ShapeSizing} ShapeSizing */

/**
 * What a keyed filter cannot do without.
 * @typedef {object} KeyOption
 * @property {Uint8Array} key the secret key, 16 random bytes: `generateKey` makes one. It is not kept, and no dump has it
 */

/**
 * As for a plain filter, with a key in place of the seed.
 * @typedef {Omit<CommonOptions, "seed"> & KeyOption & (RateSizing | ShapeSizing)} KeyedOptions
 */

/**
 * As the constructor; the capacity may be left to the keys.
 * @typedef {Omit<CommonOptions, "seed"> & KeyOption & (KeysSizing | ShapeSizing)} KeyedFromOptions
 */

const OPTIONS = [...PLAIN.filter((name) => name !== "seed"), "key"];

/**
 * A Bloom filter whose positions nobody foresees who does not have its key: they come from SipHash-2-4 under 128 secret
 * bits, which are not in the dump. So nobody can search at home for keys that it answers falsely, to flood
 * with them what stands behind it; asking the filter itself is all that is left, at its error rate. docs/DESIGN.md says what
 * that is good against, and what not: the dump is not signed, and keys that are in still answer true.
 *
 * @example
 * import { KeyedBloomFilter, generateKey } from "edgebloom/keyed";
 *
 * const key = generateKey();
 * const filter = KeyedBloomFilter.from(["mailinator.com", "guerrillamail.com"], { key, errorRate: 0.001 });
 * const text = filter.toBase64();
 *
 * const blocked = KeyedBloomFilter.fromBase64(text, { key });
 * blocked.has("mailinator.com"); // true: possibly
 */
export class KeyedBloomFilter extends BloomFilter {
  /**
   * An empty filter.
   * @param {KeyedOptions} options
   * @throws {TypeError} no key, or an option of the wrong type, unknown, or missing
   * @throws {RangeError} a key that has not 16 bytes, an option out of range, or no memory
   * @example
   * new KeyedBloomFilter({ key, capacity: 1000, errorRate: 0.01 }).stats.scheme // "keyed"
   */
  constructor(options) {
    // First, as others show what they refuse. (Our own calls give no options.)
    if (!isWrapped(options)) readKey(options);
    super(options);
  }

  /** @internal */
  static get engine() {
    return /** @type {any} */ (compatEngine());
  }

  /**
   * @internal
   * @returns {import("../loading.js").Kind[]}
   */
  static get kinds() {
    return ["keyed"];
  }

  /** @internal */
  static get options() {
    return OPTIONS;
  }

  /**
   * @internal
   * @param {import("../engine.js").Engine} engine
   * @param {any} options
   */
  static make(engine, options) {
    const { layout, byShape, bits, hashes, capacity, errorRate } = options;
    const { Filter } = compatEngine().wasm;
    engine.putBytes(readKey(options));
    const made = byShape
      ? Filter.keyedWithShape(layout, bits, hashes)
      : Filter.keyedWithRate(layout, capacity, errorRate);
    return /** @type {import("../engine.js").WasmFilter} */ (/** @type {unknown} */ (made));
  }

  /**
   * The filter of some keys, sized by the number of distinct ones unless a capacity is given.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {Iterable<Key>} keys
   * @param {KeyedFromOptions} options
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError | RangeError} as the constructor and `add`; nothing is kept
   * @example
   * KeyedBloomFilter.from(["a", "b", "a"], { key, errorRate: 0.01 }).stats.capacity // 2
   */
  static from(keys, options) {
    readKey(options);
    return /** @type {any} */ (super.from(keys, /** @type {any} */ (options)));
  }

  /**
   * The filter in a base64 text: what `toBase64` writes, in the standard or the URL-safe alphabet.
   * @overload
   * @param {string} text
   * @param {KeyOption} options
   * @returns {KeyedBloomFilter}
   * @throws {TypeError} not a string, or no key
   * @throws {RangeError} a key that has not 16 bytes
   * @throws {FilterFormatError} another key (`code` "WRONG_KEY"); anything but one whole, sound, canonical text
   * @example
   * KeyedBloomFilter.fromBase64(secret.toBase64(), { key }).equals(secret) // true
   */
  /**
   * There is no such filter without its key.
   * @overload
   * @this {never}
   * @param {string} text
   * @returns {never}
   */
  /**
   * @param {string} text
   * @param {KeyOption} [options]
   * @returns {any}
   */
  static fromBase64(text, options) {
    return this.fromBytes(decode(text), /** @type {KeyOption} */ (options));
  }

  /**
   * The filter in a dump: what `toBytes` writes. Whether the key is the right one is known before anything is
   * allocated.
   * @overload
   * @param {Uint8Array} dump
   * @param {KeyOption} options
   * @returns {KeyedBloomFilter}
   * @throws {TypeError} not a Uint8Array, or no key
   * @throws {RangeError} a key that has not 16 bytes
   * @throws {FilterFormatError} another key (`code` "WRONG_KEY"); anything but one whole and sound dump of a keyed filter
   * @example
   * KeyedBloomFilter.fromBytes(secret.toBytes(), { key }).equals(secret) // true
   */
  /**
   * There is no such filter without its key.
   * @overload
   * @this {never}
   * @param {Uint8Array} dump
   * @returns {never}
   */
  /**
   * @param {Uint8Array} dump
   * @param {KeyOption} [options]
   * @returns {any}
   */
  static fromBytes(dump, options) {
    const engine = compatEngine();
    const key = readKey(options);
    /** @param {number} length @param {number} total */
    const begin = (length, total) => {
      // Behind the head, which is in the input range.
      engine.room(length + key.length).set(key, length);
      return /** @type {any} */ (engine.wasm.Loading.beginKeyed(length, total));
    };
    return wrap(this, readState(this.engine, bytesOf(dump, "dump"), this.kinds, { begin }));
  }
}
