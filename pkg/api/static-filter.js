import { decode, encodeFile } from "./base64.js";
import { bytesOf, isBytes } from "./bytes.js";
import { allow } from "./changing.js";
import { dispose } from "./dispose.js";
import { encoder } from "../reader/utf8.js";
import { compatEngine, engine } from "./engines.js";
import { argumentError, wrongType, wrongValue } from "./errors.js";
import { FilterState } from "./filter-state.js";
import { inspect } from "./inspecting.js";
import { readState } from "./loading.js";
import { readOptions } from "./options.js";
import { checkIterable, has, hasLines, hasMany, concat } from "./querying.js";
import { markRaw } from "./raw.js";
import { checkedText, headerOf } from "./saving.js";

/** @typedef {import("./types.js").Bytes} Bytes */
/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("../wasm/compat.js").Collector} Collector */

/**
 * Options of a static set.
 * @typedef {object} StaticOptions
 * @property {number} errorRate p, the false-positive rate, which is the share of non-members that `has` answers true for: 1e-9 to 0.5
 * @property {number | "random"} [seed] seed of the hash: 0 (default) to 4294967295, or "random"
 * @property {string} [name] the name of the list, at most 1,024 bytes of UTF-8; "" by default
 * @property {string} [version] the version of the list, at most 1,024 bytes of UTF-8; "" by default
 */

/**
 * Facts about a static set.
 * @typedef {object} StaticStats
 * @property {"static"} layout always "static"
 * @property {"native"} scheme always "native"
 * @property {number} bits the size of the set in bits, without header, exceptions and checksum
 * @property {number} hashes fingerprint bits per key that a query compares at least
 * @property {number} seed seed of the hash: 0 to 4294967295
 * @property {number} errorRate p, the false-positive rate that it was built for
 * @property {number} inserted number of distinct keys
 * @property {number} byteLength the length of `toBytes()`; an invalid name or version counts as empty
 */

const OPTIONS = ["errorRate", "seed", "name", "version"];

/** The argument of the constructor. Only this file can make one. */
class Parts {
  /** @param {{ state: FilterState, name: string, version: string }} parts */
  constructor({ state, name, version }) {
    this.state = state;
    this.name = name;
    this.version = version;
  }
}

/**
 * A set that you build once from all keys, and that never changes. It has the smallest file: from 10,000 keys on, at error rates of
 * 1 % and below, it is 0.2 to 3.1 % above the information limit. A Bloom filter is 44 % above it. `has` finds every member. An empty set
 * answers "no" for every key.
 *
 * Building takes 5 to 8 times as long as adding lines to a `BloomFilter`. A query takes 0.9 to 1.4 times as long, `hasLines` up to
 * twice. Use a `BloomFilter` if you add keys later, combine or fold filters, or have fewer than about 100 keys.
 *
 * @example
 * import { StaticFilter } from "edgebloom/static";
 *
 * const blocked = StaticFilter.from(["mailinator.com", "guerrillamail.com"], { errorRate: 0.001 });
 * blocked.has("mailinator.com"); // true: maybe
 * const bytes = blocked.toBytes(); // FilterReader of edgebloom/reader reads them too
 */
export class StaticFilter {
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
   * Use `from`, `fromLines`, `fromBytes` or `fromBase64`.
   * @internal
   * @param {unknown} parts
   */
  constructor(parts) {
    if (!(parts instanceof Parts))
      throw argumentError(TypeError, "StaticFilter", "StaticFilter.from or fromLines, got new");
    ({ state: this.#state, name: this.name, version: this.version } = parts);
  }

  static {
    markRaw(this);
  }

  /**
   * Builds a set from keys. A repeated key counts once. The same keys in any order give the same file.
   * @param {Iterable<Key>} keys
   * @param {StaticOptions} options
   * @returns {StaticFilter}
   * @throws {TypeError} `keys` is not an iterable of keys, or an option is missing, unknown, or of the wrong type
   * @throws {RangeError} an option is out of range, a bigint does not fit in 64 bits, or there is not enough memory
   * @example
   * import { StaticFilter } from "edgebloom/static";
   *
   * const set = StaticFilter.from(["a", "b", "a"], { errorRate: 0.01 });
   * set.stats.inserted; // 2
   */
  static from(keys, options) {
    checkIterable(keys);
    return buildSet(options, (collector) => {
      for (const key of keys) collector.push(compatEngine().putKey(key), 1);
    });
  }

  /**
   * Builds a set from one key per line. Lines end with LF or CRLF. Empty lines are skipped.
   *
   * A generator can give the text in pieces, for example from a file. A line may go over two pieces.
   * @param {string | Uint8Array | Iterable<string | Uint8Array>} lines a string, bytes, or a generator of these; not an array
   * @param {StaticOptions} options
   * @returns {StaticFilter}
   * @throws {TypeError} `lines` has another type, or as `from`
   * @throws {RangeError} as `from`
   * @example
   * import { StaticFilter } from "edgebloom/static";
   *
   * const set = StaticFilter.fromLines("a\r\n\nb\n", { errorRate: 0.01 });
   * set.has("b"); // true: maybe
   */
  static fromLines(lines, options) {
    const isText = typeof lines === "string" || isBytes(lines);
    // The strings of an array could be pieces or lines.
    if (!isText && (Array.isArray(lines) || typeof (/** @type {any} */ (lines)?.[Symbol.iterator]) !== "function")) {
      wrongType("lines", "a string, a Uint8Array or a generator of them (an array of keys is for from)", lines);
    }
    const texts = isText ? [lines] : wholeLines(/** @type {Iterable<string | Uint8Array>} */ (lines));
    return buildSet(options, (collector) => {
      for (const text of texts) compatEngine().eachPiece(text, (length) => collector.pushLines(length));
    });
  }

  /**
   * Reads a filter file: the bytes that `toBytes` returns. It checks all bytes and copies them.
   * @param {Uint8Array} bytes
   * @returns {StaticFilter}
   * @throws {TypeError} `bytes` is not a Uint8Array
   * @throws {RangeError} there is not enough memory
   * @throws {FilterFormatError} `bytes` are not one whole, valid file of a static set
   * @example
   * import { StaticFilter } from "edgebloom/static";
   *
   * const set = StaticFilter.from(["a", "b"], { errorRate: 0.001 });
   * StaticFilter.fromBytes(set.toBytes()).has("a"); // true: maybe
   */
  static fromBytes(bytes) {
    return readSet(bytes);
  }

  /**
   * Reads a set from base64: the string that `toBase64` returns.
   * @param {string} base64 in the standard or the URL-safe alphabet; one line break may follow
   * @returns {StaticFilter}
   * @throws {TypeError} `base64` is not a string
   * @throws {FilterFormatError} as `fromBytes`; `code` "BASE64" if the string is not strict base64
   * @example
   * import { StaticFilter } from "edgebloom/static";
   *
   * const set = StaticFilter.from(["a", "b"], { errorRate: 0.001 });
   * StaticFilter.fromBase64(set.toBase64()).has("a"); // true: maybe
   */
  static fromBase64(base64) {
    return readSet(decode(base64));
  }

  /**
   * Looks up a key.
   * @param {Key} key
   * @returns {boolean} false: no; true: maybe
   * @throws {TypeError} `key` is not a key, or the set has been freed
   * @throws {RangeError} a bigint does not fit in 64 bits
   * @example
   * import { StaticFilter } from "edgebloom/static";
   *
   * const set = StaticFilter.from(["a", "b"], { errorRate: 0.001 });
   * set.has("a"); // true: maybe
   * set.has("never added"); // false: no
   */
  has(key) {
    return has(this.#state, key);
  }

  /**
   * Looks up several keys.
   * @param {Iterable<Key>} keys
   * @returns {Bytes} 1 (maybe) or 0 (no) per key, in order
   * @throws {TypeError} `keys` is not an iterable of keys, or the set has been freed
   * @throws {RangeError} as `has`
   * @example
   * import { StaticFilter } from "edgebloom/static";
   *
   * const set = StaticFilter.from(["a", "b"], { errorRate: 0.001 });
   * set.hasMany(["a", "never added"]).join(); // "1,0"
   */
  hasMany(keys) {
    return hasMany(this.#state, keys);
  }

  /**
   * Looks up one key per line. It splits lines as `fromLines` does.
   * @param {Uint8Array | string} lines
   * @returns {Bytes} 1 (maybe) or 0 (no) per line that is not empty, in order
   * @throws {TypeError} `lines` is not a string or a Uint8Array, or the set has been freed
   * @throws {RangeError} there is not enough memory for a very long line
   * @example
   * import { StaticFilter } from "edgebloom/static";
   *
   * const set = StaticFilter.from(["a", "b"], { errorRate: 0.001 });
   * set.hasLines("a\nnever added").join(); // "1,0"
   */
  hasLines(lines) {
    return hasLines(this.#state, lines);
  }

  /**
   * Makes a key an exception: `has` answers "no" for it. Use it for known false positives only, because `has` then answers "no" for a
   * member too. The filter file contains the exceptions.
   * @param {Key} key a non-member
   * @returns {boolean} true if it was not yet an exception
   * @throws {TypeError} `key` is not a key, or the set has been freed
   * @throws {RangeError} the exceptions, plus two bytes for each, take more than 32,768 bytes
   * @example
   * import { StaticFilter } from "edgebloom/static";
   *
   * const set = StaticFilter.from(["a", "b"], { errorRate: 0.001 });
   * set.allow("b");
   * set.has("b"); // false
   */
  allow(key) {
    return allow(this.#state, key);
  }

  /**
   * Facts about the set.
   * @returns {Readonly<StaticStats>}
   * @throws {TypeError} the set has been freed
   * @example
   * import { StaticFilter } from "edgebloom/static";
   *
   * const set = StaticFilter.from(["a", "b"], { errorRate: 0.001 });
   * set.stats.inserted; // 2
   */
  get stats() {
    const { bits, hashes, seed, errorRate, inserted, byteLength } = headerOf(this.#state, this);
    const layout = /** @type {const} */ ("static");
    const scheme = /** @type {const} */ ("native");
    return { layout, scheme, bits, hashes, seed, errorRate: Number(errorRate), inserted, byteLength };
  }

  /**
   * Writes the filter file (docs/reference/format/static.md). The same set gives the same bytes on every platform.
   * @returns {Bytes}
   * @throws {TypeError} `name` or `version` is not a string, or the set has been freed
   * @throws {RangeError} `name` or `version` is longer than 1,024 bytes
   * @example
   * import { StaticFilter } from "edgebloom/static";
   *
   * const set = StaticFilter.from(["a", "b"], { errorRate: 0.001 });
   * StaticFilter.fromBytes(set.toBytes()).stats.inserted; // 2
   */
  toBytes() {
    const set = /** @type {import("../wasm/edgebloom.js").StaticSet} */ (/** @type {unknown} */ (this.#state.filter));
    return /** @type {Bytes} */ (set.file(checkedText(this.name, "name"), checkedText(this.version, "version")));
  }

  /**
   * Writes the filter file as base64, in the standard alphabet, with padding.
   * @returns {string}
   * @throws {TypeError} as `toBytes`
   * @throws {RangeError} as `toBytes`; or the string is longer than the JavaScript engine allows: use `toBytes`
   * @example
   * import { StaticFilter } from "edgebloom/static";
   *
   * const set = StaticFilter.from(["a", "b"], { errorRate: 0.001 });
   * set.toBase64().startsWith("60ZMVAEA"); // true
   */
  toBase64() {
    return encodeFile(this.toBytes());
  }

  /**
   * The value that `JSON.stringify` writes.
   * @returns {{ name: string, version: string, base64: string }} name and version of the list, and the filter file in base64
   * @throws {TypeError | RangeError} as `toBase64`
   * @example
   * import { StaticFilter } from "edgebloom/static";
   *
   * const set = StaticFilter.from(["a", "b"], { errorRate: 0.001 });
   * const { base64 } = JSON.parse(JSON.stringify(set));
   * StaticFilter.fromBase64(base64).has("a"); // true: maybe
   */
  toJSON() {
    return { name: this.name, version: this.version, base64: this.toBase64() };
  }

  /**
   * The text that `console.log` shows in Node, Deno and Bun.
   * @internal
   */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    return #state in this ? inspect(this, this.#state) : this;
  }

  /**
   * Frees the memory of the set now. Without this call, the garbage collector frees it later. Afterwards all methods throw, except
   * `free`, which does nothing.
   * @example
   * import { StaticFilter } from "edgebloom/static";
   *
   * const set = StaticFilter.from(["a", "b"], { errorRate: 0.001 });
   * set.free();
   */
  free() {
    this.#state.free();
  }

  /**
   * Calls `free`, so that `using` works: `using set = StaticFilter.from(...)`.
   * @example
   * import { StaticFilter } from "edgebloom/static";
   *
   * const set = StaticFilter.from(["a", "b"], { errorRate: 0.001 });
   * set[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
   */
  [dispose]() {
    this.free();
  }
}

/** The error rates that static sets can have. */
const RATES = "a number from 1e-9 to 0.5";

/**
 * Builds a set of the keys that `collect` pushes. Only the larger module builds sets.
 * @param {StaticOptions} options
 * @param {(collector: Collector) => void} collect
 */
function buildSet(options, collect) {
  if (typeof options === "object" && options && typeof options.errorRate !== "number") {
    wrongType("errorRate", RATES, options.errorRate);
  }
  const { errorRate, seed, name, version } = readOptions(options, OPTIONS, true);
  // Checked here, before it reads all keys.
  if (!(errorRate >= 1e-9 && errorRate <= 0.5)) wrongValue("errorRate", RATES, errorRate);
  // `load` of "edgebloom" gives instances of this class too, but its module does not build sets.
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
 * Joins the pieces of a text so that each one ends where a line ends.
 * @param {Iterable<string | Uint8Array>} pieces
 */
function* wholeLines(pieces) {
  /** @type {string | Uint8Array} */
  let rest = "";
  for (const piece of pieces) {
    const isString = typeof piece === "string";
    if (!isString && !isBytes(piece)) wrongType("lines", "pieces that are strings or Uint8Arrays", piece);
    /** @type {string | Uint8Array} */
    const all = isString && typeof rest === "string" ? rest + piece : concat([utf8Of(rest), utf8Of(piece)]);
    /** @type {number} */
    const end = 1 + (typeof all === "string" ? all.lastIndexOf("\n") : all.lastIndexOf(10));
    if (end) yield all.slice(0, end);
    rest = all.slice(end);
  }
  if (rest.length) yield rest;
}

/** @param {string | Uint8Array} text */
const utf8Of = (text) => (typeof text === "string" ? encoder.encode(text) : text);

/**
 * Makes a StaticFilter of a set in the module.
 * @param {import("../wasm/compat.js").StaticSet} set
 * @param {{ name: string, version: string }} texts
 */
export function staticFilterOf(set, { name, version }) {
  const state = new FilterState(compatEngine(), /** @type {any} */ (set));
  return new StaticFilter(new Parts({ state, name, version }));
}

/**
 * Not in the class: esbuild renames a class that names itself.
 * @param {Uint8Array} bytes
 */
const readSet = (bytes) => new StaticFilter(new Parts(readState(engine(), bytesOf(bytes, "bytes"), ["static"])));
