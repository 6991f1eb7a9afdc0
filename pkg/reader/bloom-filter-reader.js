import { decode } from "./base64.js";
import { wrongType } from "./errors.js";
import { isException } from "./exceptions.js";
import { readFile } from "./file.js";
import { scrambled } from "./hash.js";
import { hashKey, isBytes, keyBytes } from "./key.js";
import { probe } from "./probes.js";

/** @typedef {import("./key.js").Key} Key */

/**
 * What a filter is and how full it is.
 * @typedef {object} ReaderStats
 * @property {"native"} scheme how keys become positions
 * @property {"standard" | "partitioned" | "blocked" | "static"} layout where the probes of a key may go; "static" for a static set
 * @property {number} bits m; of a scalable filter, of all sub-filters together, as `hashes`, `capacity` and `inserted`
 * @property {number} hashes k, probes per key; of a static set, its columns
 * @property {number} seed 0 to 4294967295
 * @property {number} salt 0 for none
 * @property {number | null} capacity n, the number of keys it was sized for; null if it was given its shape
 * @property {number | null} errorRate p, the false-positive rate it was sized for; null if it was given its shape
 * @property {number} inserted how many keys were added, a repeated key counted again; at most 2^53 − 1
 * @property {number} bitsSet how many bits are 1
 * @property {number} fillRatio `bitsSet / bits`
 * @property {number} byteLength how long the file is
 * @property {number} subFilters how many sub-filters there are; 1 if the filter is not scalable
 * @property {number} exceptions how many exceptions there are
 */

const LAYOUTS = /** @type {const} */ (["standard", "partitioned", "blocked"]);

/**
 * A `FilterReader` without static sets, which is smaller in a bundle: it reads the files of `BloomFilter` and
 * `ScalableBloomFilter`.
 *
 * @example
 * import { BloomFilterReader } from "edgebloom/reader";
 *
 * const blocked = BloomFilterReader.fromBytes(filter.toBytes());
 * blocked.has("mailinator.com"); // true: maybe
 */
export class BloomFilterReader {
  /**
   * As `fromBytes`, which is the documented way.
   * @internal
   * @param {Uint8Array} bytes
   * @param {typeof import("./static-set.js").readStaticSet} [readStaticSet] what reads static sets, if they are to be read
   */
  constructor(bytes, readStaticSet) {
    if (!isBytes(bytes)) wrongType("bytes", "a Uint8Array", bytes);
    // The length of this view is fixed, and no method of a subclass is called.
    const whole = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const file = readFile(whole, readStaticSet);
    const { name, version, seed, salt } = file.header;
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
    // A log or JSON of a reader is its name and version, not its bits.
    for (const key of ["_file", "_seed", "_salt"]) Object.defineProperty(this, key, { enumerable: false });
  }

  /**
   * The filter in a filter file: what `toBytes` returns. The file is checked completely, its checksum too.
   * @param {Uint8Array} bytes must not change while the reader is in use
   * @returns {BloomFilterReader}
   * @throws {TypeError} not a Uint8Array
   * @throws {FilterFormatError} anything but one whole, valid file; `code` "WRONG_CLASS" for a static set, a counting,
   *   sparse or keyed filter, and those of other systems
   * @example
   * BloomFilterReader.fromBytes(filter.toBytes()).has("mailinator.com") // true
   */
  static fromBytes(bytes) {
    return reading(bytes);
  }

  /**
   * The filter in a base64 string: what `toBase64` returns, in the standard or the URL-safe alphabet.
   * @param {string} text the file in base64; one line break may follow
   * @returns {BloomFilterReader}
   * @throws {TypeError} not a string
   * @throws {FilterFormatError} as `fromBytes`; `code` "BASE64" for anything but strict base64
   * @example
   * BloomFilterReader.fromBase64(filter.toBase64()).has("mailinator.com") // true
   */
  static fromBase64(text) {
    return reading(decode(text));
  }

  /**
   * Looks a key up.
   * @param {Key} key
   * @returns {boolean} false: the key is not in the set; true: it may be
   * @throws {TypeError} not a key, or the bytes were transferred
   * @throws {RangeError} a bigint that does not fit in 64 bits
   * @example
   * reader.has("mailinator.com") // true
   */
  has(key) {
    const { filters, set, exceptions } = this._file;
    checkAttached(filters[0]);
    hashKey(key, this._seed, this._salt);
    const isIn = set ? set.isMember() : probeEach(filters);
    return isIn && (!exceptions.size || !isException(exceptions, keyBytes(key)));
  }

  /**
   * Looks several keys up.
   * @param {Iterable<Key>} keys
   * @returns {Uint8Array} 1 or 0 per key, in order
   * @throws {TypeError | RangeError} not an iterable, or as `has`
   * @example
   * reader.hasMany(["mailinator.com", "example.org"]).join() // "1,0"
   */
  hasMany(keys) {
    // A string is iterable, but by its characters: nobody means that.
    if (typeof keys === "string") wrongType("keys", "an iterable of keys", keys);
    const list = Array.isArray(keys) ? keys : [...keys];
    const answers = new Uint8Array(list.length);
    for (let i = 0; i < list.length; i++) answers[i] = this.has(list[i]) ? 1 : 0;
    return answers;
  }

  /**
   * The positions of a key, in the order in which they are probed; in a scalable filter, those in its newest sub-filter; in
   * a static set, none.
   * @param {Key} key
   * @returns {number[]}
   * @throws {TypeError | RangeError} as `has`
   * @example
   * reader.positions("mailinator.com").length // 7
   */
  positions(key) {
    const { filters, set } = this._file;
    checkAttached(filters[0]);
    hashKey(key, this._seed, this._salt);
    /** @type {number[]} */
    const positions = [];
    if (!set) probe(filters[filters.length - 1], positions);
    return positions;
  }

  /**
   * What the filter is and how full it is. The bits are counted at each call.
   * @returns {ReaderStats}
   * @example
   * reader.stats.hashes // 7
   */
  get stats() {
    const { header, filters, exceptions, byteLength } = this._file;
    const { scheme, bits, hashes, seed, salt, capacity, inserted, errorRate } = header;
    let bitsSet = 0;
    for (const filter of filters) bitsSet += bitsSetIn(filter);
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
    };
  }
}

/**
 * Not in the class itself: esbuild gives a class that names itself another name.
 * @param {Uint8Array} bytes
 */
const reading = (bytes) => new BloomFilterReader(bytes);

/**
 * The newest sub-filter comes first: it has the most keys.
 * @param {import("./probes.js").SubFilter[]} filters
 */
export function probeEach(filters) {
  for (let i = filters.length; i-- > 0; ) {
    if (probe(filters[i])) return true;
  }
  return false;
}

/**
 * Bytes that were transferred (by `postMessage`, say) are gone, and without them every answer would be "no".
 * @param {import("./probes.js").SubFilter} filter
 */
function checkAttached({ bytes }) {
  if (!bytes.length) throw new TypeError("the bytes of the filter file were transferred");
}

/**
 * @param {import("./probes.js").SubFilter} filter
 */
function bitsSetIn({ bytes, bits }) {
  let count = 0;
  for (let i = 0; i < bits / 8; i++) {
    // Two bits, four bits, all eight: the sums side by side.
    const pairs = bytes[i] - ((bytes[i] >> 1) & 0x55);
    const nibbles = (pairs & 0x33) + ((pairs >> 2) & 0x33);
    count += (nibbles + (nibbles >> 4)) & 15;
  }
  return count;
}

/**
 * @param {bigint} number
 */
const saturated = (number) => Math.min(Number(number), Number.MAX_SAFE_INTEGER);
