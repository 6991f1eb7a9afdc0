// The attacks in docs/guide/security.md, with fixed seeds. The results must contain every figure measured here. An error
// prints the expected line of benches/results/security.md.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { BloomFilter, CountingBloomFilter, readHeader } from "edgebloom";
import { StaticFilter } from "edgebloom";
import { lanes, scrambled } from "../../../pkg/reader/hash.js";
import { hashKey } from "../../../pkg/reader/key.js";
import { at } from "../../../scripts/run.mjs";
import { random } from "../../soak/work.mjs";

const page = readFileSync(at("benches/results/security.md"), "utf8").split("\n");
const says = (line) => assert.ok(page.includes(line), `benches/results/security.md: expected ${line}`);
const saysRow = (...cells) => says(`| ${cells.join(" | ")} |`);

const count = (x) => x.toLocaleString("en");
const percent = (p, digits = 3) => `${+(100 * p).toPrecision(digits)}%`;
const named = (name, length) => Array.from({ length }, (_, i) => `${name}${i}`);
const sum = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** The time for this many tries at ten million per second, the speed of one core (benches/results/peers.md). */
function duration(tries) {
  const seconds = tries / 1e7;
  const [unit, size] = seconds < 1e-3 ? ["µs", 1e6] : ["ms", 1e3];
  return `${+(seconds * size).toPrecision(2)} ${unit}`;
}

test("a reader of a public filter finds all members and false positives", () => {
  const [members, all, piece] = [100_000, 10_000_000, 50_000];
  const others = all - members;
  const shares = [1e-2, 1e-4, 1e-6].map((errorRate) => {
    const filter = new BloomFilter({ capacity: members, errorRate });
    let [right, wrong, first] = [0, 0, 0];
    for (let start = 0; start < all; start += piece) {
      const text = Array.from({ length: piece }, (_, i) => `user-${start + i}@mail.example`).join("\n");
      // Members can be queried at once: they stay members.
      if (start < members) filter.addLines(text);
      const yes = filter.hasLines(text);
      if (start < members) right += sum(yes);
      else wrong += sum(yes);
      if (start >= members) first ||= yes.includes(1) && start - members + yes.indexOf(1) + 1;
    }
    filter.free();
    assert.equal(right, members, "every member is found");
    // Five standard deviations of the number of false positives.
    assert.ok(Math.abs(wrong - others * errorRate) < 5 * Math.sqrt(others * errorRate), `${wrong}`);
    // Bayes: members / (members + others · p).
    const expected = members / (members + others * errorRate);
    const share = right / (right + wrong);
    assert.ok(Math.abs(share - expected) < 0.005, `${share}`);
    saysRow(errorRate, count(right), count(wrong), percent(share, 4), percent(expected, 4));
    saysRow(errorRate, count(first), count(Math.round(others / wrong)), duration(others / wrong));
    return share;
  });
  assert.equal(shares[0].toFixed(2), "0.50", 'a "maybe" is right half of the time at 1%');
  assert.equal(shares[2].toFixed(4), "0.9999", "at one in a million, 99.99% of the maybes are members");
});

/** A capacity for which the formula at 2⁻¹⁰ gives whole words. */
const FEW = 244;
const HASHES = 10;
const BITS = Math.round((FEW * HASHES) / Math.LN2);
assert.equal(BITS, 55 * 64);

/** Fills a filter. Each key is the best of `effort` tries: the one that sets the most new bits, at most k. */
function filled(name, effort, isDone) {
  const filter = new BloomFilter({ bits: BITS, hashes: HASHES });
  const isSet = new Uint8Array(BITS);
  let [tries, set, added] = [0, 0, 0];
  for (; !isDone(added, set); added++) {
    let [best, key] = [[], ""];
    for (let i = 0; i < effort && best.length < HASHES; i++) {
      const next = `${name} ${tries++}`;
      const fresh = [...new Set(filter.positions(next))].filter((position) => !isSet[position]);
      if (fresh.length >= best.length) [best, key] = [fresh, next];
    }
    filter.add(key);
    for (const position of best) isSet[position] = 1;
    set += best.length;
  }
  return { filter, tries, added };
}

test("chosen keys, each of which sets k new bits, make 2.6% of 2⁻¹⁰", () => {
  const isFull = (added) => added === FEW;
  const [honest, { filter, tries }] = [filled("key", 1, isFull), filled("chosen", Infinity, isFull)];
  const others = named("other ", 1e6).join("\n");
  const [rate, polluted] = [honest.filter, filter].map((one) => sum(one.hasLines(others)) / 1e6);
  const { fillRatio } = filter.stats;
  // n keys with k new bits each, in m = n k / ln 2 bits.
  const expected = Math.LN2 ** HASHES;
  assert.equal(fillRatio, (FEW * HASHES) / BITS, "each has set k new bits");
  assert.ok(Math.abs(fillRatio - Math.LN2) < 0.001);
  assert.equal((100 * polluted).toFixed(1), "2.6");
  assert.equal((100 * expected).toFixed(1), "2.6");
  assert.equal(Math.round(expected * 2 ** HASHES), 26);
  assert.ok(rate < 0.0012, `${rate}`);
  saysRow(`${FEW} keys in ${count(BITS)} bits, k = ${HASHES}`, "bits set", "rate", "expected");
  saysRow("random keys", "one half", percent(rate), percent(2 ** -HASHES));
  const power = `(ln 2)^${HASHES} = ${percent(expected)}`;
  saysRow(`chosen keys, found in ${count(tries)} tries`, percent(fillRatio), percent(polluted), power);
});

test("chosen keys fill a filter with less than half as many keys", () => {
  const isHalf = (_, set) => (set / BITS) ** HASHES >= 0.5;
  const [byChance, chosen] = [1, 1000].map((effort) => filled("filler", effort, isHalf).added);
  assert.ok(chosen < byChance / 2, `${chosen} of ${byChance}`);
  says(
    `This filter reaches a false-positive rate of 50% after ${byChance} random keys, or after ${chosen} keys that are each the best of 1,000 tries.`,
  );
});

test("removing false positives causes false negatives", () => {
  const own = named("key ", 1000);
  const filter = CountingBloomFilter.from(own, { capacity: own.length, errorRate: 0.01 });
  saysRow("false positives removed", "tries to find them", `members lost, of ${count(own.length)}`);
  for (let tries = 1, removed = 0; removed < 100; tries++) {
    if (!filter.remove(`never added ${tries - 1}`)) continue;
    removed++;
    const missed = own.length - sum(filter.hasMany(own));
    assert.ok(missed >= removed, `${missed}`);
    if ([1, 10, 100].includes(removed)) saysRow(removed, count(tries), missed);
  }
});

test('a "no" takes fewer probes than a "maybe"', () => {
  const filter = BloomFilter.from(named("key ", 10_000), { errorRate: 0.01 });
  const bits = filter.bits();
  const isSet = (position) => (bits[position >> 3] >> (position & 7)) & 1;
  const lengths = named("other ", 10_000).map((key) => filter.positions(key).findIndex((one) => !isSet(one)) + 1);
  const misses = lengths.filter((length) => length > 0);
  const { hashes } = filter.stats;
  const ofAMiss = sum(misses) / misses.length;
  assert.ok(ofAMiss > 1 && ofAMiss < hashes / 2, `${ofAMiss}`);
  says(`In a full filter at 1%, a "maybe" takes ${hashes} probes, and a "no" takes ${ofAMiss.toFixed(1)} on average.`);
});

test("a filter file contains its seed; a forged file has the same header and loads", () => {
  const list = ["evil.example", ...named("listed-", 999)];
  const options = { errorRate: 1e-6, capacity: 1000, seed: "random", name: "blocked", version: "2026-11-21" };
  const real = BloomFilter.from(list, options);
  const header = readHeader(real.toBytes());
  assert.equal(header.seed, real.stats.seed);
  const forged = BloomFilter.from(list.slice(1), { ...options, seed: header.seed }).toBytes();
  assert.deepEqual({ ...readHeader(forged), inserted: 0 }, { ...header, inserted: 0 });
  assert.ok(real.has(list[0]) && !BloomFilter.fromBytes(forged).has(list[0]));
});

test("the keys of a list and some answers reveal the seed (of a small range)", () => {
  const keys = named("known ", 10);
  const guess = (seed) => BloomFilter.from(keys, { bits: 1024, hashes: 7, seed });
  const secret = random(7)(2 ** 13);
  const hidden = guess(secret);
  const queried = named("queried ", 20);
  const answers = hidden.hasMany(queried).join();
  const fitting = Array.from({ length: 2 ** 13 }, (_, seed) => seed).filter((seed) => {
    const filter = guess(seed);
    const fits = filter.hasMany(queried).join() === answers && filter.equals(hidden);
    filter.free();
    return fits;
  });
  assert.deepEqual(fitting, [secret]);
});

test("chosen keys change neither the size nor the rate of a static set", () => {
  const n = 20_000;
  const picks = [];
  let tries = 0;
  while (picks.length < n) {
    const key = `k${tries++}`;
    hashKey(key, scrambled(0), 0);
    if (lanes[0] >>> 28 === 0) picks.push(key);
  }
  const rows = [named("k", n), picks].map((keys) => {
    const set = StaticFilter.from(keys, { errorRate: 0.01 });
    assert.ok(keys.every((key) => set.has(key)));
    const found = sum(set.hasLines(named("x", 1_000_000).join("\n")));
    return [count(set.stats.byteLength), percent(found / 1_000_000)];
  });
  saysRow("random keys", ...rows[0]);
  saysRow(`chosen keys, which all start in one sixteenth of the slots, found in ${count(tries)} tries`, ...rows[1]);
  assert.equal(rows[1][0], rows[0][0]);
});
