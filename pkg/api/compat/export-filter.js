import { coded, wrongType } from "../errors.js";
import { handleOf } from "../membership-filter.js";
import { CompatFilter } from "./compat-filter.js";
import { FORMATS } from "./formats/index.js";
import { choice } from "./string-hash.js";

/** @typedef {import("../types.js").Bytes} Bytes */
/** @typedef {import("./import-options.js").FormatName} FormatName */

/**
 * The type that `exportFilter` returns for each format.
 * @template {FormatName} F
 * @template {"binary" | "json" | undefined} [E=undefined]
 * @typedef {F extends "redisbloom" ? [number, Bytes][] :
 *   F extends "npm-bloomfilter" | "npm-bloom-filters" ? string :
 *   F extends "go-bits-and-blooms" ? E extends "json" ? string : E extends "binary" ? Bytes : Bytes | string :
 *   Bytes} Exported
 */

/**
 * Writes a filter as another system would write it. Each format accepts filters in its own schemes. `redis-bitmap` also accepts a
 * `BloomFilter` from `edgebloom`.
 *
 * JSON formats return a string, and `redisbloom` returns the pairs of iterator and bytes for `BF.LOADCHUNK`. All others return bytes.
 * @template {FormatName} F
 * @template {"binary" | "json" | undefined} [E=undefined]
 * @param {F extends "redis-bitmap" ? CompatFilter | import("../bloom-filter.js").BloomFilter : CompatFilter} filter the filter to write
 * @param {object} options the format
 * @param {F} options.format the format to write
 * @param {F extends "go-bits-and-blooms" ? E : undefined} [options.encoding] "binary" or "json", for `go-bits-and-blooms` only; by default,
 *   the encoding that the filter was read from
 * @returns {Exported<F, E>}
 * @throws {TypeError} `filter` is not a filter, or an option is missing, unknown, or of the wrong type
 * @throws {RangeError} there is no such format, the format doesn't have the filter's scheme, the filter has exceptions, or there isn't
 *   enough memory
 * @example
 * import { createFilter, exportFilter } from "edgebloom/compat";
 *
 * const filter = createFilter({ scheme: "php-redis", bits: 1024, functions: ["bkdr"], arithmetic: "php" });
 * filter.add("a");
 * exportFilter(filter, { format: "redis-bitmap" }).length; // 13
 */
export function exportFilter(filter, options) {
  if (typeof options !== "object" || !options) wrongType("options", "an object", options);
  const { format, ...rest } = options;
  choice(format, "format", Object.keys(FORMATS));
  const { write, writeOptions = [] } = FORMATS[format];
  for (const name in rest) {
    if (!writeOptions.includes(name)) wrongType("options", `only ${["format", ...writeOptions].join(", ")}`, name);
  }
  handleOf(filter, "filter", "a filter");
  const ours = "a filter of edgebloom";
  const scheme = filter instanceof CompatFilter ? filter.stats.scheme : ours;
  if (!hasScheme(format, scheme)) {
    throw coded(`filter: expected a filter in a scheme of ${format}, got ${scheme}`, "INCOMPATIBLE", "filter");
  }
  return /** @type {any} */ (write(filter, rest));
}

/**
 * True if a format has filters of this scheme. The names of a system's schemes start with the name of its format.
 * @param {string} format
 * @param {string} scheme
 */
export const hasScheme = (format, scheme) => format === "redis-bitmap" || scheme.startsWith(format);
