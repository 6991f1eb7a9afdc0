// Measures one library in a separate process: node measure.mjs NAME FOLDER speed|rest. Prints JSON.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { LIBRARIES, moduleOf } from "./libraries.mjs";

/** Node 20 optimizes some packages after 100,000 calls, and others after 500,000. The time is for the slow ones. */
const [WARM_UP, WARM_UP_MS] = [1_000_000, 2000];
const [RATE, PASSES, ABSENT, PLACES] = [0.01, 3, 200_000, 200];
const [name, folder, what] = process.argv.slice(2);
const { create, add, has, dump, load, queriesOnly, every = 1 } = LIBRARIES[name];
const module = await moduleOf(name, folder);
/** @type {string[]} */
const list = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve("disposable-email-domains/index.json"), "utf8"),
);

/** Whole numbers below a limit, the same ones in every process. */
const seeded = (/** @type {number} */ seed) => (/** @type {number} */ limit) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
};

/**
 * Domains that are not listed, with the endings of listed ones, all different.
 * @param {number} count
 * @returns {string[]}
 */
function absentKeys(count) {
  const random = seeded(1);
  const listed = new Set(list);
  /** @type {Set<string>} */
  const found = new Set();
  while (found.size < count) {
    const label = Array.from({ length: 4 + random(12) }, () => random(36).toString(36)).join("");
    const key = label + list[random(list.length)].replace(/^[^.]*/, "");
    if (!listed.has(key)) found.add(key);
  }
  return [...found];
}

/** All listed keys and as many non-members, shuffled. */
function mixed() {
  const random = seeded(2);
  const keys = [...list, ...absent.slice(0, list.length)].map((key) => ({ key, place: random(2 ** 32) }));
  return keys.sort((a, b) => a.place - b.place).map(({ key }) => key);
}

/**
 * Millions of calls per second: the median of some passes after the warm-up, each with a new filter.
 * @param {string[]} keys
 * @param {() => any} makeFilter
 * @param {(filter: any, key: string) => unknown} call
 */
function speed(keys, makeFilter, call) {
  const pass = () => {
    // New strings, as on a page: no engine has their hashes yet.
    const queries = JSON.parse(JSON.stringify(keys));
    const filter = makeFilter();
    const start = performance.now();
    let yes = 0;
    for (let i = 0; i < queries.length; i++) yes += call(filter, queries[i]) ? 1 : 0;
    const ms = performance.now() - start;
    // An engine could remove calls whose answers are never read.
    if (yes > queries.length) throw new Error("more answers than calls");
    return queries.length / ms / 1000;
  };
  const start = performance.now();
  for (let calls = 0; calls < WARM_UP && performance.now() - start < WARM_UP_MS; calls += keys.length) pass();
  return Array.from({ length: PASSES }, pass).sort((a, b) => a - b)[PASSES >> 1];
}

/** Flips one bit at a time, at places spread over the whole file. */
function damage() {
  const random = seeded(3);
  const queries = list.filter((_, i) => i % every === 0);
  const found = { rejected: 0, failedLater: 0, lostAtWorst: 0 };
  for (let i = 0; i < PLACES; i++) {
    const damaged = bytes.slice();
    damaged[Math.floor(((i + random(1000) / 1000) * bytes.length) / PLACES)] ^= 1 << random(8);
    /** @type {any} of the library */
    let filter;
    try {
      filter = load?.(module, damaged);
      const lost = queries.filter((key) => !has(filter, key)).length;
      found.lostAtWorst = Math.max(found.lostAtWorst, lost / queries.length);
    } catch {
      found[filter ? "failedLater" : "rejected"]++;
    }
  }
  return found;
}

function rest() {
  const filter = ready();
  const rate = absent.filter((key) => has(filter, key)).length / ABSENT;
  const missed = list.filter((key) => !has(filter, key)).length;
  return {
    dump: bytes.length,
    gzipped: gzipSync(bytes, { level: 9 }).length,
    rate,
    missed,
    places: PLACES,
    damage: load && damage(),
  };
}

const absent = absentKeys(ABSENT);
const empty = () => create(module, list.length, RATE);
const filter = empty();
for (const key of list) add(filter, key);
const bytes = dump(filter);
const ready = () => (load ? load(module, bytes) : filter);
console.log(
  JSON.stringify(
    what === "rest"
      ? rest()
      : { has: speed(mixed(), ready, has), add: queriesOnly ? undefined : speed(list, empty, add) },
  ),
);
