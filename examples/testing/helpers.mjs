import { BloomFilter } from "edgebloom/lite";

export const LISTED = ["mailinator.com", "guerrillamail.com"];
export const filterOf = (keys, options) => BloomFilter.from(keys, options ?? { errorRate: 0.01 });

/** A key that isn't in the filter, but gets a "maybe". */
export function falsePositiveOf(filter) {
  for (let i = 0; i < 100_000; i++) {
    const key = `host${i}.example`;
    if (filter.has(key)) return key;
  }
  throw new Error("no false positive: give the filter fewer bits");
}
