// The false-positive rate of a shape by number of keys: from the package's formulas, or from a filter of that shape if its
// layout has no formula.

import { BloomFilter, estimatedCount, falsePositiveRate } from "edgebloom";
import { hasOwnLayout } from "../../lib/load-any.js";
import { BLOCK_BITS } from "../../lib/shape.js";

/** A larger blocked filter is represented by this many blocks, because all blocks fill in the same way. */
const SAMPLED_BLOCKS = 64;

/**
 * The keys with which half of the cells are expected to be set.
 * @param {{ bits: number, hashes: number }} shape
 */
export const halfFull = ({ bits, hashes }) => estimatedCount(bits, hashes, Math.floor(bits / 2));

/**
 * The rate at n keys by the exact formula (B1 of docs/reference/mathematics.md), which assumes independent probes; undefined
 * where the formula does not hold.
 * @param {{ bits: number, hashes: number, layout: string, scheme: string, subFilters?: number }} shape
 * @param {number} n
 */
export function exactRate({ scheme, subFilters, layout, ...shape }, n) {
  return subFilters || layout === "blocked" || !hasOwnLayout({ scheme, layout })
    ? undefined
    : formula({ layout, ...shape }, n);
}

/**
 * @param {{ bits: number, hashes: number, layout: string }} shape
 * @param {number} n
 */
function formula({ bits, hashes, layout }, n) {
  // Each slice has one probe of each key.
  if (layout === "partitioned")
    return falsePositiveRate(Math.max(1, Math.floor(bits / hashes)), n, 1, { exact: true }) ** hashes;
  return falsePositiveRate(bits, n, hashes, { exact: true });
}

/**
 * Points of the curve from 0 to `most` keys; undefined for a scalable filter.
 * @param {{ bits: number, hashes: number, layout: string, scheme: string, subFilters?: number }} shape
 * @param {number} most
 * @param {number} count
 * @returns {[n: number, rate: number][] | undefined}
 */
export function curveOf(shape, most, count) {
  if (shape.subFilters) return undefined;
  const at = Array.from({ length: count + 1 }, (_, i) => Math.round((most * i) / count));
  if (shape.layout !== "blocked") return at.map((n) => [n, formula(shape, n)]);
  return hasOwnLayout(shape) ? sampled(shape, at) : undefined;
}

/**
 * The rates of a filter with fewer blocks while it is filled with made-up keys.
 * @param {{ bits: number, hashes: number }} shape
 * @param {number[]} at
 * @returns {[number, number][]}
 */
function sampled({ bits, hashes }, at) {
  const own = Math.min(bits, BLOCK_BITS * SAMPLED_BLOCKS);
  const filter = new BloomFilter({ bits: own, hashes, layout: "blocked" });
  let added = 0;
  try {
    return at.map((n) => {
      for (const goal = (n * own) / bits; added < goal; added++) filter.add(`${added}`);
      return [n, filter.stats.estimatedErrorRate];
    });
  } finally {
    filter.free();
  }
}
