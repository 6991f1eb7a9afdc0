import { wrongType } from "../errors.js";
import { FORMATS } from "./formats/index.js";
import { choice } from "./string-hash.js";

/** @typedef {import("../bloom-filter.js").BloomFilter} BloomFilter */
/** @typedef {import("../scalable-bloom-filter.js").ScalableBloomFilter} ScalableBloomFilter */
/** @typedef {import("../sparse-bloom-filter.js").SparseBloomFilter} SparseBloomFilter */
/** @typedef {import("./import-options.js").ImportOptions} ImportOptions */

/**
 * The filter that another system wrote: it gives that system's answers, false positives among them. What the bytes
 * do not say is a required option (docs/INTEROP.md).
 *
 * The filter is an ordinary one; what grows is a `ScalableBloomFilter`. Its `toBytes` is a native dump, which `load` of
 * `edgebloom/compat` reads.
 * @param {Uint8Array | string | [number | bigint, Uint8Array][]} input a file; for JSON its text or bytes; for
 *   `redisbloom` the pairs of `BF.SCANDUMP`, or header and data without gaps
 * @param {ImportOptions} options
 * @returns {BloomFilter | ScalableBloomFilter | SparseBloomFilter}
 * @throws {TypeError} an option of the wrong type, unknown, or missing
 * @throws {RangeError} an option out of range, or no memory
 * @throws {FilterFormatError} anything but exactly one sound file of the format
 * @example
 * const file = Uint8Array.of(1, 3, 0, 0, 0, 1, 0x80, 0, 0, 0, 0, 0, 0, 1);
 * const filter = importFilter(file, { format: "guava", funnel: "string_utf8" });
 * [filter.stats.scheme, filter.stats.bits, filter.stats.bitsSet].join() // "guava-mitz64,64,2"
 * filter.has("") // true
 */
export function importFilter(input, options) {
  if (typeof options !== "object" || !options) wrongType("options", "an object", options);
  const { format } = options;
  choice(format, "format", Object.keys(FORMATS));
  const { options: asked, optional = [], read } = FORMATS[format];
  const known = [...Object.keys(asked), ...optional];
  for (const name in options) {
    // The scheme of a bitmap has options of its own, which createFilter knows.
    if (name !== "format" && format !== "redis-bitmap" && !known.includes(name)) {
      wrongType("options", `only ${["format", ...known]}`, name);
    }
  }
  return read(input, options);
}
