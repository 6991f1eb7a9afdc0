import { wrap } from "../bloom-filter.js";
import { CountingBloomFilter } from "../counting-bloom-filter.js";
import { compatEngine } from "../engines.js";
import { load as loadOwn } from "../load.js";
import { describe, dumpBytes, readState } from "../loading.js";
import { isResponse, readResponse } from "../response.js";
import { ScalableBloomFilter } from "../scalable-bloom-filter.js";
import { SparseBloomFilter } from "../sparse-bloom-filter.js";
import { ForeignBloomFilter } from "./foreign-bloom-filter.js";
import { hashFunction, putFor } from "./key-encoding.js";
import { readHeader } from "./read-header.js";

/** @typedef {import("../load.js").AnyFilter} AnyFilter */
/** @typedef {import("../response.js").ResponseLike} ResponseLike */

/**
 * What keys need that bytes do not say.
 * @typedef {object} HashOption
 * @property {import("./key-encoding.js").Hash} [hash] for `rbloom`, whose keys go through a function of the caller's;
 *   without it, its keys are the hashes themselves, as bigints
 */

/**
 * How to read an answer with a filter of whichever scheme.
 * @typedef {import("../response.js").ResponseOptions & HashOption} ForeignResponseOptions
 */

const OPTIONS = ["limit", "hash"];

// From the last of the two TypeScript infers what `load` gives where it is passed on, as to LiveFilter.

/**
 * The filter in a server's answer: as `fromResponse`.
 * @overload
 * @param {ResponseLike} response what `fetch` gives; its body is used up
 * @param {ForeignResponseOptions} [options]
 * @returns {Promise<AnyFilter>}
 * @throws {FilterFetchError | FilterFormatError | TypeError | RangeError} the promise is rejected, as that of `fromResponse`
 * @example
 * (await load(new Response(filter.toBytes()))).has("a") // true
 */
/**
 * As `load` of the default entry, and of filters in the schemes of other systems.
 * @overload
 * @param {Uint8Array | string} dump a dump or its base64 text
 * @param {HashOption} [options]
 * @returns {AnyFilter}
 * @throws {TypeError} neither bytes nor a text nor a Response, or no function
 * @throws {FilterFormatError} anything but one whole and sound dump
 * @example
 * const filter = createFilter({ scheme: "crc32-mt", bits: 10, capacity: 2, generator: "php8" });
 * filter.add("test1");
 * load(filter.toBase64()).has("test1") // true
 */
/**
 * @param {Uint8Array | string | ResponseLike} dump
 * @param {ForeignResponseOptions} [options]
 * @returns {AnyFilter | Promise<AnyFilter>}
 */
export function load(dump, options) {
  if (isResponse(dump)) return fromResponse(dump, options);
  const hash = options?.hash === undefined ? undefined : hashFunction(options.hash);
  const bytes = dumpBytes(dump);
  const engine = compatEngine();
  const { kind, encoding, counterBits, sparse, stages } = describe(engine, bytes);
  if (kind !== "foreign") return loadOwn(bytes);
  const single = counterBits > 1 ? CountingBloomFilter : sparse ? SparseBloomFilter : ForeignBloomFilter;
  const Kind = stages ? ScalableBloomFilter : single;
  return wrap(Kind, readState(engine, bytes, ["foreign"], { put: putFor(encoding, hash) }));
}

/**
 * As `fromResponse` of the default entry, and of filters in the schemes of other systems. Files of other systems
 * are for `importFilter`.
 * @param {ResponseLike} response what `fetch` gives; its body is used up
 * @param {ForeignResponseOptions} [options]
 * @returns {Promise<AnyFilter>}
 * @throws {TypeError} (as the promise's rejection, as all of these) no Response, one whose body was read, no function, or an
 *   unknown option
 * @throws {RangeError} a limit out of its range
 * @throws {FilterFetchError} as that of the default entry
 * @throws {FilterFormatError} anything but one whole and sound dump
 * @example
 * const filter = createFilter({ scheme: "crc32-mt", bits: 10, capacity: 2, generator: "php8" });
 * filter.add("test1");
 * (await fromResponse(new Response(filter.toBytes()))).has("test1") // true
 */
export async function fromResponse(response, options) {
  return load(await readResponse(response, options, readHeader, OPTIONS), options);
}
