// `npm run bench:static`: compares static sets with Bloom filters, in the module and in the reader. In Rust it also compares them with
// binary fuse filters (benches/native/src/bin/static_sets.rs). `-- --write` puts the tables into docs/guide/static-sets.md.

import { performance } from "node:perf_hooks";
import { BloomFilter } from "edgebloom";
import { FilterReader } from "edgebloom/reader";
import { StaticFilter } from "edgebloom/static";
import { Failure, at, main, run } from "../scripts/run.mjs";
import { ratios, spread } from "./rounds.mjs";
import { writeBlock } from "./static-sets/page.mjs";
import { Pool } from "./worker/keys.js";

const ROUNDS = 9;
const COUNTS = [10_000, 121_570, 1_000_000];
const RATES = [0.01, 0.001];
/** Strings per block. */
const MOST_QUERIED = 100_000;

/**
 * Nanoseconds per key of a block.
 * @param {number} keys
 * @param {() => unknown} block
 */
function timed(keys, block) {
  const start = performance.now();
  block();
  return ((performance.now() - start) * 1e6) / keys;
}

/**
 * Looks up each key, and fails on a false negative.
 * @param {{ has(key: string): boolean }} filter
 * @param {string[]} keys
 * @param {boolean} areMembers
 */
function queryEach(filter, keys, areMembers) {
  let yes = 0;
  for (const key of keys) yes += +filter.has(key);
  if (areMembers && yes !== keys.length) throw new Failure("a false negative");
}

/**
 * The rows of a table for `count` keys.
 * @param {number} count
 * @param {number} errorRate
 */
function compare(count, errorRate) {
  const [members, others] = [0, 2 ** 31].map((first) => new Pool("32 ASCII", first, count));
  const [text, otherText] = [members, others].map((pool) => pool.lines());
  const queried = Math.min(count, MOST_QUERIED);
  const build = [
    () => StaticFilter.fromLines(text, { errorRate }),
    () => {
      const filter = new BloomFilter({ capacity: count, errorRate });
      filter.addLines(text);
      return filter;
    },
  ];
  const filters = build.map((make) => make());
  const readers = filters.map((filter) => FilterReader.fromBytes(filter.toBytes()));
  /** @type {string[]} */
  let keys = [];
  /** @type {{ name: string, keys: number, before?: () => void, block: (which: number) => unknown }[]} */
  const blocks = [
    { name: "build from lines", keys: count, block: (which) => build[which]().free() },
    { name: "`hasLines`, members", keys: count, block: (which) => filters[which].hasLines(text) },
    { name: "`hasLines`, non-members", keys: count, block: (which) => filters[which].hasLines(otherText) },
    ...[members, others].flatMap((pool) => {
      const whose = pool === members ? "members" : "non-members";
      // New strings: no engine has their hashes yet.
      const before = () => void (keys = pool.next(queried));
      const query = (/** @type {{ has(key: string): boolean }[]} */ ones) => (/** @type {number} */ which) =>
        queryEach(ones[which], keys, pool === members);
      return [
        { name: `\`has\` in the module, ${whose}`, keys: queried, before, block: query(filters) },
        { name: `\`has\` of the reader, ${whose}`, keys: queried, before, block: query(readers) },
      ];
    }),
  ];
  const rows = blocks.map(({ name, keys, before, block }) => {
    /** @type {number[][]} */
    const found = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      for (const which of round % 2 ? [0, 1] : [1, 0]) {
        before?.();
        found[which].push(timed(keys, () => block(which)));
      }
    }
    const [ours, theirs] = found.map((numbers) => spread(numbers).median.toFixed(0));
    const { median, low, high } = spread(ratios(found[0], found[1]));
    const ratio = `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
    return [count.toLocaleString("en"), errorRate, name, ours, theirs, ratio];
  });
  for (const filter of filters) filter.free();
  return rows;
}

await main(() => {
  const manifest = at("benches/native/Cargo.toml");
  const command = ["run", "--release", "--locked", "--quiet", "--manifest-path", manifest, "--bin", "static_sets"];
  const native = run("cargo", command, { quiet: true }).stdout.trim();
  console.log(native);
  const rows = [
    ["keys", "p", "", "static set, ns per key", "Bloom, ns per key", "ratio (quartiles)"],
    ["--:", "--:", "---", "--:", "--:", "---"],
    ...COUNTS.flatMap((count) => RATES.flatMap((rate) => compare(count, rate))),
  ];
  const table = rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  console.log(table);
  writeBlock("native", native);
  writeBlock("javascript", table);
});
