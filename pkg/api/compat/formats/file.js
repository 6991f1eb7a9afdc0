// What the formats share: one way into the module and one out of it, by the name of the format (`FORMATS` in
// src/format/foreign/mod.rs).

import { FilterFormatError, wrongType } from "../../errors.js";
import { compatEngine } from "../../engines.js";
import { foreignState, made } from "../foreign-bloom-filter.js";

/** @typedef {import("../../bloom-filter.js").BloomFilter} BloomFilter */
/** @typedef {import("../../filter-state.js").Put} Put */

/**
 * What a file does not say: the id of a key encoding, the name of a scheme, numbers. What a format does not ask for is
 * left out.
 * @typedef {{ encoding?: number, scheme?: string, bits?: number, hashes?: number, inserted?: number, header?: number,
 *   parameters?: BigInt64Array }} Unsaid
 */

/**
 * The filter in a file.
 * @param {string} format
 * @param {Uint8Array} file
 * @param {Put} put
 * @param {Unsaid} [unsaid]
 */
export function readFile(format, file, put, unsaid = {}) {
  const { encoding = 0, scheme = "", bits = 0, hashes = 0, inserted = 0, header = 0, parameters } = unsaid;
  const engine = compatEngine();
  const { Filter } = engine.wasm;
  const numbers = /** @type {const} */ ([bits, hashes, inserted, header]);
  const filter = engine.withFile(file, (length) =>
    Filter.importFile(format, length, encoding, scheme, ...numbers, parameters ?? new BigInt64Array()),
  );
  return made(filter, put);
}

/**
 * The file of a filter.
 * @param {string} format
 * @param {BloomFilter} filter
 * @returns {Uint8Array}
 */
export const writeFile = (format, filter) => filterOf(filter).exportFile(format);

/**
 * A filter in a scheme of another system, in the module.
 * @param {BloomFilter} filter
 */
export const filterOf = (filter) =>
  (foreignState(filter) ?? wrongType("filter", "one in a scheme of another system", filter)).filter;

/**
 * True if bytes are laid out like a file of this format.
 * @param {string} format
 * @returns {(bytes: Uint8Array) => boolean}
 */
export const layoutOf = (format) => (bytes) => {
  const engine = compatEngine();
  return engine.withFile(bytes, (length) => engine.wasm.recognises(format, length));
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
