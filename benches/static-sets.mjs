// `npm run bench:static`: compares static sets with Bloom filters, in the module and in the reader. In Rust it also compares them with
// binary fuse filters (benches/native/src/bin/static_sets.rs). `-- --write` puts the tables into benches/results/static-sets.md. Each comparison
// runs in ten new processes: `--process COUNT RATE` is one of them, and prints JSON.

import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { BloomFilter, StaticFilter } from "edgebloom";
import { FilterReader } from "edgebloom/reader";
import { Failure, at, main, run } from "../scripts/run.mjs";
import { printed } from "../tests/packaging/command.mjs";
import { highestButOne, median, ratios } from "./rounds.mjs";
import { writeBlock } from "./static-sets/page.mjs";
import { Pool } from "./worker/keys.js";

const PROCESSES = 10;
const ROUNDS = 3;
const COUNTS = [10_000, 121_570, 1_000_000];
const RATES = [0.01, 0.001];
/** Strings per block. */
const MOST_QUERIED = 100_000;
/** The least keys before a measurement, so that the engine has compiled its code. */
const WARM_UP = 200_000;

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

/** @typedef {{ name: string, ours: number, theirs: number }} Found nanoseconds per key */

/**
 * Compares both kinds of filters with `count` keys.
 * @param {number} count
 * @param {number} errorRate
 * @returns {Found[]}
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
  return blocks.map(({ name, keys, before, block }) => {
    /** @type {number[][]} */
    const found = [[], []];
    for (const which of [0, 1]) {
      for (let done = 0; done < WARM_UP; done += keys) {
        before?.();
        block(which);
      }
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const which of round % 2 ? [0, 1] : [1, 0]) {
        before?.();
        found[which].push(timed(keys, () => block(which)));
      }
    }
    return { name, ours: median(found[0]), theirs: median(found[1]) };
  });
}

/**
 * The rows of the table for `count` keys.
 * @param {number} count
 * @param {number} errorRate
 */
async function rowsOf(count, errorRate) {
  /** @type {Found[][]} */
  const processes = [];
  const args = [fileURLToPath(import.meta.url), "--process", `${count}`, `${errorRate}`];
  for (let i = 0; i < PROCESSES; i++) {
    processes.push(JSON.parse(await printed(process.execPath, args, { cwd: at(), seconds: 300 })));
  }
  return processes[0].map(({ name }, row) => {
    const ours = processes.map((found) => found[row].ours);
    const theirs = processes.map((found) => found[row].theirs);
    const ratio = ratios(ours, theirs);
    const cells = [ours, theirs].map((numbers) => median(numbers).toFixed(0));
    return [
      count.toLocaleString("en"),
      `${errorRate}`,
      name,
      ...cells,
      `${median(ratio).toFixed(2)} (${highestButOne(ratio).toFixed(2)})`,
    ];
  });
}

await main(async () => {
  if (process.argv[2] === "--process") {
    console.log(JSON.stringify(compare(Number(process.argv[3]), Number(process.argv[4]))));
    return;
  }
  const manifest = at("benches/native/Cargo.toml");
  const command = ["run", "--release", "--locked", "--quiet", "--manifest-path", manifest, "--bin", "static_sets"];
  const native = run("cargo", command, { quiet: true }).stdout.trim();
  console.log(native);
  const rows = [
    ["keys", "p", "", "static set, ns per key", "Bloom, ns per key", "ratio (worst but one)"],
    ["--:", "--:", "---", "--:", "--:", "---"],
  ];
  for (const count of COUNTS) for (const rate of RATES) rows.push(...(await rowsOf(count, rate)));
  const table = rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  console.log(table);
  writeBlock("native", native);
  writeBlock("javascript", table);
});
