import { hasInForm } from "./key-form.js";
import { checkIterable } from "./reading.js";

/** @typedef {import("./key.js").Key} Key */

/**
 * The methods shared by `FilterReader`, `MapReader` and the `BloomFilter` in `edgebloom/lite`.
 *
 * @abstract
 * @example
 * import { BloomFilter } from "edgebloom/lite";
 * import { FilterReader } from "edgebloom/reader";
 *
 * const filter = BloomFilter.from(["a"], { errorRate: 0.01 });
 * [filter, FilterReader.fromBytes(filter.toBytes())].every((each) => each.has("a")); // true
 *
 * @remarks
 * `toEqual` and `deepStrictEqual` compare the bits, too. `structuredClone` copies only data: send the bytes of the file and read them again.
 */
export class Queries {
  /**
   * @internal
   * @param {import("./key-form.js").QueryForm | undefined} form
   */
  constructor(form) {
    /** @internal */
    this._form = form;
  }

  /**
   * Looks up a key.
   * @param {Key} key with the `keys` option, a query in that form: an address for `email`
   * @returns {boolean} false: no; true: maybe
   * @throws {TypeError} `key` isn't a key, or the bytes of the file have been transferred
   * @throws {RangeError} a bigint doesn't fit in 64 bits, or `key` doesn't fit the key form and `invalid` is "throw"
   * @example
   * import { BloomFilter } from "edgebloom";
   * import { FilterReader } from "edgebloom/reader";
   *
   * const filter = BloomFilter.from(["mailinator.com"], { errorRate: 0.01 });
   * const reader = FilterReader.fromBytes(filter.toBytes());
   * reader.has("mailinator.com"); // true: maybe
   */
  has(key) {
    return this._form ? hasInForm(this._form, key, (each) => hasKey(this, each)) : hasKey(this, key);
  }

  /**
   * Looks up several keys. With the `keys` option, one that doesn't fit the key form gets "maybe" where `has` would throw.
   * @param {Iterable<Key> & object} keys
   * @returns {Uint8Array} 1 (maybe) or 0 (no) per key, in order
   * @throws {TypeError | RangeError} `keys` isn't an iterable of keys; also see `has`
   * @example
   * import { BloomFilter } from "edgebloom";
   * import { FilterReader } from "edgebloom/reader";
   *
   * const filter = BloomFilter.from(["mailinator.com"], { errorRate: 0.01 });
   * const reader = FilterReader.fromBytes(filter.toBytes());
   * reader.hasMany(["mailinator.com", "example.org"]).join(); // "1,0"
   */
  hasMany(keys) {
    checkIterable(keys);
    const list = Array.isArray(keys) ? keys : [...keys];
    const answers = new Uint8Array(list.length);
    const form = this._form;
    for (let i = 0; i < list.length; i++) {
      const isIn = form ? hasInForm(form, list[i], (key) => hasKey(this, key), true) : hasKey(this, list[i]);
      answers[i] = isIn ? 1 : 0;
    }
    return answers;
  }

  /**
   * Keeps Vue from putting a Proxy around this and what it holds, in which queries would throw, or be slow. A static block, as in other
   * classes, would need ES2022.
   * @internal
   */
  get __v_skip() {
    return true;
  }

  /**
   * The key form from the `keys` option; "raw" if there's none.
   * @type {string}
   */
  get keyForm() {
    return this._form?.form.name ?? "raw";
  }

  /**
   * What `JSON.stringify` writes: facts about the filter, not its bits.
   * @returns {object} `name`, `version` and `stats`
   * @example
   * import { BloomFilter } from "edgebloom";
   * import { FilterReader } from "edgebloom/reader";
   *
   * const filter = BloomFilter.from(["mailinator.com"], { errorRate: 0.01, name: "blocked" });
   * const reader = FilterReader.fromBytes(filter.toBytes());
   * JSON.parse(JSON.stringify(reader)).name; // "blocked"
   */
  toJSON() {
    return summary(this);
  }

  /**
   * What `console.log` shows in Node, Deno and Bun.
   * @internal
   */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    return { [this.constructor.name]: summary(this) };
  }
}

/** Looks up a key as it is. @type {(owner: any, key: Key) => boolean} */
const hasKey = (owner, key) => owner._has(key);

/** @param {any} owner */
const summary = ({ name, version, stats }) => ({ name, version, stats });
