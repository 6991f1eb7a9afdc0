import { BloomFilter, wrap } from "./bloom-filter.js";
import { CountingBloomFilter } from "./counting-bloom-filter.js";
import { engine } from "./engines.js";
import { describe, dumpBytes, readState } from "./loading.js";
import { readHeader } from "./read-header.js";
import { isResponse, readResponse } from "./response.js";
import { ScalableBloomFilter } from "./scalable-bloom-filter.js";
import { SparseBloomFilter } from "./sparse-bloom-filter.js";
import { StaticFilter } from "./static-filter.js";

/** @typedef {import("./response.js").ResponseLike} ResponseLike */
/** @typedef {import("./response.js").ResponseOptions} ResponseOptions */
/**
 * A filter of whichever class; `instanceof` tells.
 * @typedef {BloomFilter | CountingBloomFilter | ScalableBloomFilter | SparseBloomFilter | StaticFilter} AnyFilter
 */

// From the last of the two TypeScript infers what `load` gives where it is passed on, as to LiveFilter.

/**
 * The filter in a server's answer: as `fromResponse`.
 * @overload
 * @param {ResponseLike} response what `fetch` gives; its body is used up
 * @param {ResponseOptions} [options]
 * @returns {Promise<AnyFilter>}
 * @throws {FilterFetchError | FilterFormatError | TypeError | RangeError} the promise is rejected, as that of `fromResponse`
 * @example
 * (await load(new Response(filter.toBytes()))).has("a") // true
 */
/**
 * The filter in a dump or in its base64 text, of whichever class it is.
 *
 * `load(await fetch(url))` is a promise: it is `fromResponse`.
 * @overload
 * @param {Uint8Array | string} dump a dump or its base64 text
 * @returns {AnyFilter}
 * @throws {TypeError} neither bytes nor a text nor a Response
 * @throws {FilterFormatError} as `BloomFilter.fromBytes` and `BloomFilter.fromBase64`; `code` "WRONG_CLASS" for filters of
 *   other systems and keyed ones
 * @example
 * load(filter.toBytes()).has("a") // true
 */
/**
 * @param {Uint8Array | string | ResponseLike} dump
 * @param {ResponseOptions} [options]
 * @returns {AnyFilter | Promise<AnyFilter>}
 */
export function load(dump, options) {
  if (isResponse(dump)) return fromResponse(dump, options);
  const bytes = dumpBytes(dump);
  const { kind } = describe(engine(), bytes);
  if (kind === "static") return StaticFilter.fromBytes(bytes);
  return wrap(classOf(kind), readState(engine(), bytes, ["plain", "counting", "scalable", "sparse"]));
}

/**
 * The class of a type of filter.
 * @param {import("./loading.js").Kind} kind
 * @returns {typeof BloomFilter}
 */
export function classOf(kind) {
  if (kind === "counting") return CountingBloomFilter;
  if (kind === "scalable") return ScalableBloomFilter;
  return kind === "sparse" ? SparseBloomFilter : BloomFilter;
}

/**
 * The filter in a server's answer, whose body is a dump or its base64 text (a new line may follow it), of whichever class it is.
 * The body is read as it comes. What says that it is longer than `limit`, gets longer, or does not begin as a dump does
 * is not read to its end.
 * @param {ResponseLike} response what `fetch` gives; its body is used up
 * @param {ResponseOptions} [options]
 * @returns {Promise<AnyFilter>}
 * @throws {TypeError} (as the promise's rejection, as all of these) no Response, one whose body was read, or an unknown option
 * @throws {RangeError} a limit out of its range
 * @throws {FilterFetchError} a status other than 200 to 299 (`code` "STATUS"), more bytes than `limit` ("LIMIT"), a body
 *   that breaks off ("NETWORK"; `cause` is the platform's error)
 * @throws {FilterFormatError} anything but one whole and sound dump
 * @example
 * const response = new Response(filter.toBase64()); // as of: await fetch("/blocked.txt")
 * (await fromResponse(response, { limit: 1_000_000 })).has("a") // true
 */
export async function fromResponse(response, options) {
  return load(await readResponse(response, options, readHeader));
}
