// `node scripts/adversaries.mjs`: does what docs/SECURITY.md says that adversaries can do, and writes the figures
// into it. Everything comes from fixed seeds; tests/js/security.test.mjs asks whether the page still says it.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { BloomFilter, CountingBloomFilter, readHeader } from "edgebloom";
import { random } from "../tests/soak/work.mjs";
import { count, percent, table, withParts } from "./page.mjs";
import { at, main } from "./run.mjs";

const PAGE = at("docs/SECURITY.md");
/** What one core asks in a second, rounded down: docs/PEERS.md. */
const TRIES_A_SECOND = 1e7;

const named = (name, from, to) => Array.from({ length: to - from }, (_, i) => `${name}${from + i}`);
const sum = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** How long so many tries take, roughly. */
function duration(tries) {
  const seconds = tries / TRIES_A_SECOND;
  const [name, size] = seconds < 1e-3 ? ["µs", 1e6] : seconds < 1 ? ["ms", 1e3] : ["s", 1];
  return `${+(seconds * size).toPrecision(2)} ${name}`;
}

/** Members of 10⁵ among 10⁷ candidates: what a reader of a public filter learns, and what others he finds. */
function candidates() {
  const [members, all, piece] = [100_000, 10_000_000, 50_000];
  const lines = (start) => Array.from({ length: piece }, (_, i) => `user-${start + i}@mail.example`).join("\n");
  const found = [1e-2, 1e-4, 1e-6].map((errorRate) => {
    const filter = new BloomFilter({ capacity: members, errorRate });
    return { filter, errorRate, right: 0, wrong: 0, first: 0, others: all - members };
  });
  for (let start = 0; start < all; start += piece) {
    const text = lines(start);
    for (const one of found) {
      // What is in stays in, so that a member can be asked at once.
      if (start < members) one.filter.addLines(text);
      const yes = one.filter.hasLines(text);
      one[start < members ? "right" : "wrong"] += sum(yes);
      if (start >= members && !one.first && yes.includes(1)) one.first = start + yes.indexOf(1) - members + 1;
    }
  }
  return found.map(({ filter, ...one }) => {
    filter.free();
    // Bayes: members / (members + others · p).
    const expected = members / (members + one.others * one.errorRate);
    return { ...one, expected, share: one.right / (one.right + one.wrong) };
  });
}

/** The shape for so many keys at 2⁻¹⁰ by the formula, not rounded as `errorRate` rounds it. */
const FEW = 250;
const SHAPE = { bits: Math.round((FEW * 10) / Math.LN2), hashes: 10 };

/** Fills a filter with keys of which each is the one of so many tries that sets the most bits, k at best. */
function filled(name, effort, isDone) {
  const filter = new BloomFilter(SHAPE);
  const taken = new Uint8Array(SHAPE.bits);
  let [tries, set, added] = [0, 0, 0];
  for (; !isDone(added, set); added++) {
    let [best, key] = [[], ""];
    for (let i = 0; i < effort && best.length < SHAPE.hashes; i++) {
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

/** As many chosen keys as the filter was sized for, each of which sets k new bits. */
function pollution() {
  const isFull = (added) => added === FEW;
  const [honest, { filter, tries }] = [filled("key", 1, isFull), filled("chosen", Infinity, isFull)];
  const others = named("other ", 0, 1e6).join("\n");
  const rateOf = (filter) => sum(filter.hasLines(others)) / 1e6;
  const rates = { honest: rateOf(honest.filter), polluted: rateOf(filter) };
  // n keys of k new bits each, in m = n k / ln 2.
  return { keys: FEW, ...SHAPE, tries, fill: filter.stats.fillRatio, ...rates, expected: Math.LN2 ** SHAPE.hashes };
}

/** How many keys it takes until every second other key is "possibly", by chance and as the best of `effort` tries. */
function saturation() {
  const isHalf = (_, set) => (set / SHAPE.bits) ** SHAPE.hashes >= 0.5;
  const [byChance, chosen] = [1, 1000].map((effort) => filled("filler", effort, isHalf).added);
  return { keys: FEW, effort: 1000, byChance, chosen };
}

/** Keys that were never added are removed from a counting filter: how many of those that were are missed. */
function removals() {
  const own = named("key ", 0, 1000);
  const filter = CountingBloomFilter.from(own, { capacity: own.length, errorRate: 0.01 });
  const rows = [];
  for (let tries = 1, removed = 0; removed < 100; tries++) {
    if (!filter.remove(`never added ${tries - 1}`)) continue;
    removed++;
    if ([1, 10, 100].includes(removed)) rows.push({ removed, tries, missed: own.length - sum(filter.hasMany(own)) });
  }
  return { keys: own.length, rows };
}

/** How many probes an answer takes: what its time tells. */
function probes() {
  const filter = BloomFilter.from(named("key ", 0, 10_000), { errorRate: 0.01 });
  const bits = filter.bits();
  const isSet = (position) => (bits[position >> 3] >> (position & 7)) & 1;
  const lengths = named("other ", 0, 10_000).map((key) => filter.positions(key).findIndex((one) => !isSet(one)) + 1);
  const misses = lengths.filter((length) => length > 0);
  return { hashes: filter.stats.hashes, ofAMiss: sum(misses) / misses.length };
}

/** A dump with the name and version of another one, and without a key of it; and what is to be read of a random seed. */
export function forgery() {
  const list = ["evil.example", ...named("listed-", 0, 999)];
  const options = { errorRate: 1e-6, capacity: 1000, seed: "random", name: "blocked", version: "2026-11-21" };
  const real = BloomFilter.from(list, options);
  const head = readHeader(real.toBytes());
  const dump = BloomFilter.from(list.slice(1), { ...options, seed: head.seed }).toBytes();
  const headOf = (one) => JSON.stringify({ ...one, inserted: 0 });
  return {
    seedIsTold: head.seed === real.stats.seed,
    sameHead: headOf(readHeader(dump)) === headOf(head),
    hidden: real.has(list[0]) && !BloomFilter.fromBytes(dump).has(list[0]),
  };
}

/** How many seeds there are, and whether a few answers tell which one it is: of a range, as all of them take minutes. */
export function seeds() {
  const range = 2 ** 13;
  const keys = named("known ", 0, 10);
  const guess = (seed) => BloomFilter.from(keys, { bits: 1024, hashes: 7, seed });
  const secret = random(7)(range);
  const hidden = guess(secret);
  const asked = named("asked ", 0, 20);
  const answers = hidden.hasMany(asked).join();
  const fitting = Array.from({ length: range }, (_, seed) => seed).filter((seed) => {
    const filter = guess(seed);
    const fits = filter.hasMany(asked).join() === answers && filter.equals(hidden);
    filter.free();
    return fits;
  });
  return { isFound: fitting.join() === `${secret}` };
}

/** All of it, once. */
export const measured = () => ({
  candidates: candidates(),
  pollution: pollution(),
  saturation: saturation(),
  removals: removals(),
  probes: probes(),
});

/** The page with every figure as it is now. */
export function withFigures(page, found) {
  const { pollution, saturation, removals, probes } = found;
  return withParts(page, {
    candidates: () =>
      table(
        ["p", "members found", "others found", "a “yes” is right", "by Bayes"],
        found.candidates.map(({ errorRate, right, wrong, expected, share }) => [
          ...[errorRate, count(right), count(wrong)],
          ...[share, expected].map((one) => percent(one, 4)),
        ]),
      ),
    forging: () =>
      table(
        ["p", "tries for the first", "tries for each, on average", "in time"],
        found.candidates.map(({ errorRate, wrong, first, others }) => [
          ...[errorRate, count(first), count(Math.round(others / wrong)), duration(others / wrong)],
        ]),
      ),
    pollution() {
      const { keys, hashes, bits, tries, fill, honest, polluted, expected } = pollution;
      const power = `(ln 2)^${hashes} = ${percent(expected)}`;
      return table(
        [`${keys} keys in ${count(bits)} bits, k = ${hashes}`, "bits set", "rate", "expected"],
        [
          ["that come as they are", "one half", percent(honest), percent(2 ** -hashes)],
          [`that were chosen, with ${count(tries)} tries`, percent(fill), percent(polluted), power],
        ],
      );
    },
    saturation: () =>
      `Until every second other key is “possibly”, that filter for ${saturation.keys} keys takes ${saturation.byChance} that come as they are, and ${saturation.chosen} of which each is the best of ${count(saturation.effort)}.`,
    removals: () =>
      table(
        ["removed, never added", "tries for them", `missed of the ${count(removals.keys)}`],
        removals.rows.map(({ removed, tries, missed }) => [removed, count(tries), missed]),
      ),
    probes: () =>
      `In a full filter at 1 % a “possibly” takes ${probes.hashes} probes, a “definitely not” ${probes.ofAMiss.toFixed(1)} on average.`,
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await main(() => writeFileSync(PAGE, withFigures(readFileSync(PAGE, "utf8"), measured())));
