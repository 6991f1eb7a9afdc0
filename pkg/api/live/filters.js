// The filters of LiveFilter: any object with `has` and `hasMany`. Without the option `load`, a filter file becomes a
// FilterReader, or a MapReader, because this entry point has no WebAssembly.

import { Cursor } from "../../reader/cursor.js";
import { declaredLength } from "../../reader/parts.js";
import { FilterReader } from "../../reader/filter-reader.js";
import { readHeader } from "../../reader/header.js";
import { MapReader } from "../../reader/map-reader.js";
import { decode } from "../base64.js";
import { FilterFormatError, wrongType } from "../errors.js";
import { summary } from "../inspecting.js";
import { BRACE, quietly } from "../../reader/response.js";
import { MAX_MANIFEST_BYTES } from "./manifest.js";

/** @typedef {import("../types.js").Key} Key */

/**
 * A filter that can be queried: a `FilterReader`, a `MapReader`, a `BloomFilter` or one of its subclasses, or an object of your own.
 * @typedef {object} Queryable
 * @property {(key: Key) => boolean} has looks up a key: false for "no", true for "maybe"
 * @property {(keys: Iterable<Key>) => Uint8Array} hasMany looks up several keys: 1 or 0 per key, in order
 * @property {string} [name] the name of the list; "" if it has none
 * @property {string} [version] the version of the list; "" if it has none
 * @property {() => void} [free] frees WebAssembly memory; a FilterReader doesn't need it
 */

/**
 * Reads a filter file or its base64 string.
 * @param {Uint8Array | string} file
 * @param {import("../../reader/key-form.js").FormOptions} [options]
 */
export function read(file, options) {
  const bytes = typeof file === "string" ? decode(file) : file;
  return advised(() => (holdsMap(bytes) ? MapReader : FilterReader).fromBytes(bytes, options));
}

/** @param {Uint8Array} file */
const holdsMap = (file) => readHeader(new Cursor(file, 0, file.length)).values !== undefined;

/**
 * The length of a file from its first bytes, or the most bytes of a manifest, which does not declare its length.
 * @param {Uint8Array} start
 */
export const readStart = (start) =>
  start[0] === BRACE
    ? { byteLength: 0, most: MAX_MANIFEST_BYTES }
    : advised(() => ({ byteLength: declaredLength(start) }));

/**
 * Adds the option `load` to the error for a file that another class reads.
 * @template T
 * @param {() => T} read
 * @returns {T}
 */
function advised(read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FilterFormatError && error.code === "WRONG_CLASS")) throw error;
    const advice = 'pass the option load, such as load of "edgebloom" or of "edgebloom/compat"';
    throw new FilterFormatError(`${error.message}; ${advice}`, error.code, error.field, error.offset);
  }
}

/**
 * True for a filter of any class, and of any copy of the package.
 * @param {any} value
 * @returns {value is Queryable}
 */
export const isFilter = (value) => typeof value?.has === "function" && typeof value.hasMany === "function";

/**
 * Throws if the result of the `load` option is not a filter.
 * @param {unknown} filter
 */
export function checkLoaded(filter) {
  if (isFilter(filter)) return;
  // If it is a promise, its rejection would end a Node process.
  quietly(() => filter);
  wrongType("load", "a function that returns a filter", filter);
}

/**
 * The text that a console shows for a filter of this package, or of another copy of it.
 * @param {any} filter
 * @returns {string}
 */
export function inspectedFilter(filter) {
  const text = filter[Symbol.for("nodejs.util.inspect.custom")]?.();
  if (typeof text === "string") return text;
  return filter instanceof FilterReader || filter instanceof MapReader ? summary(filter) : "a filter";
}
