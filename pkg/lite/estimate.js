// What the bits of a filter say about its keys (src/filter/estimate.rs).

import { bitsSetIn } from "../reader/bits.js";
import { BLOCK } from "./blocked.js";
import { power } from "./elementary.js";
import { estimatedCount } from "./rates.js";

/**
 * Counts the bits, and estimates the number of keys and the false-positive rate. Slices and blocks are estimated separately.
 * @param {import("../reader/probes.js").SubFilter} filter
 */
export function estimate({ bytes, bits, hashes, step, blocks }) {
  const group = blocks ? BLOCK : step ? bits / hashes : bits;
  let bitsSet = 0;
  let count = 0;
  let rate = step ? 1 : 0;
  for (let start = 0; start < bits; start += group) {
    const set = bitsSetIn(bytes, start, start + group);
    bitsSet += set;
    // A full block could hold any number of keys. It counts as if one bit were not set.
    count += estimatedCount(group, hashes, blocks ? Math.min(set, group - 1) : set);
    if (step) rate *= power(set / group, 1);
    else rate += power(set / group, hashes) / (bits / group);
  }
  return { bitsSet, count, rate };
}
