import { stateOf } from "../bloom-filter.js";
import { coded, wrongType } from "../errors.js";
import { headerOf } from "../saving.js";
import { FORMATS } from "./formats/index.js";
import { choice } from "./string-hash.js";

/** @typedef {import("../types.js").Bytes} Bytes */
/** @typedef {import("./import-options.js").FormatName} FormatName */

/**
 * What each format is written as.
 * @template {FormatName} F
 * @template {"binary" | "json" | undefined} [E=undefined]
 * @typedef {F extends "redisbloom" ? [number, Bytes][] :
 *   F extends "npm-bloomfilter" | "npm-bloom-filters" ? string :
 *   F extends "go-bits-and-blooms" ? E extends "json" ? string : E extends "binary" ? Bytes : Bytes | string :
 *   Bytes} Exported
 */

/**
 * What another system would have written for a filter, so that it can go there. A format takes filters in its own
 * schemes; `redis-bitmap` takes any of bits.
 *
 * JSON formats give a text, `redisbloom` the pairs of iterator and bytes that `BF.LOADCHUNK` takes, all others bytes.
 * A filter of `go-bits-and-blooms` is written in the `encoding` in which it was read, or in this one.
 * @template {FormatName} F
 * @template {"binary" | "json" | undefined} [E=undefined]
 * @param {import("../bloom-filter.js").BloomFilter} filter
 * @param {object} options
 * @param {F} options.format what is to be written
 * @param {F extends "go-bits-and-blooms" ? E : undefined} [options.encoding] "binary" or "json", for `go-bits-and-blooms` only; that in which the
 *   filter was read by default
 * @returns {Exported<F, E>}
 * @throws {TypeError} not a filter, or no such format
 * @throws {RangeError} a filter of another scheme than those of the format, or with allowed keys; no memory
 * @example
 * const filter = createFilter({ scheme: "php-redis", bits: 1024, functions: ["bkdr"], arithmetic: "php" });
 * filter.add("a");
 * exportFilter(filter, { format: "redis-bitmap" }).length // 13
 */
export function exportFilter(filter, options) {
  if (typeof options !== "object" || !options) wrongType("options", "an object", options);
  const { format, ...rest } = options;
  choice(format, "format", Object.keys(FORMATS));
  const { write, writeOptions = [] } = FORMATS[format];
  for (const name in rest) {
    if (!writeOptions.includes(name)) wrongType("options", `only ${["format", ...writeOptions]}`, name);
  }
  const { scheme } = headerOf(stateOf(filter, "filter"), { name: "", version: "" });
  if (!hasScheme(format, scheme)) {
    throw coded(`filter: expected one in a scheme of ${format}, found ${scheme}`, "INCOMPATIBLE", "filter");
  }
  return /** @type {any} */ (write(filter, rest));
}

/**
 * True if filters of this scheme can be in that format: the names of a system's schemes begin with that of its format.
 * @param {string} format
 * @param {string} scheme
 */
export const hasScheme = (format, scheme) => format === "redis-bitmap" || scheme.startsWith(format);
