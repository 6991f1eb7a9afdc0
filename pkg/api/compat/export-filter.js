import { wrongType } from "../errors.js";
import { writeBitmap } from "./redis-bitmap.js";
import { choice } from "./string-hash.js";

/** A row a format. */
const FORMATS = {
  "redis-bitmap": { write: writeBitmap },
};

/**
 * What another system would have written for a filter of this entry.
 * @param {import("../bloom-filter.js").BloomFilter} filter
 * @param {{ format: "redis-bitmap" }} options
 * @returns {Uint8Array}
 * @throws {TypeError} not a filter of this entry, or no such format
 * @throws {RangeError} no memory
 * @example
 * const filter = createFilter({ scheme: "php-redis", bits: 1024, functions: ["bkdr"], arithmetic: "php" });
 * filter.add("a");
 * exportFilter(filter, { format: "redis-bitmap" }).length // 13
 */
export function exportFilter(filter, options) {
  if (typeof options != "object" || !options) wrongType("options", "an object", options);
  choice(options.format, "format", Object.keys(FORMATS));
  for (const name in options) {
    if (name != "format") wrongType("options", "only format", name);
  }
  return FORMATS[options.format].write(filter);
}
