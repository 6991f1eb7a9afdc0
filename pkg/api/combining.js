// Methods of two filters.

import { FilterFormatError, argumentError, coded, wrongType } from "./errors.js";
import { readInto } from "./loading.js";
import { whole } from "./rotating.js";
import { fileOf } from "./saving.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").WasmFilter} WasmFilter */
/** @typedef {import("./filter-state.js").FilterState} FilterState */

/**
 * Runs `use` with another filter. If it is in another engine, and so in other memory, `use` gets a copy of it in this engine.
 * @template T
 * @param {Engine} engine
 * @param {FilterState} other
 * @param {(other: WasmFilter) => T} use
 * @returns {T}
 */
function withOther(engine, other, use) {
  return whole(other, (filter) => {
    if (other.engine === engine) return use(filter);
    const copy = readInto(engine, fileOf(other, filter, "", ""));
    try {
      return use(copy);
    } finally {
      copy.free();
    }
  });
}

/**
 * Changes a filter with another one.
 * @param {FilterState} state
 * @param {FilterState} other
 * @param {"merge" | "intersect"} change
 */
export function changeBy(state, other, change) {
  const { filter } = state;
  // Neither change has an effect on the same filter.
  if (state === other) return;
  try {
    withOther(state.engine, other, (its) => filter[change](its));
  } catch (error) {
    // This module does not have the scheme of the other filter.
    if (!(error instanceof FilterFormatError)) throw error;
    throw coded("other: expected a filter of the same scheme, got another scheme", "INCOMPATIBLE", "other");
  }
}

/**
 * Makes a new filter of two filters.
 * @param {FilterState} state
 * @param {FilterState} other
 * @param {"merge" | "intersect"} change
 * @returns {FilterState}
 */
export function combine(state, other, change) {
  const both = state.with(whole(state, (filter) => filter.copy()));
  try {
    changeBy(both, other, change);
    return both;
  } catch (error) {
    both.free();
    throw error;
  }
}

/**
 * @param {FilterState} state
 * @param {FilterState} other
 * @param {"isCompatible" | "holdsSame"} comparison
 * @returns {boolean}
 */
export function compare(state, other, comparison) {
  if (state === other) return !!state.filter;
  try {
    return whole(state, (filter) => withOther(state.engine, other, (its) => filter[comparison](its)));
  } catch (error) {
    if (error instanceof FilterFormatError) return false;
    throw error;
  }
}

/**
 * Throws the error for an argument that is not a filter of this copy of the package.
 * @param {unknown} other
 * @param {string} field
 * @param {string} [expected]
 * @returns {never}
 */
export function notAFilter(other, field, expected = "a BloomFilter") {
  const name = /** @type {any} */ (other)?.constructor?.name ?? "";
  // A filter of another copy of the package has a class of the same name.
  if (/BloomFilter$/.test(name) && typeof (/** @type {any} */ (other).toBytes) === "function") {
    const copy = `a ${name} of another copy of edgebloom: load(${field}.toBytes())`;
    throw argumentError(TypeError, field, `${expected}, got ${copy}`);
  }
  return wrongType(field, expected, other);
}
