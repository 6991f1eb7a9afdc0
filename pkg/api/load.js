import { BloomFilter } from "./bloom-filter.js";
import { CountingBloomFilter } from "./counting-bloom-filter.js";
import { bytesIn, readFile } from "./loading.js";
import { instance } from "./making.js";
import { engine } from "./own-engine.js";
import { checkNames } from "./option-names.js";
import { readHeader } from "./read-header.js";
import { isResponse, readResponse } from "../reader/response.js";
import { ScalableBloomFilter } from "./scalable-bloom-filter.js";
import { SparseBloomFilter } from "./sparse-bloom-filter.js";
import { StaticFilter } from "./static-filter.js";
import { StaticMap } from "./static-map.js";

/** @typedef {import("../reader/response.js").ResponseLike} ResponseLike */
/** @typedef {import("../reader/response.js").ResponseOptions} ResponseOptions */
/** @typedef {import("../reader/key-form.js").FormOptions} FormOptions */
/**
 * Options for `load` with a response: how to read it, and the key form.
 * @typedef {ResponseOptions & FormOptions} LoadOptions
 */
/**
 * A filter of any class in this package. Use `instanceof` to tell which.
 * @typedef {BloomFilter | CountingBloomFilter | ScalableBloomFilter | SparseBloomFilter | StaticFilter | StaticMap} AnyFilter
 */

// TypeScript uses the last overload if `load` is passed as an argument, for example to LiveFilter.

/**
 * Reads a filter of any class from a server response. The body is a filter file or its base64 string, optionally followed by a line
 * break. It stops reading as soon as the body is longer than `limit` or doesn't start like a filter file.
 * @overload
 * @param {ResponseLike} response the result of `fetch`; its body is consumed
 * @param {LoadOptions} [options] the size limit for the response, and the key form if the filter has one
 * @returns {Promise<AnyFilter>}
 * @throws {TypeError} the body has already been read, or an option is unknown. All of these errors reject the promise
 * @throws {RangeError} `limit` is out of range
 * @throws {FilterFetchError} the status is not 200 to 299 (`code` "STATUS"), the body is longer than `limit` ("LIMIT"), or the connection
 *   broke ("NETWORK"; `cause` is the platform's error)
 * @throws {FilterFormatError} the body isn't a complete, valid filter file
 * @example
 * import { load } from "edgebloom";
 *
 * const response = await fetch("https://lists.example/blocked.bloom");
 * const blocked = await load(response, { limit: 1_000_000 });
 * blocked.has("mailinator.com"); // true: maybe
 */
/**
 * Reads a filter file of any class, as bytes or as base64.
 *
 * Given a `Response`, it returns a promise: `await load(await fetch(url))`.
 * @overload
 * @param {Uint8Array | string} bytes a filter file, or its base64 string
 * @param {FormOptions} [options] the key form, if the filter has one
 * @returns {AnyFilter} a `BloomFilter`, `CountingBloomFilter`, `ScalableBloomFilter`, `SparseBloomFilter`, `StaticFilter` or
 *   `StaticMap`
 * @throws {TypeError} `bytes` isn't a Uint8Array, a string or a Response
 * @throws {RangeError} there isn't enough memory
 * @throws {FilterFormatError} see `BloomFilter.fromBytes` and `BloomFilter.fromBase64`; `code` "WRONG_CLASS" for keyed filters and
 *   filters from other systems
 * @example
 * import { BloomFilter, load } from "edgebloom";
 *
 * const bytes = BloomFilter.from(["a", "b"], { errorRate: 0.01 }).toBytes();
 * load(bytes).has("a"); // true: maybe
 */
/**
 * @param {Uint8Array | string | ResponseLike} input
 * @param {LoadOptions} [options]
 * @returns {AnyFilter | Promise<AnyFilter>}
 */
export function load(input, options) {
  if (isResponse(input)) return loadResponse(input, options);
  checkNames(options ?? {}, ["keys", "invalid"]);
  return loadBytes(bytesIn(input), options);
}

/**
 * @param {Uint8Array} bytes
 * @param {FormOptions} [options]
 */
function loadBytes(bytes, options) {
  const file = readFile(engine(), bytes, KINDS, {
    wanted: "edgebloom without a secret key",
    ...(options && { options }),
  });
  return instance(CLASSES[/** @type {keyof typeof CLASSES} */ (file.kind)], file.handle, file);
}

/** The class for each kind of filter file. A keyed filter needs its key, so that only its own class reads it. */
const CLASSES = {
  plain: BloomFilter,
  counting: CountingBloomFilter,
  scalable: ScalableBloomFilter,
  sparse: SparseBloomFilter,
  static: StaticFilter,
  map: StaticMap,
};
const KINDS = /** @type {import("./loading.js").Kind[]} */ (Object.keys(CLASSES));

/**
 * @param {ResponseLike} response
 * @param {LoadOptions | undefined} options
 */
const loadResponse = async (response, options) =>
  loadBytes(await readResponse(response, options, readHeader, ["limit", "keys", "invalid"]), options);
