import { decode, encode } from "./base64.js";
import { dispose } from "./dispose.js";
import { core } from "./core.js";
import { isBytes, plain } from "./engine.js";
import { FilterFormatError, coded, rate, whole, wrongType } from "./errors.js";
import { describe } from "./header.js";
import { PLAIN, readOptions, readText } from "./options.js";
import { markRaw } from "./raw.js";
import { saturation } from "./saturation.js";

/** @typedef {import("./engine.js").Engine} Engine */
/**
 * Writes a key into the input range of an engine; how many bytes it has.
 * @typedef {(engine: Engine, key: Key) => number} Put
 */
/** @typedef {import("./types.js").Bytes} Bytes */
/** @typedef {import("./types.js").FromOptions} FromOptions */
/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("./types.js").RateOptions} RateOptions */
/** @typedef {import("./types.js").ShapeOptions} ShapeOptions */
/** @typedef {import("./types.js").Stats} Stats */

/**
 * What the constructor gets from us instead of options.
 * @type {{ engine: Engine, id: number, name: string, version: string, put: Put | undefined } | undefined}
 */
let made;

/**
 * Runs `use` with the number that another filter has in an engine; with 0 if it cannot be there and the
 * caller only `asks`.
 * @type {<T>(engine: Engine, other: BloomFilter, use: (id: number) => T, asks?: boolean) => T}
 */
let withOther;

/**
 * Where a filter is.
 * @type {(filter: BloomFilter) => { engine: Engine, id: number }}
 */
export let placeOf;

/**
 * How the keys of a filter are written, if not as usual.
 * @type {(filter: BloomFilter) => Put | undefined}
 */
export let putOf;

/**
 * What the dump of a filter, or of a stage of it, says of itself.
 * @type {(filter: BloomFilter, stage: number) => ReturnType<typeof describe>}
 */
export let headOf;

/**
 * The dump of a filter, or of a stage of it.
 * @type {(filter: BloomFilter, stage: number) => Uint8Array}
 */
export let dumpOf;

/**
 * A Bloom filter: `has` answers false for "definitely not added" and true for "possibly", and
 * never misses a key that was added.
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
  /** @type {Engine} */
  #engine;

  /** Where the filter is in the module; 0 after free(). */
  #id = 0;

  /**
   * How keys are written, if not as usual.
   * @type {Put | undefined}
   */
  #put;

  /**
   * What watches over the fill, if anything does.
   * @type {ReturnType<typeof saturation> | undefined}
   */
  #watch;

  /**
   * The older generation of a rotating filter.
   * @type {BloomFilter | undefined}
   */
  #old;

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
   * new BloomFilter({ capacity: 100_000, errorRate: 0.01 }).stats.bits // 958528
   */
  constructor(options) {
    if (made) {
      ({ engine: this.#engine, id: this.#id, name: this.name, version: this.version, put: this.#put } = made);
      made = undefined;
    } else {
      const kind = /** @type {typeof BloomFilter} */ (new.target);
      const read = readOptions(options, kind.options);
      if (read.onSaturated !== undefined) this.#watch = saturation(read.onSaturated);
      this.#engine = kind.engine;
      this.#id = kind.make(this.#engine, read) || this.#engine.fail();
      ({ name: this.name, version: this.version } = read);
    }
    this.#engine.registry?.register(this, this.#id, this);
  }

  /**
   * Which module the filters of this class are in.
   * @internal
   */
  static get engine() {
    return core;
  }

  /**
   * What the constructor takes.
   * @internal
   */
  static get options() {
    return PLAIN;
  }

  /**
   * An empty filter in a module; 0 if there cannot be one.
   * @internal
   * @param {Engine} engine
   * @param {ReturnType<typeof readOptions>} options
   * @returns {number}
   */
  static make({ wasm }, { scheme, byShape, bits, hashes, capacity, errorRate, seed }) {
    return byShape ? wasm.with_shape(scheme, bits, hashes, seed) : wasm.with_rate(scheme, capacity, errorRate, seed);
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
    const { engine } = this;
    const bytes = isBytes(dump) ? plain(dump) : wrongType("dump", "a Uint8Array", dump);
    return (engine.read ?? readDump)(this, engine, bytes);
  }

  /** Where the filter is, if there still is one. */
  #live() {
    if (!this.#id) throw new TypeError("filter: expected one that was not freed");
    return this.#id;
  }

  /**
   * Writes a key into the input range; how many bytes it has.
   * @param {Key} key
   */
  #putKey(key) {
    return this.#put ? this.#put(this.#engine, key) : this.#engine.putKey(key);
  }

  /**
   * Runs `use` with the number of the filter, or of one that has what its older generation has, too.
   * @template T
   * @param {(id: number) => T} use
   * @returns {T}
   */
  #whole(use) {
    const id = this.#live();
    if (!this.#old) return use(id);
    const both = this.#copy();
    try {
      both.#change(this.#old, "merge");
      return use(both.#id);
    } finally {
      both.free();
    }
  }

  static {
    markRaw(this);
    placeOf = (filter) => ({ engine: filter.#engine, id: filter.#live() });
    putOf = (filter) => filter.#put;
    headOf = (filter, stage) => filter.#header(stage);
    dumpOf = (filter, stage) => filter.#dump(stage);
    withOther = (engine, other, use, asks) => {
      if (typeof other !== "object" || !other || !(#id in other)) {
        wrongType("other", "a BloomFilter", other);
      }
      if (other.#engine === engine) return other.#whole(use);
      let copy;
      try {
        // Each module has its own memory.
        copy = readDump(this, engine, /** @type {any} */ (other).denseDump ?? other.toBytes());
      } catch (error) {
        if (!(error instanceof FilterFormatError)) throw error;
        if (asks) return use(0);
        throw coded("other: expected its like", "INCOMPATIBLE", "other");
      }
      try {
        return use(copy.#id);
      } finally {
        copy.free();
      }
    };
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
    const id = this.#live();
    const engine = this.#engine;
    const length = this.#putKey(key);
    this.#watch?.before(this, this.#rotate);
    const answer = engine.check(engine.wasm.insert(id, length));
    if (answer) this.#watch?.after(this, 1);
    return answer > 0 && !this.#old?.has(key);
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
    const id = this.#live();
    const engine = this.#engine;
    return !!(engine.wasm.contains(id, this.#putKey(key)) || this.#old?.has(key));
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
    checkIterable(keys);
    return Uint8Array.from(keys, (key) => +this.has(key));
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
    const id = this.#live();
    const engine = this.#engine;
    let changed = 0;
    engine.eachPiece(lines, (length) => {
      this.#watch?.before(this, this.#rotate);
      const more = engine.check(engine.wasm.insert_lines(id, length));
      changed += more;
      this.#watch?.after(this, more);
    });
    return changed;
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
    const id = this.#live();
    const engine = this.#engine;
    // A line takes two bytes at least, but for the last.
    let answers = new Uint8Array(lines?.length / 2 + 1);
    let count = 0;
    engine.eachPiece(lines, (length) => {
      const more = engine.wasm.contains_lines(id, length);
      answers.set(engine.memory(engine.wasm.input(), more), count);
      count += more;
    });
    answers = answers.slice(0, count);
    return this.#old?.hasLines(lines).map((answer, i) => answer | answers[i]) ?? answers;
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
    const id = this.#live();
    this.#old?.allow(key);
    const engine = this.#engine;
    return engine.check(engine.wasm.allow(id, this.#putKey(key))) > 0;
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
    return this.#combined(other, "merge");
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
    return this.#combined(other, "intersect");
  }

  /**
   * @param {BloomFilter} other
   * @param {"merge" | "intersect"} change
   * @returns {this}
   */
  #combined(other, change) {
    const both = this.#whole((id) => this.#copy(id));
    try {
      both.#change(other, change);
      return both;
    } catch (error) {
      both.free();
      throw error;
    }
  }

  /**
   * @param {BloomFilter} other
   * @param {"merge" | "intersect"} change
   */
  #change(other, change) {
    const engine = this.#engine;
    const id = this.#live();
    withOther(engine, other, (its) => engine.check(engine.wasm[change](id, its)));
  }

  /**
   * A filter of this class, name and version; 0 if there cannot be one.
   * @param {number} id
   * @returns {this}
   */
  #wrapped(id) {
    const Kind = /** @type {typeof BloomFilter} */ (this.constructor);
    const filter = wrap(Kind, this.#engine, id || this.#engine.fail(), this.name, this.version, this.#put);
    return /** @type {this} */ (filter);
  }

  /**
   * A copy of this generation, or of another filter in its place.
   * @returns {this}
   */
  #copy(id = this.#live()) {
    return this.#wrapped(this.#engine.wasm.copy(id));
  }

  /** Makes this generation the older one, and begins another. */
  #rotate() {
    const old = this.#copy();
    this.clear();
    this.#old = old;
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
    this.#change(other, "merge");
    this.#watch?.after(this, Infinity);
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
    return this.#compare(other) > 0;
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
    return this.#compare(other) > 1;
  }

  /** @param {BloomFilter} other */
  #compare(other) {
    return this.#whole((id) =>
      withOther(this.#engine, other, (its) => its && this.#engine.wasm.compare(id, its), true),
    );
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
    const copy = this.#copy();
    copy.#watch = this.#watch && saturation(this.#watch.policy);
    copy.#old = this.#old?.clone();
    return copy;
  }

  /**
   * Forgets every key.
   * @throws {TypeError} a filter that was freed
   * @example
   * filter.clear(); filter.has("a") // false
   */
  clear() {
    this.#engine.wasm.clear(this.#live());
    this.#old?.free();
    this.#old = undefined;
    this.#watch?.reset();
  }

  /**
   * A new filter with 1/`divisor` of the bits, bit for bit as if the same keys had been added to a
   * filter of that size.
   * @param {number} divisor a divisor of `bits` (standard), of `bits / hashes` (partitioned) or of
   *   `bits / 512` (blocked)
   * @returns {this} a filter of the same class
   * @throws {TypeError} not a number, or a filter that was freed
   * @throws {RangeError} not such a divisor, or no memory
   * @example
   * filter.fold(2).stats.bits // 480
   */
  fold(divisor) {
    whole(divisor, "divisor", 1);
    return this.#whole((id) => this.#wrapped(this.#engine.wasm.fold(id, divisor)));
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
    return this.#whole((id) => this.#wrapped(this.#engine.wasm.shrink(id, errorRate)));
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
    const id = this.#live();
    const engine = this.#engine;
    return engine.numbers(engine.wasm.positions(id, this.#putKey(key)));
  }

  /**
   * A copy of the bits, position i at bit i mod 8, counted from the least significant, of byte
   * ⌊i / 8⌋.
   * @returns {Bytes}
   * @throws {TypeError} a filter that was freed
   * @throws {RangeError} no memory
   * @example
   * filter.bits().length // 120
   */
  bits() {
    const { bits, counterBits } = this.#header(0);
    return this.#engine.memory(this.#engine.wasm.payload(this.#id, 0), Math.ceil((bits * counterBits) / 8)).slice();
  }

  /**
   * What the filter is and how full it is. Counting the bits takes about 1 ms for 10 MB.
   * @returns {Readonly<Stats>}
   * @throws {TypeError} a filter that was freed
   * @example
   * filter.stats.inserted // 2
   */
  get stats() {
    const { name, version, length, counterBits, sparse, ...stats } = this.#header(0);
    const engine = this.#engine;
    engine.wasm.estimate(this.#id);
    const [bitsSet, estimatedCount, estimatedErrorRate] = engine.numbers(3);
    const fillRatio = bitsSet / stats.bits;
    return { ...stats, bitsSet, fillRatio, estimatedCount, estimatedErrorRate, saturated: fillRatio > 0.5 };
  }

  /**
   * What the dump of a stage would say of itself.
   * @param {number} stage
   */
  #header(stage) {
    const length = this.#writeHead(stage);
    const engine = this.#engine;
    // A copy: making room for it may move the memory.
    return describe(engine, engine.memory(engine.wasm.output(), length).slice());
  }

  /**
   * Writes the head of the dump of a stage to the output range; its length.
   * @param {number} stage
   */
  #writeHead(stage, id = this.#live()) {
    const engine = this.#engine;
    const name = readText(this.name, "name");
    const version = readText(this.version, "version");
    const texts = new Uint8Array(name.length + version.length);
    texts.set(name);
    texts.set(version, name.length);
    engine.putBytes(texts);
    return engine.check(engine.wasm.write_head(id, stage, name.length, version.length));
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
    return this.#whole((id) => this.#dump(0, id));
  }

  /** @param {number} stage */
  #dump(stage, id = this.#live()) {
    const head = this.#writeHead(stage, id);
    const engine = this.#engine;
    const { wasm } = engine;
    const payload = wasm.payload_words(id, stage) * 8;
    wasm.write_checksum(id, stage);
    const dump = new Uint8Array(head + payload + 8);
    dump.set(engine.memory(wasm.output(), head));
    dump.set(engine.memory(wasm.payload(id, stage), payload), head);
    dump.set(engine.memory((wasm.output() >>> 0) + head, 8), head + payload);
    return dump;
  }

  /**
   * The dump as standard, padded base64.
   * @returns {string}
   * @throws {TypeError | RangeError} as `toBytes`
   * @example
   * filter.toBase64().startsWith("60ZMVAEA") // true
   */
  toBase64() {
    return encode(this.toBytes());
  }

  /**
   * Gives the memory back at once; otherwise the garbage collector does it some time. Using the
   * filter afterwards throws; freeing it again does nothing.
   * @example
   * filter.free(); filter.free(); // the second does nothing
   */
  free() {
    if (this.#id) {
      this.#engine.registry?.unregister(this);
      this.#engine.wasm.release(this.#id);
      this.#old?.free();
      this.#id = 0;
    }
  }

  /**
   * `free`, for `using`.
   * @example
   * filter[Symbol.dispose ?? Symbol.for("Symbol.dispose")]()
   */
  [dispose]() {
    this.free();
  }
}

/**
 * @template {typeof BloomFilter} T
 * @param {T} Kind
 * @param {Engine} engine
 * @param {number} id
 * @param {string} name
 * @param {string} version
 * @param {Put} [put]
 * @returns {InstanceType<T>}
 */
export function wrap(Kind, engine, id, name, version, put) {
  made = { engine, id, name, version, put };
  return /** @type {InstanceType<T>} */ (new /** @type {any} */ (Kind)());
}

/**
 * The filter in a dump.
 * @template {typeof BloomFilter} T
 * @param {T} Kind
 * @param {Engine} engine
 * @param {Uint8Array} dump
 * @param {Put} [put]
 * @returns {InstanceType<T>}
 */
export function readDump(Kind, engine, dump, put) {
  const { wasm } = engine;
  const { name, version, length, counterBits } = describe(engine, dump);
  // The first bytes are still in the input range.
  const head = engine.check(wasm.begin_load(length, dump.length));
  const payload = dump.subarray(head, -8);
  engine.memory(wasm.load_words(), payload.length).set(payload);
  engine.putBytes(dump.subarray(-8));
  return wrap(Kind, engine, wasm.finish_load(0) || engine.fail(), name, version, put);
}

/**
 * A string is iterable, but by its characters: nobody means that.
 * @param {unknown} keys
 */
export function checkIterable(keys) {
  if (typeof keys === "string" || typeof (/** @type {any} */ (keys)?.[Symbol.iterator]) !== "function") {
    wrongType("keys", "an iterable of keys", keys);
  }
}
