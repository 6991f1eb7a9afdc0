// Mixed work over all classes, from a seed: filters are built, queried, saved, loaded, damaged and combined, and most
// are dropped without free(). run.mjs does it for minutes, tests/js/project/soak.slow.test.mjs for a few rounds.

import assert from "node:assert/strict";
import {
  BloomFilter,
  CountingBloomFilter,
  FilterFormatError,
  ScalableBloomFilter,
  SparseBloomFilter,
  load,
  readHeader,
} from "edgebloom";
import { LiveFilter } from "edgebloom/live";
import { compat } from "./memory.mjs";

/** The number of filters that stay alive for a while. They are dropped in random order. */
const LIVING = 24;
const LAYOUTS = ["standard", "partitioned", "blocked"];
/** Sizes are distributed evenly on a logarithmic scale. */
const MOST_KEYS = 20_000;
/** After so many cycles, the same sizes and operations repeat with other keys. A new memory peak is then not by chance. */
const ROUND = 1000;

/** Marsaglia's generator xorshift32: numbers below a bound. */
export function random(seed) {
  let x = seed;
  return (bound) => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return Math.floor(((x >>> 0) / 2 ** 32) * bound);
  };
}

/**
 * @param {number} seed
 * @param {{ freed?: boolean, onDrop?: (filter: any, count: number) => void }} [options] `freed`: frees every filter and
 *   leaves none to the garbage collector; `onDrop` gets each dropped filter, for example to leak some
 */
export function soakWork(seed, { freed = false, onDrop } = {}) {
  let below = random(seed);
  const pick = (list) => list[below(list.length)];
  const counts = { operations: 0, asked: 0, missed: 0, refused: 0, built: 0, dropped: 0 };
  /** @type {{ filter: any, keys: string[] }[]} */
  const living = [];
  let serial = 0;
  let cycles = 0;

  const done = (value) => (counts.operations++, value);

  function someKeys() {
    const count = Math.ceil(MOST_KEYS ** (below(1000) / 999));
    const list = serial++;
    return Array.from({ length: count }, (_, i) => `${list}/${i}.example`);
  }

  /** Drops a filter, or frees it. */
  function drop(filter) {
    if (freed || below(4) === 0) return filter.free();
    counts.dropped++;
    onDrop?.(filter, counts.dropped);
  }

  function query(filter, keys) {
    const answers = below(2) ? filter.hasMany(keys) : filter.hasLines(keys.join("\n"));
    counts.asked += answers.length;
    for (const answer of answers) counts.missed += 1 - answer;
    done();
  }

  function add(filter, keys) {
    if (below(2)) filter.addMany(keys);
    else filter.addLines(keys.join("\n"));
    return done(filter);
  }

  const MAKE = [
    (options, keys) => add(new BloomFilter({ ...options, capacity: keys.length }), keys),
    (options, keys) => BloomFilter.from(keys, options),
    (options, keys) => CountingBloomFilter.from(keys, { ...options, counterBits: pick([2, 4, 8, 16]) }),
    (options, keys) => add(new CountingBloomFilter({ ...options, capacity: keys.length }), keys),
    (options, keys) => add(new ScalableBloomFilter({ ...options, capacity: 1 + below(keys.length) }), keys),
    (_, keys) => add(new SparseBloomFilter({ bits: 2 ** 26, hashes: 3 }), keys.slice(0, 2000)),
  ];

  const COMPAT = [
    (keys) =>
      compat.createFilter({ scheme: "guava-mitz64", funnel: "string_utf8", capacity: keys.length, errorRate: 0.01 }),
    (keys) =>
      compat.createFilter({
        scheme: "php-redis",
        bits: keys.length * 10,
        functions: ["bkdr", "sdbm", "js"],
        arithmetic: "php",
      }),
    (keys) => compat.createFilter({ scheme: "go-bits-and-blooms", capacity: keys.length, errorRate: 0.01 }),
  ];

  function build() {
    const keys = someKeys();
    counts.built++;
    if (below(5) === 0) return { filter: add(pick(COMPAT)(keys), keys), keys };
    const options = {
      errorRate: pick([0.1, 0.01, 1e-4]),
      layout: pick(LAYOUTS),
      seed: below(2 ** 32),
      name: `list ${serial}`,
    };
    const make = pick(MAKE);
    return { filter: make(options, keys), keys: make === MAKE[5] ? keys.slice(0, 2000) : keys };
  }

  const isOfCompat = (filter) => filter instanceof compat.CompatFilter;

  /** Operations on a filter and its keys. */
  const OPERATIONS = [
    function saveAndLoad({ filter, keys }) {
      const dump = below(2) ? filter.toBytes() : filter.toBase64();
      const again = isOfCompat(filter) ? compat.load(dump) : load(dump);
      assert.equal(again.constructor, filter.constructor);
      query(again, keys);
      drop(again);
      done();
    },
    function refuse({ filter }) {
      const dump = filter.toBytes();
      dump[below(dump.length)] ^= 1 << below(8);
      const damaged = below(2) ? dump : dump.subarray(0, below(dump.length));
      const [read, Kind] = isOfCompat(filter) ? [compat.load, compat.FilterFormatError] : [load, FilterFormatError];
      assert.throws(() => read(damaged), Kind);
      counts.refused++;
      done();
    },
    function cloneAndCombine({ filter, keys }) {
      const copy = filter.clone();
      assert.ok(copy.equals(filter));
      if (!(filter instanceof ScalableBloomFilter)) {
        copy.add("only in the copy");
        const both = filter.union(copy);
        query(both, [...keys, "only in the copy"]);
        drop(both);
      }
      drop(copy);
      done();
    },
    function shrink({ filter, keys }) {
      if (filter.constructor !== BloomFilter) return;
      const small = filter.shrink({ errorRate: Math.max(0.5, Math.min(0.99, filter.stats.estimatedErrorRate * 2)) });
      query(small, keys);
      drop(small);
      done();
    },
    function forget({ filter, keys }) {
      if (!(filter instanceof CountingBloomFilter)) return;
      const rest = keys.splice(0, keys.length >> 1);
      for (const key of rest) assert.ok(filter.remove(key));
      query(filter, keys);
      const plain = filter.toBloomFilter();
      query(plain, keys);
      drop(plain);
      done();
    },
    function look({ filter }) {
      assert.ok(filter.stats.inserted >= 0 && filter.positions("a").length >= 1);
      if (!isOfCompat(filter)) assert.equal(readHeader(filter.toBytes()).name, filter.name);
      done();
    },
    function throughGuava({ filter, keys }) {
      if (!isOfCompat(filter) || filter.stats.scheme !== "guava-mitz64") return;
      const again = compat.importFilter(compat.exportFilter(filter, { format: "guava" }), {
        format: "guava",
        funnel: "string_utf8",
      });
      query(again, keys);
      drop(again);
      done();
    },
  ];

  /** A LiveFilter that fetches, refreshes once and stops. */
  async function live() {
    const versions = [1, 2].map((version) => {
      const keys = someKeys().slice(0, 500);
      const filter = BloomFilter.from(keys, { errorRate: 0.01, version: `${version}` });
      const dump = filter.toBytes();
      drop(filter);
      return { keys, dump };
    });
    let now = 0;
    const one = new LiveFilter("https://lists.example/blocked.bloom", {
      refreshEvery: Infinity,
      load,
      fetch: async () => new Response(versions[now].dump),
    });
    await one.ready();
    const first = one.current;
    query(first, versions[0].keys);
    now = 1;
    await one.refresh();
    query(one.current, versions[1].keys);
    one.stop();
    for (const filter of [first, one.current]) {
      // free() of a LiveFilter's filter does nothing, because others may use the filter.
      if (freed) BloomFilter.prototype.free.call(filter);
      else drop(filter);
    }
    done();
  }

  /** Works on one filter. Another one may be dropped. */
  async function cycle() {
    if (cycles++ % ROUND === 0) below = random(seed);
    if (below(20) === 0) await live();
    const one = living.length < LIVING || below(3) === 0 ? build() : living.splice(below(living.length), 1)[0];
    query(one.filter, one.keys);
    for (let i = below(4); i >= 0; i--) pick(OPERATIONS)(one);
    living.push(one);
    while (living.length > LIVING) drop(living.splice(below(living.length), 1)[0].filter);
    // The registry's callbacks run between two turns of the event loop.
    await new Promise(setImmediate);
  }

  /** Drops all filters that are left. The work can continue afterwards. */
  function end() {
    for (const { filter } of living.splice(0)) drop(filter);
  }

  return { counts, cycle, end };
}
