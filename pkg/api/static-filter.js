import { decode, encodeDump } from "./base64.js";
import { bytesOf, isBytes } from "./bytes.js";
import { allow } from "./changing.js";
import { dispose } from "./dispose.js";
import { encoder } from "./engine.js";
import { compatEngine, engine } from "./engines.js";
import { argumentError, wrongType, wrongValue } from "./errors.js";
import { FilterState } from "./filter-state.js";
import { inspected } from "./inspecting.js";
import { readState } from "./loading.js";
import { readOptions } from "./options.js";
import { checkIterable, has, hasLines, hasMany, joined } from "./querying.js";
import { markRaw } from "./raw.js";
import { checkedText, headerOf } from "./saving.js";

/** @typedef {import("./types.js").Bytes} Bytes */
/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("../wasm/compat.js").Collector} Collector */

/**
 * How a static set is built.
 * @typedef {object} StaticOptions
 * @property {number} errorRate p, the share of other keys that `has` may answer true for: 1e-9 to 0.5
 * @property {number | "random"} [seed] 0 (default) to 4294967295, or "random"
 * @property {string} [name] the name of the list, at most 1,024 bytes of UTF-8; "" by default
 * @property {string} [version] the version of the list, at most 1,024 bytes of UTF-8; "" by default
 */

/**
 * What a static set is.
 * @typedef {object} StaticStats
 * @property {"static"} layout as in the stats of a FilterReader
 * @property {"native"} scheme as in the stats of other filters
 * @property {number} bits the size of the set in bits, without header, exceptions and checksum
 * @property {number} hashes the least number of fingerprint bits that are compared
 * @property {number} seed what the hash depends on beside the key: 0 to 4294967295
 * @property {number} errorRate p, the rate it was built for
 * @property {number} inserted how many distinct keys there are
 * @property {number} byteLength the length of `toBytes()`; an invalid name or version counts as empty
 */

const OPTIONS = ["errorRate", "seed", "name", "version"];

/** What only this file can make, and a constructor takes. */
class Made {
  /** @param {{ state: FilterState, name: string, version: string }} what */
  constructor({ state, name, version }) {
    this.state = state;
    this.name = name;
    this.version = version;
  }
}

/**
 * A set that is built once from all of its keys and never changes. Its file is the smallest: from 10,000 keys on, at error rates of
 * 1 % and below, it is 0.2 to 3.1 % above the information limit, where that of a Bloom filter is 44 % above it. `has` never
 * misses a key. A set of no keys answers false for every key.
 *
 * Building takes 5 to 8 times as long as adding lines to a `BloomFilter`, a query 0.9 to 1.4 times as long, `hasLines` up to twice. Take
 * a `BloomFilter` where keys are added later, where filters are combined or folded, and for fewer than about 100 keys.
 *
 * @example
 * import { StaticFilter } from "edgebloom/static";
 *
 * const blocked = StaticFilter.from(["mailinator.com", "guerrillamail.com"], { errorRate: 0.001 });
 * blocked.has("mailinator.com"); // true: maybe
 * const file = blocked.toBytes(); // FilterReader of edgebloom/reader reads it, too
 */
export class StaticFilter {
  /** @type {FilterState} */
  #state;

  /**
   * The name of the list; "" for none. It is part of the file and changes no answer.
   * @type {string}
   */
  name;

  /**
   * The version of the list; "" for none. It is part of the file and changes no answer.
   * @type {string}
   */
  version;

  /**
   * Use `from`, `fromLines`, `fromBytes` or `fromBase64`.
   * @internal
   * @param {unknown} made
   */
  constructor(made) {
    if (!(made instanceof Made))
      throw argumentError(TypeError, "StaticFilter", "StaticFilter.from or fromLines, found new");
    ({ state: this.#state, name: this.name, version: this.version } = made);
  }

  static {
    markRaw(this);
  }

  /**
   * Builds a set from keys; repeated ones count once. The same keys in any order give the same file.
   * @param {Iterable<Key>} keys
   * @param {StaticOptions} options
   * @returns {StaticFilter}
   * @throws {TypeError} not an iterable, a wrong key, or an option of the wrong type, unknown or missing
   * @throws {RangeError} an option out of range, a bigint that does not fit in 64 bits, or no memory
   * @example
   * StaticFilter.from(["a", "b", "a"], { errorRate: 0.01 }).stats.inserted // 2
   */
  static from(keys, options) {
    checkIterable(keys);
    return built(options, (collector) => {
      for (const key of keys) collector.push(compatEngine().putKey(key));
    });
  }

  /**
   * Builds a set from the lines of a text, or of a text that comes in pieces: a generator can read a file piece by piece, and
   * a line may be split over two pieces. Lines end in LF or CRLF; empty lines are skipped.
   * @param {string | Uint8Array | Iterable<string | Uint8Array>} lines a text, or pieces of one; no array
   * @param {StaticOptions} options
   * @returns {StaticFilter}
   * @throws {TypeError} neither bytes nor a text nor pieces of one, or as `from`
   * @throws {RangeError} as `from`
   * @example
   * StaticFilter.fromLines("a\r\n\nb\n", { errorRate: 0.01 }).has("b") // true
   */
  static fromLines(lines, options) {
    const isText = typeof lines === "string" || isBytes(lines);
    // Of the strings of an array nobody knows whether they are pieces or lines.
    if (!isText && (Array.isArray(lines) || typeof (/** @type {any} */ (lines)?.[Symbol.iterator]) !== "function")) {
      wrongType("lines", "a string, a Uint8Array or a generator of them (an array of keys is for from)", lines);
    }
    const texts = isText ? [lines] : wholeLines(/** @type {Iterable<string | Uint8Array>} */ (lines));
    return built(options, (collector) => {
      for (const text of texts) compatEngine().eachPiece(text, (length) => collector.pushLines(length));
    });
  }

  /**
   * The set in a file: what `toBytes` returns. The file is checked completely, and copied.
   * @param {Uint8Array} bytes the file
   * @returns {StaticFilter}
   * @throws {TypeError} not a Uint8Array
   * @throws {FilterFormatError} anything but one whole, valid file of a static set
   * @example
   * StaticFilter.fromBytes(set.toBytes()).has("a") // true
   */
  static fromBytes(bytes) {
    return reading(bytes);
  }

  /**
   * The set in a base64 string: what `toBase64` returns, in the standard or the URL-safe alphabet.
   * @param {string} text the file in base64; one line break may follow
   * @returns {StaticFilter}
   * @throws {TypeError} not a string
   * @throws {FilterFormatError} as `fromBytes`; `code` "BASE64" for anything but strict base64
   * @example
   * StaticFilter.fromBase64(set.toBase64()).has("a") // true
   */
  static fromBase64(text) {
    return reading(decode(text));
  }

  /**
   * Looks a key up.
   * @param {Key} key
   * @returns {boolean} false: the key is not in the set; true: it may be
   * @throws {TypeError} not a key, or a set that was freed
   * @throws {RangeError} a bigint that does not fit in 64 bits
   * @example
   * set.has("a") // true
   */
  has(key) {
    return has(this.#state, key);
  }

  /**
   * Looks several keys up.
   * @param {Iterable<Key>} keys
   * @returns {Bytes} 1 or 0 per key, in order
   * @throws {TypeError | RangeError} not an iterable, or as `has`
   * @example
   * set.hasMany(["a", "never added"]).join() // "1,0"
   */
  hasMany(keys) {
    return hasMany(this.#state, keys);
  }

  /**
   * Looks the lines of a text up, as `fromLines` reads them.
   * @param {Uint8Array | string} lines
   * @returns {Bytes} 1 or 0 per line that is not empty, in order
   * @throws {TypeError | RangeError} neither bytes nor a text, or as `has`
   * @example
   * set.hasLines("a\nnever added").join() // "1,0"
   */
  hasLines(lines) {
    return hasLines(this.#state, lines);
  }

  /**
   * Answers false for a key from now on. Use it for known false positives only: a member that is allowed is missed. Exceptions
   * are part of the file.
   * @param {Key} key which is no member of the set
   * @returns {boolean} true if it was not yet an exception
   * @throws {TypeError} not a key, or a set that was freed
   * @throws {RangeError} the exceptions, with two bytes more for each, take more than 32,768 bytes
   * @example
   * set.allow("b"); set.has("b") // false
   */
  allow(key) {
    return allow(this.#state, key);
  }

  /**
   * What the set is.
   * @returns {Readonly<StaticStats>}
   * @throws {TypeError} a set that was freed
   * @example
   * set.stats.layout // "static"
   */
  get stats() {
    const { bits, hashes, seed, errorRate, inserted, byteLength } = headerOf(this.#state, this);
    const layout = /** @type {const} */ ("static");
    const scheme = /** @type {const} */ ("native");
    return { layout, scheme, bits, hashes, seed, errorRate: Number(errorRate), inserted, byteLength };
  }

  /**
   * The file: the same set gives the same bytes on every platform (docs/format/static.md).
   * @returns {Bytes}
   * @throws {TypeError} a set that was freed, or a name or version that is no string
   * @throws {RangeError} a name or version of more than 1,024 bytes
   * @example
   * StaticFilter.fromBytes(set.toBytes()).stats.inserted // 2
   */
  toBytes() {
    const set = /** @type {import("../wasm/edgebloom.js").StaticSet} */ (/** @type {unknown} */ (this.#state.filter));
    return /** @type {Bytes} */ (set.file(checkedText(this.name, "name"), checkedText(this.version, "version")));
  }

  /**
   * The file in standard, padded base64.
   * @returns {string}
   * @throws {TypeError | RangeError} as `toBytes`
   * @example
   * set.toBase64().startsWith("60ZMVAEA") // true
   */
  toBase64() {
    return encodeDump(this.toBytes());
  }

  /**
   * What `JSON.stringify` writes: the name and version of the list, and the file as a base64 string, which `fromBase64` reads.
   * @returns {{ name: string, version: string, base64: string }}
   * @throws {TypeError | RangeError} as `toBase64`
   * @example
   * StaticFilter.fromBase64(JSON.parse(JSON.stringify(set)).base64).has("a") // true
   */
  toJSON() {
    return { name: this.name, version: this.version, base64: this.toBase64() };
  }

  /**
   * What `console.log` shows in Node, Deno and Bun.
   * @internal
   */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    return #state in this ? inspected(this, this.#state) : this;
  }

  /**
   * Gives the memory back at once; otherwise the garbage collector does it some time. Using the set afterwards throws;
   * freeing it again does nothing.
   * @example
   * set.free(); set.free(); // the second does nothing
   */
  free() {
    this.#state.free();
  }

  /**
   * `free`, for `using`.
   * @example
   * set[Symbol.dispose ?? Symbol.for("Symbol.dispose")]()
   */
  [dispose]() {
    this.free();
  }
}

/** The error rates of static sets. */
const RATES = "1e-9 to 0.5";

/**
 * The set of the keys that `collect` pushes. Only the larger module builds sets.
 * @param {StaticOptions} options
 * @param {(collector: Collector) => void} collect
 */
function built(options, collect) {
  if (typeof options === "object" && options && typeof options.errorRate !== "number") {
    wrongType("errorRate", RATES, options.errorRate);
  }
  const { errorRate, seed, name, version } = readOptions(options, OPTIONS, true);
  // Now, and not when all keys were read.
  if (!(errorRate >= 1e-9 && errorRate <= 0.5)) wrongValue("errorRate", RATES, errorRate);
  // The class comes from `load`, too, and then without the module that builds.
  if (!compatEngine())
    throw argumentError(TypeError, "StaticFilter", 'import "edgebloom/static", which builds static sets');
  const collector = new (compatEngine().wasm.Collector)(seed);
  try {
    collect(collector);
    return staticFilterOf(collector.finishStatic(errorRate), { name, version });
  } finally {
    collector.free();
  }
}

/**
 * The lines of a text that comes in pieces: each piece that is given out ends where a line ends.
 * @param {Iterable<string | Uint8Array>} pieces
 */
function* wholeLines(pieces) {
  /** @type {string | Uint8Array} */
  let rest = "";
  for (const piece of pieces) {
    const isString = typeof piece === "string";
    if (!isString && !isBytes(piece)) wrongType("lines", "pieces that are strings or Uint8Arrays", piece);
    /** @type {string | Uint8Array} */
    const all = isString && typeof rest === "string" ? rest + piece : joined([bytesIn(rest), bytesIn(piece)]);
    /** @type {number} */
    const end = 1 + (typeof all === "string" ? all.lastIndexOf("\n") : all.lastIndexOf(10));
    if (end) yield all.slice(0, end);
    rest = all.slice(end);
  }
  if (rest.length) yield rest;
}

/** @param {string | Uint8Array} text */
const bytesIn = (text) => (typeof text === "string" ? encoder.encode(text) : text);

/**
 * The filter over a set in the module.
 * @param {import("../wasm/compat.js").StaticSet} set
 * @param {{ name: string, version: string }} texts
 */
export function staticFilterOf(set, { name, version }) {
  const state = new FilterState(compatEngine(), /** @type {any} */ (set));
  return new StaticFilter(new Made({ state, name, version }));
}

/**
 * Not in the class itself: esbuild gives a class that names itself another name.
 * @param {Uint8Array} bytes
 */
const reading = (bytes) => new StaticFilter(new Made(readState(engine(), bytesOf(bytes, "bytes"), ["static"])));
