import { wrap } from "../bloom-filter.js";
import { CountingBloomFilter } from "../counting-bloom-filter.js";
import { compatEngine } from "../engines.js";
import { load as loadOwn } from "../load.js";
import { describe, bytesIn, readState } from "../loading.js";
import { isResponse, readResponse } from "../response.js";
import { ScalableBloomFilter } from "../scalable-bloom-filter.js";
import { SparseBloomFilter } from "../sparse-bloom-filter.js";
import { ForeignBloomFilter } from "./foreign-bloom-filter.js";
import { hashFunction, putFor } from "./key-encoding.js";
import { readHeader } from "./read-header.js";

/** @typedef {import("../load.js").AnyFilter} AnyFilter */
/** @typedef {import("../response.js").ResponseLike} ResponseLike */

/**
 * The hash function of a filter of `rbloom`, which no file contains.
 * @typedef {object} HashOption
 * @property {import("./key-encoding.js").Hash} [hash] your hash function, for `rbloom` only; without it,
 *   keys are the hashes, as bigints
 */

/**
 * Options for reading a response.
 * @typedef {import("../response.js").ResponseOptions & HashOption} ForeignResponseOptions
 */

const OPTIONS = ["limit", "hash"];

// TypeScript uses the last overload if `load` is passed as an argument, for example to LiveFilter.

/**
 * Reads a filter from the response of a server. It is the same as `fromResponse`.
 * @overload
 * @param {ResponseLike} response the result of `fetch`; its body is read
 * @param {ForeignResponseOptions} [options]
 * @returns {Promise<AnyFilter>}
 * @throws {FilterFetchError | FilterFormatError | TypeError | RangeError} as `fromResponse`: the promise is rejected
 * @example
 * import { load } from "edgebloom/compat";
 *
 * const blocked = await load(await fetch("https://lists.example/blocked.bloom"));
 * blocked.has("mailinator.com"); // true: maybe
 */
/**
 * Reads a filter file of any class, as bytes or as base64. Unlike `load` of `edgebloom`, it also reads filters in the schemes of other systems.
 *
 * With a `Response`, it is `fromResponse` and returns a promise: `await load(await fetch(url))`. Files that another system wrote are for
 * `importFilter`.
 * @overload
 * @param {Uint8Array | string} bytes a filter file, or its base64 string
 * @param {HashOption} [options]
 * @returns {AnyFilter}
 * @throws {TypeError} `bytes` is not a Uint8Array, a string or a Response, or `hash` is not a function
 * @throws {RangeError} there is not enough memory
 * @throws {FilterFormatError} `bytes` are not one whole, valid filter file; `code` "WRONG_CLASS" for a keyed filter
 * @example
 * import { createFilter, load } from "edgebloom/compat";
 *
 * const filter = createFilter({ scheme: "crc32-mt", bits: 10, capacity: 2, generator: "php8" });
 * filter.add("test1");
 * load(filter.toBase64()).has("test1"); // true: maybe
 */
/**
 * @param {Uint8Array | string | ResponseLike} input
 * @param {ForeignResponseOptions} [options]
 * @returns {AnyFilter | Promise<AnyFilter>}
 */
export function load(input, options) {
  if (isResponse(input)) return fromResponse(input, options);
  const hash = options?.hash === undefined ? undefined : hashFunction(options.hash);
  const bytes = bytesIn(input);
  const engine = compatEngine();
  const { kind, encoding, counterBits, sparse, subFilters } = describe(engine, bytes);
  if (kind !== "foreign") return loadOwn(bytes);
  const single = counterBits > 1 ? CountingBloomFilter : sparse ? SparseBloomFilter : ForeignBloomFilter;
  const Kind = subFilters ? ScalableBloomFilter : single;
  return wrap(Kind, readState(engine, bytes, ["foreign"], { put: putFor(encoding, hash) }));
}

/**
 * Reads a filter of any class from the response of a server. Unlike `fromResponse` of `edgebloom`, it also reads filters in the schemes of
 * other systems. Files that another system wrote are for `importFilter`.
 * @param {ResponseLike} response the result of `fetch`; its body is read
 * @param {ForeignResponseOptions} [options]
 * @returns {Promise<AnyFilter>}
 * @throws {TypeError} `response` is not a Response, its body has been read, `hash` is not a function, or an option is unknown. All these
 *   errors reject the promise
 * @throws {RangeError} `limit` is out of range
 * @throws {FilterFetchError} the status is not 200 to 299 (`code` "STATUS"), the body is longer than `limit` ("LIMIT"), or the connection
 *   broke ("NETWORK"; `cause` is the error of the platform)
 * @throws {FilterFormatError} the body is not one whole, valid filter file
 * @example
 * import { fromResponse } from "edgebloom/compat";
 *
 * const response = await fetch("https://lists.example/blocked.bloom");
 * const blocked = await fromResponse(response, { limit: 1_000_000 });
 * blocked.has("mailinator.com"); // true: maybe
 */
export async function fromResponse(response, options) {
  return load(await readResponse(response, options, readHeader, OPTIONS), options);
}
