// Tests the data of the page's charts and the messages about a filter's rate, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BloomFilter, falsePositiveRate } from "edgebloom";
import { cutBelow, roundNumbers } from "../../../www/lib/chart.js";
import { ALARMS, verdictOf } from "../../../www/workbench/rate/verdict.js";

test("clips a curve at the edge of the plot", () => {
  const curve = [
    [0, 0],
    [1, 1e-12],
    [2, 1e-8],
    [3, 1e-4],
  ];
  const [first, ...rest] = cutBelow(curve, 1e-9);
  assert.ok(Math.abs(first[0] - 1.75) < 1e-9, "straight on the logarithmic scale");
  assert.equal(first[1], 1e-9);
  assert.deepEqual(rest, curve.slice(2));
  assert.deepEqual(cutBelow(curve.slice(0, 1), 1e-9), []);
  assert.deepEqual(cutBelow([curve[0], curve[3]], 1e-9), [curve[3]], "there is no way up from 0");
  assert.deepEqual(cutBelow(curve.slice(2), 1e-9), curve.slice(2));
});

test("labels are round numbers", () => {
  assert.deepEqual(roundNumbers(60, 6), [0, 10, 20, 30, 40, 50, 60]);
  assert.deepEqual(roundNumbers(8, 6), [0, 2, 4, 6, 8]);
  assert.deepEqual(roundNumbers(123, 3), [0, 50, 100]);
  assert.deepEqual(roundNumbers(2_000_000, 3), [0, 1_000_000, 2_000_000]);
  for (const most of [3, 8, 17, 99, 1234, 3e9]) assert.ok(roundNumbers(most, 6).length <= 8, `${most}`);
});

/** @param {ConstructorParameters<typeof BloomFilter>[0]} options @param {number} count */
function verdictAfter(options, count) {
  const filter = new BloomFilter(options);
  for (let i = 0; i < count; i++) filter.add(`key-${i}`);
  const { stats } = filter;
  filter.free();
  return { ...verdictOf(stats), stats };
}

test("a filter at its capacity is as designed, although half of its bits are set", () => {
  for (const capacity of [100, 1000, 20_000]) {
    for (const errorRate of [0.1, 0.01, 0.001]) {
      const { kind, stats } = verdictAfter({ capacity, errorRate }, capacity);
      assert.equal(kind, "good", `${capacity} ${errorRate}: ${stats.estimatedErrorRate}`);
    }
  }
  const full = verdictAfter({ capacity: 20_000, errorRate: 0.01 }, 20_000);
  assert.ok(full.stats.overHalfFull, "over half full, but within its target");
  assert.equal(verdictAfter({ capacity: 20_000, errorRate: 0.01 }, 10_000).kind, "good");
});

test("with more keys it shows how far the rate is above the design", () => {
  const { kind, times, stats } = verdictAfter({ capacity: 20_000, errorRate: 0.01 }, 25_000);
  assert.equal(kind, "above");
  assert.ok(ALARMS.includes(kind));
  const expected = falsePositiveRate(stats.bits, 25_000, stats.hashes) / 0.01;
  assert.ok(Math.abs(times / expected - 1) < 0.1, `${times} for ${expected}`);
  assert.equal(verdictAfter({ capacity: 20_000, errorRate: 0.01 }, 21_500).kind, "above", "a little above");
});

test("without a design it warns well above half", () => {
  const shape = { bits: 12_800, hashes: 3 };
  assert.equal(verdictAfter(shape, 0).kind, "empty");
  for (const [count, kind] of [
    [2000, "plain"],
    [3200, "plain"],
    [4800, "tooFull"],
  ]) {
    const verdict = verdictAfter(shape, count);
    assert.equal(verdict.kind, kind, `${verdict.stats.fillRatio}`);
    assert.equal(ALARMS.includes(kind), kind === "tooFull");
  }
  assert.equal(verdictAfter({ bits: 64, hashes: 8 }, 1000).kind, "full");
  assert.equal(verdictAfter({ capacity: 10, errorRate: 0.1 }, 5000).kind, "full");
});
