import { decode } from "./base64.js";
import { BloomFilter } from "./bloom-filter.js";
import { bytesOf } from "./bytes.js";
import { FilterHandle } from "./filter-handle.js";
import { fromFile } from "./making.js";
import { PLAIN } from "./options.js";
import { engine } from "./own-engine.js";
import { readKey } from "./secret-key.js";

/** @typedef {import("../reader/key-form.js").FormOptions} FormOptions */
/** @typedef {import("./types.js").CommonOptions} CommonOptions */
/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("./types.js").KeysSizing} KeysSizing */
/** @typedef {import("./types.js").RateSizing} RateSizing */
/** @typedef {import("./types.js").ShapeSizing} ShapeSizing */

/**
 * The secret key of a keyed filter.
 * @typedef {object} KeyOption
 * @property {Uint8Array} key the secret key: 16 random bytes from `generateSecretKey`. Neither the filter object nor the filter file exposes it
 */

/**
 * Options for a keyed filter: the same as for a `BloomFilter`, but with `key` instead of `seed`.
 * @typedef {Omit<CommonOptions, "seed"> & KeyOption & (RateSizing | ShapeSizing)} KeyedOptions
 */

/**
 * Options for `from`: the same as for the constructor, but `capacity` is optional.
 * @typedef {Omit<CommonOptions, "seed"> & KeyOption & (KeysSizing | ShapeSizing)} KeyedFromOptions
 */

const OPTIONS = [...PLAIN.filter((name) => name !== "seed"), "key"];

/**
 * A Bloom filter that only holders of a secret key can query. Positions come from SipHash-2-4 with a 128-bit key that the filter file doesn't contain,
 * so an attacker who has the file can't compute false positives.
 *
 * @example
 * import { KeyedBloomFilter, generateSecretKey } from "edgebloom";
 *
 * const key = generateSecretKey();
 * const filter = KeyedBloomFilter.from(["mailinator.com", "guerrillamail.com"], { key, errorRate: 0.001 });
 * const base64 = filter.toBase64();
 *
 * const blocked = KeyedBloomFilter.fromBase64(base64, { key });
 * blocked.has("mailinator.com"); // true: maybe
 *
 * @remarks
 * All an attacker can still do is query your service, with hits at the false-positive rate. The filter file isn't signed, and `has` still answers
 * "maybe" for every member (docs/guide/security.md).
 */
export class KeyedBloomFilter extends BloomFilter {
  /**
   * @internal
   * @type {import("./making.js").Kind}
   */
  static kind = {
    options: OPTIONS,
    files: ["keyed"],
    make({ Filter }, settings) {
      const { layout, byShape, bits, hashes, capacity, errorRate } = settings;
      // The module takes the key from the input range, and overwrites it there.
      engine().putBytes(readKey(settings));
      return byShape ? Filter.keyedWithShape(layout, bits, hashes) : Filter.keyedWithRate(layout, capacity, errorRate);
    },
  };

  /**
   * Makes an empty filter.
   * @param {KeyedOptions} options `key`, plus `capacity` and `errorRate` or `bits` and `hashes`
   * @throws {TypeError} an option is missing, unknown, or of the wrong type
   * @throws {RangeError} `key` isn't 16 bytes long, an option is out of range, or there isn't enough memory
   * @example
   * import { KeyedBloomFilter, generateSecretKey } from "edgebloom";
   *
   * const key = generateSecretKey();
   * const filter = new KeyedBloomFilter({ key, capacity: 1000, errorRate: 0.01 });
   * filter.stats.scheme; // "keyed"
   */
  constructor(options) {
    // Check the key first: the message of another error could show it. (A filter that exists already has no options.)
    if (!(options instanceof FilterHandle)) readKey(options);
    super(/** @type {any} */ (options));
  }

  /**
   * Builds a filter from keys. It's sized for the number of distinct keys, unless you give a `capacity` or a shape.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {Iterable<Key> & object} keys the keys, in any order
   * @param {KeyedFromOptions} options `key`, plus `errorRate` or `bits` and `hashes`
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} `keys` isn't an iterable of keys; also see the constructor
   * @throws {RangeError} see the constructor and `add`
   * @example
   * import { KeyedBloomFilter, generateSecretKey } from "edgebloom";
   *
   * const key = generateSecretKey();
   * const filter = KeyedBloomFilter.from(["a", "b", "a"], { key, errorRate: 0.01 });
   * filter.stats.capacity; // 2
   */
  static from(keys, options) {
    readKey(options);
    return /** @type {any} */ (super.from(keys, /** @type {any} */ (options)));
  }

  /**
   * Builds a filter from one key per line. Lines end with LF or CRLF. Empty lines are skipped. The filter is sized for the number
   * of distinct keys, unless you give a `capacity` or a shape.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {import("./lines.js").Lines} lines a string, bytes, or a generator of these; not an array
   * @param {KeyedFromOptions} options `key`, plus `errorRate` or `bits` and `hashes`
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} `lines` has the wrong type; also see the constructor
   * @throws {RangeError} see the constructor and `add`
   * @example
   * import { KeyedBloomFilter, generateSecretKey } from "edgebloom";
   *
   * const key = generateSecretKey();
   * const filter = KeyedBloomFilter.fromLines("a\nb\n", { key, errorRate: 0.01 });
   * filter.has("b"); // true: maybe
   */
  static fromLines(lines, options) {
    readKey(options);
    return /** @type {any} */ (super.fromLines(lines, /** @type {any} */ (options)));
  }

  /**
   * Reads a filter from base64: the string that `toBase64` returns.
   * @overload
   * @param {string} base64 standard or URL-safe alphabet; one trailing line break is allowed
   * @param {KeyOption & FormOptions} options the secret key, and the key form if the filter has one
   * @returns {KeyedBloomFilter}
   * @throws {TypeError} `base64` isn't a string, or `key` isn't a Uint8Array
   * @throws {RangeError} `key` isn't 16 bytes long
   * @throws {FilterFormatError} see `fromBytes`; `code` "BASE64" if the string isn't strict base64
   * @example
   * import { KeyedBloomFilter, generateSecretKey } from "edgebloom";
   *
   * const key = generateSecretKey();
   * const filter = KeyedBloomFilter.from(["a", "b"], { key, errorRate: 0.01 });
   * KeyedBloomFilter.fromBase64(filter.toBase64(), { key }).equals(filter); // true
   */
  /**
   * Not possible: reading a keyed filter requires its key.
   * @overload
   * @this {never}
   * @param {string} base64 the base64 string of a filter file
   * @returns {never}
   */
  /**
   * @param {string} base64
   * @param {KeyOption & FormOptions} [options]
   * @returns {any}
   */
  static fromBase64(base64, options) {
    return this.fromBytes(decode(base64), /** @type {KeyOption} */ (options));
  }

  /**
   * Reads a filter file: the bytes that `toBytes` returns. It checks the key before allocating memory.
   * @overload
   * @param {Uint8Array} bytes a filter file
   * @param {KeyOption & FormOptions} options the secret key, and the key form if the filter has one
   * @returns {KeyedBloomFilter}
   * @throws {TypeError} `bytes` or `key` isn't a Uint8Array
   * @throws {RangeError} `key` isn't 16 bytes long, or there isn't enough memory
   * @throws {FilterFormatError} wrong key for this filter (`code` "WRONG_KEY"), or `bytes` isn't a complete, valid keyed filter
   *   file
   * @example
   * import { KeyedBloomFilter, generateSecretKey } from "edgebloom";
   *
   * const key = generateSecretKey();
   * const filter = KeyedBloomFilter.from(["a", "b"], { key, errorRate: 0.01 });
   * KeyedBloomFilter.fromBytes(filter.toBytes(), { key }).equals(filter); // true
   */
  /**
   * Not possible: reading a keyed filter requires its key.
   * @overload
   * @this {never}
   * @param {Uint8Array} bytes a filter file
   * @returns {never}
   */
  /**
   * @param {Uint8Array} bytes
   * @param {KeyOption & FormOptions} [options]
   * @returns {any}
   */
  static fromBytes(bytes, options) {
    const key = readKey(options);
    return fromFile(this, bytesOf(bytes, "bytes"), options, key);
  }
}
