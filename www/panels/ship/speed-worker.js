// Times has() of a filter and of a Set, in a worker, so the page stays responsive.

import { BloomFilter } from "edgebloom";
import { gzippedSize } from "../../lib/gzip.js";

const KEYS = 100_000;
const LENGTH = 24;
const WARM_UP = 4;
const ROUNDS = 9;

const decoder = new TextDecoder();

/**
 * Strings without a cached hash: each is decoded from its own bytes.
 * @param {Uint8Array[]} keys
 */
const fresh = (keys) => keys.map((key) => decoder.decode(key));

/** Random keys of letters. */
function randomKeys() {
  return Array.from({ length: KEYS }, () => {
    const key = crypto.getRandomValues(new Uint8Array(LENGTH));
    return key.map((byte) => 97 + (byte % 26));
  });
}

/**
 * Seconds that some queries take.
 * @param {(keys: string[]) => number} ask how many it has
 * @param {string[]} keys
 */
function time(ask, keys) {
  const started = performance.now();
  const found = ask(keys);
  const seconds = (performance.now() - started) / 1000;
  // The engine may skip work whose result is not used.
  if (found < KEYS / 2) throw new Error(`${found} of ${KEYS / 2} keys found`);
  return seconds;
}

// Each has its own loop. In a shared loop, the engine could not predict whose has() is called, and both would be slower.

/** @param {string[]} keys */
function askFilter(keys) {
  let found = 0;
  for (const key of keys) found += +filter.has(key);
  return found;
}

/** @param {string[]} keys */
function askSet(keys) {
  let found = 0;
  for (const key of keys) found += +set.has(key);
  return found;
}

const inside = randomKeys();
const asked = inside.flatMap((key, i) => (i % 2 ? [key] : [])).concat(randomKeys().slice(0, KEYS / 2));
for (let i = asked.length - 1; i > 0; i--) {
  const j = Math.floor(Math.random() * (i + 1));
  [asked[i], asked[j]] = [asked[j], asked[i]];
}

const filter = BloomFilter.from(fresh(inside), { errorRate: 0.01 });
const set = new Set(fresh(inside));
/** @type {Record<string, number[]>} */
const times = { filter: [], set: [] };
for (let round = -WARM_UP; round < ROUNDS; round++) {
  // They take turns, so neither always comes first.
  const turns = /** @type {[string, (keys: string[]) => number][]} */ ([
    ["filter", askFilter],
    ["set", askSet],
  ]);
  for (const [name, ask] of round % 2 ? turns.reverse() : turns) {
    const seconds = time(ask, fresh(asked));
    if (round >= 0) times[name].push(seconds);
  }
  postMessage({ done: (round + WARM_UP + 1) / (ROUNDS + WARM_UP) });
}
const lines = new TextEncoder().encode(fresh(asked).join("\n"));
const bulk = [];
for (let round = -WARM_UP; round < ROUNDS; round++) {
  const started = performance.now();
  filter.hasLines(lines);
  if (round >= 0) bulk.push((performance.now() - started) / 1000);
}
times.lines = bulk;
const perSecond = Object.fromEntries(
  Object.entries(times).map(([name, all]) => {
    const sorted = all.map((seconds) => KEYS / seconds).sort((a, b) => a - b);
    return [name, { median: sorted[Math.floor(sorted.length / 2)], least: sorted[0], most: sorted[sorted.length - 1] }];
  }),
);
const list = new Blob([fresh(inside).join("\n")]);
postMessage({
  perSecond,
  byteLength: filter.stats.byteLength,
  keys: KEYS,
  keyBytes: LENGTH,
  listBytes: list.size,
  gzipped: await gzippedSize(list),
});
