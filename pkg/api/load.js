import { BloomFilter, readDump } from "./bloom-filter.js";
import { core } from "./core.js";
import { CountingBloomFilter } from "./counting-bloom-filter.js";
import { describe, dumpBytes } from "./header.js";
import { readHeader } from "./read-header.js";
import { isResponse, readResponse } from "./response.js";
import { ScalableBloomFilter, readChain } from "./scalable-bloom-filter.js";
import { SparseBloomFilter } from "./sparse-bloom-filter.js";
import { variants } from "./variants.js";

/** @typedef {import("./response.js").ResponseLike} ResponseLike */
/** @typedef {import("./response.js").ResponseOptions} ResponseOptions */
/**
 * A filter of whichever class; `instanceof` tells.
 * @typedef {BloomFilter | CountingBloomFilter | ScalableBloomFilter | SparseBloomFilter} AnyFilter
 */

/**
 * The filter in a dump or in its base64 text, of whichever class it is. Where all dumps are those of
 * plain filters, `BloomFilter.fromBytes` and `BloomFilter.fromBase64` are the smaller choice: bundlers
 * then leave the other classes and their module out.
 *
 * `load(await fetch(url))` is a promise: it is `fromResponse`.
 * @overload
 * @param {Uint8Array | string} dump a dump or its base64 text
 * @returns {AnyFilter}
 * @throws {TypeError} neither bytes nor a text nor a Response
 * @throws {FilterFormatError} as `BloomFilter.fromBytes` and `BloomFilter.fromBase64`
 * @example
 * load(filter.toBytes()).has("a") // true
 */
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
 * @param {Uint8Array | string | ResponseLike} dump
 * @param {ResponseOptions} [options]
 * @returns {AnyFilter | Promise<AnyFilter>}
 */
export function load(dump, options) {
  if (isResponse(dump)) return fromResponse(dump, options);
  const engine = variants();
  const { wasm } = engine;
  const bytes = dumpBytes(dump);
  const { length, counterBits, sparse } = describe(engine, bytes);
  if (engine.check(wasm.describe_stage(length))) return readChain(ScalableBloomFilter, engine, bytes);
  if (counterBits > 1) return readDump(CountingBloomFilter, engine, bytes);
  if (sparse) return readDump(SparseBloomFilter, engine, bytes);
  return readDump(BloomFilter, core, bytes);
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
