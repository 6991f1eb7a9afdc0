import { decode, encodeFile } from "./base64.js";
import { add, addLines, addMany, allow, clear } from "./changing.js";
import { changeBy, combine, compare, notAFilter } from "./combining.js";
import { dispose } from "./dispose.js";
import { bytesOf } from "./bytes.js";
import { engine } from "./engines.js";
import { rate, whole as wholeNumber, wrongType } from "./errors.js";
import { FilterState } from "./filter-state.js";
import { inspect } from "./inspecting.js";
import { readState } from "./loading.js";
import { PLAIN, readOptions } from "./options.js";
import { checkIterable, has, hasLines, hasMany, positions } from "./querying.js";
import { markRaw } from "./raw.js";
import { saturation, whole } from "./rotating.js";
import { bitsOf, fileOf, statsOf } from "./saving.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").WasmFilter} WasmFilter */
/** @typedef {import("./types.js").Bytes} Bytes */
/** @typedef {import("./types.js").FromOptions} FromOptions */
/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("./types.js").RateOptions} RateOptions */
/** @typedef {import("./types.js").ShapeOptions} ShapeOptions */
/** @typedef {import("./types.js").Stats} Stats */

/**
 * The state of a filter, for other files of this package. Throws if `filter` is not a filter.
 * @type {(filter: BloomFilter, field?: string) => FilterState}
 */
export let stateOf;

/**
 * A Bloom filter. `has` returns `false` for "no" and `true` for "maybe". It finds every member. It also answers "maybe" for some
 * non-members: their share is the false-positive rate, `errorRate`.
 *
 * **Copy and compare.** The bits are in the memory of WebAssembly, and a copy of the object does not include them. Send `toBytes()`
 * through `postMessage`, and compare with `equals`: `structuredClone` loses the bits, and `assert.deepStrictEqual` ignores them.
 *
 * **Log and store.** `console.log` shows the size of the filter and how full it is. `JSON.stringify` writes an object with a
 * `base64` string, which `load` reads.
 *
 * **Subclasses.** `fromBytes`, `fromBase64`, `clone`, `union`, `intersection`, `fold` and `shrink` return an instance of the
 * subclass. They call its constructor with one internal value. A constructor of your own must pass its first argument to
 * `super` unchanged: `constructor(options, more) { super(options); }`.
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
 */
export class BloomFilter {
  /** @type {FilterState} */
  #state;

  /**
   * The name of the list; "" for none. The filter file contains it. It does not change answers.
   * @type {string}
   */
  name;

  /**
   * The version of the list; "" for none. The filter file contains it. It does not change answers.
   * @type {string}
   */
  version;

  /**
   * Makes an empty filter.
   * @param {RateOptions | ShapeOptions} options `capacity` and `errorRate`, or `bits` and `hashes`
   * @throws {TypeError} an option is missing, unknown, or of the wrong type
   * @throws {RangeError} an option is out of range, or there is not enough memory
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = new BloomFilter({ capacity: 100_000, errorRate: 0.01 });
   * filter.stats.bits; // 960512
   */
  constructor(options) {
    // `wrap` calls this constructor for a filter that exists already.
    const input = /** @type {unknown} */ (options);
    if (input instanceof Wrapper) {
      this.#state = input.state;
      this.name = input.name;
      this.version = input.version;
      input.isUsed = true;
      return;
    }
    const kind = /** @type {typeof BloomFilter} */ (new.target);
    const settings = readOptions(options, kind.options);
    const watch = settings.onSaturated === undefined ? undefined : saturation(settings.onSaturated);
    const engine = kind.engine;
    this.#state = new FilterState(engine, kind.make(engine, settings));
    this.#state.watch = watch;
    ({ name: this.name, version: this.version } = settings);
  }

  /**
   * The engine whose memory has the filters of this class.
   * @internal
   * @returns {Engine}
   */
  static get engine() {
    return engine();
  }

  /**
   * The names of the constructor's options.
   * @internal
   */
  static get options() {
    return PLAIN;
  }

  /**
   * The kinds of filter file that this class reads.
   * @internal
   * @returns {import("./loading.js").Kind[]}
   */
  static get kinds() {
    return ["plain"];
  }

  /**
   * Makes an empty filter in the module.
   * @internal
   * @param {Engine} engine
   * @param {ReturnType<typeof readOptions>} options
   * @returns {WasmFilter}
   */
  static make({ wasm }, options) {
    return makeCells(wasm, options, wasm.Cells.Bits);
  }

  /**
   * Makes a filter of keys. Its size follows from the number of distinct keys, unless you give a `capacity` or a shape.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {Iterable<Key>} keys
   * @param {FromOptions} options `errorRate`, or `bits` and `hashes`
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} `keys` is not an iterable of keys, or as the constructor
   * @throws {RangeError} as the constructor and `add`
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b", "a"], { errorRate: 0.01 });
   * filter.stats.capacity; // 2
   */
  static from(keys, options) {
    const { byKeys } = readOptions(options, this.options, true);
    checkIterable(keys);
    if (byKeys) {
      /** @type {Map<string, Key>} */
      const distinct = new Map();
      for (const key of keys) distinct.set(this.engine.textOf(key), key);
      options = /** @type {RateOptions} */ ({ ...options, capacity: distinct.size || 1 });
      keys = distinct.values();
    }
    const filter = new this(/** @type {RateOptions} */ (options));
    try {
      filter.addMany(keys);
      return /** @type {InstanceType<T>} */ (filter);
    } catch (error) {
      filter.free();
      throw error;
    }
  }

  /**
   * Reads a filter from base64: the string that `toBase64` returns.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {string} base64 in the standard or the URL-safe alphabet; one line break may follow
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} `base64` is not a string
   * @throws {FilterFormatError} as `fromBytes`; `code` "BASE64" if the string is not strict base64
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * BloomFilter.fromBase64(filter.toBase64()).equals(filter); // true
   */
  static fromBase64(base64) {
    return this.fromBytes(decode(base64));
  }

  /**
   * Reads a filter file: the bytes that `toBytes` returns. It copies them. It checks the length and all limits before it allocates
   * memory.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {Uint8Array} bytes
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} `bytes` is not a Uint8Array
   * @throws {RangeError} there is not enough memory
   * @throws {FilterFormatError} `bytes` are not one whole, valid filter file; `code` "WRONG_CLASS" if another class reads it
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * BloomFilter.fromBytes(filter.toBytes()).equals(filter); // true
   */
  static fromBytes(bytes) {
    return wrap(this, readState(this.engine, bytesOf(bytes, "bytes"), this.kinds));
  }

  static {
    markRaw(this);
    stateOf = (filter, field = "other") =>
      typeof filter === "object" && filter && #state in filter ? filter.#state : notAFilter(filter, field);
  }

  /**
   * Adds a key.
   * @param {Key} key
   * @returns {boolean} true if this key is new; false if it may have been added before
   * @throws {TypeError} `key` is not a key, or the filter has been freed
   * @throws {RangeError} a bigint does not fit in 64 bits, there is not enough memory for a very long key, or the filter is
   *   saturated and `onSaturated` is "throw" (`code` "SATURATED")
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = new BloomFilter({ capacity: 100, errorRate: 0.01 });
   * filter.add("new.example"); // true
   * filter.add("new.example"); // false
   */
  add(key) {
    return add(this, this.#state, key);
  }

  /**
   * Looks up a key.
   * @param {Key} key
   * @returns {boolean} false: no; true: maybe
   * @throws {TypeError} `key` is not a key, or the filter has been freed
   * @throws {RangeError} a bigint does not fit in 64 bits, or there is not enough memory for a very long key
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.has("a"); // true: maybe
   * filter.has("never added"); // false: no
   */
  has(key) {
    return has(this.#state, key);
  }

  /**
   * Adds several keys. If one of them throws, the keys before it stay in the filter.
   * @param {Iterable<Key>} keys
   * @returns {number} how many keys changed the filter
   * @throws {TypeError} `keys` is not an iterable of keys, or the filter has been freed
   * @throws {RangeError} as `add`
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = new BloomFilter({ capacity: 100, errorRate: 0.01 });
   * filter.addMany(["x", "y", "x"]); // 2
   */
  addMany(keys) {
    checkIterable(keys);
    const { watch, old, put } = this.#state;
    // Only an array with the original `add` is safe: other iterables and subclasses may change the filter between two keys.
    if (Array.isArray(keys) && hasOwnAdd(this) && !watch && !old && !put) {
      return addMany(this.#state, keys, (key) => this.add(key));
    }
    let changed = 0;
    for (const key of keys) changed += +this.add(key);
    return changed;
  }

  /**
   * Looks up several keys.
   * @param {Iterable<Key>} keys
   * @returns {Bytes} 1 (maybe) or 0 (no) per key, in order
   * @throws {TypeError} `keys` is not an iterable of keys, or the filter has been freed
   * @throws {RangeError} as `has`
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.hasMany(["a", "never added"]).join(); // "1,0"
   */
  hasMany(keys) {
    return hasMany(this.#state, keys);
  }

  /**
   * Adds one key per line. Lines end with LF or CRLF. Empty lines are skipped.
   * @param {Uint8Array | string} lines a string, or bytes: each line is a key, without conversion
   * @returns {number} how many keys changed the filter
   * @throws {TypeError} `lines` is not a string or a Uint8Array, or the filter has been freed
   * @throws {RangeError} there is not enough memory for a very long line, or as `add`
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = new BloomFilter({ capacity: 100, errorRate: 0.01 });
   * filter.addLines("x\r\n\ny\n"); // 2
   */
  addLines(lines) {
    return addLines(this, this.#state, lines);
  }

  /**
   * Looks up one key per line. It splits lines as `addLines` does.
   * @param {Uint8Array | string} lines
   * @returns {Bytes} 1 (maybe) or 0 (no) per line that is not empty, in order
   * @throws {TypeError} as `addLines`
   * @throws {RangeError} there is not enough memory for a very long line
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.hasLines("a\nnever added").join(); // "1,0"
   */
  hasLines(lines) {
    return hasLines(this.#state, lines);
  }

  /**
   * Makes a key an exception: `has` answers "no" for it. Use it for known false positives.
   *
   * Exceptions are exact keys. The filter file contains them. Adding the key removes its exception. A union keeps an exception
   * only if both filters answer "no" for it.
   * @param {Key} key a non-member
   * @returns {boolean} true if it was not yet an exception
   * @throws {TypeError} `key` is not a key, or the filter has been freed
   * @throws {RangeError} the exceptions, plus two bytes for each, take more than 32,768 bytes
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["spam.example"], { bits: 64, hashes: 1 });
   * filter.has("friend-46.example"); // true: a false positive
   * filter.allow("friend-46.example");
   * filter.has("friend-46.example"); // false
   */
  allow(key) {
    return allow(this.#state, key);
  }

  /**
   * Makes a new filter with the keys of both. Its bits are the same as if you added all keys to one filter. It has the name and
   * version of this filter.
   * @param {BloomFilter} other
   * @returns {this} a filter of this class
   * @throws {TypeError} `other` is not a filter, or one of the filters has been freed
   * @throws {RangeError} the filters differ in layout, bits, hashes or seed (`code` "INCOMPATIBLE"), or there is not enough memory
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * const other = BloomFilter.from(["b", "c"], { capacity: 100, errorRate: 0.01 });
   * filter.union(other).has("c"); // true
   */
  union(other) {
    return this.#wrap(combine(this.#state, stateOf(other), "merge"));
  }

  /**
   * Makes a new filter with the keys that both filters have. It has more false positives than a filter that you build from these
   * keys alone.
   * @param {BloomFilter} other
   * @returns {this} a filter of this class
   * @throws {TypeError | RangeError} as `union`
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * const other = BloomFilter.from(["b", "c"], { capacity: 100, errorRate: 0.01 });
   * filter.intersection(other).has("b"); // true
   * filter.intersection(other).has("c"); // false
   */
  intersection(other) {
    return this.#wrap(combine(this.#state, stateOf(other), "intersect"));
  }

  /**
   * Adds the keys of another filter to this one. Merging a filter with itself changes nothing.
   * @param {BloomFilter} other
   * @returns {this} this filter
   * @throws {TypeError | RangeError} as `union`; this filter is then unchanged
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * const other = BloomFilter.from(["b", "c"], { capacity: 100, errorRate: 0.01 });
   * filter.merge(other);
   * filter.has("c"); // true
   */
  merge(other) {
    changeBy(this.#state, stateOf(other), "merge");
    this.#state.watch?.after(this, Number.POSITIVE_INFINITY);
    return this;
  }

  /**
   * Checks whether two filters can be combined.
   * @param {BloomFilter} other
   * @returns {boolean} true if layout, bits, hashes and seed are the same
   * @throws {TypeError} `other` is not a filter, or one of the filters has been freed
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * const other = BloomFilter.from(["b", "c"], { capacity: 100, errorRate: 0.01 });
   * filter.isCompatible(other); // true
   */
  isCompatible(other) {
    return compare(this.#state, stateOf(other), "isCompatible");
  }

  /**
   * Compares two filters.
   * @param {BloomFilter} other
   * @returns {boolean} true if the filters are compatible and have the same bits and the same exceptions
   * @throws {TypeError} `other` is not a filter, or one of the filters has been freed
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.equals(filter.clone()); // true
   */
  equals(other) {
    return compare(this.#state, stateOf(other), "holdsSame");
  }

  /**
   * Copies the filter. The copy keeps `onSaturated`, and both generations of a filter that rotates.
   * @returns {this} a filter of this class
   * @throws {TypeError} the filter has been freed
   * @throws {RangeError} there is not enough memory
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.clone().has("a"); // true
   */
  clone() {
    const { filter, old, watch } = this.#state;
    const copy = this.#state.with(filter.copy());
    copy.old = old?.with(old.filter.copy());
    copy.watch = watch && saturation(watch.policy);
    return this.#wrap(copy);
  }

  /**
   * Removes all keys.
   * @throws {TypeError} the filter has been freed
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.clear();
   * filter.has("a"); // false
   */
  clear() {
    clear(this.#state);
  }

  /**
   * Makes a smaller filter, with 1/`divisor` of the bits. Its bits are the same as if you added the keys to a filter of that size.
   * @param {number} divisor a whole number that divides `bits / 64` (standard), `bits / hashes / 64` (partitioned) or `bits / 512`
   *   (blocked)
   * @returns {this} a filter of this class
   * @throws {TypeError} `divisor` is not a number, or the filter has been freed
   * @throws {RangeError} `divisor` is not such a number, or there is not enough memory
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.stats.bits; // 960
   * filter.fold(3).stats.bits; // 320
   */
  fold(divisor) {
    wholeNumber(divisor, "divisor", 1);
    return this.#wrap(this.#state.with(whole(this.#state, (filter) => filter.fold(divisor))));
  }

  /**
   * Folds the filter as far as a false-positive rate allows. The estimate uses the bits that are set.
   * @param {object} options
   * @param {number} options.errorRate the highest false-positive rate that you accept: 1e-18 to below 1
   * @returns {this} a filter of this class
   * @throws {TypeError} `errorRate` is missing or not a number, or the filter has been freed
   * @throws {RangeError} `errorRate` is out of range, or below the present rate of the filter; or there is not enough memory
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
    return this.#wrap(this.#state.with(whole(this.#state, (filter) => filter.shrink(errorRate))));
  }

  /**
   * The positions of a key: the bits that `add` sets and `has` reads.
   * @param {Key} key
   * @returns {number[]} k bit numbers, the first bit is 0, in the order of the probes; a number can occur twice
   * @throws {TypeError | RangeError} as `has`
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.positions("a").length; // 7
   */
  positions(key) {
    return positions(this.#state, key);
  }

  /**
   * Copies the bits.
   * @returns {Bytes} eight bits per byte; bit 0 is the least significant bit of the first byte
   * @throws {TypeError} the filter has been freed
   * @throws {RangeError} there is not enough memory
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.bits().length; // 120
   */
  bits() {
    return bitsOf(this.#state, this.#state.filter);
  }

  /**
   * The size of the filter and how full it is. Each access counts the bits, which takes about 1 ms for 10 MB.
   * @returns {Readonly<Stats>}
   * @throws {TypeError} the filter has been freed
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.stats.inserted; // 2
   * filter.stats.hashes; // 7
   */
  get stats() {
    return statsOf(this.#state, this);
  }

  /**
   * Writes the filter file (docs/reference/format/index.md). The same filter gives the same bytes on every platform.
   * @returns {Bytes}
   * @throws {TypeError} `name` or `version` is not a string, or the filter has been freed
   * @throws {RangeError} `name` or `version` is longer than 1,024 bytes, or there is not enough memory
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.toBytes().length; // 184
   */
  toBytes() {
    return whole(this.#state, (filter) => fileOf(this.#state, filter, this.name, this.version));
  }

  /**
   * Writes the filter file as base64, in the standard alphabet, with padding.
   * @returns {string}
   * @throws {TypeError} as `toBytes`
   * @throws {RangeError} as `toBytes`; or the string is longer than the JavaScript engine allows, as for a filter of 2^32 bits in
   *   Chromium and Node: use `toBytes`
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.toBase64().startsWith("60ZMVAEA"); // true
   */
  toBase64() {
    return encodeFile(this.toBytes());
  }

  /**
   * The value that `JSON.stringify` writes.
   * @returns {{ name: string, version: string, base64: string }} name and version of the list, and the filter file in base64
   * @throws {TypeError | RangeError} as `toBase64`
   * @example
   * import { BloomFilter, load } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { errorRate: 0.01 });
   * const { base64 } = JSON.parse(JSON.stringify(filter));
   * load(base64).has("a"); // true
   */
  toJSON() {
    return { name: this.name, version: this.version, base64: this.toBase64() };
  }

  /**
   * The text that `console.log` shows in Node, Deno and Bun.
   * @internal
   */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    // `this` may be the prototype, or a Proxy around a filter.
    return #state in this ? inspect(this, this.#state) : this;
  }

  /**
   * Frees the memory of the filter now. Without this call, the garbage collector frees it later. Afterwards all methods throw, except
   * `free`, which does nothing.
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.free();
   */
  free() {
    this.#state.free();
  }

  /**
   * Calls `free`, so that `using` works: `using filter = new BloomFilter(...)`.
   * @example
   * import { BloomFilter } from "edgebloom";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
   */
  [dispose]() {
    this.free();
  }

  /**
   * Makes a filter of the same class, with the same name and version.
   * @param {FilterState} state
   * @returns {this}
   */
  #wrap(state) {
    const { name, version } = this;
    return /** @type {this} */ (wrap(/** @type {typeof BloomFilter} */ (this.constructor), { state, name, version }));
  }
}

/**
 * True if a subclass has not replaced `add`. (Not in the class: esbuild renames a class that names itself.)
 * @param {BloomFilter} filter
 */
const hasOwnAdd = (filter) => filter.add === BloomFilter.prototype.add;

/** The argument of a constructor for a filter that exists already. */
class Wrapper {
  /** True when the constructor of BloomFilter has received it. */
  isUsed = false;

  /** @param {{ state: FilterState, name: string, version: string }} parts */
  constructor({ state, name, version }) {
    this.state = state;
    this.name = name;
    this.version = version;
  }
}

/**
 * True for the argument of a constructor that is not an options object.
 * @param {unknown} options
 */
export const isWrapper = (options) => options instanceof Wrapper;

/**
 * Makes an instance of a class for a filter that exists already. Throws if the constructor of a subclass does not pass on its
 * argument.
 * @template {typeof BloomFilter} T
 * @param {T} Kind
 * @param {{ state: FilterState, name: string, version: string }} parts
 * @returns {InstanceType<T>}
 */
export function wrap(Kind, parts) {
  const wrapper = new Wrapper(parts);
  let cause;
  try {
    const filter = new /** @type {any} */ (Kind)(wrapper);
    if (wrapper.isUsed) return filter;
    filter.free();
  } catch (error) {
    cause = error;
  }
  parts.state.free();
  if (wrapper.isUsed) throw cause;
  throw new TypeError(`${Kind.name}: expected a constructor that passes its first argument to super()`, { cause });
}

/**
 * Makes an empty filter by capacity and error rate, or by shape.
 * @param {import("./engine.js").CoreModule} wasm
 * @param {ReturnType<typeof readOptions>} options
 * @param {import("../wasm/edgebloom.js").Cells} cells
 */
export function makeCells(wasm, { layout, byShape, bits, hashes, capacity, errorRate, seed }, cells) {
  return byShape
    ? wasm.Filter.withShape(layout, bits, hashes, seed, cells)
    : wasm.Filter.withRate(layout, capacity, errorRate, seed, cells);
}
