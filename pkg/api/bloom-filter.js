import { decode } from "./base64.js";
import { bytesOf } from "./bytes.js";
import { rate, whole as wholeNumber, wrongType } from "./errors.js";
import { FilterHandle } from "./filter-handle.js";
import { fromFile, fromKeys, fromLines, handleFor } from "./making.js";
import { handleOf } from "./membership-filter.js";
import { MutableFilter } from "./mutable-filter.js";
import { PLAIN, readOptions } from "./options.js";
import { engine } from "./own-engine.js";
import { WatchedHandle } from "./watched-handle.js";

/** @typedef {import("./lines.js").Lines} Lines */
/** @typedef {import("./types.js").Bytes} Bytes */
/** @typedef {import("./types.js").FromOptions} FromOptions */
/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("./types.js").RateOptions} RateOptions */
/** @typedef {import("./types.js").ShapeOptions} ShapeOptions */

/**
 * Builds and queries a Bloom filter. `has` returns `false` for "no" and `true` for "maybe". Every member gets a maybe, and so does a share of the
 * non-members: the false-positive rate, `errorRate`.
 *
 * @example
 * import { BloomFilter } from "edgebloom";
 *
 * const filter = BloomFilter.from(["mailinator.com", "guerrillamail.com"], { errorRate: 0.001 });
 * const base64 = filter.toBase64();
 *
 * const blocked = BloomFilter.fromBase64(base64);
 * blocked.has("mailinator.com"); // true: maybe
 * blocked.has("example.org"); // false: no
 *
 * @remarks
 * **Copy and compare.** The bits live in WebAssembly memory: `structuredClone` loses them, and `assert.deepStrictEqual` ignores them. Send
 * `toBytes()` through `postMessage` and compare with `equals`.
 *
 * **Log and store.** `console.log` shows the filter's size and how full it is. `JSON.stringify` writes an object with a `base64` string, which
 * `load` reads.
 */
export class BloomFilter extends MutableFilter {
  /**
   * How this class makes filters.
   * @internal
   * @type {import("./making.js").Kind}
   */
  static kind = {
    options: PLAIN,
    files: ["plain"],
    make: (wasm, settings) => makeCells(wasm, settings, wasm.Cells.Bits),
    build: (builder, { layout, errorRate }) => builder.finish(layout, errorRate),
  };

  /**
   * Makes an empty filter.
   * @param {RateOptions | ShapeOptions} options `capacity` and `errorRate`, or `bits` and `hashes`
   * @throws {TypeError} an option is missing, unknown, or of the wrong type
   * @throws {RangeError} an option is out of range, or there isn't enough memory
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = new BloomFilter({ capacity: 100_000, errorRate: 0.01 });
   * filter.stats.bits; // 960512
   */
  constructor(options) {
    const { handle, name, version } = partsOf(options, new.target.kind);
    super(handle, { name, version });
    if (handle instanceof WatchedHandle) handle.owner = this;
  }

  /**
   * Builds a filter from keys. It's sized for the number of distinct keys, unless you give a `capacity` or a shape.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {Iterable<Key> & object} keys the keys, in any order
   * @param {FromOptions} options `errorRate`, or `bits` and `hashes`
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} `keys` isn't an iterable of keys; also see the constructor
   * @throws {RangeError} see the constructor and `add`
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b", "a"], { errorRate: 0.01 });
   * filter.stats.capacity; // 2
   */
  static from(keys, options) {
    return fromKeys(this, keys, options);
  }

  /**
   * Builds a filter from one key per line. Lines end with LF or CRLF. Empty lines are skipped. The filter is sized for the number
   * of distinct keys, unless you give a `capacity` or a shape.
   *
   * A generator can yield the text in pieces, for example from a file. A line can span two pieces.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {Lines} lines a string, bytes, or a generator of these; not an array
   * @param {FromOptions} options `errorRate`, or `bits` and `hashes`
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} `lines` has the wrong type; also see the constructor
   * @throws {RangeError} see the constructor and `add`
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.fromLines("a\r\n\nb\n", { errorRate: 0.01 });
   * filter.has("b"); // true: maybe
   */
  static fromLines(lines, options) {
    return fromLines(this, lines, options);
  }

  /**
   * Reads a filter from base64: the string that `toBase64` returns.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {string} base64 standard or URL-safe alphabet; one trailing line break is allowed
   * @param {import("../reader/key-form.js").FormOptions} [options] the key form, if the filter has one
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError | RangeError} `base64` isn't a string; also see `fromBytes`
   * @throws {FilterFormatError} see `fromBytes`; `code` "BASE64" if the string isn't strict base64
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * BloomFilter.fromBase64(filter.toBase64()).equals(filter); // true
   */
  static fromBase64(base64, options) {
    return this.fromBytes(decode(base64), options);
  }

  /**
   * Reads a filter file: the bytes that `toBytes` returns. It copies them. It checks the length and all limits before allocating
   * memory.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {Uint8Array} bytes a filter file
   * @param {import("../reader/key-form.js").FormOptions} [options] the key form, if the filter has one
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} `bytes` isn't a Uint8Array, or the file names a key form and `keys` is missing
   * @throws {RangeError} the file names a different key form than `keys`, or there isn't enough memory
   * @throws {FilterFormatError} `bytes` isn't a complete, valid filter file; `code` "WRONG_CLASS" if the file is for another class
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * BloomFilter.fromBytes(filter.toBytes()).equals(filter); // true
   */
  static fromBytes(bytes, options) {
    return fromFile(this, bytesOf(bytes, "bytes"), options);
  }

  /**
   * Makes a key an exception: `has` answers "no" for it. Use it for known false positives.
   *
   * Exceptions are exact keys, stored in the filter file. Adding the key removes its exception. A union keeps an exception
   * only if both filters answer "no" for it.
   * @param {Key} key a non-member
   * @returns {boolean} true if it wasn't an exception yet
   * @throws {TypeError} `key` isn't a key, or the filter has been freed
   * @throws {RangeError} the exceptions, plus two bytes each, take more than 32,768 bytes
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["spam.example"], { bits: 64, hashes: 1 });
   * filter.has("friend-46.example"); // true: a false positive
   * filter.allow("friend-46.example");
   * filter.has("friend-46.example"); // false
   */
  allow(key) {
    return handleOf(this).allow(key);
  }

  /**
   * Makes a new filter with the keys from both. Its bits are the same as if you had added all keys to one filter. It keeps this
   * filter's name and version.
   * @param {BloomFilter} other a filter with the same size, layout and seed
   * @returns {this} a filter of this class
   * @throws {TypeError} `other` isn't a filter, or one of the filters has been freed
   * @throws {RangeError} the filters differ in layout, bits, hashes, seed or key form (`code` "INCOMPATIBLE"), or there isn't enough memory
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * const other = BloomFilter.from(["b", "c"], { capacity: 100, errorRate: 0.01 });
   * filter.union(other).has("c"); // true
   */
  union(other) {
    return this.like(handleOf(this).combined(handleOf(other), merge));
  }

  /**
   * Makes a new filter with the keys that are in both filters. It has more false positives than a filter built from those keys
   * alone.
   * @param {BloomFilter} other a filter with the same size, layout and seed
   * @returns {this} a filter of this class
   * @throws {TypeError | RangeError} see `union`
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * const other = BloomFilter.from(["b", "c"], { capacity: 100, errorRate: 0.01 });
   * filter.intersection(other).has("b"); // true
   * filter.intersection(other).has("c"); // false
   */
  intersection(other) {
    return this.like(handleOf(this).combined(handleOf(other), intersect));
  }

  /**
   * Adds the keys of another filter to this one. Merging a filter with itself changes nothing.
   * @param {BloomFilter} other a filter with the same size, layout and seed
   * @returns {this} this filter
   * @throws {TypeError | RangeError} see `union`; this filter is left unchanged
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * const other = BloomFilter.from(["b", "c"], { capacity: 100, errorRate: 0.01 });
   * filter.merge(other);
   * filter.has("c"); // true
   */
  merge(other) {
    handleOf(this).changeBy(handleOf(other), merge);
    return this;
  }

  /**
   * Checks whether two filters can be combined.
   * @param {BloomFilter} other a filter with the same size, layout and seed
   * @returns {boolean} true if layout, bits, hashes, seed and key form are the same
   * @throws {TypeError} `other` isn't a filter, or one of the filters has been freed
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * const other = BloomFilter.from(["b", "c"], { capacity: 100, errorRate: 0.01 });
   * filter.isCompatible(other); // true
   */
  isCompatible(other) {
    return handleOf(this).compare(handleOf(other), (inner, others) => inner.isCompatible(others));
  }

  /**
   * Makes a smaller filter with 1/`divisor` of the bits. They are the same as if you had added the keys to a filter of that size.
   * @param {number} divisor a whole number that divides `bits / 64` (standard), `bits / hashes / 64` (partitioned) or `bits / 512`
   *   (blocked)
   * @returns {this} a filter of this class
   * @throws {TypeError} `divisor` isn't a number, or the filter has been freed
   * @throws {RangeError} `divisor` isn't such a number, or there isn't enough memory
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.stats.bits; // 960
   * filter.fold(3).stats.bits; // 320
   */
  fold(divisor) {
    wholeNumber(divisor, "divisor", 1);
    const handle = handleOf(this);
    return this.like(handle.with(handle.whole((inner) => inner.fold(divisor))));
  }

  /**
   * Folds the filter as far as a false-positive rate allows, estimated from the bits that are set.
   * @param {object} options
   * @param {number} options.errorRate the highest false-positive rate you accept: 1e-18 to below 1
   * @returns {this} a filter of this class
   * @throws {TypeError} `errorRate` is missing or not a number, or the filter has been freed
   * @throws {RangeError} `errorRate` is out of range or below the filter's current rate, or there isn't enough memory
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.stats.bits; // 960
   * filter.shrink({ errorRate: 0.5 }).stats.bits < 960; // true
   */
  shrink(options) {
    if (typeof options !== "object" || !options) wrongType("options", "an object", options);
    const errorRate = rate(options.errorRate);
    const handle = handleOf(this);
    return this.like(handle.with(handle.whole((inner) => inner.shrink(errorRate))));
  }

  /**
   * Copies the bits.
   * @returns {Bytes} eight bits per byte; bit 0 is the least significant bit of the first byte
   * @throws {TypeError} the filter has been freed
   * @throws {RangeError} there isn't enough memory
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.bits().length; // 120
   */
  bits() {
    return handleOf(this).bits();
  }
}

/** @typedef {import("./filter-handle.js").WasmFilter} WasmFilter */

/** @type {(inner: WasmFilter, other: WasmFilter) => void} */
const merge = (inner, other) => inner.merge(other);

/** @type {(inner: WasmFilter, other: WasmFilter) => void} */
const intersect = (inner, other) => inner.intersect(other);

/**
 * What the constructor needs. Instead of options, it can get the handle of a filter that exists already.
 * @param {unknown} options
 * @param {import("./making.js").Kind} kind
 */
function partsOf(options, kind) {
  if (options instanceof FilterHandle) return { handle: options, name: "", version: "" };
  const settings = readOptions(options, kind.options);
  const { name, version } = settings;
  return { handle: handleFor(kind.make(engine().wasm, settings), settings), name, version };
}

/**
 * Makes an empty filter by capacity and error rate, or by shape.
 * @param {import("./engine.js").OwnModule} wasm
 * @param {ReturnType<typeof readOptions>} settings
 * @param {import("../wasm/edgebloom.js").Cells} cells
 */
export function makeCells(wasm, { layout, byShape, bits, hashes, capacity, errorRate, seed }, cells) {
  return byShape
    ? wasm.Filter.withShape(layout, bits, hashes, seed, cells)
    : wasm.Filter.withRate(layout, capacity, errorRate, seed, cells);
}
