// What every Bloom filter can do, and what it cannot do.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { BloomFilter, CountingBloomFilter, SparseBloomFilter } from "edgebloom";
import {
  addTwice,
  bulk,
  eightBits,
  filterOf,
  inWords,
  measuredRate,
  rising,
  sparse,
  stored,
} from "../../../examples/basics/basics.mjs";
import { assertWithinFiveSigma, printsWhatItsReadmeSays } from "./run-main.mjs";

const keys = (n) => Array.from({ length: n }, (_, i) => `#${i}`);

test("answers no or maybe", () => {
  const filter = filterOf(1000, 10, 7);
  for (const key of keys(1000)) assert.equal(inWords(filter.has(key)), "maybe");
  const strangers = keys(2000)
    .slice(1000)
    .map((key) => inWords(filter.has(key)));
  assert.deepEqual([...new Set(strangers)].sort(), ["maybe", "no"]);
});

test("a key added twice sets no new bit", () => {
  const filter = new BloomFilter({ capacity: 1000, errorRate: 0.01 });
  for (const key of keys(500)) assert.deepEqual(addTwice(filter, key), { changed: false, newBits: 0 });
});

test("one hash makes a bitmap, with 100 bits per key for 1 %", () => {
  const filter = filterOf(10_000, 100, 1);
  assert.equal(filter.positions("a").length, 1);
  for (const key of keys(10_000)) assert.ok(filter.has(key));
  assertWithinFiveSigma(100_000 * measuredRate(filter), 100_000, filter.stats.estimatedErrorRate);
  assert.ok(Math.abs(filter.stats.estimatedErrorRate - 0.01) < 0.0005);
  assert.ok(filterOf(10_000, 10, 1).stats.estimatedErrorRate > 0.09);
  assert.ok(filterOf(10_000, 10, 7).stats.estimatedErrorRate < 0.0095);
});

test("in 8 bits, x and y together make z a false positive", () => {
  const { array, keys } = eightBits();
  assert.equal(array, "11001011");
  assert.deepEqual(keys, [
    { key: "x", positions: [0, 4, 7], answer: true },
    { key: "y", positions: [1, 4, 6], answer: true },
    { key: "z", positions: [0, 1, 7], answer: true },
    { key: "w", positions: [0, 5, 7], answer: false },
  ]);
});

test("a filter with all bits set answers maybe to every query", () => {
  const filter = new BloomFilter({ bits: 64, hashes: 3 });
  filter.addMany(keys(1000));
  assert.equal(filter.stats.bitsSet, 64);
  assert.equal(filter.stats.estimatedErrorRate, 1);
  assert.equal(measuredRate(filter, 10_000), 1);
});

test("the bits can be stored in a file or as base64", () => {
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-basics-"));
  assert.equal(stored(join(folder, "keys.bloom"), filterOf(1000, 10, 7)), true);
  rmSync(folder, { recursive: true });
});

test("a huge filter with few keys is small", () => {
  const { bits, bitsSet, byteLength } = sparse();
  assert.equal(bits, 2 ** 32);
  assert.ok(bitsSet > 2990 && bitsSet <= 3000);
  assert.ok(byteLength < 10_000);
});

test("a query probes one position per hash, whatever the number of keys", () => {
  const filter = new BloomFilter({ bits: 100_032, hashes: 5 });
  const before = filter.positions("a");
  const { byteLength } = filter.stats;
  filter.addMany(keys(10_000));
  assert.equal(before.length, 5);
  assert.deepEqual(filter.positions("a"), before);
  assert.equal(filter.stats.byteLength, byteLength);
});

test("only a counting filter has remove()", () => {
  assert.equal("remove" in new BloomFilter({ bits: 64, hashes: 1 }), false);
  assert.equal("remove" in new SparseBloomFilter({ bits: 2 ** 32, hashes: 1 }), false);
  assert.equal("remove" in new CountingBloomFilter({ bits: 64, hashes: 1 }), true);
});

test("#0 to #9999, and random numbers up to twice as many", () => {
  const { present, missed, absent, wrong, samples, errorRate } = bulk();
  assert.equal(present + absent, 20_000);
  assert.ok(present > 9500 && absent > 9500);
  assert.equal(missed, 0);
  assert.equal(samples.length, 5);
  assertWithinFiveSigma(wrong, absent, errorRate);
});

test("the rate grows with every key until the filter is over half full", () => {
  const rows = rising();
  for (const { expected, rate } of rows) assertWithinFiveSigma(rate * 100_000, 100_000, expected);
  for (const [i, row] of rows.slice(1).entries()) assert.ok(row.rate > rows[i].rate);
  assert.equal(rows[0].overHalfFull, false);
  assert.ok(rows.slice(2).every(({ overHalfFull }) => overHalfFull));
});

test("prints the output in its README", () => printsWhatItsReadmeSays("basics"));
