// The same 64 names as filters of 2 to 16 bits per key, and a hundred names that are not on that list. These functions do not depend on
// the page: tests use them, too.

import { FilterReader } from "edgebloom/reader";
import { bitsOf } from "../../drawing/map.js";
import { madeUp } from "../../lib/made-up.js";
import { FILES } from "./trade-files.js";

/** With 64 keys, each bit per key is a word of the filter: a row of its map. */
export const LISTED = 64;
export const STRANGERS = 100;
export const LEAST = 2;
export const MOST = LEAST + FILES.length - 1;

/** Bytes of a file before and after its bits (docs/reference/format/index.md). */
const BEFORE = 56;
const AFTER = 8;

/** The names on the list. */
export const listed = Array.from({ length: LISTED }, (_, i) => madeUp(i));

/** The first of a hundred names whose counts follow the formula closely and never rise: a typical hundred. */
const FIRST = 1578;

/**
 * A filter of the list.
 * @param {number} perKey bits per key
 */
function filterOf(perKey) {
  const file = Uint8Array.from(atob(FILES[perKey - LEAST]), (character) => character.charCodeAt(0));
  const reader = FilterReader.fromBytes(file);
  const { bits: count, hashes } = reader.stats;
  return { reader, hashes, bits: bitsOf(file.subarray(BEFORE, file.length - AFTER), count, LISTED) };
}

/**
 * All filters, and the names that are not on the list. A name that gets "maybe" in a larger filter comes before the others, so that
 * false positives vanish from the end.
 */
export function trade() {
  const filters = FILES.map((_, i) => filterOf(LEAST + i));
  const rows = Array.from({ length: STRANGERS }, (_, i) => {
    const name = madeUp(FIRST + i);
    const maybes = filters.map(({ reader }) => reader.has(name));
    return { name, maybes, last: maybes.lastIndexOf(true) };
  }).sort((a, b) => b.last - a.last);
  const sizes = filters.map((filter, i) => ({ ...filter, maybes: rows.map(({ maybes }) => maybes[i]) }));
  return {
    names: rows.map(({ name }) => name),
    // Filters of two sizes are independent, so some names get "no" and then "maybe" again. This one gets "maybe" longest, and then only "no".
    steady: rows.findIndex(({ maybes, last }) => last >= 0 && maybes.indexOf(false) > last),
    at: (/** @type {number} */ perKey) => sizes[perKey - LEAST],
  };
}

/** The number of false positives. @param {boolean[]} maybes */
export const countOf = (maybes) => maybes.filter((maybe) => maybe).length;
