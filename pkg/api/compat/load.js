import { bytesIn, checkKind, loadFile } from "../loading.js";
import { isResponse, readResponse } from "../../reader/response.js";
import { CompatFilter } from "./compat-filter.js";
import { CompatHandle } from "./compat-handle.js";
import { compatEngine } from "./engine.js";
import { hashFunction, putFor } from "./key-encoding.js";
import { readHeader } from "./read-header.js";

/** @typedef {import("../../reader/response.js").ResponseLike} ResponseLike */

/**
 * The hash function of an `rbloom` filter, which no file contains.
 * @typedef {object} HashOption
 * @property {import("./key-encoding.js").Hash} [hash] your hash function, for `rbloom` only; without it,
 *   keys are the hashes, as bigints
 */

/**
 * Options for reading a response.
 * @typedef {import("../../reader/response.js").ResponseOptions & HashOption} CompatResponseOptions
 */

const OPTIONS = ["limit", "hash"];

// TypeScript uses the last overload if `load` is passed as an argument, for example to LiveFilter.

/**
 * Reads another system's filter from a server's response. The body is a filter file or its base64 string. For files that another system
 * wrote, use `importFilter`.
 * @overload
 * @param {ResponseLike} response the result of `fetch`; its body is read
 * @param {CompatResponseOptions} [options]
 * @returns {Promise<CompatFilter>}
 * @throws {TypeError} the body has been read, `hash` is not a function, or an option is unknown. All these errors reject the promise
 * @throws {RangeError} `limit` is out of range
 * @throws {FilterFetchError} the status isn't 200 to 299 (`code` "STATUS"), the body is longer than `limit` ("LIMIT"), or the connection
 *   broke ("NETWORK"; `cause` is the platform's error)
 * @throws {FilterFormatError} the body is not one whole, valid filter file
 * @example
 * import { load } from "edgebloom/compat";
 *
 * const response = await fetch("https://lists.example/comments.bloom");
 * const comments = await load(response, { limit: 1_000_000 });
 * comments.has("布隆过滤器"); // true: maybe
 */
/**
 * Reads a filter file with a filter from another system, as bytes or as base64. `load` from `edgebloom` reads all others.
 *
 * With a `Response`, it returns a promise: `await load(await fetch(url))`. For files that another system wrote, use `importFilter`.
 * @overload
 * @param {Uint8Array | string} bytes a filter file, or its base64 string
 * @param {HashOption} [options]
 * @returns {CompatFilter}
 * @throws {TypeError} `bytes` is not a Uint8Array, a string or a Response, or `hash` is not a function
 * @throws {RangeError} there isn't enough memory
 * @throws {FilterFormatError} `bytes` are not one whole, valid filter file; `code` "WRONG_CLASS" for a filter that `edgebloom` reads
 * @example
 * import { createFilter, load } from "edgebloom/compat";
 *
 * const filter = createFilter({ scheme: "crc32-mt", bits: 10, capacity: 2, generator: "php8" });
 * filter.add("test1");
 * load(filter.toBase64()).has("test1"); // true: maybe
 */
/**
 * @param {Uint8Array | string | ResponseLike} input
 * @param {CompatResponseOptions} [options]
 * @returns {CompatFilter | Promise<CompatFilter>}
 */
export function load(input, options) {
  if (isResponse(input)) return loadResponse(input, options);
  const hash = options?.hash === undefined ? undefined : hashFunction(options.hash);
  let put;
  const { loading, name, version } = loadFile(compatEngine(), bytesIn(input), (started) => {
    checkKind(started.kind, ["foreign"], "another system");
    started.check();
    put = putFor(started.encoding, hash);
  });
  return Object.assign(new CompatFilter(new CompatHandle(loading.filter(), put)), { name, version });
}

/**
 * @param {ResponseLike} response
 * @param {CompatResponseOptions | undefined} options
 */
const loadResponse = async (response, options) =>
  load(await readResponse(response, options, readHeader, OPTIONS), options);
