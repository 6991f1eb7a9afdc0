import { instance as wasm } from "../wasm/glue.js";
import { decode, encode } from "./base64.js";
import { build, pushKey } from "./builder.js";
import { check, rate, whole, wrongType } from "./errors.js";
import { readHeader } from "./header.js";
import { eachPiece, isBytes, memory, numbers, plain, putBytes, putKey } from "./memory.js";
import { readOptions, readText } from "./options.js";

/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("./types.js").RateOptions} RateOptions */
/** @typedef {import("./types.js").ShapeOptions} ShapeOptions */
/** @typedef {import("./types.js").Stats} Stats */

/**
 * What the constructor gets from us instead of options.
 * @type {{ id: number, name: string, version: string } | undefined}
 */
let made;

/**
 * The number of another filter.
 * @type {(other: BloomFilter) => number}
 */
let idOf;

/** Gives the memory of filters back that nobody holds any more; where there is no registry, free() does. */
const registry =
  typeof FinalizationRegistry == "undefined" ? undefined : new FinalizationRegistry((id) => wasm.release(id));

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
  /** The number of the filter in the module; −1 after free(). */
  #id = -1;

  /** What the list is called; "" for none. Goes into the dump, changes no answer. */
  name;

  /** Which version of the list it is; "" for none. Goes into the dump, changes no answer. */
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
      ({ id: this.#id, name: this.name, version: this.version } = made);
      made = undefined;
    } else {
      const { scheme, byShape, bits, hashes, capacity, errorRate, seed, name, version } =
        readOptions(options);
      this.#id = check(
        byShape
          ? wasm.with_shape(scheme, bits, hashes, seed)
          : wasm.with_rate(scheme, capacity, errorRate, seed),
      );
      this.name = name;
      this.version = version;
    }
    registry?.register(this, this.#id, this);
  }

  /**
   * The filter of some keys, sized by the number of distinct ones unless a capacity is given.
   * @param {Iterable<Key>} keys
   * @param {(Omit<RateOptions, "capacity"> & { capacity?: number }) | ShapeOptions} options
   * @returns {BloomFilter}
   * @throws {TypeError | RangeError} as the constructor and `add`; nothing is kept
   * @example
   * BloomFilter.from(["a", "b", "a"], { errorRate: 0.01 }).stats.capacity // 2
   */
  static from(keys, options) {
    const read = readOptions(options, true);
    checkIterable(keys);
    if (read.byKeys) {
      const id = build(read, () => {
        for (const key of keys) pushKey(key);
      });
      return wrap(id, read.name, read.version);
    }
    const filter = new BloomFilter(/** @type {RateOptions} */ (options));
    try {
      filter.addMany(keys);
      return filter;
    } catch (error) {
      filter.free();
      throw error;
    }
  }

  /**
   * The filter in a base64 text: what `toBase64` writes, in the standard or the URL-safe alphabet.
   * @param {string} text
   * @returns {BloomFilter}
   * @throws {TypeError} not a string
   * @throws {FilterFormatError} anything but one whole, sound, canonical text
   * @example
   * BloomFilter.fromBase64(filter.toBase64()).equals(filter) // true
   */
  static fromBase64(text) {
    return BloomFilter.fromBytes(decode(text));
  }

  /**
   * The filter in a dump: what `toBytes` writes. The dump is copied; nothing is allocated before
   * its length and every limit are checked.
   * @param {Uint8Array} dump
   * @returns {BloomFilter}
   * @throws {TypeError} not a Uint8Array
   * @throws {FilterFormatError} anything but one whole and sound dump
   * @example
   * BloomFilter.fromBytes(filter.toBytes()).equals(filter) // true
   */
  static fromBytes(dump) {
    dump = isBytes(dump) ? plain(dump) : wrongType("dump", "a Uint8Array", dump);
    const { name, version } = readHeader(dump);
    // The first bytes are still in the input range.
    const head = check(wasm.begin_load(Math.min(dump.length, wasm.head_limit()), dump.length));
    const payload = dump.subarray(head, -8);
    memory(wasm.load_words(), payload.length).set(payload);
    putBytes(dump.subarray(-8));
    return wrap(check(wasm.finish_load()), name, version);
  }

  /** The number of the filter, if there still is one. */
  #live() {
    if (this.#id < 0) throw new TypeError("filter: expected one that was not freed");
    return this.#id;
  }

  static {
    idOf = (other) => {
      if (typeof other != "object" || !other || !(#id in other)) {
        wrongType("other", "a BloomFilter", other);
      }
      return other.#live();
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
    return !!wasm.insert(id, putKey(key));
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
    return !!wasm.contains(id, putKey(key));
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
   * @returns {Uint8Array} for each key, in order, 1 (possibly) or 0 (definitely not)
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
   * @throws {TypeError | RangeError}
   * @example
   * filter.addLines("x\r\n\ny\n") // 2
   */
  addLines(lines) {
    const id = this.#live();
    let changed = 0;
    eachPiece(lines, (length, last) => {
      changed += wasm.insert_lines(id, length, last);
      return wasm.rest();
    });
    return changed;
  }

  /**
   * Asks for a key a line, as `addLines` reads them. No string is made of a line.
   * @param {Uint8Array | string} lines
   * @returns {Uint8Array} for each line that is not empty, in order, 1 or 0
   * @throws {TypeError | RangeError}
   * @example
   * [...filter.hasLines("a\nnever added")].join() // "1,0"
   */
  hasLines(lines) {
    const id = this.#live();
    /** @type {Uint8Array[]} */
    const parts = [];
    let count = 0;
    eachPiece(lines, (length, last) => {
      const more = wasm.contains_lines(id, length, last);
      parts.push(memory(wasm.output(), more).slice());
      count += more;
      return wasm.rest();
    });
    const answers = new Uint8Array(count);
    for (const part of parts.reverse()) answers.set(part, (count -= part.length));
    return answers;
  }

  /**
   * A new filter with the keys of both, bit for bit as if they had all been added to one. It
   * keeps the name and version of this one.
   * @param {BloomFilter} other
   * @returns {BloomFilter}
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
   * @returns {BloomFilter}
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
   */
  #combined(other, change) {
    const both = this.clone();
    try {
      check(wasm[change](both.#id, idOf(other)));
      return both;
    } catch (error) {
      both.free();
      throw error;
    }
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
    check(wasm.merge(this.#live(), idOf(other)));
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
    return wasm.compare(this.#live(), idOf(other)) > 0;
  }

  /**
   * True if the two can be combined and have the same bits set, so that they answer alike.
   * @param {BloomFilter} other
   * @returns {boolean}
   * @throws {TypeError} not a filter, or a freed one
   * @example
   * filter.equals(filter.clone()) // true
   */
  equals(other) {
    return wasm.compare(this.#live(), idOf(other)) > 1;
  }

  /**
   * A copy.
   * @returns {BloomFilter}
   * @throws {RangeError} no memory
   * @example
   * filter.clone().has("a") // true
   */
  clone() {
    return wrap(check(wasm.copy(this.#live())), this.name, this.version);
  }

  /**
   * Forgets every key.
   * @example
   * filter.clear(); filter.has("a") // false
   */
  clear() {
    wasm.clear(this.#live());
  }

  /**
   * A new filter with 1/`divisor` of the bits, bit for bit as if the same keys had been added to a
   * filter of that size.
   * @param {number} divisor a divisor of `bits` (standard), of `bits / hashes` (partitioned) or of
   *   `bits / 512` (blocked)
   * @returns {BloomFilter}
   * @throws {TypeError | RangeError}
   * @example
   * filter.fold(2).stats.bits // 480
   */
  fold(divisor) {
    return wrap(
      check(wasm.fold(this.#live(), whole(divisor, "divisor", 1))),
      this.name,
      this.version,
    );
  }

  /**
   * The smallest fold that still meets a rate for the keys that the filter holds, judged by the
   * bits that are set.
   * @param {{ errorRate: number }} options
   * @returns {BloomFilter}
   * @throws {TypeError | RangeError} also where the filter is above the rate as it is
   * @example
   * filter.shrink({ errorRate: 0.5 }).stats.bits < 960 // true
   */
  shrink(options) {
    if (typeof options != "object" || !options) wrongType("options", "an object", options);
    const errorRate = rate(options.errorRate);
    return wrap(check(wasm.shrink(this.#live(), errorRate)), this.name, this.version);
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
    return numbers(wasm.positions(id, putKey(key)));
  }

  /**
   * A copy of the bits, position i at bit i mod 8, counted from the least significant, of byte
   * ⌊i / 8⌋.
   * @returns {Uint8Array}
   * @example
   * filter.bits().length // 120
   */
  bits() {
    const { bits } = this.stats;
    return memory(wasm.words(this.#live()), Math.ceil(bits / 8)).slice();
  }

  /**
   * What the filter is and how full it is. Counting the bits takes about 1 ms for 10 MB.
   * @returns {Stats}
   * @example
   * filter.stats.inserted // 2
   */
  get stats() {
    const { name, version, ...stats } = this.#header();
    wasm.estimate(this.#id);
    const [bitsSet, estimatedCount, estimatedErrorRate] = numbers(3);
    const fillRatio = bitsSet / stats.bits;
    const saturated = fillRatio > 0.5;
    return { ...stats, bitsSet, fillRatio, estimatedCount, estimatedErrorRate, saturated };
  }

  /** What the dump would say of itself. */
  #header() {
    const length = this.#writeHead();
    // A copy: making room for it may move the memory.
    return readHeader(memory(wasm.output(), length).slice());
  }

  /** Writes the head of the dump to the output range; its length. */
  #writeHead() {
    const name = readText(this.name, "name");
    const version = readText(this.version, "version");
    const texts = new Uint8Array(name.length + version.length);
    texts.set(name);
    texts.set(version, name.length);
    putBytes(texts);
    return check(wasm.write_head(this.#live(), name.length, version.length));
  }

  /**
   * The dump: the same filter gives the same bytes on every platform (docs/FORMAT.md).
   * @returns {Uint8Array}
   * @throws {RangeError} a name or version of more than 1,024 bytes
   * @example
   * filter.toBytes().length // 184
   */
  toBytes() {
    const head = this.#writeHead();
    const payload = wasm.word_count(this.#id) * 8;
    wasm.write_checksum(this.#id);
    const dump = new Uint8Array(head + payload + 8);
    dump.set(memory(wasm.output(), head));
    dump.set(memory(wasm.words(this.#id), payload), head);
    dump.set(memory((wasm.output() >>> 0) + head, 8), head + payload);
    return dump;
  }

  /**
   * The dump as standard, padded base64.
   * @returns {string}
   * @throws {RangeError} as `toBytes`
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
    if (this.#id >= 0) {
      registry?.unregister(this);
      wasm.release(this.#id);
      this.#id = -1;
    }
  }

  /** `free`, for `using`. */
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.free();
  }
}

/**
 * @param {number} id
 * @param {string} name
 * @param {string} version
 * @returns {BloomFilter}
 */
export function wrap(id, name, version) {
  made = { id, name, version };
  return new BloomFilter(/** @type {any} */ (undefined));
}

/**
 * A string is iterable, but by its characters: nobody means that.
 * @param {unknown} keys
 */
function checkIterable(keys) {
  if (typeof keys == "string" || typeof (/** @type {any} */ (keys)?.[Symbol.iterator]) != "function") {
    wrongType("keys", "an iterable of keys", keys);
  }
}

/**
 * The filter in a dump or in its base64 text, of whichever class it is.
 * @param {Uint8Array | string} dump
 * @returns {BloomFilter}
 * @throws {TypeError} neither bytes nor a text
 * @throws {FilterFormatError} as `BloomFilter.fromBytes` and `BloomFilter.fromBase64`
 * @example
 * load(filter.toBytes()).has("a") // true
 */
export function load(dump) {
  return typeof dump == "string" ? BloomFilter.fromBase64(dump) : BloomFilter.fromBytes(dump);
}
