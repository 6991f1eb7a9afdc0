// Two filters.

import { FilterFormatError, argumentError, coded, wrongType } from "./errors.js";
import { readInto } from "./loading.js";
import { whole } from "./rotating.js";
import { dumpOf } from "./saving.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").WasmFilter} WasmFilter */
/** @typedef {import("./filter-state.js").FilterState} FilterState */

/**
 * Runs `use` with another filter, where it is or as a copy in this engine: each has a memory of its own.
 * @template T
 * @param {Engine} engine
 * @param {FilterState} other
 * @param {(other: WasmFilter) => T} use
 * @returns {T}
 */
function withOther(engine, other, use) {
  return whole(other, (filter) => {
    if (other.engine === engine) return use(filter);
    const copy = readInto(engine, dumpOf(other, filter, "", ""));
    try {
      return use(copy);
    } finally {
      copy.free();
    }
  });
}

/**
 * Changes a filter by another one.
 * @param {FilterState} state
 * @param {FilterState} other
 * @param {"merge" | "intersect"} change
 */
export function changeBy(state, other, change) {
  const { filter } = state;
  // A filter with itself stays as it is.
  if (state === other) return;
  try {
    withOther(state.engine, other, (its) => filter[change](its));
  } catch (error) {
    // A module that does not have the other one's scheme cannot even hold a copy of it.
    if (!(error instanceof FilterFormatError)) throw error;
    throw coded("other: expected its like", "INCOMPATIBLE", "other");
  }
}

/**
 * A new filter of two.
 * @param {FilterState} state
 * @param {FilterState} other
 * @param {"merge" | "intersect"} change
 * @returns {FilterState}
 */
export function combined(state, other, change) {
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
 * @param {"isCompatible" | "holdsSame"} question
 * @returns {boolean}
 */
export function compare(state, other, question) {
  if (state === other) return !!state.filter;
  try {
    return whole(state, (filter) => withOther(state.engine, other, (its) => filter[question](its)));
  } catch (error) {
    if (error instanceof FilterFormatError) return false;
    throw error;
  }
}

/**
 * What is no filter of this package where one is wanted.
 * @param {unknown} other
 * @param {string} field
 * @param {string} [expected]
 * @returns {never}
 */
export function noFilter(other, field, expected = "a BloomFilter") {
  const name = /** @type {any} */ (other)?.constructor?.name ?? "";
  // `instanceof` cannot tell: two copies of a package have classes of the same name.
  if (/BloomFilter$/.test(name) && typeof (/** @type {any} */ (other).toBytes) === "function") {
    const copy = `a ${name} of another copy of edgebloom: load(${field}.toBytes())`;
    throw argumentError(TypeError, field, `${expected}, found ${copy}`);
  }
  return wrongType(field, expected, other);
}
