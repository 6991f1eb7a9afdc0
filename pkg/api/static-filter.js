import { decode } from "./base64.js";
import { bytesOf } from "./bytes.js";
import { entriesIn } from "./entries.js";
import { argumentError, wrongType, wrongValue } from "./errors.js";
import { Handle, checkIterable } from "./handle.js";
import { textsOf } from "./lines.js";
import { advised, build, collectKeys, collectLines, collectLookups, fromFile, instance } from "./making.js";
import { MembershipFilter, handleOf } from "./membership-filter.js";
import { readOptions } from "./options.js";
import { engine } from "./own-engine.js";

/** @typedef {import("../reader/key-form.js").FormOptions} FormOptions */
/** @typedef {import("../reader/key-form.js").QueryForm} QueryForm */
/** @typedef {import("./lines.js").Lines} Lines */
/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("../wasm/edgebloom.js").Builder} Builder */

/**
 * Options for a static set.
 * @template [N=Iterable<Key>]
 * @typedef {object} StaticOptions
 * @property {number} errorRate p, the false-positive rate, which is the share of non-members that `has` answers true for: 2^-32 (2.4e-10) to 0.5
 * @property {number | "random"} [seed] seed of the hash: 0 (default) to 4294967295, or "random"
 * @property {import("../reader/key-form.js").KeyForm} [keys] the key form, from `edgebloom/keys` or your own: entries and queries are converted, and
 *   the filter file stores its name
 * @property {import("../reader/key-form.js").Invalid} [invalid] what `has` does with a query that doesn't fit the key form
 * @property {string} [name] the name of the list, at most 1,024 bytes of UTF-8; "" by default
 * @property {string} [version] the version of the list, at most 1,024 bytes of UTF-8; "" by default
 * @property {N} [never] keys that must never be false positives: `has` answers "no" for each of them, unless it's a member. For `fromLines`, one key
 *   per line
 */

/**
 * Facts about a static set.
 * @typedef {object} StaticStats
 * @property {"static"} layout always "static"
 * @property {"native"} scheme always "native"
 * @property {number} bits the size of the set in bits, excluding header, exceptions and checksum
 * @property {number} hashes minimum number of fingerprint bits per key that a query compares
 * @property {number} seed seed of the hash: 0 to 4294967295
 * @property {number} errorRate p, the false-positive rate it was built for
 * @property {number} inserted number of distinct keys
 * @property {number} universe how many non-members were in `never`; 0 without it
 * @property {number} exact how many of these would otherwise be false positives
 * @property {number} byteLength the length of `toBytes()`; an invalid name or version counts as empty
 */

const OPTIONS = ["errorRate", "seed", "keys", "invalid", "name", "version", "never"];

/**
 * The smallest file for a finished list: a set that you build once from all keys and that never changes. Like a Bloom filter's, its `has` never
 * misses a member.
 *
 * @example
 * import { StaticFilter } from "edgebloom";
 *
 * const blocked = StaticFilter.from(["mailinator.com", "guerrillamail.com"], { errorRate: 0.001 });
 * blocked.has("mailinator.com"); // true: maybe
 * const bytes = blocked.toBytes(); // FilterReader of edgebloom/reader reads them too
 *
 * @remarks
 * With 10,000 or more keys and false-positive rates of 1% or less, its file is 0.2% to 3.1% above the information limit; a Bloom filter is 44% above.
 *
 * Building takes 5 to 8 times as long as adding lines to a `BloomFilter`. A query takes 0.9 to 1.4 times as long, `hasLines` up to twice. Use a
 * `BloomFilter` if you add keys later, combine or fold filters, or have fewer than about 100 keys. An empty set answers "no" for every key.
 */
export class StaticFilter extends MembershipFilter {
  /**
   * The kinds of filter file that it reads.
   * @internal
   * @type {Pick<import("./making.js").Kind, "files">}
   */
  static kind = { files: ["static"] };

  /**
   * Use `from`, `fromLines`, `fromBytes` or `fromBase64`.
   * @internal
   * @param {unknown} handle
   */
  constructor(handle) {
    super(handle instanceof Handle ? handle : wrongUse(), { name: "", version: "" });
  }

  /**
   * Builds a set from keys. A repeated key counts once. The same keys in any order produce the same file.
   * @param {Iterable<Key> & object} keys the keys, in any order
   * @param {StaticOptions} options `errorRate`, and optionally `never`
   * @returns {StaticFilter}
   * @throws {TypeError} `keys` isn't an iterable of keys, or an option is missing, unknown, or of the wrong type
   * @throws {RangeError} an option is out of range, a key or one in `never` doesn't fit the key form, a bigint doesn't fit in 64 bits, or there isn't
   *   enough memory
   * @example
   * import { StaticFilter } from "edgebloom";
   *
   * const set = StaticFilter.from(["a", "b", "a"], { errorRate: 0.01 });
   * set.stats.inserted; // 2
   *
   * const names = ["google.com", "github.com"]; // more likely a million of them
   * const blocked = StaticFilter.from(["mailinator.com"], { errorRate: 0.01, never: names });
   * blocked.has("google.com"); // false: it cannot be a false positive
   */
  static from(keys, options) {
    checkIterable(keys);
    return buildSet(
      options,
      (form) => collectKeys(keys, form),
      (never, form) => {
        checkIterable(never, "never");
        return collectLookups(never, form);
      },
    );
  }

  /**
   * Builds a set from one key per line. Lines end with LF or CRLF. Empty lines are skipped.
   *
   * A generator can yield the text in pieces, for example from a file. A line can span two pieces.
   * @param {Lines} lines a string, bytes, or a generator of these; not an array
   * @param {StaticOptions<Lines>} options `errorRate`, and optionally `never`
   * @returns {StaticFilter}
   * @throws {TypeError} `lines` has the wrong type; also see `from`
   * @throws {RangeError} see `from`
   * @example
   * import { StaticFilter } from "edgebloom";
   *
   * const set = StaticFilter.fromLines("a\r\n\nb\n", { errorRate: 0.01 });
   * set.has("b"); // true: maybe
   */
  static fromLines(lines, options) {
    const texts = textsOf(lines);
    return buildSet(
      options,
      (form) => collectLines(texts, form),
      (never, form) => {
        const lines = textsOf(never, "never");
        return form ? collectLookups(entriesIn(lines), form) : collectLines(lines);
      },
    );
  }

  /**
   * Reads a filter file: the bytes that `toBytes` returns. It checks all bytes and copies them.
   * @param {Uint8Array} bytes a filter file
   * @param {FormOptions} [options] the key form, if the filter has one
   * @returns {StaticFilter}
   * @throws {TypeError} `bytes` isn't a Uint8Array, or the file names a key form and `keys` is missing
   * @throws {RangeError} the file names a different key form than `keys`, or there isn't enough memory
   * @throws {FilterFormatError} `bytes` isn't a complete, valid static set file
   * @example
   * import { StaticFilter } from "edgebloom";
   *
   * const set = StaticFilter.from(["a", "b"], { errorRate: 0.001 });
   * StaticFilter.fromBytes(set.toBytes()).has("a"); // true: maybe
   */
  static fromBytes(bytes, options) {
    return fromFile(this, bytesOf(bytes, "bytes"), options);
  }

  /**
   * Reads a set from base64: the string that `toBase64` returns.
   * @param {string} base64 standard or URL-safe alphabet; one trailing line break is allowed
   * @param {FormOptions} [options] the key form, if the filter has one
   * @returns {StaticFilter}
   * @throws {TypeError} `base64` isn't a string
   * @throws {FilterFormatError} see `fromBytes`; `code` "BASE64" if the string isn't strict base64
   * @example
   * import { StaticFilter } from "edgebloom";
   *
   * const set = StaticFilter.from(["a", "b"], { errorRate: 0.001 });
   * StaticFilter.fromBase64(set.toBase64()).has("a"); // true: maybe
   */
  static fromBase64(base64, options) {
    return fromFile(this, decode(base64), options);
  }

  /**
   * Makes a key an exception: `has` answers "no" for it. Use it only for known false positives, because `has` then also answers "no"
   * for a member. The filter file contains the exceptions.
   * @param {Key} key a non-member
   * @returns {boolean} true if it wasn't an exception yet
   * @throws {TypeError} `key` isn't a key, or the set has been freed
   * @throws {RangeError} the exceptions, plus two bytes each, take more than 32,768 bytes
   * @example
   * import { StaticFilter } from "edgebloom";
   *
   * const set = StaticFilter.from(["a", "b"], { errorRate: 0.001 });
   * set.allow("b");
   * set.has("b"); // false
   */
  allow(key) {
    return handleOf(this).allow(key);
  }

  /**
   * Facts about the set.
   * @returns {Readonly<StaticStats>}
   * @throws {TypeError} the set has been freed
   * @example
   * import { StaticFilter } from "edgebloom";
   *
   * const set = StaticFilter.from(["a", "b"], { errorRate: 0.001 });
   * set.stats.inserted; // 2
   */
  get stats() {
    const { bits, hashes, seed, errorRate, inserted, universe, exact, byteLength } = handleOf(this).header(this);
    const layout = /** @type {const} */ ("static");
    const scheme = /** @type {const} */ ("native");
    return { layout, scheme, bits, hashes, seed, errorRate: Number(errorRate), inserted, universe, exact, byteLength };
  }
}

/** @returns {never} */
function wrongUse() {
  throw argumentError(TypeError, "StaticFilter", "StaticFilter.from or fromLines, got new");
}

/** The error rates that static sets can have. */
export const RATES = "a number from 2^-32 to 0.5";
/** With a lower rate, a set would be larger, and no better: the fingerprint of a key has 32 bits. */
export const MIN_RATE = 2 ** -32;

/** @param {number} errorRate */
export function checkStaticRate(errorRate) {
  if (!(errorRate >= MIN_RATE && errorRate <= 0.5)) wrongValue("errorRate", RATES, errorRate);
}

/**
 * Builds a set of the keys that `collect` pushes.
 * @template N
 * @param {StaticOptions<N>} options `errorRate`, and optionally `never`
 * @param {(form: QueryForm | undefined) => (builder: Builder) => void} collect
 * @param {(never: N, form: QueryForm | undefined) => (builder: Builder) => void} collectNever
 * @returns {StaticFilter}
 */
function buildSet(options, collect, collectNever) {
  if (typeof options === "object" && options && typeof options.errorRate !== "number") {
    wrongType("errorRate", RATES, options.errorRate);
  }
  const settings = readOptions(options, OPTIONS, true);
  const { errorRate, seed, form } = settings;
  // Checked here, before it reads all keys.
  checkStaticRate(errorRate);
  const { never } = settings;
  const collectUniverse = never === undefined ? undefined : collectNever(never, form);
  const set = build(seed, collect(form), (builder) => {
    if (!collectUniverse) return builder.finishStatic(errorRate);
    return build(seed, collectUniverse, (universe) => builder.finishExact(errorRate, universe));
  });
  return advised(instance(StaticFilter, new Handle(engine(), set, form), settings));
}
