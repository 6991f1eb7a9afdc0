// Functions for all formats: they read and write files in the module, by the name of the format (`FORMATS` in
// src/format/foreign/mod.rs).

import { FilterFormatError, wrongType } from "../../errors.js";
import { compatEngine } from "../../engines.js";
import { foreignState, instanceOf } from "../foreign-bloom-filter.js";

/** @typedef {import("../../bloom-filter.js").BloomFilter} BloomFilter */
/** @typedef {import("../../filter-state.js").Put} Put */

/**
 * Facts that are not in a file: the id of a key encoding, the name of a scheme, numbers. A format has only some of them.
 * @typedef {{ encoding?: number, scheme?: string, bits?: number, hashes?: number, inserted?: number, header?: number,
 *   parameters?: BigInt64Array }} Facts
 */

/**
 * Reads a file.
 * @param {string} format
 * @param {Uint8Array} file
 * @param {Put} put
 * @param {Facts} [facts]
 */
export function readFile(format, file, put, facts = {}) {
  const { encoding = 0, scheme = "", bits = 0, hashes = 0, inserted = 0, header = 0, parameters } = facts;
  const engine = compatEngine();
  const { Filter } = engine.wasm;
  const numbers = /** @type {const} */ ([bits, hashes, inserted, header]);
  const filter = engine.withFile(file, (length) =>
    Filter.importFile(format, length, encoding, scheme, ...numbers, parameters ?? new BigInt64Array()),
  );
  return instanceOf(filter, put);
}

/**
 * Writes a file.
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
  (foreignState(filter) ?? wrongType("filter", "a filter in the scheme of another system", filter)).filter;

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
 * Throws the error for a file that is not valid.
 * @param {string} field
 * @param {string} expected
 * @param {unknown} [got]
 * @returns {never}
 */
export function reject(field, expected, got) {
  const end =
    typeof got === "string"
      ? JSON.stringify(got.slice(0, 80))
      : typeof got === "object" && got
        ? "an object"
        : String(got);
  throw new FilterFormatError(`${field}: expected ${expected}, got ${end}`, "INVALID", field, NaN);
}
