// The divisors by which a filter can be folded.

import { unitOf } from "../../lib/shape.js";

/**
 * How many there are of what becomes one when a filter is folded: words of 64 bits, those of a slice, or blocks; in a
 * filter of another system bits, those of a slice, or blocks.
 * @param {{ bits: number, hashes: number, layout: string, scheme: string }} shape
 */
export function placesOf({ bits, hashes, layout, scheme }) {
  if (scheme === "native" || layout === "blocked") return bits / unitOf({ layout, hashes });
  return layout === "partitioned" ? bits / hashes : bits;
}

/**
 * The numbers by which a filter of this shape can be folded, 1 among them, the smallest first.
 * @param {{ bits: number, hashes: number, layout: string, scheme: string, stages?: number }} shape
 * @returns {number[]}
 */
export function divisorsOf(shape) {
  const places = placesOf(shape);
  if (shape.stages || !Number.isInteger(places)) return [1];
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
