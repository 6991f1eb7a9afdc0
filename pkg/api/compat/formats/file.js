// Functions for all formats: they read and write files in the module, by the name of the format (`FORMATS` in
// src/foreign/formats.rs).

import { FilterFormatError } from "../../errors.js";
import { CompatFilter, compatHandleOf } from "../compat-filter.js";
import { CompatHandle } from "../compat-handle.js";
import { compatEngine } from "../engine.js";

/** @typedef {import("../key-encoding.js").Put} Put */

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
  const { ForeignFilter } = engine.wasm;
  const numbers = /** @type {const} */ ([bits, hashes, inserted, header]);
  const filter = engine.withFile(file, (length) =>
    ForeignFilter.importFile(format, length, encoding, scheme, ...numbers, parameters ?? new BigInt64Array()),
  );
  return new CompatFilter(new CompatHandle(filter, put));
}

/**
 * Writes a file.
 * @param {string} format
 * @param {CompatFilter} filter
 * @returns {Uint8Array}
 */
export const writeFile = (format, filter) => filterOf(filter).exportFile(format);

/**
 * The filter in the module.
 * @param {CompatFilter} filter
 */
export const filterOf = (filter) => compatHandleOf(filter).inner;

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
  // A text is cut, and that of an object or a function is left out, because it could be long.
  const long = { object: "an object", function: "a function" }[/** @type {string} */ (typeof got)];
  const end = typeof got === "string" ? JSON.stringify(got.slice(0, 80)) : (got && long) || String(got);
  throw new FilterFormatError(`${field}: expected ${expected}, got ${end}`, "INVALID", field, NaN);
}
