import { encode } from "../api/base64.js";
import { keysIn, keysOf } from "../api/entries.js";
import { checkedText, storable } from "../api/header.js";
import { LAYOUTS, readSettings } from "../api/options.js";
import { decode } from "../reader/base64.js";
import { saturated } from "../reader/filter-reader.js";
import { scrambled } from "../reader/hash.js";
import { hashKey } from "../reader/key.js";
import { Queries } from "../reader/queries.js";
import { checkIterable, formOf, viewOfBytes } from "../reader/reading.js";
import { digest, restore } from "./digests.js";
import { estimate } from "./estimate.js";
import { lengthOf, readPlain, write } from "./file.js";
import { PlainFilter } from "./plain-filter.js";
import { checkShape, shapeForRate } from "./sizing.js";

/** @typedef {import("../api/types.js").Bytes} Bytes */
/** @typedef {import("../api/types.js").Key} Key */
/** @typedef {import("../api/types.js").Stats} Stats */
/** @typedef {import("../reader/key-form.js").FormOptions} FormOptions */

/**
 * Options for a filter that is sized by capacity and error rate.
 * @typedef {Omit<import("../api/types.js").RateOptions, "onSaturated">} LiteRateOptions
 */

/**
 * Options for a filter that is sized by its shape.
 * @typedef {Omit<import("../api/types.js").ShapeOptions, "onSaturated">} LiteShapeOptions
 */

/**
 * Options for `from`: you don't need to know the number of keys.
 * @typedef {Omit<import("../api/types.js").FromOptions, "onSaturated">} LiteFromOptions
 */

const OPTIONS = ["capacity", "errorRate", "seed", "layout", "keys", "invalid", "name", "version", "bits", "hashes"];

/**
 * Builds and queries small Bloom filters in plain JavaScript, without WebAssembly. It has the most commonly used methods of the `BloomFilter` in
 * `edgebloom` and writes the same files, byte for byte.
 *
 * @example
 * import { BloomFilter } from "edgebloom/lite";
 *
 * const seen = new BloomFilter({ capacity: 10_000, errorRate: 0.01 });
 * seen.add("https://example.org/news/1"); // true: it was not there before
 * seen.has("https://example.org/news/1"); // true: maybe
 *
 * const saved = seen.toBase64();
 * BloomFilter.fromBase64(saved).has("https://example.org/news/2"); // false: no
 */
export class BloomFilter extends Queries {
  /**
   * Makes an empty filter.
   * @param {LiteRateOptions | LiteShapeOptions} options `capacity` and `errorRate`, or `bits` and `hashes`
   * @throws {TypeError} an option is missing, unknown, or of the wrong type
   * @throws {RangeError} an option is out of range, or there isn't enough memory
   * @example
   * import { BloomFilter } from "edgebloom/lite";
   *
   * const filter = new BloomFilter({ capacity: 100_000, errorRate: 0.01 });
   * filter.stats.bits; // 960512
   */
  constructor(options) {
    const { plain, name, version, form } = options instanceof Made ? options : made(readSettings(options, OPTIONS));
    super(form);
    /**
     * The name of the list; "" if none. It's stored in the filter file and doesn't affect answers.
     * @type {string}
     */
    this.name = name;
    /**
     * The version of the list; "" if none. It's stored in the filter file and doesn't affect answers.
     * @type {string}
     */
    this.version = version;
    /**
     * @type {PlainFilter}
     * @internal
     */
    this._plain = plain;
  }

  /**
   * Builds a filter from keys. It's sized for the number of distinct keys, unless you give a `capacity` or a shape.
   * @param {Iterable<Key> & object} keys the keys, in any order
   * @param {LiteFromOptions} options `errorRate`, or `bits` and `hashes`
   * @returns {BloomFilter}
   * @throws {TypeError} `keys` isn't an iterable of keys; also see the constructor
   * @throws {RangeError} see the constructor and `add`
   * @example
   * import { BloomFilter } from "edgebloom/lite";
   *
   * const filter = BloomFilter.from(["a", "b", "a"], { errorRate: 0.01 });
   * filter.stats.capacity; // 2
   */
  static from(keys, options) {
    const settings = readSettings(options, OPTIONS, true);
    checkIterable(keys);
    if (!settings.byKeys) {
      const filter = filterOf(made(settings));
      filter.addMany(keys);
      return filter;
    }
    const seed = scrambled(settings.seed);
    const digests = new Set();
    for (const key of keysIn(settings.form, keys)) {
      hashKey(key, seed, 0);
      digests.add(digest());
    }
    const all = made({ ...settings, capacity: digests.size || 1 });
    for (const each of digests) {
      restore(each);
      all.plain.addHashed();
    }
    return filterOf(all);
  }

  /**
   * Reads a filter from base64: the string that `toBase64` returns.
   * @param {string} base64 standard or URL-safe alphabet; one trailing line break is allowed
   * @param {FormOptions} [options] the key form, if the filter has one
   * @returns {BloomFilter}
   * @throws {TypeError | RangeError} `base64` isn't a string; also see `fromBytes`
   * @throws {FilterFormatError} see `fromBytes`; `code` "BASE64" if the string isn't strict base64
   * @example
   * import { BloomFilter } from "edgebloom/lite";
   *
   * const filter = BloomFilter.from(["a", "b"], { errorRate: 0.01 });
   * BloomFilter.fromBase64(filter.toBase64()).has("a"); // true: maybe
   */
  static fromBase64(base64, options) {
    return read(decode(base64), options);
  }

  /**
   * Reads a filter file: the bytes that `toBytes` returns, here or in `edgebloom`. It copies the bits and checks all bytes, including the checksum.
   * @param {Uint8Array | ArrayBuffer} bytes a filter file
   * @param {FormOptions} [options] the key form, if the filter has one
   * @returns {BloomFilter}
   * @throws {TypeError} `bytes` has the wrong type, an option is unknown or of the wrong type, or the file names a key form and `keys` is missing
   * @throws {RangeError} the file names a different key form than `keys` (`code` "INCOMPATIBLE")
   * @throws {FilterFormatError} `bytes` isn't a complete, valid filter file; `code` "WRONG_CLASS" if the file is for another class
   * @example
   * import { BloomFilter } from "edgebloom/lite";
   *
   * const filter = BloomFilter.from(["a", "b"], { errorRate: 0.01 });
   * BloomFilter.fromBytes(filter.toBytes()).has("a"); // true: maybe
   */
  static fromBytes(bytes, options) {
    return read(viewOfBytes(bytes), options);
  }

  /**
   * Adds a key.
   * @param {Key} key with the `keys` option, a list entry in that form
   * @returns {boolean} true if this key is new; false if it may have been added before
   * @throws {TypeError} `key` isn't a key
   * @throws {RangeError} a bigint doesn't fit in 64 bits, or `key` doesn't fit the key form
   * @example
   * import { BloomFilter } from "edgebloom/lite";
   *
   * const filter = new BloomFilter({ capacity: 100, errorRate: 0.01 });
   * filter.add("new.example"); // true
   * filter.add("new.example"); // false
   */
  add(key) {
    const { _plain: plain, _form: form } = this;
    if (!form) return plain.add(key);
    return keysOf(form, key).reduce((isNew, each) => plain.add(each) || isNew, false);
  }

  /**
   * Adds several keys. If one of them throws, the keys before it stay in the filter.
   * @param {Iterable<Key> & object} keys the keys, in any order
   * @returns {number} how many keys changed the filter
   * @throws {TypeError | RangeError} `keys` isn't an iterable of keys; also see `add`
   * @example
   * import { BloomFilter } from "edgebloom/lite";
   *
   * const filter = new BloomFilter({ capacity: 100, errorRate: 0.01 });
   * filter.addMany(["x", "y", "x"]); // 2
   */
  addMany(keys) {
    checkIterable(keys);
    let changed = 0;
    for (const key of keys) if (this.add(key)) changed++;
    return changed;
  }

  /**
   * Looks up a key as it is.
   * @internal
   * @param {Key} key
   */
  _has(key) {
    return this._plain.has(key);
  }

  /**
   * Writes the filter file (docs/reference/format/index.md). The same filter produces the same bytes here and in `edgebloom`.
   * @returns {Bytes}
   * @throws {TypeError} `name` or `version` isn't a string
   * @throws {RangeError} `name` or `version` is longer than 1,024 bytes
   * @example
   * import { BloomFilter } from "edgebloom/lite";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.toBytes().length; // 184
   */
  toBytes() {
    return write(this._plain, [checkedText(this.name, "name"), checkedText(this.version, "version"), formName(this)]);
  }

  /**
   * Writes the filter file as base64, in the standard alphabet, with padding.
   * @returns {string}
   * @throws {TypeError | RangeError} see `toBytes`; or the string is longer than the JavaScript engine allows
   * @example
   * import { BloomFilter } from "edgebloom/lite";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.toBase64().startsWith("60ZMVAEA"); // true
   */
  toBase64() {
    return encode(this.toBytes());
  }

  /**
   * The value that `JSON.stringify` writes.
   * @returns {{ name: string, version: string, base64: string }} the list's name and version, and the filter file in base64
   * @throws {TypeError | RangeError} see `toBase64`
   * @example
   * import { BloomFilter } from "edgebloom/lite";
   *
   * const filter = BloomFilter.from(["a", "b"], { errorRate: 0.01 });
   * const { base64 } = JSON.parse(JSON.stringify(filter));
   * BloomFilter.fromBase64(base64).has("a"); // true
   */
  toJSON() {
    return { name: this.name, version: this.version, base64: this.toBase64() };
  }

  /**
   * The size of the filter and how full it is. Each access counts the bits, which takes about 1 ms for 1 MB.
   * @returns {Readonly<Stats>}
   * @example
   * import { BloomFilter } from "edgebloom/lite";
   *
   * const filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
   * filter.stats.inserted; // 2
   * filter.stats.hashes; // 7
   */
  get stats() {
    const { header, filter, inserted } = this._plain;
    const { scheme, bits, hashes, seed, capacity, errorRate } = header;
    const { bitsSet, count, rate } = estimate(filter);
    return {
      scheme: "native",
      layout: LAYOUTS[scheme - 1],
      bits,
      hashes,
      seed,
      capacity: saturated(capacity) || null,
      errorRate: errorRate || null,
      inserted: saturated(inserted),
      byteLength: lengthOf(this._plain, [storable(this.name), storable(this.version), formName(this)]),
      bitsSet,
      fillRatio: bitsSet / bits,
      estimatedCount: count,
      estimatedErrorRate: rate,
      overHalfFull: bitsSet > bits / 2,
    };
  }
}

/** What the constructor makes a filter of, instead of options. */
class Made {
  /**
   * @param {PlainFilter} plain
   * @param {{ name: string, version: string, form: import("../reader/key-form.js").QueryForm | undefined }} texts
   */
  constructor(plain, { name, version, form }) {
    this.plain = plain;
    this.name = name;
    this.version = version;
    this.form = form;
  }
}

/**
 * Not in the class: esbuild renames a class that names itself.
 * @param {Made} all
 * @returns {BloomFilter}
 */
const filterOf = (all) => new BloomFilter(/** @type {any} */ (all));

/** @param {BloomFilter} filter */
const formName = ({ _form }) => _form?.form.name ?? "";

/**
 * An empty filter.
 * @param {ReturnType<typeof readSettings>} settings
 */
function made(settings) {
  const { layout, byShape, capacity, errorRate, seed } = settings;
  const { bits, hashes } = byShape
    ? checkShape(layout, settings.bits, settings.hashes)
    : shapeForRate(layout, capacity, errorRate);
  const scheme = 1 + LAYOUTS.indexOf(layout);
  const header = { scheme, bits, hashes, seed, salt: 0, capacity: BigInt(capacity), inserted: 0n, errorRate };
  return new Made(new PlainFilter(header, new Uint8Array(bits / 8), new Set()), settings);
}

/**
 * @param {Uint8Array} bytes
 * @param {FormOptions} [options]
 */
function read(bytes, options = {}) {
  const { header, cells, exceptions } = readPlain(bytes);
  const { name, version, keyForm } = header;
  return filterOf(
    new Made(new PlainFilter(header, cells, exceptions), { name, version, form: formOf(keyForm, options) }),
  );
}
