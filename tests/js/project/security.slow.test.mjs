// docs/SECURITY.md: what it says that adversaries can do is done here, from fixed seeds, and every figure is what was
// found. A line that is not on the page is printed as it should be.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { BloomFilter, CountingBloomFilter, readHeader } from "edgebloom";
import { StaticFilter } from "edgebloom/static";
import { hashAscii, lanes, scrambled } from "../../../pkg/reader/hash.js";
import { at } from "../../../scripts/run.mjs";
import { random } from "../../soak/work.mjs";

const page = readFileSync(at("docs/SECURITY.md"), "utf8").split("\n");
const says = (line) => assert.ok(page.includes(line), `docs/SECURITY.md: expected ${line}`);
const saysRow = (...cells) => says(`| ${cells.join(" | ")} |`);

const count = (x) => x.toLocaleString("en");
const percent = (p, digits = 3) => `${+(100 * p).toPrecision(digits)} %`;
const named = (name, length) => Array.from({ length }, (_, i) => `${name}${i}`);
const sum = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** How long so many tries take at ten million a second, which is what one core does (docs/PEERS.md). */
function duration(tries) {
  const seconds = tries / 1e7;
  const [unit, size] = seconds < 1e-3 ? ["µs", 1e6] : ["ms", 1e3];
  return `${+(seconds * size).toPrecision(2)} ${unit}`;
}

test("who reads a public filter finds all members, and others at the rate p", () => {
  const [members, all, piece] = [100_000, 10_000_000, 50_000];
  const others = all - members;
  const shares = [1e-2, 1e-4, 1e-6].map((errorRate) => {
    const filter = new BloomFilter({ capacity: members, errorRate });
    let [right, wrong, first] = [0, 0, 0];
    for (let start = 0; start < all; start += piece) {
      const text = Array.from({ length: piece }, (_, i) => `user-${start + i}@mail.example`).join("\n");
      // What is in stays in, so that a member can be asked at once.
      if (start < members) filter.addLines(text);
      const yes = filter.hasLines(text);
      if (start < members) right += sum(yes);
      else wrong += sum(yes);
      if (start >= members) first ||= yes.includes(1) && start - members + yes.indexOf(1) + 1;
    }
    filter.free();
    assert.equal(right, members, "every member is found");
    // Five standard deviations of how many others there are.
    assert.ok(Math.abs(wrong - others * errorRate) < 5 * Math.sqrt(others * errorRate), `${wrong}`);
    // Bayes: members / (members + others · p).
    const expected = members / (members + others * errorRate);
    const share = right / (right + wrong);
    assert.ok(Math.abs(share - expected) < 0.005, `${share}`);
    saysRow(errorRate, count(right), count(wrong), percent(share, 4), percent(expected, 4));
    saysRow(errorRate, count(first), count(Math.round(others / wrong)), duration(others / wrong));
    return share;
  });
  assert.equal(shares[0].toFixed(2), "0.50", "a “yes” is right half of the time at 1 %");
  assert.equal(shares[2].toFixed(4), "0.9999", "at one in a million all but one in ten thousand are");
});

/** The shape for so many keys at 2⁻¹⁰ by the formula, which gives whole words for them. */
const FEW = 244;
const HASHES = 10;
const BITS = Math.round((FEW * HASHES) / Math.LN2);
assert.equal(BITS, 55 * 64);

/** Fills a filter with keys of which each is the one of so many tries that sets the most bits, k at best. */
function filled(name, effort, isDone) {
  const filter = new BloomFilter({ bits: BITS, hashes: HASHES });
  const taken = new Uint8Array(BITS);
  let [tries, set, added] = [0, 0, 0];
  for (; !isDone(added, set); added++) {
    let [best, key] = [[], ""];
    for (let i = 0; i < effort && best.length < HASHES; i++) {
      const next = `${name} ${tries++}`;
      const fresh = [...new Set(filter.positions(next))].filter((position) => !taken[position]);
      if (fresh.length >= best.length) [best, key] = [fresh, next];
    }
    filter.add(key);
    for (const position of best) taken[position] = 1;
    set += best.length;
  }
  return { filter, tries, added };
}

test("chosen keys, each of which sets k new bits, make 2.6 % of 2⁻¹⁰", () => {
  const isFull = (added) => added === FEW;
  const [honest, { filter, tries }] = [filled("key", 1, isFull), filled("chosen", Infinity, isFull)];
  const others = named("other ", 1e6).join("\n");
  const [rate, polluted] = [honest.filter, filter].map((one) => sum(one.hasLines(others)) / 1e6);
  const { fillRatio } = filter.stats;
  // n keys of k new bits each, in m = n k / ln 2.
  const expected = Math.LN2 ** HASHES;
  assert.equal(fillRatio, (FEW * HASHES) / BITS, "each has set k new bits");
  assert.ok(Math.abs(fillRatio - Math.LN2) < 0.001);
  assert.equal((100 * polluted).toFixed(1), "2.6");
  assert.equal((100 * expected).toFixed(1), "2.6");
  assert.equal(Math.round(expected * 2 ** HASHES), 26);
  assert.ok(rate < 0.0012, `${rate}`);
  saysRow(`${FEW} keys in ${count(BITS)} bits, k = ${HASHES}`, "bits set", "rate", "expected");
  saysRow("that come as they are", "one half", percent(rate), percent(2 ** -HASHES));
  const power = `(ln 2)^${HASHES} = ${percent(expected)}`;
  saysRow(`that were chosen, with ${count(tries)} tries`, percent(fillRatio), percent(polluted), power);
});

test("they fill a filter in less than half of the time", () => {
  const isHalf = (_, set) => (set / BITS) ** HASHES >= 0.5;
  const [byChance, chosen] = [1, 1000].map((effort) => filled("filler", effort, isHalf).added);
  assert.ok(chosen < byChance / 2, `${chosen} of ${byChance}`);
  says(
    `Until every second other key is “possibly”, that filter for ${FEW} keys takes ${byChance} that come as they are, and ${chosen} of which each is the best of 1,000.`,
  );
});

test("removing false positives makes members missed", () => {
  const own = named("key ", 1000);
  const filter = CountingBloomFilter.from(own, { capacity: own.length, errorRate: 0.01 });
  saysRow("removed, never added", "tries for them", `missed of the ${count(own.length)}`);
  for (let tries = 1, removed = 0; removed < 100; tries++) {
    if (!filter.remove(`never added ${tries - 1}`)) continue;
    removed++;
    const missed = own.length - sum(filter.hasMany(own));
    assert.ok(missed >= removed, `${missed}`);
    if ([1, 10, 100].includes(removed)) saysRow(removed, count(tries), missed);
  }
});

test("a “definitely not” takes fewer probes", () => {
  const filter = BloomFilter.from(named("key ", 10_000), { errorRate: 0.01 });
  const bits = filter.bits();
  const isSet = (position) => (bits[position >> 3] >> (position & 7)) & 1;
  const lengths = named("other ", 10_000).map((key) => filter.positions(key).findIndex((one) => !isSet(one)) + 1);
  const misses = lengths.filter((length) => length > 0);
  const { hashes } = filter.stats;
  const ofAMiss = sum(misses) / misses.length;
  assert.ok(ofAMiss > 1 && ofAMiss < hashes / 2, `${ofAMiss}`);
  says(
    `In a full filter at 1 % a “possibly” takes ${hashes} probes, a “definitely not” ${ofAMiss.toFixed(1)} on average.`,
  );
});

test("a dump tells its seed, and a forged one has its head, and is loaded", () => {
  const list = ["evil.example", ...named("listed-", 999)];
  const options = { errorRate: 1e-6, capacity: 1000, seed: "random", name: "blocked", version: "2026-11-21" };
  const real = BloomFilter.from(list, options);
  const head = readHeader(real.toBytes());
  assert.equal(head.seed, real.stats.seed);
  const dump = BloomFilter.from(list.slice(1), { ...options, seed: head.seed }).toBytes();
  assert.deepEqual({ ...readHeader(dump), inserted: 0 }, { ...head, inserted: 0 });
  assert.ok(real.has(list[0]) && !BloomFilter.fromBytes(dump).has(list[0]));
});

test("the keys of a list and some answers tell the seed, here of a range, as all of them take minutes", () => {
  const keys = named("known ", 10);
  const guess = (seed) => BloomFilter.from(keys, { bits: 1024, hashes: 7, seed });
  const secret = random(7)(2 ** 13);
  const hidden = guess(secret);
  const asked = named("asked ", 20);
  const answers = hidden.hasMany(asked).join();
  const fitting = Array.from({ length: 2 ** 13 }, (_, seed) => seed).filter((seed) => {
    const filter = guess(seed);
    const fits = filter.hasMany(asked).join() === answers && filter.equals(hidden);
    filter.free();
    return fits;
  });
  assert.deepEqual(fitting, [secret]);
});

test("who chooses the keys of a static set makes it larger, and not wrong", () => {
  const n = 20_000;
  const chosen = [];
  let tries = 0;
  while (chosen.length < n) {
    const key = `k${tries++}`;
    hashAscii(key, scrambled(0));
    if (lanes[0] >>> 28 === 0) chosen.push(key);
  }
  const rows = [named("k", n), chosen].map((keys) => {
    const set = StaticFilter.from(keys, { errorRate: 0.01 });
    assert.ok(keys.every((key) => set.has(key)));
    const found = sum(set.hasLines(named("x", 1_000_000).join("\n")));
    return [count(set.stats.byteLength), percent(found / 1_000_000)];
  });
  saysRow("that come as they are", ...rows[0]);
  saysRow(`whose equations all start in a sixteenth of the slots, with ${count(tries)} tries`, ...rows[1]);
  const seeded = StaticFilter.from(chosen, { errorRate: 0.01, seed: "random" });
  assert.ok(seeded.stats.byteLength < 18_000);
});
