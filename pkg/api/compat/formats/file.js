// What the formats share: one way into the module and one out of it, by the number of the format there
// (`import_filter` and `export_filter` in src/wasm/compat.rs).

import { isBytes, plain } from "../../engine.js";
import { FilterFormatError, wrongType } from "../../errors.js";
import { BloomFilter, placeOf } from "../../bloom-filter.js";
import { ScalableBloomFilter } from "../../scalable-bloom-filter.js";
import { compat } from "../engine.js";
import { ForeignBloomFilter, made } from "../foreign-bloom-filter.js";

/** The numbers of the formats. */
export const GUAVA = 0;
export const SPARK = 1;
export const REDISBLOOM = 2;
export const GO = 3;
export const PARQUET = 4;
export const NPM_BLOOMFILTER = 5;
export const PYBLOOM = 6;
export const RBLOOM = 7;
export const NPM_BLOOM_FILTERS = 8;

/**
 * @param {unknown} input
 * @returns {Uint8Array}
 */
export const bytesOf = (input) => (isBytes(input) ? plain(input) : wrongType("input", "a Uint8Array", input));

/**
 * What the module makes of bytes.
 * @param {Uint8Array} bytes
 * @param {import("../../bloom-filter.js").Put} put
 * @param {(engine: import("../../engine.js").Engine, length: number) => number} make
 * @returns {BloomFilter | ScalableBloomFilter}
 */
export function readWith(bytes, put, make) {
  const engine = compat();
  try {
    const id = make(engine, engine.putBytes(bytes)) || engine.fail();
    return made(engine.wasm.grows(id) ? ScalableBloomFilter : ForeignBloomFilter, id, put);
  } finally {
    // What was large is not kept.
    engine.room(0);
  }
}

/**
 * The filter in a file.
 * @param {number} format
 * @param {Uint8Array} bytes
 * @param {import("../../bloom-filter.js").Put} put
 * @param {number} [first]
 * @param {number} [second]
 */
export const readFile = (format, bytes, put, first = 0, second = 0) =>
  readWith(bytes, put, (engine, length) => engine.wasm.import_filter(format, length, first, second));

/**
 * The file of a filter.
 * @param {number} format
 * @param {BloomFilter} filter
 * @returns {Uint8Array}
 */
export function writeFile(format, filter) {
  const engine = compat();
  const length = engine.check(engine.wasm.export_filter(format, placeIn(filter)));
  const file = engine.memory(engine.wasm.output(), length).slice();
  engine.wasm.forget_output();
  return file;
}

/**
 * Where a filter of this entry is.
 * @param {BloomFilter} filter
 */
export function placeIn(filter) {
  if (!(filter instanceof BloomFilter)) wrongType("filter", "a BloomFilter", filter);
  const { engine, id } = placeOf(filter);
  if (engine !== compat()) wrongType("filter", "one in a scheme of another system", filter);
  return id;
}

/**
 * True if bytes are laid out like a file of this format.
 * @param {number} format
 * @returns {(bytes: Uint8Array) => boolean}
 */
export const layoutOf = (format) => (bytes) => {
  const engine = compat();
  const is = !!engine.wasm.recognises(format, engine.putBytes(bytes));
  engine.room(0);
  return is;
};

/**
 * Refuses data.
 * @param {string} field
 * @param {string} expected
 * @param {unknown} [found]
 * @returns {never}
 */
export function refuse(field, expected, found) {
  const what =
    typeof found === "string"
      ? JSON.stringify(found.slice(0, 80))
      : typeof found === "object" && found
        ? "an object"
        : String(found);
  throw new FilterFormatError(`${field}: expected ${expected}, found ${what}`, "INVALID", field, NaN);
}
