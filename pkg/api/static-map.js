import { firstOf, keysForValue } from "../reader/key-form.js";
import { encode } from "../reader/utf8.js";
import { decode } from "./base64.js";
import { bytesOf } from "./bytes.js";
import { argumentError, wrongType, wrongValue } from "./errors.js";
import { Handle, checkIterable } from "./handle.js";
import { keysOf } from "./entries.js";
import { advised, fromFile, instance } from "./making.js";
import { MembershipFilter, handleOf } from "./membership-filter.js";
import { readOptions } from "./options.js";
import { engine } from "./own-engine.js";
import { RATES, checkStaticRate } from "./static-filter.js";

/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("../wasm/edgebloom.js").MapBuilder} MapBuilder */

/**
 * Options for a map.
 * @typedef {object} MapOptions
 * @property {number} errorRate p, the share of keys without a value for which `get` returns one anyway: 2^-32 (2.4e-10) to 0.5
 * @property {number | "random"} [seed] seed of the hash: 0 (default) to 4294967295, or "random"
 * @property {import("../reader/key-form.js").KeyForm} [keys] the key form, from `edgebloom/keys` or your own: entries and queries are converted, and
 *   the filter file stores its name
 * @property {import("../reader/key-form.js").Invalid} [invalid] what `has` does with a query that doesn't fit the key form
 * @property {string} [name] the name of the list, at most 1,024 bytes of UTF-8; "" by default
 * @property {string} [version] the version of the list, at most 1,024 bytes of UTF-8; "" by default
 */

/**
 * Facts about a map.
 * @typedef {object} MapStats
 * @property {"static"} layout always "static"
 * @property {"native"} scheme always "native"
 * @property {number} bits the size of the map in bits, excluding header, exceptions and checksum
 * @property {number} hashes minimum number of fingerprint bits per key that a query compares
 * @property {number} seed seed of the hash: 0 to 4294967295
 * @property {number} errorRate p, the rate it was built for
 * @property {number} inserted number of distinct keys
 * @property {number} values number of distinct values
 * @property {number} byteLength the length of `toBytes()`; an invalid name or version counts as empty
 */

const OPTIONS = ["errorRate", "seed", "keys", "invalid", "name", "version"];

/**
 * Maps keys to strings, such as domains to categories, in a file that you build once. `get` returns the value of a listed key. For other keys, it
 * returns `undefined` or, at the false-positive rate, the value of some other key.
 *
 * @example
 * import { StaticMap } from "edgebloom";
 *
 * const categories = StaticMap.from([["mailinator.com", "disposable"], ["malware.example", "malware"]], { errorRate: 0.001 });
 * categories.get("mailinator.com"); // "disposable"
 * categories.get("example.org"); // undefined
 * const bytes = categories.toBytes(); // MapReader of edgebloom/reader reads them too
 *
 * @remarks
 * The file takes log2(1/p) bits per key, plus the entropy of the values, plus one copy of each distinct value. So it works best with few distinct values, such
 * as categories or the lists a key is on. If all values are different, store them elsewhere and use a `StaticFilter`.
 */
export class StaticMap extends MembershipFilter {
  /**
   * The kinds of filter file that it reads.
   * @internal
   * @type {Pick<import("./making.js").Kind, "files">}
   */
  static kind = { files: ["map"] };

  /** @type {string[]} */
  #values = [];

  /**
   * Use `from`, `fromBytes` or `fromBase64`.
   * @internal
   * @param {unknown} handle
   */
  constructor(handle) {
    super(handle instanceof Handle ? handle : wrongUse(), { name: "", version: "" });
  }

  /**
   * Builds a map. The same entries in any order produce the same file.
   * @param {Iterable<readonly [Key, string]>} entries keys and their values: at most 65,536 distinct values of at most 65,535 bytes of UTF-8. A
   *   repeated entry counts once
   * @param {MapOptions} options `errorRate`, and the key form
   * @returns {StaticMap}
   * @throws {TypeError} `entries` isn't an iterable of keys with strings, or an option is missing, unknown, or of the wrong type
   * @throws {RangeError} a key has two values, there are too many values, a value is too long, an option is out of range, a bigint doesn't fit in 64
   *   bits, or there isn't enough memory
   * @example
   * import { StaticMap } from "edgebloom";
   *
   * const map = StaticMap.from([["a", "first"], ["b", "second"], ["c", "first"]], { errorRate: 0.01 });
   * map.stats.values; // 2
   */
  static from(entries, options) {
    return buildMap(entries, options);
  }

  /**
   * Reads a filter file: the bytes that `toBytes` returns. It checks all bytes and copies them.
   * @param {Uint8Array} bytes a filter file
   * @param {import("../reader/key-form.js").FormOptions} [options] the key form, if the filter has one
   * @returns {StaticMap}
   * @throws {TypeError} `bytes` isn't a Uint8Array
   * @throws {RangeError} there isn't enough memory
   * @throws {FilterFormatError} `bytes` isn't a complete, valid map file
   * @example
   * import { StaticMap } from "edgebloom";
   *
   * const map = StaticMap.from([["a", "first"]], { errorRate: 0.001 });
   * StaticMap.fromBytes(map.toBytes()).get("a"); // "first"
   */
  static fromBytes(bytes, options) {
    return fromFile(this, bytesOf(bytes, "bytes"), options);
  }

  /**
   * Reads a map from base64: the string that `toBase64` returns.
   * @param {string} base64 standard or URL-safe alphabet; one trailing line break is allowed
   * @param {import("../reader/key-form.js").FormOptions} [options] the key form, if the filter has one
   * @returns {StaticMap}
   * @throws {TypeError} `base64` isn't a string
   * @throws {FilterFormatError} see `fromBytes`; `code` "BASE64" if the string isn't strict base64
   * @example
   * import { StaticMap } from "edgebloom";
   *
   * const map = StaticMap.from([["a", "first"]], { errorRate: 0.001 });
   * StaticMap.fromBase64(map.toBase64()).get("a"); // "first"
   */
  static fromBase64(base64, options) {
    return fromFile(this, decode(base64), options);
  }

  /**
   * The value of a key.
   * @param {Key} key the key to look up
   * @returns {string | undefined} for a key in the map, its value; for any other key, `undefined` or, at the false-positive rate, some value
   * @throws {TypeError} `key` isn't a key, or the map has been freed
   * @throws {RangeError} a bigint doesn't fit in 64 bits
   * @example
   * import { StaticMap } from "edgebloom";
   *
   * const map = StaticMap.from([["a", "first"]], { errorRate: 0.001 });
   * map.get("a"); // "first"
   */
  get(key) {
    return firstOf(keysForValue(handleOf(this).form, key), (each) => this.#get(each));
  }

  /** @param {Key} key */
  #get(key) {
    const handle = handleOf(this);
    const inner = /** @type {import("../wasm/edgebloom.js").ValueMap} */ (/** @type {unknown} */ (handle.inner));
    const index = inner.get(handle.putKey(key));
    if (index < 0) return undefined;
    return (this.#values[index] ??= inner.value(index));
  }

  /**
   * Makes a key an exception: it has no value. Use it only for keys that aren't in the map. The filter file contains the exceptions.
   * @param {Key} key a non-member
   * @returns {boolean} true if it wasn't an exception yet
   * @throws {TypeError} `key` isn't a key, or the map has been freed
   * @throws {RangeError} the exceptions, plus two bytes each, take more than 32,768 bytes
   * @example
   * import { StaticMap } from "edgebloom";
   *
   * const map = StaticMap.from([["a", "first"]], { errorRate: 0.001 });
   * map.allow("b"); // true
   * map.get("b"); // undefined
   */
  allow(key) {
    return handleOf(this).allow(key);
  }

  /**
   * Facts about the map.
   * @returns {Readonly<MapStats>}
   * @throws {TypeError} the map has been freed
   * @example
   * import { StaticMap } from "edgebloom";
   *
   * const map = StaticMap.from([["a", "first"], ["b", "first"]], { errorRate: 0.001 });
   * map.stats.inserted; // 2
   */
  get stats() {
    const handle = handleOf(this);
    const { values } = /** @type {import("../wasm/edgebloom.js").ValueMap} */ (/** @type {unknown} */ (handle.inner));
    const { bits, hashes, seed, errorRate, inserted, byteLength } = handle.header(this);
    const layout = /** @type {const} */ ("static");
    const scheme = /** @type {const} */ ("native");
    return { layout, scheme, bits, hashes, seed, errorRate: Number(errorRate), inserted, values, byteLength };
  }
}

/**
 * Not in the class: esbuild renames a class that names itself.
 * @param {Iterable<readonly [Key, string]>} entries keys with their values
 * @param {MapOptions} options `errorRate`, and the key form
 */
function buildMap(entries, options) {
  if (typeof options === "object" && options && typeof options.errorRate !== "number") {
    wrongType("errorRate", RATES, options.errorRate);
  }
  const settings = readOptions(options, OPTIONS, true);
  const { errorRate, seed, form } = settings;
  checkStaticRate(errorRate);
  checkIterable(entries, "entries");
  const list = inForm(Array.isArray(entries) ? entries : [...entries], form);
  const builder = new (engine().wasm.MapBuilder)(seed);
  try {
    const texts = collect(builder, list);
    checkConflicts(builder.prepare(false), list);
    const inner = finishMap(builder, errorRate, (code) => texts[code]);
    return advised(instance(StaticMap, new Handle(engine(), inner, form), settings));
  } finally {
    builder.free();
  }
}

/**
 * The entries, with keys in the form of the map.
 * @param {(readonly [Key, string])[]} entries keys with their values
 * @param {import("../reader/key-form.js").QueryForm | undefined} form
 */
function inForm(entries, form) {
  if (!form) return entries;
  return entries.flatMap((entry) => {
    if (!Array.isArray(entry)) wrongType("entries", "arrays of a key and a value", entry);
    return keysOf(form, entry[0]).map((key) => /** @type {const} */ ([key, entry[1]]));
  });
}

/** @returns {never} */
function wrongUse() {
  throw argumentError(TypeError, "StaticMap", "StaticMap.from, got new");
}

/**
 * Puts entries into a builder.
 * @param {MapBuilder} builder
 * @param {(readonly [Key, string])[]} entries keys with their values
 * @returns {string[]} the different values, by their numbers
 */
function collect(builder, entries) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  for (const entry of entries) {
    if (!Array.isArray(entry)) wrongType("entries", "arrays of a key and a value", entry);
    const [key, value] = entry;
    let number = numbers.get(value);
    if (number === undefined) {
      if (typeof value !== "string") wrongType("value", "a string", value);
      if (/\p{Surrogate}/u.test(value)) wrongValue("value", "a string without lone surrogates", value);
      number = numbers.size;
      numbers.set(value, number);
    }
    builder.setValue(number);
    builder.push(engine().putKey(key), 1);
  }
  return [...numbers.keys()];
}

/**
 * Throws if a key has two values. Different keys with one digest, which somebody must have computed, count as one key.
 * @param {Uint32Array} conflicts the indices of pairs of entries
 * @param {(readonly [Key, string])[]} entries keys with their values
 */
function checkConflicts(conflicts, entries) {
  for (let i = 0; i < conflicts.length; i += 2) {
    const [key, value] = entries[conflicts[i]];
    const [other, another] = entries[conflicts[i + 1]];
    if (engine().textOf(key) !== engine().textOf(other)) continue;
    const shown = [value, another].sort().map((each) => JSON.stringify(each));
    const name = typeof key === "string" ? JSON.stringify(key) : String(key);
    throw argumentError(RangeError, "entries", `one value for each key, got ${shown.join(" and ")} for ${name}`);
  }
}

/**
 * The map of the keys in a builder.
 * @param {MapBuilder} builder
 * @param {number} errorRate
 * @param {(value: number) => string} textOf
 */
export const finishMap = (builder, errorRate, textOf) =>
  builder.finish(errorRate, ...textsOf(builder.values(), textOf));

/**
 * The texts of values as one text, and their lengths in bytes.
 * @param {Uint32Array} values
 * @param {(value: number) => string} textOf
 * @returns {[string, Uint32Array]}
 */
export function textsOf(values, textOf) {
  const texts = Array.from(values, textOf);
  return [texts.join(""), Uint32Array.from(texts, (text) => encode(text).length)];
}
