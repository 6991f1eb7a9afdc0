import { wrongType } from "../errors.js";
import { FORMATS } from "./formats/index.js";
import { choice } from "./string-hash.js";

/** @typedef {import("./compat-filter.js").CompatFilter} CompatFilter */
/** @typedef {import("./import-options.js").ImportOptions} ImportOptions */
/** @typedef {import("./import-options.js").ParsedJson} ParsedJson */

/**
 * Reads a filter written by another system. It gives the same answers as in that system, including false positives. Facts that aren't in the
 * file are required options (docs/interop/index.md). `sniffFormat` lists them in `missing`.
 *
 * This filter's `toBytes` returns an edgebloom filter file, which `load` from `edgebloom/compat` reads.
 * @param {Uint8Array | string | ParsedJson | [number | bigint, Uint8Array][]} input a file; for JSON formats, the string, its bytes, or what
 *   `JSON.parse` returns; for `redisbloom`, the pairs from `BF.SCANDUMP`, or the header and data without gaps
 * @param {ImportOptions} options `format`, and the facts that aren't in the file
 * @returns {CompatFilter}
 * @throws {TypeError} an option is missing, unknown, or of the wrong type
 * @throws {RangeError} an option is out of range or contradicts the file, or there isn't enough memory
 * @throws {FilterFormatError} `input` is not one whole, valid file of the format
 * @example
 * import { importFilter } from "edgebloom/compat";
 *
 * const file = Uint8Array.of(1, 3, 0, 0, 0, 1, 0x80, 0, 0, 0, 0, 0, 0, 1);
 * const filter = importFilter(file, { format: "guava", funnel: "string_utf8" });
 * filter.stats.scheme; // "guava-mitz64"
 * filter.stats.bits; // 64
 * filter.has(""); // true: maybe
 */
export function importFilter(input, options) {
  if (typeof options !== "object" || !options) wrongType("options", "an object", options);
  const { format } = options;
  choice(format, "format", Object.keys(FORMATS));
  const { options: facts, optional = [], read } = FORMATS[format];
  const known = [...Object.keys(facts), ...optional];
  for (const name in options) {
    // createFilter checks the options of the scheme of a bitmap.
    if (name !== "format" && format !== "redis-bitmap" && !known.includes(name)) {
      wrongType("options", `only ${["format", ...known].join(", ")}`, name);
    }
  }
  return read(input, options);
}
