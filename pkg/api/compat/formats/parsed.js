// JSON that the caller has parsed. It is copied, so the readers of the formats get the same plain values as from a string.

import { isBytes } from "../../bytes.js";
import { FilterFormatError } from "../../errors.js";

/** The objects that the formats read are at most this deep: the object, its slices, the bits of a slice. */
const DEPTH = 3;

/**
 * True for what `JSON.parse` returns: an array, or an object without a class. A typed array of 32-bit numbers stands for an array. A
 * promise, an ArrayBuffer or the filter of another package is none.
 * @param {unknown} value
 */
export function isParsed(value) {
  if (typeof value !== "object" || !value || isBytes(value)) return false;
  if (ArrayBuffer.isView(value)) return /^(Int|Uint)32Array$/.test(/** @type {any} */ (value)[Symbol.toStringTag]);
  try {
    // Objects of another realm have another Object.prototype.
    const prototype = Object.getPrototypeOf(value);
    return Array.isArray(value) || !prototype || !Object.getPrototypeOf(prototype);
  } catch {
    // copyOf rejects it.
    return true;
  }
}

/**
 * A copy of the data in an object or array. It calls neither toJSON nor getters, and reads each value once.
 * @param {unknown} input
 * @returns {any}
 */
export function copyOf(input) {
  try {
    return copy(input, DEPTH, new Set());
  } catch (error) {
    // A Proxy can throw anything.
    throw error instanceof FilterFormatError ? error : fault("an object that cannot be read");
  }
}

/**
 * @param {any} value
 * @param {number} depth
 * @param {Set<object>} seen
 * @returns {any}
 */
function copy(value, depth, seen) {
  if (typeof value !== "object" || !value) return value;
  // JSON has no cycles. Without this check, a few arrays could stand for very many.
  if (seen.has(value)) fault("the same object twice");
  seen.add(value);
  if (!depth) return undefined;
  if (ArrayBuffer.isView(value)) return [].slice.call(value);
  if (!Array.isArray(value)) {
    // Without a prototype, a field that is missing is undefined, whatever its name.
    const result = Object.create(null);
    for (const name of Object.keys(value)) result[name] = copy(own(value, name), depth - 1, seen);
    return result;
  }
  const result = [];
  for (let i = 0, length = own(value, "length"); i < length; i++) {
    const item = own(value, i);
    if (item === undefined) fault("an array with a hole or a getter");
    result.push(copy(item, depth - 1, seen));
  }
  return result;
}

/**
 * The value of a property; undefined for a getter.
 * @param {object} value
 * @param {PropertyKey} name
 */
const own = (value, name) => Object.getOwnPropertyDescriptor(value, name)?.value;

/** @type {(got: string) => never} */
function fault(got) {
  throw new FilterFormatError(`json: expected what JSON.parse returns, got ${got}`, "INVALID", "json", Number.NaN);
}
