// Measures the false-positive rate of the filter on the bench with random keys that were never added.

import { bench, keyOf } from "../../lib/bench.js";

/** Queries per step. */
const BATCH = 500;

/** 64-bit numbers; some other systems accept only 32 bits. */
const WIDTHS = [64, 31];

/**
 * A generator: yields how many keys were looked up, and returns how many of them got “maybe”.
 * @param {number} count
 * @returns {Generator<number, number>}
 */
export function* measure(count) {
  const { filter } = bench;
  const width = widthOf();
  const random = new BigUint64Array(BATCH);
  let hits = 0;
  for (let asked = 0; asked < count; asked += BATCH) {
    crypto.getRandomValues(random);
    const keys = Array.from(random, (number) =>
      keyOf(String(BigInt.asUintN(width, number) >> (width === 64 ? 1n : 0n))),
    );
    for (const answer of filter.hasMany(keys)) hits += answer;
    yield asked + BATCH;
  }
  return hits;
}

/** The widest random number that the filter accepts as a key. */
function widthOf() {
  const takes = (/** @type {number} */ width) => {
    try {
      bench.filter.has(keyOf(String(2n ** BigInt(width - 1) - 1n)));
      return true;
    } catch {
      return false;
    }
  };
  return WIDTHS.find(takes) ?? WIDTHS[WIDTHS.length - 1];
}
