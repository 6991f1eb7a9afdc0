import { decode } from "./base64.js";
import { bytesOf } from "./bytes.js";
import { whole, wrongType, wrongValue } from "./errors.js";
import { FilterHandle } from "./filter-handle.js";
import { statsOf } from "./header.js";
import { fromFile, fromKeys, fromLines } from "./making.js";
import { handleOf } from "./membership-filter.js";
import { MutableFilter } from "./mutable-filter.js";
import { PLAIN, readOptions } from "./options.js";
import { engine } from "./own-engine.js";

/** @typedef {import("./lines.js").Lines} Lines */
/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("./types.js").ScalableOptions} ScalableOptions */
/** @typedef {import("./types.js").ScalableStats} ScalableStats */

/**
 * A Bloom filter that grows, for when you don't know the number of keys. When it's full, it adds a larger sub-filter with a lower false-positive rate,
 * so the false-positive rate of the whole stays below `errorRate` (P. Almeida and others, *Scalable Bloom filters*, 2007).
 *
 * @example
 * import { ScalableBloomFilter } from "edgebloom";
 *
 * const seen = new ScalableBloomFilter({ capacity: 100, errorRate: 0.01 });
 * for (let i = 0; i < 10_000; i++) seen.add(`https://example.org/${i}`);
 * seen.stats.subFilters > 4; // true
 * seen.stats.estimatedErrorRate < 0.01; // true
 *
 * @remarks
 * `add` skips a key that `has` already answers "maybe" for. `positions` returns those in the newest sub-filter. The filter has several bit
 * arrays, so you can't combine or fold it.
 */
export class ScalableBloomFilter extends MutableFilter {
  /**
   * How this class makes filters.
   * @internal
   * @type {import("./making.js").Kind}
   */
  static kind = {
    options: [...PLAIN.slice(0, 8), "growth", "tightening"],
    files: ["scalable"],
    make(wasm, settings) {
      const { layout, capacity, errorRate, seed, growth = 2, tightening = 0.85 } = /** @type {any} */ (settings);
      whole(growth, "growth", 1, 1000);
      const expected = "a number above 0 and below 1";
      if (typeof tightening !== "number") wrongType("tightening", expected, tightening);
      if (!(tightening > 0 && tightening < 1)) wrongValue("tightening", expected, tightening);
      return new wasm.ScalableFilter(layout, capacity, errorRate, seed, growth, tightening);
    },
  };

  /**
   * Makes an empty filter.
   * @param {ScalableOptions} options `capacity` of the first sub-filter, and `errorRate` of the whole filter
   * @throws {TypeError} an option is missing, unknown, or of the wrong type
   * @throws {RangeError} an option is out of range, or there isn't enough memory
   * @example
   * import { ScalableBloomFilter } from "edgebloom";
   *
   * const seen = new ScalableBloomFilter({ capacity: 100, errorRate: 0.01, growth: 4 });
   * seen.stats.growth; // 4
   */
  constructor(options) {
    const { handle, name, version } = partsOf(options);
    super(handle, { name, version });
  }

  /**
   * Builds a filter from keys. Its first sub-filter is sized for the number of distinct keys, unless you give a `capacity`.
   * @template {typeof ScalableBloomFilter} T
   * @this {T}
   * @param {Iterable<Key> & object} keys the keys, in any order
   * @param {Omit<ScalableOptions, "capacity"> & { capacity?: number }} options `errorRate` of the whole filter
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} `keys` isn't an iterable of keys; also see the constructor
   * @throws {RangeError} see the constructor and `add`
   * @example
   * import { ScalableBloomFilter } from "edgebloom";
   *
   * const seen = ScalableBloomFilter.from(["a", "b"], { errorRate: 0.01, growth: 4 });
   * seen.stats.growth; // 4
   */
  static from(keys, options) {
    return fromKeys(this, keys, options);
  }

  /**
   * Builds a filter from one key per line. Lines end with LF or CRLF. Empty lines are skipped. The first sub-filter is sized for the
   * number of distinct keys, unless you give a `capacity`.
   *
   * A generator can yield the text in pieces, for example from a file. A line can span two pieces.
   * @template {typeof ScalableBloomFilter} T
   * @this {T}
   * @param {Lines} lines a string, bytes, or a generator of these; not an array
   * @param {Omit<ScalableOptions, "capacity"> & { capacity?: number }} options `errorRate` of the whole filter
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} `lines` has the wrong type; also see the constructor
   * @throws {RangeError} see the constructor and `add`
   * @example
   * import { ScalableBloomFilter } from "edgebloom";
   *
   * const seen = ScalableBloomFilter.fromLines("a\r\n\nb\n", { errorRate: 0.01 });
   * seen.has("b"); // true: maybe
   */
  static fromLines(lines, options) {
    return fromLines(this, lines, options);
  }

  /**
   * Reads a filter from base64: the string that `toBase64` returns.
   * @template {typeof ScalableBloomFilter} T
   * @this {T}
   * @param {string} base64 standard or URL-safe alphabet; one trailing line break is allowed
   * @param {import("../reader/key-form.js").FormOptions} [options] the key form, if the filter has one
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError | RangeError} `base64` isn't a string; also see `fromBytes`
   * @throws {FilterFormatError} see `fromBytes`; `code` "BASE64" if the string isn't strict base64
   * @example
   * import { ScalableBloomFilter } from "edgebloom";
   *
   * const seen = ScalableBloomFilter.from(["a", "b"], { errorRate: 0.01 });
   * ScalableBloomFilter.fromBase64(seen.toBase64()).equals(seen); // true
   */
  static fromBase64(base64, options) {
    return fromFile(this, decode(base64), options);
  }

  /**
   * Reads a filter file: the bytes that `toBytes` returns. It copies them.
   * @template {typeof ScalableBloomFilter} T
   * @this {T}
   * @param {Uint8Array} bytes a filter file
   * @param {import("../reader/key-form.js").FormOptions} [options] the key form, if the filter has one
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} `bytes` isn't a Uint8Array, or the file names a key form and `keys` is missing
   * @throws {RangeError} the file names a different key form than `keys`, or there isn't enough memory
   * @throws {FilterFormatError} `bytes` isn't a complete, valid filter file; `code` "WRONG_CLASS" if the file is for another class
   * @example
   * import { ScalableBloomFilter } from "edgebloom";
   *
   * const seen = ScalableBloomFilter.from(["a", "b"], { errorRate: 0.01 });
   * ScalableBloomFilter.fromBytes(seen.toBytes()).equals(seen); // true
   */
  static fromBytes(bytes, options) {
    return fromFile(this, bytesOf(bytes, "bytes"), options);
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
    const handle = handleOf(this);
    const header = handle.header(this);
    const { subFilters, growth, tightening } = header;
    return { ...statsOf(header, handle.inner.estimate()), subFilters, growth, tightening };
  }
}

/**
 * What the constructor needs. Instead of options, it can get the handle of a filter that exists already.
 * @param {unknown} options
 */
function partsOf(options) {
  if (options instanceof FilterHandle) return { handle: options, name: "", version: "" };
  const { kind } = ScalableBloomFilter;
  const settings = readOptions(options, kind.options);
  const { name, version } = settings;
  return { handle: new FilterHandle(engine(), kind.make(engine().wasm, settings), settings.form), name, version };
}
