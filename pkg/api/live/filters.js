// What LiveFilter and FilterHolder hold: anything that answers `has` and `hasMany`. Without a `load` option a filter file
// becomes a FilterReader: this entry point has no WebAssembly.

import { declaredLength } from "../../reader/file.js";
import { FilterReader } from "../../reader/filter-reader.js";
import { decode } from "../base64.js";
import { FilterFormatError, wrongType } from "../errors.js";
import { summary } from "../inspecting.js";
import { BRACE, quietly } from "../response.js";

/** @typedef {import("../types.js").Key} Key */

/**
 * What answers queries: a `FilterReader`, a `BloomFilter` or one of its subclasses, or an object of your own.
 * @typedef {object} Queryable
 * @property {(key: Key) => boolean} has looks a key up: false for "no", true for "maybe"
 * @property {(keys: Iterable<Key>) => Uint8Array} hasMany looks several keys up: 1 or 0 per key, in order
 * @property {string} [name] the name of the list; "" if it has none
 * @property {string} [version] the version of the list; "" if it has none
 * @property {() => void} [free] gives memory back, where there is memory to give back: a FilterReader has none
 */

/**
 * The filter in a filter file or in its base64 string.
 * @param {Uint8Array | string} file
 */
export function read(file) {
  const bytes = typeof file === "string" ? decode(file) : file;
  return advised(() => FilterReader.fromBytes(bytes));
}

/**
 * What `read` finds in the first bytes of a filter file: how long it is. A manifest does not say that.
 * @param {Uint8Array} start
 */
export const readStart = (start) =>
  start[0] === BRACE ? { byteLength: 0 } : advised(() => ({ byteLength: declaredLength(start) }));

/**
 * The rejection of a file that another class reads says how to have that class here.
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
 * True for a filter of whichever class, and of whichever copy of the package.
 * @param {any} value
 * @returns {value is Queryable}
 */
export const isFilter = (value) => typeof value?.has === "function" && typeof value.hasMany === "function";

/**
 * Rejects what a `load` option gives unless it is a filter.
 * @param {unknown} filter
 */
export function checkLoaded(filter) {
  if (isFilter(filter)) return;
  // The rejection of a promise is nobody else's.
  quietly(() => filter);
  wrongType("load", "a function that gives a filter", filter);
}

/**
 * The scheme of a filter, if it states one. (The stats of a reader would count its bits.)
 * @param {any} filter
 * @returns {string | undefined}
 */
export const schemeOf = (filter) => (filter instanceof FilterReader ? "native" : filter.stats?.scheme);

/**
 * What a console shows of a filter: of one of our classes, whichever copy of the package it is of.
 * @param {any} filter
 * @returns {string}
 */
export function inspectedFilter(filter) {
  const shown = filter[Symbol.for("nodejs.util.inspect.custom")]?.();
  if (typeof shown === "string") return shown;
  return filter instanceof FilterReader ? summary(filter) : "a filter";
}
