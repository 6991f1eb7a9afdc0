// What every Bloom filter does and does not do, each in a few lines.

import { readFileSync, writeFileSync } from "node:fs";
import { BloomFilter, SparseBloomFilter, falsePositiveRate } from "edgebloom";
import { createFilter } from "edgebloom/compat";

/** An answer in words: a filter has no "yes". */
export const inWords = (answer) => (answer ? "possibly" : "definitely not");

const numbered = (n) => Array.from({ length: n }, (_, i) => `#${i}`);

/** A fixed generator of 32-bit numbers (mulberry32), so that every run prints the same. */
export function generator(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** The share of keys never added that a filter of "#0", "#1", ... takes for added. */
export function measuredRate(filter, tries = 100_000) {
  let found = 0;
  for (let i = 0; i < tries; i++) found += filter.has(`never added ${i}`);
  return found / tries;
}

/** A filter of n keys with a number of hashes in bits for each key, and what is missing to whole words of 64 bits. */
export function filterOf(n, bitsPerKey, hashes) {
  return BloomFilter.from(numbered(n), { bits: Math.ceil((n * bitsPerKey) / 64) * 64, hashes });
}

/** Whether adding a key again sets any bit. */
export function addTwice(filter, key) {
  filter.add(key);
  const before = filter.stats.bitsSet;
  const changed = filter.add(key);
  return { changed, newBits: filter.stats.bitsSet - before };
}

/**
 * With this seed x sets 0, 4 and 7, y sets 1, 4 and 6, as in article 003, and z needs 0, 1 and 7. The schemes of this
 * package have 64 bits at least; this one, of an npm package, takes the remainder of a hash by whatever number there is.
 */
export const EIGHT_BITS = { scheme: "npm-bloom-filters-v1a", bits: 8, hashes: 3, seed: 69216 };

/** x and y added to 8 bits; z, which was not, meets bits of both. */
export function eightBits() {
  const filter = createFilter(EIGHT_BITS);
  filter.addMany(["x", "y"]);
  const positions = (key) => filter.positions(key).sort((a, b) => a - b);
  const array = Array.from({ length: 8 }, (_, i) => (filter.bits()[0] >> i) & 1).join("");
  const keys = ["x", "y", "z", "w"];
  const asked = (key) => ({ key, positions: positions(key), answer: filter.has(key) });
  return { array, keys: keys.map(asked) };
}

/** The keys of article 004's demonstration, and random questions for up to twice as many. */
export function bulk(n = 10_000, questions = 20_000) {
  const filter = BloomFilter.from(numbered(n), { errorRate: 0.01 });
  const random = generator(4);
  const { estimatedErrorRate: errorRate } = filter.stats;
  const result = { present: 0, missed: 0, absent: 0, wrong: 0, samples: [], errorRate };
  for (let i = 0; i < questions; i++) {
    const number = random() % (2 * n);
    const answer = filter.has(`#${number}`);
    if (i < 5) result.samples.push(`#${number} ${inWords(answer)}`);
    if (number < n) {
      result.present++;
      result.missed += !answer;
    } else {
      result.absent++;
      result.wrong += answer;
    }
  }
  return result;
}

/** The rate of one filter with half of the keys that it is for, all, twice and four times as many. */
export function rising(capacity = 10_000) {
  const filter = new BloomFilter({ capacity, errorRate: 0.01 });
  const { bits, hashes } = filter.stats;
  const rows = [];
  for (const n of [capacity / 2, capacity, 2 * capacity, 4 * capacity]) {
    filter.addMany(numbered(n));
    const { fillRatio, saturated } = filter.stats;
    const rate = measuredRate(filter);
    rows.push({ n, fillRatio, saturated, expected: falsePositiveRate(bits, n, hashes), rate });
  }
  return rows;
}

/** The same filter in memory, in a file and as text. */
export function stored(path, filter) {
  writeFileSync(path, filter.toBytes());
  const fromFile = BloomFilter.fromBytes(readFileSync(path));
  const fromText = BloomFilter.fromBase64(filter.toBase64());
  return fromFile.equals(filter) && fromText.equals(filter);
}

/** A filter of 2^32 bits of which few are set. */
export function sparse() {
  const filter = new SparseBloomFilter({ bits: 2 ** 32, hashes: 3 });
  filter.addMany(numbered(1000));
  return filter.stats;
}
