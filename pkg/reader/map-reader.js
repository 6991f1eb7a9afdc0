import { decode } from "./base64.js";
import { isException } from "./exceptions.js";
import { readFile } from "./file.js";
import { checkAttached, saturated } from "./filter-reader.js";
import { scrambled } from "./hash.js";
import { hashKey, keyBytes } from "./key.js";
import { firstOf, keysForValue } from "./key-form.js";
import { readMap } from "./map.js";
import { Queries } from "./queries.js";
import { formOf, viewOfBytes } from "./reading.js";

/** @typedef {import("./key.js").Key} Key */
/** @typedef {import("./key-form.js").FormOptions} FormOptions */

/**
 * Facts about a map.
 * @typedef {object} MapReaderStats
 * @property {"native"} scheme always "native"
 * @property {"static"} layout always "static"
 * @property {number} bits the size of the map in bits, excluding header, exceptions and checksum
 * @property {number} hashes minimum number of fingerprint bits per key that a query compares
 * @property {number} seed seed of the hash: 0 to 4294967295
 * @property {number} errorRate p, the rate it was built for
 * @property {number} inserted number of distinct keys
 * @property {number} values number of distinct values
 * @property {number} byteLength length of the file in bytes
 */

/**
 * Queries the file of a `StaticMap` in plain JavaScript, without WebAssembly, and gives the same answers.
 *
 * @example
 * import { StaticMap } from "edgebloom";
 * import { MapReader } from "edgebloom/reader";
 *
 * const bytes = StaticMap.from([["mailinator.com", "disposable"]], { errorRate: 0.001 }).toBytes();
 * const categories = MapReader.fromBytes(bytes);
 * categories.get("mailinator.com"); // "disposable"
 *
 * @remarks
 * The reader doesn't copy the bytes: don't change or transfer them while it's in use.
 */
export class MapReader extends Queries {
  /**
   * Use `fromBytes`.
   * @private
   * @param {Uint8Array | ArrayBuffer} bytes a filter file
   * @param {FormOptions} [options] the key form, if the filter has one
   */
  constructor(bytes, options = {}) {
    const file = readFile(viewOfBytes(bytes), readMap);
    const { name, version, keyForm, seed } = file.header;
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
    /** @internal */
    this._file = file;
    /** @internal */
    this._seed = scrambled(seed);
  }

  /**
   * Reads a map file: the bytes that `toBytes` returns. It checks all bytes, including the checksum.
   * @param {Uint8Array | ArrayBuffer} bytes must not change while the reader is in use
   * @param {FormOptions} [options] the key form, if the filter has one
   * @returns {MapReader}
   * @throws {TypeError | RangeError} see `FilterReader.fromBytes`
   * @throws {FilterFormatError} `bytes` isn't a complete, valid map file; `code` "WRONG_CLASS" for any other kind of filter file
   * @example
   * import { StaticMap } from "edgebloom";
   * import { MapReader } from "edgebloom/reader";
   *
   * const map = StaticMap.from([["a", "first"]], { errorRate: 0.01 });
   * MapReader.fromBytes(map.toBytes()).get("a"); // "first"
   */
  static fromBytes(bytes, options) {
    return readerOf(bytes, options);
  }

  /**
   * Reads a map from base64: the string that `toBase64` returns.
   * @param {string} base64 standard or URL-safe alphabet; one trailing line break is allowed
   * @param {FormOptions} [options] the key form, if the filter has one
   * @returns {MapReader}
   * @throws {TypeError | RangeError} `base64` isn't a string; also see `fromBytes`
   * @throws {FilterFormatError} see `fromBytes`; `code` "BASE64" if the string isn't strict base64
   * @example
   * import { StaticMap } from "edgebloom";
   * import { MapReader } from "edgebloom/reader";
   *
   * const map = StaticMap.from([["a", "first"]], { errorRate: 0.01 });
   * MapReader.fromBase64(map.toBase64()).get("a"); // "first"
   */
  static fromBase64(base64, options) {
    return readerOf(decode(base64), options);
  }

  /**
   * The value of a key.
   * @param {Key} key with the `keys` option, a query in that form. If it looks up several keys, such as a host name and its parents, the first
   *   one with a value wins: the most specific one
   * @returns {string | undefined} for a key in the map, its value; for any other key, `undefined` or, at the false-positive rate, some value
   * @throws {TypeError} `key` isn't a key, or the bytes of the file have been transferred
   * @throws {RangeError} a bigint doesn't fit in 64 bits
   * @example
   * import { StaticMap } from "edgebloom";
   * import { MapReader } from "edgebloom/reader";
   *
   * const map = StaticMap.from([["a", "first"]], { errorRate: 0.01 });
   * MapReader.fromBytes(map.toBytes()).get("a"); // "first"
   */
  get(key) {
    return firstOf(keysForValue(this._form, key), (each) => this._get(each));
  }

  /**
   * The value of a key as it is.
   * @internal
   * @param {Key} key
   */
  _get(key) {
    const { filters, set, exceptions, header } = this._file;
    checkAttached(filters[0]);
    hashKey(key, this._seed, header.salt);
    const value = set?.get();
    return exceptions.size && isException(exceptions, keyBytes(key)) ? undefined : value;
  }

  /**
   * Looks up a key as it is.
   * @internal
   * @param {Key} key
   */
  _has(key) {
    const { filters, set, exceptions, header } = this._file;
    checkAttached(filters[0]);
    hashKey(key, this._seed, header.salt);
    return !!set?.isMember() && (!exceptions.size || !isException(exceptions, keyBytes(key)));
  }

  /**
   * Facts about the map.
   * @returns {MapReaderStats}
   * @example
   * import { StaticMap } from "edgebloom";
   * import { MapReader } from "edgebloom/reader";
   *
   * const map = StaticMap.from([["a", "first"], ["b", "first"]], { errorRate: 0.01 });
   * MapReader.fromBytes(map.toBytes()).stats.values; // 1
   */
  get stats() {
    const { header, byteLength } = this._file;
    const { bits, hashes, seed, errorRate, inserted, values } = header;
    return {
      scheme: "native",
      layout: "static",
      bits,
      hashes,
      seed,
      errorRate: Number(errorRate),
      inserted: saturated(inserted),
      values: Number(values?.count),
      byteLength,
    };
  }
}

/**
 * Not in the class: esbuild renames a class that names itself.
 * @param {Uint8Array | ArrayBuffer} bytes a filter file
 * @param {FormOptions | undefined} options
 * @returns {MapReader}
 */
const readerOf = (bytes, options) => new /** @type {any} */ (MapReader)(bytes, options);
