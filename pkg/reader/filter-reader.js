import { decode } from "./base64.js";
import { bitsSetIn } from "./bits.js";
import { isException } from "./exceptions.js";
import { readFile } from "./file.js";
import { scrambled } from "./hash.js";
import { hashKey, keyBytes } from "./key.js";
import { probeEach, visit } from "./probes.js";
import { Queries } from "./queries.js";
import { formOf, viewOfBytes } from "./reading.js";

/** @typedef {import("./key.js").Key} Key */
/** @typedef {import("./key-form.js").FormOptions} FormOptions */

/**
 * The size of a filter and how full it is.
 * @typedef {object} ReaderStats
 * @property {"native"} scheme always "native"
 * @property {"standard" | "partitioned" | "blocked" | "static"} layout where a key's probes go; "static" for a static set
 * @property {number} bits m, the number of bits; for a scalable filter, `bits`, `hashes`, `capacity` and `inserted` are totals for all
 *   sub-filters
 * @property {number} hashes k, probes per key; for a static set, minimum number of fingerprint bits per key that a query compares
 * @property {number} seed seed of the hash: 0 to 4294967295
 * @property {number} salt salt of the hash: 0 to 4294967295; 0 for none
 * @property {number | null} capacity n, the number of keys it was sized for; null if it was sized by its shape
 * @property {number | null} errorRate p, the false-positive rate it was sized for; null if it was sized by its shape
 * @property {number} inserted number of keys added; a repeated key counts again; at most 2^53 − 1
 * @property {number} bitsSet number of bits set
 * @property {number} fillRatio `bitsSet / bits`
 * @property {number} byteLength length of the file in bytes
 * @property {number} subFilters number of sub-filters; 1 if the filter isn't scalable
 * @property {number} exceptions number of exceptions
 * @property {number} universe for a static set, how many non-members it's exact for; 0 without a universe
 * @property {number} exact how many of these would otherwise be false positives
 */

const LAYOUTS = /** @type {const} */ (["standard", "partitioned", "blocked"]);

/**
 * Queries a filter file in plain JavaScript, without WebAssembly. It reads the files of `BloomFilter`, `ScalableBloomFilter` and `StaticFilter`, and
 * gives the same answers: `false` for "no" and `true` for "maybe".
 *
 * @example
 * import { domain } from "edgebloom/keys";
 * import { FilterReader } from "edgebloom/reader";
 *
 * const response = await fetch("https://lists.example/blocked.bloom");
 * const blocked = FilterReader.fromBytes(await response.arrayBuffer(), { keys: domain });
 * blocked.has("https://Mailinator.COM/inbox"); // true: maybe
 * blocked.has("example.org"); // false: no
 *
 * @remarks
 * The reader doesn't copy the bytes: don't change or transfer them while it's in use.
 */
export class FilterReader extends Queries {
  /**
   * Use `fromBytes`.
   * @private
   * @param {Uint8Array | ArrayBuffer} bytes a filter file
   * @param {FormOptions} [options] the key form, if the filter has one
   */
  constructor(bytes, options = {}) {
    const file = readFile(viewOfBytes(bytes));
    const { name, version, keyForm, seed, salt } = file.header;
    super(formOf(keyForm, options));
    /**
     * The name of the list; "" if it has none.
     * @type {string}
     * @readonly
     */
    this.name = name;
    /**
     * The version of the list; "" if it has none.
     * @type {string}
     * @readonly
     */
    this.version = version;
    /**
     * @type {import("./file.js").FilterFile}
     * @internal
     */
    this._file = file;
    /** @internal */
    this._seed = scrambled(seed);
    /** @internal */
    this._salt = salt;
  }

  /**
   * Reads a filter file: the bytes that `toBytes` returns. It checks all bytes, including the checksum.
   * @param {Uint8Array | ArrayBuffer} bytes must not change while the reader is in use
   * @param {FormOptions} [options] the key form, if the filter has one
   * @returns {FilterReader}
   * @throws {TypeError} `bytes` has the wrong type, an option is unknown or of the wrong type, or the file names a key form and `keys` is missing
   * @throws {RangeError} the file names a different key form than `keys` (`code` "INCOMPATIBLE")
   * @throws {FilterFormatError} `bytes` isn't a complete, valid filter file; `code` "WRONG_CLASS" for a counting, sparse or keyed filter, or a
   *   filter from another system
   * @example
   * import { BloomFilter } from "edgebloom";
   * import { FilterReader } from "edgebloom/reader";
   *
   * const filter = BloomFilter.from(["mailinator.com"], { errorRate: 0.01 });
   * FilterReader.fromBytes(filter.toBytes()).has("mailinator.com"); // true: maybe
   */
  static fromBytes(bytes, options) {
    return readerOf(bytes, options);
  }

  /**
   * Reads a filter from base64: the string that `toBase64` returns.
   * @param {string} base64 standard or URL-safe alphabet; one trailing line break is allowed
   * @param {FormOptions} [options] the key form, if the filter has one
   * @returns {FilterReader}
   * @throws {TypeError | RangeError} `base64` isn't a string; also see `fromBytes`
   * @throws {FilterFormatError} see `fromBytes`; `code` "BASE64" if the string isn't strict base64
   * @example
   * import { BloomFilter } from "edgebloom";
   * import { FilterReader } from "edgebloom/reader";
   *
   * const filter = BloomFilter.from(["mailinator.com"], { errorRate: 0.01 });
   * FilterReader.fromBase64(filter.toBase64()).has("mailinator.com"); // true: maybe
   */
  static fromBase64(base64, options) {
    return readerOf(decode(base64), options);
  }

  /**
   * Looks up a key as it is.
   * @internal
   * @param {Key} key
   */
  _has(key) {
    const { filters, set, exceptions } = this._file;
    checkAttached(filters[0]);
    hashKey(key, this._seed, this._salt);
    const isIn = set === undefined ? probeEach(filters) : set.isMember();
    return isIn && (!exceptions.size || !isException(exceptions, keyBytes(key)));
  }

  /**
   * The positions of a key, in probe order. For a scalable filter, these are positions in its newest sub-filter.
   * @param {Key} key the key itself, even with the `keys` option
   * @returns {number[]} bit numbers, counted from 0; empty for a static set
   * @throws {TypeError | RangeError} see `has`
   * @example
   * import { BloomFilter } from "edgebloom";
   * import { FilterReader } from "edgebloom/reader";
   *
   * const filter = BloomFilter.from(["mailinator.com"], { errorRate: 0.01 });
   * const reader = FilterReader.fromBytes(filter.toBytes());
   * reader.positions("mailinator.com").length; // 7
   */
  positions(key) {
    const { filters, set } = this._file;
    checkAttached(filters[0]);
    hashKey(key, this._seed, this._salt);
    /** @type {number[]} */
    const positions = [];
    if (!set) visit(filters[filters.length - 1], positions);
    return positions;
  }

  /**
   * The size of the filter and how full it is. Each access counts the bits.
   * @returns {ReaderStats}
   * @example
   * import { BloomFilter } from "edgebloom";
   * import { FilterReader } from "edgebloom/reader";
   *
   * const filter = BloomFilter.from(["mailinator.com"], { errorRate: 0.01 });
   * const reader = FilterReader.fromBytes(filter.toBytes());
   * reader.stats.hashes; // 7
   */
  get stats() {
    const { header, filters, exceptions, byteLength } = this._file;
    const { scheme, bits, hashes, seed, salt, capacity, inserted, errorRate, universe, exact } = header;
    let bitsSet = 0;
    for (const filter of filters) bitsSet += bitsSetIn(filter.bytes, 0, filter.bits);
    return {
      scheme: "native",
      layout: LAYOUTS[scheme - 1] ?? "static",
      bits,
      hashes,
      seed,
      salt,
      capacity: saturated(capacity) || null,
      errorRate: errorRate || null,
      inserted: saturated(inserted),
      bitsSet,
      fillRatio: bitsSet / bits,
      byteLength,
      subFilters: filters.length,
      exceptions: exceptions.size,
      universe,
      exact,
    };
  }
}

/**
 * Not in the class: esbuild renames a class that names itself.
 * @param {Uint8Array | ArrayBuffer} bytes a filter file
 * @param {FormOptions | undefined} options
 * @returns {FilterReader}
 */
const readerOf = (bytes, options) => new /** @type {any} */ (FilterReader)(bytes, options);

/**
 * Throws if the bytes have been transferred, for example with `postMessage`. Without them, every answer would be "no".
 * @param {import("./probes.js").SubFilter} filter
 */
export function checkAttached({ bytes }) {
  if (!bytes.length)
    throw Object.assign(new TypeError("the bytes of the filter file have been transferred"), { field: "bytes" });
}

/**
 * @param {bigint} number
 */
export const saturated = (number) => Math.min(Number(number), Number.MAX_SAFE_INTEGER);
