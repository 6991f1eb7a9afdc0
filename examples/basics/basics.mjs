// What every Bloom filter does and does not do, in a few lines each.

import { readFileSync, writeFileSync } from "node:fs";
import { BloomFilter, SparseBloomFilter, falsePositiveRate } from "edgebloom";
import { createFilter } from "edgebloom/compat";

/** An answer in words: a filter has no "yes". */
export const inWords = (answer) => (answer ? "maybe" : "no");

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

/** The measured false-positive rate: the fraction of non-members that get "maybe". */
export function measuredRate(filter, tries = 100_000) {
  let found = 0;
  for (let i = 0; i < tries; i++) found += filter.has(`never added ${i}`);
  return found / tries;
}

/** A filter of n keys. The number of bits is rounded up to whole words of 64 bits. */
export function filterOf(n, bitsPerKey, hashes) {
  return BloomFilter.from(numbered(n), { bits: Math.ceil((n * bitsPerKey) / 64) * 64, hashes });
}

/** Adds a key twice. Returns what the second time has changed. */
export function addTwice(filter, key) {
  filter.add(key);
  const before = filter.stats.bitsSet;
  const changed = filter.add(key);
  return { changed, newBits: filter.stats.bitsSet - before };
}

/**
 * With this seed, x sets 0, 4 and 7, y sets 1, 4 and 6, as in article 003, and z needs 0, 1 and 7. Native filters have at least
 * 64 bits. This scheme of an npm package takes the remainder of a hash by any number.
 */
export const EIGHT_BITS = { scheme: "npm-bloom-filters-v1a", bits: 8, hashes: 3, seed: 69216 };

/** Adds x and y to 8 bits. z was not added, but its bits are set. */
export function eightBits() {
  const filter = createFilter(EIGHT_BITS);
  filter.addMany(["x", "y"]);
  const positions = (key) => filter.positions(key).sort((a, b) => a - b);
  const array = Array.from({ length: 8 }, (_, i) => (filter.bits()[0] >> i) & 1).join("");
  const keys = ["x", "y", "z", "w"];
  const lookUp = (key) => ({ key, positions: positions(key), answer: filter.has(key) });
  return { array, keys: keys.map(lookUp) };
}

/** The keys of the demonstration in article 004, and random queries for up to twice as many. */
export function bulk(n = 10_000, queries = 20_000) {
  const filter = BloomFilter.from(numbered(n), { errorRate: 0.01 });
  const random = generator(4);
  const { estimatedErrorRate: errorRate } = filter.stats;
  const result = { present: 0, missed: 0, absent: 0, wrong: 0, samples: [], errorRate };
  for (let i = 0; i < queries; i++) {
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

/** The false-positive rate of one filter with half its capacity, all of it, twice and four times as many keys. */
export function rising(capacity = 10_000) {
  const filter = new BloomFilter({ capacity, errorRate: 0.01 });
  const { bits, hashes } = filter.stats;
  const rows = [];
  for (const n of [capacity / 2, capacity, 2 * capacity, 4 * capacity]) {
    filter.addMany(numbered(n));
    const { fillRatio, overHalfFull } = filter.stats;
    const rate = measuredRate(filter);
    rows.push({ n, fillRatio, overHalfFull, expected: falsePositiveRate(bits, n, hashes), rate });
  }
  return rows;
}

/** Stores a filter in a file and as base64. Returns true if both give the same filter again. */
export function stored(path, filter) {
  writeFileSync(path, filter.toBytes());
  const fromFile = BloomFilter.fromBytes(readFileSync(path));
  const fromText = BloomFilter.fromBase64(filter.toBase64());
  return fromFile.equals(filter) && fromText.equals(filter);
}

/** A filter of 2^32 bits. Only a few are set. */
export function sparse() {
  const filter = new SparseBloomFilter({ bits: 2 ** 32, hashes: 3 });
  filter.addMany(numbered(1000));
  return filter.stats;
}
