// The divisors by which a filter can be folded.

import { hasOwnLayout } from "../../lib/load-any.js";
import { unitOf } from "../../lib/shape.js";

/**
 * The number of units that folding combines. A unit is a word of 64 bits, a word of each slice, or a block. In filters of
 * other systems it is a bit, a bit of each slice, or a block.
 * @param {{ bits: number, hashes: number, layout: string, scheme: string }} shape
 */
export function placesOf({ bits, hashes, layout, scheme }) {
  if (hasOwnLayout({ scheme, layout }) || layout === "blocked") return bits / unitOf({ layout, hashes });
  return layout === "partitioned" ? bits / hashes : bits;
}

/**
 * The numbers by which a filter of this shape can be folded, including 1, the smallest first.
 * @param {{ bits: number, hashes: number, layout: string, scheme: string, subFilters?: number }} shape
 * @returns {number[]}
 */
export function divisorsOf(shape) {
  const places = placesOf(shape);
  if (shape.subFilters || !Number.isInteger(places)) return [1];
  /** @type {number[]} */
  const small = [];
  /** @type {number[]} */
  const large = [];
  for (let divisor = 1; divisor * divisor <= places; divisor++) {
    if (places % divisor) continue;
    small.push(divisor);
    if (divisor * divisor < places) large.push(places / divisor);
  }
  return [...small, ...large.reverse()];
}
