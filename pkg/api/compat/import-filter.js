import { wrongType } from "../errors.js";
import { readBitmap } from "./redis-bitmap.js";
import { choice } from "./string-hash.js";

/** @typedef {import("../bloom-filter.js").BloomFilter} BloomFilter */
/** @typedef {import("./create-filter.js").SchemeOptions} SchemeOptions */

/** A row a format. */
const FORMATS = {
  "redis-bitmap": { read: readBitmap },
};

/**
 * The filter that another system wrote. What the bytes do not say is a required option.
 *
 * `redis-bitmap`: what GET returns, the most significant bit of a byte first, zero bytes at the end
 * missing. The scheme is given as for `createFilter`, either beside the format or as an object.
 * @param {Uint8Array} input
 * @param {({ format: "redis-bitmap" } & SchemeOptions) | { format: "redis-bitmap", scheme: SchemeOptions }} options
 * @returns {BloomFilter}
 * @throws {TypeError} an option of the wrong type, unknown, or missing
 * @throws {RangeError} an option out of range, or no memory
 * @throws {FilterFormatError} input that is longer than the filter, or not sound
 * @example
 * const filter = importFilter(Uint8Array.of(0x80, 0, 0x40), {
 *   format: "redis-bitmap", scheme: "php-redis", bits: 1024, functions: ["elf"], arithmetic: "php",
 * });
 * filter.stats.bitsSet // 2
 */
export function importFilter(input, options) {
  if (typeof options != "object" || !options) wrongType("options", "an object", options);
  const { format, ...rest } = /** @type {any} */ (options);
  choice(format, "format", Object.keys(FORMATS));
  const isNested = typeof rest.scheme == "object" && rest.scheme;
  const scheme = isNested ? rest.scheme : rest;
  for (const name in rest) {
    if (isNested && name != "scheme") wrongType("options", "only format,scheme", name);
  }
  return FORMATS[/** @type {"redis-bitmap"} */ (format)].read(input, scheme);
}
