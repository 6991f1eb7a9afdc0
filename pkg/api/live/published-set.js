// Queries of a published set: a base, and layers with the changes since.

import { readFile } from "../../reader/file.js";
import { declaredLength } from "../../reader/parts.js";
import { finish, lanes, scrambled, setLanes } from "../../reader/hash.js";
import { firstOf, hasInForm, keysForValue } from "../../reader/key-form.js";
import { hashKey } from "../../reader/key.js";
import { readMap } from "../../reader/map.js";
import { probeEach } from "../../reader/probes.js";
import { FilterFormatError, argumentError, wrongType } from "../errors.js";
import { plural } from "../inspecting.js";
import { markRaw } from "../raw.js";

/** @typedef {import("../../reader/file.js").FilterFile} FilterFile */
/** @typedef {import("../../reader/key-form.js").QueryForm} QueryForm */
/** @typedef {import("../types.js").Key} Key */
/** @typedef {import("./manifest.js").Manifest} Manifest */
/** @typedef {import("./manifest.js").SetFiles} SetFiles */

/** The maximum number of filters in a file: a query checks each of them. */
const MAX_PARTS = 16;
/** The salt of the hash that selects the shard of a key. */
const SHARD_SALT = 0x73686172;

/**
 * Facts about a published set.
 * @typedef {object} PublishedStats
 * @property {number} keys how many keys it has
 * @property {number} errorRate the false-positive rate of the base and layers combined
 * @property {number} layers number of layers on top of the base
 * @property {number} universe how many keys that aren't listed can't be false positives; 0 without `publish --never` and `--allow`
 * @property {number} exact how many of these would be false positives otherwise
 * @property {number} byteLength total bytes of all files
 */

/** @param {Uint8Array} bytes @param {number} seed @param {boolean} isMap */
function readPart(bytes, seed, isMap) {
  const file = isMap ? readFile(bytes, readMap) : readFile(bytes);
  if (file.exceptions.size) reject("exceptions", "none in a published set", file.exceptions.size);
  if (file.header.seed !== seed) reject("seed", `${seed}, as in the manifest`, file.header.seed);
  return file;
}

/** @type {(field: string, expected: string, got: unknown) => never} */
const reject = (field, expected, got) => {
  throw new FilterFormatError(`${field}: expected ${expected}, got ${got}`, "INVALID", field, 0);
};

/**
 * The filters in a file of a set, in their order. A layer has the filter of the added keys first, then the filters of the removed
 * keys: a key is removed if all of them have it.
 * @param {Uint8Array} bytes
 * @param {Pick<Manifest, "seed" | "map">} manifest
 * @returns {FilterFile[]}
 */
export function readParts(bytes, { seed, map }) {
  const parts = [];
  for (let at = 0; at < bytes.length; ) {
    if (parts.length === MAX_PARTS) reject("layers", `at most ${MAX_PARTS} filters in a file`, "more");
    const rest = bytes.subarray(at);
    const part = rest.subarray(0, declaredLength(rest));
    parts.push(readPart(part, seed, map && !at));
    at += part.length;
  }
  return parts;
}

/**
 * A published set, as of one manifest. `LiveFilter` holds one if its address is that of a manifest. A set never changes: for each later manifest,
 * `LiveFilter` creates a new one.
 *
 * @example
 * import { LiveFilter } from "edgebloom/live";
 *
 * const live = new LiveFilter("https://lists.example/blocked/manifest.json");
 * await live.ready();
 * live.current.stats.layers; // 0
 * live.current.has("mailinator.com"); // true: maybe
 * live.stop();
 */
export class PublishedSet {
  static {
    markRaw(this);
  }

  #seed;
  #keys;
  #form;
  #errorRate;
  #byteLength;
  #never;
  #isMap;
  /** @type {FilterFile[]} */
  #base;
  /** Newest first. @type {{ added: FilterFile, removed: FilterFile[] }[]} */
  #layers;
  /** The filters of each file, by the file's name, for the set after this one. @type {Map<string, FilterFile[]>} @internal */
  _parts;

  /**
   * LiveFilter makes them.
   * @internal
   * @param {Manifest} manifest
   * @param {SetFiles} files
   * @param {Map<string, FilterFile[]>} parts the filters of each file
   * @param {QueryForm | undefined} form
   */
  constructor(manifest, files, parts, form) {
    const partsOf = (/** @type {{ sha256: string }} */ { sha256 }) => /** @type {FilterFile[]} */ (parts.get(sha256));
    /**
     * The name of the list; "" if it has none.
     * @type {string}
     * @readonly
     */
    this.name = manifest.name;
    /**
     * The version of the list; "" if it has none.
     * @type {string}
     * @readonly
     */
    this.version = manifest.version;
    /**
     * The sequence number of the manifest. A later manifest has a larger number.
     * @type {number}
     * @readonly
     */
    this.sequence = manifest.sequence;
    this._parts = parts;
    /** Manifests of one kind have the same: the filters of their files are the same. @internal */
    this._kind = kindOf(manifest);
    for (const key of ["_parts", "_kind"]) Object.defineProperty(this, key, { enumerable: false });
    this.#seed = scrambled(manifest.seed);
    this.#keys = files.keys;
    this.#errorRate = manifest.errorRate;
    this.#form = form;
    this.#never = manifest.never;
    this.#isMap = manifest.map;
    this.#byteLength = [files.base, ...files.layers].reduce((sum, { bytes }) => sum + bytes, 0);
    this.#base = partsOf(files.base);
    if (this.#base.length !== 1) reject("base", "one filter", this.#base.length);
    this.#layers = files.layers.map((each, i) => {
      const [added, ...removed] = partsOf(each);
      if (!added) reject(`layers[${i}]`, "one filter or more", 0);
      return { added, removed };
    });
    this.#layers.reverse();
  }

  /**
   * Looks up a key.
   * @param {Key} key a query in the key form: for a set of domains, a host name or a URL
   * @returns {boolean} false: no; true: maybe
   * @throws {TypeError} `key` is not a key
   * @throws {RangeError} a bigint doesn't fit in 64 bits
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/blocked/manifest.json");
   * await live.ready();
   * live.current.has("never listed"); // false: no
   */
  has(key) {
    return this.#hasIn(key, false);
  }

  /**
   * Looks up several keys.
   * @param {Iterable<Key> & object} keys
   * @returns {Uint8Array} 1 (maybe) or 0 (no) per key, in order
   * @throws {TypeError} `keys` is not an iterable of keys
   * @throws {RangeError} as for `has`
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/blocked/manifest.json");
   * await live.ready();
   * live.current.hasMany(["mailinator.com", "never listed"]).join(); // "1,0"
   */
  hasMany(keys) {
    return Uint8Array.from(listOf(keys), (key) => Number(this.#hasIn(key, true)));
  }

  /**
   * @param {Key} key
   * @param {boolean} isOneOfMany
   */
  #hasIn(key, isOneOfMany) {
    return this.#form ? hasInForm(this.#form, key, (each) => this._has(each), isOneOfMany) : this._has(key);
  }

  /**
   * The value of a key, in a set made with `publish --map` or `--label`.
   * @param {Key} key a query in the key form. If it looks up several keys, such as a host name and its parents, the first with a
   *   value wins: the most specific one
   * @returns {string | undefined} for a listed key, its value; for any other key, `undefined` or, at the false-positive rate, some value
   * @throws {TypeError} the set has no values, or `key` is not a key
   * @throws {RangeError} a bigint doesn't fit in 64 bits
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/categories/manifest.json");
   * await live.ready();
   * live.current.get("mailinator.com"); // "disposable"
   */
  get(key) {
    return firstOf(keysForValue(this.#form, key), (each) => this._get(each));
  }

  /**
   * Looks up the value of a key without its form.
   * @internal
   * @param {Key} key
   */
  _get(key) {
    if (!this.#isMap) noValues();
    hashKey(key, this.#seed, 0);
    return this._getLanes(lanes[0], lanes[1], lanes[2], lanes[3]);
  }

  /**
   * Looks up the value of a key by the lanes of its hash, in a set with values.
   * @internal
   * @param {number} h1
   * @param {number} h2
   * @param {number} h3
   * @param {number} h4
   */
  _getLanes(h1, h2, h3, h4) {
    for (const { added, removed } of this.#layers) {
      if (isRemoved(removed, h1, h2, h3, h4)) return undefined;
      const value = valueIn(added, h1, h2, h3, h4);
      if (value !== undefined) return value;
    }
    return valueIn(this.#base[0], h1, h2, h3, h4);
  }

  /**
   * Looks up a key without its form. The hash is computed once, and salted for each filter.
   * @internal
   * @param {Key} key
   */
  _has(key) {
    hashKey(key, this.#seed, 0);
    return this._hasLanes(lanes[0], lanes[1], lanes[2], lanes[3]);
  }

  /**
   * Looks up a key by the lanes of its hash.
   * @internal
   * @param {number} h1
   * @param {number} h2
   * @param {number} h3
   * @param {number} h4
   */
  _hasLanes(h1, h2, h3, h4) {
    for (const { added, removed } of this.#layers) {
      if (isRemoved(removed, h1, h2, h3, h4)) return false;
      if (isMember(added, h1, h2, h3, h4)) return true;
    }
    return isMember(this.#base[0], h1, h2, h3, h4);
  }

  /**
   * Facts about the set.
   * @returns {PublishedStats}
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/blocked/manifest.json");
   * await live.ready();
   * live.current.stats.layers; // 0
   */
  get stats() {
    return {
      keys: this.#keys,
      errorRate: this.#errorRate,
      layers: this.#layers.length,
      universe: this.#never?.keys ?? 0,
      exact: this.#never?.exact ?? 0,
      byteLength: this.#byteLength,
    };
  }

  /**
   * The text that `console.log` shows in Node, Deno and Bun.
   * @internal
   */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    if (!(#keys in this)) return this;
    const layers = this.#layers.length ? `, ${plural(this.#layers.length, "layer")}` : "";
    return `PublishedSet { sequence ${this.sequence}, ${plural(this.#keys, "key")}${layers} }`;
  }
}

/**
 * True if all filters have a key.
 * @param {FilterFile[]} removed
 * @param {number} h1
 * @param {number} h2
 * @param {number} h3
 * @param {number} h4
 */
function isRemoved(removed, h1, h2, h3, h4) {
  for (const file of removed) if (!isMember(file, h1, h2, h3, h4)) return false;
  return removed.length > 0;
}

/**
 * @param {FilterFile} file
 * @param {number} h1
 * @param {number} h2
 * @param {number} h3
 * @param {number} h4
 */
function isMember({ header, set, filters }, h1, h2, h3, h4) {
  salted(h1, h2, h3, h4, header.salt);
  return set ? set.isMember() : probeEach(filters);
}

/**
 * @param {FilterFile} file of a map
 * @param {number} h1
 * @param {number} h2
 * @param {number} h3
 * @param {number} h4
 */
function valueIn({ header, set }, h1, h2, h3, h4) {
  salted(h1, h2, h3, h4, header.salt);
  return /** @type {import("../../reader/map.js").MapContent} */ (set).get();
}

/**
 * Sets the lanes to those under the salt of a file.
 * @param {number} h1
 * @param {number} h2
 * @param {number} h3
 * @param {number} h4
 * @param {number} salt
 */
const salted = (h1, h2, h3, h4, salt) => (salt ? finish(h1, h2, h3, h4, salt) : setLanes(h1, h2, h3, h4));

/** @returns {never} */
export function noValues() {
  throw argumentError(TypeError, "get", "a map, got a set without values: use has");
}

/** @param {Pick<Manifest, "seed" | "map">} manifest */
export const kindOf = ({ seed, map }) => `${seed} ${map}`;

/**
 * The shard of a key.
 * @param {Key} key
 * @param {number} seed of the manifest
 * @param {number} shards how many there are: a power of 2
 */
export function shardOf(key, seed, shards) {
  hashKey(key, scrambled(seed), SHARD_SALT);
  return Math.floor(((lanes[0] >>> 0) / 0x100000000) * shards);
}

/**
 * Keys as an array.
 * @template T
 * @param {Iterable<T>} keys
 * @returns {T[]}
 */
export function listOf(keys) {
  // A string is an iterable of characters, which is always a mistake.
  if (typeof keys === "string" || typeof keys?.[Symbol.iterator] !== "function")
    wrongType("keys", "an iterable of keys", keys);
  return [...keys];
}

/**
 * The form that a caller must apply. A published set, and a reader or filter with a form, apply it themselves: twice could be another key.
 * @param {import("./filters.js").Queryable & { keyForm?: string }} filter
 * @param {QueryForm | undefined} form
 */
const formFor = (filter, form) =>
  filter instanceof PublishedSet || (filter.keyForm ?? "raw") !== "raw" ? undefined : form;

/**
 * Looks up a query in a filter.
 * @param {import("./filters.js").Queryable} filter
 * @param {QueryForm | undefined} form
 * @param {Key} key
 */
export function lookUp(filter, form, key) {
  const own = formFor(filter, form);
  return own ? hasInForm(own, key, (each) => filter.has(each)) : filter.has(key);
}

/**
 * Looks up several queries in a filter.
 * @param {import("./filters.js").Queryable} filter
 * @param {QueryForm | undefined} form
 * @param {Iterable<Key>} keys
 */
export function lookUpMany(filter, form, keys) {
  const own = formFor(filter, form);
  if (!own) return filter.hasMany(keys);
  return Uint8Array.from(listOf(keys), (key) => Number(hasInForm(own, key, (each) => filter.has(each), true)));
}

/**
 * The value of a key, as `lookUp` looks it up.
 * @param {import("./filters.js").Queryable} filter
 * @param {QueryForm | undefined} form
 * @param {Key} key
 */
export function lookUpValue(filter, form, key) {
  const { get } = /** @type {{ get?: (key: Key) => string | undefined }} */ (filter);
  if (typeof get !== "function") noValues();
  return firstOf(keysForValue(formFor(filter, form), key), (each) => get.call(filter, each));
}
