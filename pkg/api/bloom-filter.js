import { decode, encodeDump } from "./base64.js";
import { add, addLines, addMany, allow, clear } from "./changing.js";
import { changeBy, combined, compare, noFilter } from "./combining.js";
import { dispose } from "./dispose.js";
import { bytesOf } from "./bytes.js";
import { engine } from "./engines.js";
import { rate, whole as wholeNumber, wrongType } from "./errors.js";
import { FilterState } from "./filter-state.js";
import { inspected } from "./inspecting.js";
import { readState } from "./loading.js";
import { PLAIN, readOptions } from "./options.js";
import { checkIterable, has, hasLines, hasMany, positions } from "./querying.js";
import { markRaw } from "./raw.js";
import { saturation, whole } from "./rotating.js";
import { bitsOf, dumpOf, statsOf } from "./saving.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").WasmFilter} WasmFilter */
/** @typedef {import("./types.js").Bytes} Bytes */
/** @typedef {import("./types.js").FromOptions} FromOptions */
/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("./types.js").RateOptions} RateOptions */
/** @typedef {import("./types.js").ShapeOptions} ShapeOptions */
/** @typedef {import("./types.js").Stats} Stats */

/**
 * What is behind a filter, for the files of this package; throws where there is no filter.
 * @type {(filter: BloomFilter, field?: string) => FilterState}
 */
export let stateOf;

/**
 * A Bloom filter: `has` answers false for "definitely not added" and true for "possibly", and
 * never misses a key that was added.
 *
 * `console.log` shows what it is and how full it is, and `JSON.stringify` writes what `load` reads. The bits are in
 * WebAssembly's memory, where others do not see them: `structuredClone` and `postMessage` make a plain object of a filter,
 * with a name and a version and no filter (send `toBytes()`), and `assert.deepStrictEqual` takes any two filters of one
 * class, name and version for equal (use `equals`).
 *
 * Subclasses: `fromBytes`, `fromBase64`, `clone`, `union`, `intersection`, `fold` and `shrink` give a filter of the subclass.
 * They call its constructor with one argument, which stands for a filter that is there already, and which it has to pass on
 * to `super` as it is: `constructor(options, more) { super(options); }`.
 *
 * @example
 * import { BloomFilter } from "edgebloom";
 *
 * const filter = BloomFilter.from(["mailinator.com", "guerrillamail.com"], { errorRate: 0.001 });
 * const text = filter.toBase64();
 *
 * const blocked = BloomFilter.fromBase64(text);
 * blocked.has("mailinator.com"); // true: possibly
 * blocked.has("example.org"); // false: definitely not
 */
export class BloomFilter {
  /** @type {FilterState} */
  #state;

  /**
   * What the list is called; "" for none. Goes into the dump, changes no answer.
   * @type {string}
   */
  name;

  /**
   * Which version of the list it is; "" for none. Goes into the dump, changes no answer.
   * @type {string}
   */
  version;

  /**
   * An empty filter.
   * @param {RateOptions | ShapeOptions} options
   * @throws {TypeError} an option of the wrong type, unknown, or missing
   * @throws {RangeError} an option out of range, or no memory
   * @example
   * new BloomFilter({ capacity: 100_000, errorRate: 0.01 }).stats.bits // 960512
   */
  constructor(options) {
    // What was read or made comes as it is: see `wrap`.
    const given = /** @type {unknown} */ (options);
    if (given instanceof Wrapped) {
      this.#state = given.state;
      this.name = given.name;
      this.version = given.version;
      given.taken = true;
      return;
    }
    const kind = /** @type {typeof BloomFilter} */ (new.target);
    const read = readOptions(options, kind.options);
    const watch = read.onSaturated === undefined ? undefined : saturation(read.onSaturated);
    const engine = kind.engine;
    this.#state = new FilterState(engine, kind.make(engine, read));
    this.#state.watch = watch;
    ({ name: this.name, version: this.version } = read);
  }

  /**
   * The instance that filters of this class are in.
   * @internal
   * @returns {Engine}
   */
  static get engine() {
    return engine();
  }

  /**
   * What the constructor takes.
   * @internal
   */
  static get options() {
    return PLAIN;
  }

  /**
   * Which dumps are read here.
   * @internal
   * @returns {import("./loading.js").Kind[]}
   */
  static get kinds() {
    return ["plain"];
  }

  /**
   * An empty filter.
   * @internal
   * @param {Engine} engine
   * @param {ReturnType<typeof readOptions>} options
   * @returns {WasmFilter}
   */
  static make({ wasm }, options) {
    return makeCells(wasm, options, wasm.Cells.Bits);
  }

  /**
   * The filter of some keys, sized by the number of distinct ones unless a capacity is given.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {Iterable<Key>} keys
   * @param {FromOptions} options
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError | RangeError} as the constructor and `add`; nothing is kept
   * @example
   * BloomFilter.from(["a", "b", "a"], { errorRate: 0.01 }).stats.capacity // 2
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
   * The filter in a base64 text: what `toBase64` writes, in the standard or the URL-safe alphabet.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {string} text
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} not a string
   * @throws {FilterFormatError} anything but one whole, sound, canonical text
   * @example
   * BloomFilter.fromBase64(filter.toBase64()).equals(filter) // true
   */
  static fromBase64(text) {
    return this.fromBytes(decode(text));
  }

  /**
   * The filter in a dump: what `toBytes` writes. The dump is copied; nothing is allocated before
   * its length and every limit are checked.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {Uint8Array} dump
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} not a Uint8Array
   * @throws {FilterFormatError} anything but one whole and sound dump
   * @example
   * BloomFilter.fromBytes(filter.toBytes()).equals(filter) // true
   */
  static fromBytes(dump) {
    return wrap(this, readState(this.engine, bytesOf(dump, "dump"), this.kinds));
  }

  static {
    markRaw(this);
    stateOf = (filter, field = "other") =>
      typeof filter === "object" && filter && #state in filter ? filter.#state : noFilter(filter, field);
  }

  /**
   * Adds a key.
   * @param {Key} key
   * @returns {boolean} true if the filter changed, so the key was certainly new
   * @throws {TypeError} not a key, or a filter that was freed
   * @throws {RangeError} a bigint of more than 64 bits, or no memory for a very long key
   * @example
   * filter.add("new.example") // true
   */
  add(key) {
    return add(this, this.#state, key);
  }

  /**
   * Asks for a key.
   * @param {Key} key
   * @returns {boolean} false: definitely not added; true: possibly added
   * @throws {TypeError | RangeError} as `add`
   * @example
   * filter.has("a") // true
   */
  has(key) {
    return has(this.#state, key);
  }

  /**
   * Adds many keys. A wrong one throws; those before it stay added.
   * @param {Iterable<Key>} keys
   * @returns {number} how many of them changed the filter
   * @throws {TypeError | RangeError} as `add`
   * @example
   * filter.addMany(["x", "y", "x"]) // 2
   */
  addMany(keys) {
    checkIterable(keys);
    const { watch, old, put } = this.#state;
    // What an iterable of the caller's does between two keys is not foreseen, nor what an `add` of a subclass does.
    if (Array.isArray(keys) && hasOwnAdd(this) && !watch && !old && !put) {
      return addMany(this.#state, keys, (key) => this.add(key));
    }
    let changed = 0;
    for (const key of keys) changed += +this.add(key);
    return changed;
  }

  /**
   * Asks for many keys.
   * @param {Iterable<Key>} keys
   * @returns {Bytes} for each key, in order, 1 (possibly) or 0 (definitely not)
   * @throws {TypeError | RangeError} as `add`
   * @example
   * [...filter.hasMany(["a", "never added"])].join() // "1,0"
   */
  hasMany(keys) {
    return hasMany(this.#state, keys);
  }

  /**
   * Adds a key a line. Lines end in LF or CRLF; empty lines are skipped. Bytes are UTF-8, or
   * whatever the keys are.
   * @param {Uint8Array | string} lines
   * @returns {number} how many of them changed the filter
   * @throws {TypeError} neither bytes nor a text, or a filter that was freed
   * @throws {RangeError} no memory for a very long line
   * @example
   * filter.addLines("x\r\n\ny\n") // 2
   */
  addLines(lines) {
    return addLines(this, this.#state, lines);
  }

  /**
   * Asks for a key a line, of lines as `addLines` reads them. No string is made of a line.
   * @param {Uint8Array | string} lines
   * @returns {Bytes} for each line that is not empty, in order, 1 or 0
   * @throws {TypeError | RangeError} as `addLines`
   * @example
   * [...filter.hasLines("a\nnever added")].join() // "1,0"
   */
  hasLines(lines) {
    return hasLines(this.#state, lines);
  }

  /**
   * Answers false for a key from now on, although its bits say "possibly": for one that is known
   * not to be in the list, such as a false positive that somebody has complained of. The allowed
   * keys are exact, go into the dump, and are looked at only where the bits say "possibly". To add
   * a key ends it. A union allows what both know not to have.
   * @param {Key} key
   * @returns {boolean} true if it was not yet allowed
   * @throws {TypeError} not a key, or a filter that was freed
   * @throws {RangeError} the keys, with two bytes more for each, take more than 32,768 bytes
   * @example
   * filter.allow("a"); filter.has("a") // false
   */
  allow(key) {
    return allow(this.#state, key);
  }

  /**
   * A new filter with the keys of both, bit for bit as if they had all been added to one. It
   * keeps the name and version of this one.
   * @param {BloomFilter} other
   * @returns {this} a filter of the same class
   * @throws {TypeError} not a filter, or a freed one
   * @throws {RangeError} another layout, shape or seed (`code` "INCOMPATIBLE")
   * @example
   * filter.union(other).has("only in other") // true
   */
  union(other) {
    return this.#wrapped(combined(this.#state, stateOf(other), "merge"));
  }

  /**
   * A new filter that has every key that is in both, and "possibly" for a few more than a filter
   * of those keys alone.
   * @param {BloomFilter} other
   * @returns {this} a filter of the same class
   * @throws {TypeError | RangeError} as `union`
   * @example
   * filter.intersection(other).has("only in other") // false
   */
  intersection(other) {
    return this.#wrapped(combined(this.#state, stateOf(other), "intersect"));
  }

  /**
   * Takes the keys of another filter into this one. A filter that is merged with itself stays as
   * it is.
   * @param {BloomFilter} other
   * @returns {this}
   * @throws {TypeError | RangeError} as `union`; this filter is then unchanged
   * @example
   * filter.merge(other).has("only in other") // true
   */
  merge(other) {
    changeBy(this.#state, stateOf(other), "merge");
    this.#state.watch?.after(this, Number.POSITIVE_INFINITY);
    return this;
  }

  /**
   * True if the two can be combined: same layout, bits, hashes and seed.
   * @param {BloomFilter} other
   * @returns {boolean}
   * @throws {TypeError} not a filter, or a freed one
   * @example
   * filter.isCompatible(other) // true
   */
  isCompatible(other) {
    return compare(this.#state, stateOf(other), "isCompatible");
  }

  /**
   * True if the two can be combined, have the same bits set and allow the same keys in the same order.
   * @param {BloomFilter} other
   * @returns {boolean}
   * @throws {TypeError} not a filter, or a freed one
   * @example
   * filter.equals(filter.clone()) // true
   */
  equals(other) {
    return compare(this.#state, stateOf(other), "holdsSame");
  }

  /**
   * A copy, of the older generation and of `onSaturated` too.
   * @returns {this} a filter of the same class
   * @throws {TypeError} a filter that was freed
   * @throws {RangeError} no memory
   * @example
   * filter.clone().has("a") // true
   */
  clone() {
    const { filter, old, watch } = this.#state;
    const copy = this.#state.with(filter.copy());
    copy.old = old?.with(old.filter.copy());
    copy.watch = watch && saturation(watch.policy);
    return this.#wrapped(copy);
  }

  /**
   * Forgets every key.
   * @throws {TypeError} a filter that was freed
   * @example
   * filter.clear(); filter.has("a") // false
   */
  clear() {
    clear(this.#state);
  }

  /**
   * A new filter with 1/`divisor` of the bits, bit for bit as if the same keys had been added to a
   * filter of that size.
   * @param {number} divisor a divisor of `bits / 64` (standard), of `bits / hashes / 64` (partitioned) or of
   *   `bits / 512` (blocked): neighbouring words, or blocks, become one
   * @returns {this} a filter of the same class
   * @throws {TypeError} not a number, or a filter that was freed
   * @throws {RangeError} not such a divisor, or no memory
   * @example
   * filter.fold(3).stats.bits // 320
   */
  fold(divisor) {
    wholeNumber(divisor, "divisor", 1);
    return this.#wrapped(this.#state.with(whole(this.#state, (filter) => filter.fold(divisor))));
  }

  /**
   * The smallest fold that still meets a rate for the keys that the filter holds, judged by the
   * bits that are set.
   * @param {object} options
   * @param {number} options.errorRate p, 1e-18 to below 1
   * @returns {this} a filter of the same class
   * @throws {TypeError} no such option, or a filter that was freed
   * @throws {RangeError} a rate out of range, or below that of the filter as it is; no memory
   * @example
   * filter.shrink({ errorRate: 0.5 }).stats.bits < 960 // true
   */
  shrink(options) {
    if (typeof options !== "object" || !options) wrongType("options", "an object", options);
    const errorRate = rate(options.errorRate);
    return this.#wrapped(this.#state.with(whole(this.#state, (filter) => filter.shrink(errorRate))));
  }

  /**
   * The positions of a key.
   * @param {Key} key
   * @returns {number[]} k bit numbers from 0, in the order in which they are probed; some may be equal
   * @throws {TypeError | RangeError} as `add`
   * @example
   * filter.positions("a").length // 7
   */
  positions(key) {
    return positions(this.#state, key);
  }

  /**
   * A copy of the bits, eight positions per byte: position 0 is the least significant bit of the first.
   * @returns {Bytes}
   * @throws {TypeError} a filter that was freed
   * @throws {RangeError} no memory
   * @example
   * filter.bits().length // 120
   */
  bits() {
    return bitsOf(this.#state, this.#state.filter);
  }

  /**
   * What the filter is and how full it is. Counting the bits takes about 1 ms for 10 MB.
   * @returns {Readonly<Stats>}
   * @throws {TypeError} a filter that was freed
   * @example
   * filter.stats.inserted // 2
   */
  get stats() {
    return statsOf(this.#state, this);
  }

  /**
   * The dump: the same filter gives the same bytes on every platform (docs/FORMAT.md).
   * @returns {Bytes}
   * @throws {TypeError} a filter that was freed, or a name or version that is no string
   * @throws {RangeError} a name or version of more than 1,024 bytes
   * @example
   * filter.toBytes().length // 184
   */
  toBytes() {
    return whole(this.#state, (filter) => dumpOf(this.#state, filter, this.name, this.version));
  }

  /**
   * The dump as standard, padded base64.
   * @returns {string}
   * @throws {TypeError} as `toBytes`
   * @throws {RangeError} as `toBytes`; a text longer than this engine's strings can be, as that of a filter of 2^32 bits in
   *   Chromium and Node: use `toBytes`
   * @example
   * filter.toBase64().startsWith("60ZMVAEA") // true
   */
  toBase64() {
    return encodeDump(this.toBytes());
  }

  /**
   * What `JSON.stringify` writes: the name and version of the list, and the dump in base64, which `load` reads.
   * @returns {{ name: string, version: string, base64: string }}
   * @throws {TypeError | RangeError} as `toBase64`
   * @example
   * load(JSON.parse(JSON.stringify(filter)).base64).has("a") // true
   */
  toJSON() {
    return { name: this.name, version: this.version, base64: this.toBase64() };
  }

  /**
   * What `console.log` shows in Node, Deno and Bun.
   * @internal
   */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    // A prototype has it, too, and a Proxy around a filter.
    return #state in this ? inspected(this, this.#state) : this;
  }

  /**
   * Gives the memory back at once; otherwise the garbage collector does it some time. Using the
   * filter afterwards throws; freeing it again does nothing.
   * @example
   * filter.free(); filter.free(); // the second does nothing
   */
  free() {
    this.#state.free();
  }

  /**
   * `free`, for `using`.
   * @example
   * filter[Symbol.dispose ?? Symbol.for("Symbol.dispose")]()
   */
  [dispose]() {
    this.free();
  }

  /**
   * A filter of this class, name and version.
   * @param {FilterState} state
   * @returns {this}
   */
  #wrapped(state) {
    const { name, version } = this;
    return /** @type {this} */ (wrap(/** @type {typeof BloomFilter} */ (this.constructor), { state, name, version }));
  }
}

/**
 * True where `add` is that of this class. (Bundlers rename a class that names itself.)
 * @param {BloomFilter} filter
 */
const hasOwnAdd = (filter) => filter.add === BloomFilter.prototype.add;

/** What a constructor gets in place of options where a filter is there already. */
class Wrapped {
  /** True when BloomFilter has got it. */
  taken = false;

  /** @param {{ state: FilterState, name: string, version: string }} what */
  constructor({ state, name, version }) {
    this.state = state;
    this.name = name;
    this.version = version;
  }
}

/**
 * True for what a constructor gets in place of options.
 * @param {unknown} options
 */
export const isWrapped = (options) => options instanceof Wrapped;

/**
 * The filter of a class for what is behind it. Constructors of subclasses pass on what they get, or say so.
 * @template {typeof BloomFilter} T
 * @param {T} Kind
 * @param {{ state: FilterState, name: string, version: string }} what
 * @returns {InstanceType<T>}
 */
export function wrap(Kind, what) {
  const wrapped = new Wrapped(what);
  let cause;
  try {
    const filter = new /** @type {any} */ (Kind)(wrapped);
    if (wrapped.taken) return filter;
    filter.free();
  } catch (error) {
    cause = error;
  }
  what.state.free();
  if (wrapped.taken) throw cause;
  throw new TypeError(`${Kind.name}: expected a constructor that passes its first argument to super()`, { cause });
}

/**
 * An empty filter by capacity and rate, or by shape.
 * @param {import("./engine.js").CoreModule} wasm
 * @param {ReturnType<typeof readOptions>} options
 * @param {import("../wasm/edgebloom.js").Cells} cells
 */
export function makeCells(wasm, { layout, byShape, bits, hashes, capacity, errorRate, seed }, cells) {
  return byShape
    ? wasm.Filter.withShape(layout, bits, hashes, seed, cells)
    : wasm.Filter.withRate(layout, capacity, errorRate, seed, cells);
}
