// The same 64 names as filters of 2 to 16 bits per key, and their answers to the strangers. These functions do not depend on the page: tests
// use them, too.

import { FilterReader } from "edgebloom/reader";
import { bitsOf } from "../../drawing/map.js";
import { madeUp } from "../../lib/made-up.js";
import { strangersTo } from "./bits.js";
import { FILES } from "./trade-files.js";

/** With 64 keys, each bit per key is a word of the filter: a row of its map. */
export const LISTED = 64;
export const LEAST = 2;
export const MOST = LEAST + FILES.length - 1;

/** Bytes of a file before and after its bits (docs/reference/format/index.md). */
const BEFORE = 56;
const AFTER = 8;

/** The names on the list. */
export const listed = Array.from({ length: LISTED }, (_, i) => madeUp(i));

/**
 * A filter of the list, and the chance of "maybe": each probe finds a 1 with the share of bits that are 1.
 * @param {number} perKey bits per key
 */
function filterOf(perKey) {
  const file = Uint8Array.from(atob(FILES[perKey - LEAST]), (character) => character.charCodeAt(0));
  const reader = FilterReader.fromBytes(file);
  const { bits: count, hashes, fillRatio } = reader.stats;
  const bits = bitsOf(file.subarray(BEFORE, file.length - AFTER), count, LISTED);
  return { reader, hashes, bits, rate: fillRatio ** hashes };
}

/** All filters, each with its answers to the strangers. */
export function trade() {
  const filters = FILES.map((_, i) => filterOf(LEAST + i));
  const strangers = strangersTo(listed).map((name) => {
    const maybes = filters.map(({ reader }) => reader.has(name));
    return { name, maybes, first: maybes.indexOf(false), last: maybes.lastIndexOf(true) };
  });
  const names = strangers.map(({ name }) => name);
  const sizes = filters.map((filter, i) => {
    const answers = strangers.map(({ maybes }) => maybes[i]);
    return { ...filter, names, answers, count: answers.filter(Boolean).length };
  });
  // Filters of two sizes are independent, so some names get "no" and then "maybe" again. This one gets "maybe" longest, and then only "no".
  const steady = strangers.filter(({ first, last }) => first > last).sort((a, b) => b.last - a.last)[0].name;
  return { steady, at: (/** @type {number} */ perKey) => sizes[perKey - LEAST] };
}
