// Mixed work over all classes, from a seed: filters are built, asked, saved, loaded, damaged, combined, and most of
// them dropped without free(). scripts/soak.mjs does it for minutes, tests/js/project/soak.slow.test.mjs so many times.

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

/** So many filters live on for a while, in no order. */
const LIVING = 24;
const LAYOUTS = ["standard", "partitioned", "blocked"];
/** Sizes are spread evenly over their logarithms. */
const MOST_KEYS = 20_000;
/** After so many cycles the same sizes and deeds come again, with other keys: so that a new peak of memory is no chance. */
const ROUND = 1000;

/** A generator of Marsaglia's, xorshift of 32 bits: numbers below a bound. */
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
 * @param {{ freed?: boolean, onDrop?: (filter: any, count: number) => void }} [options] `freed`: every filter is freed,
 *   none left to the garbage collector; `onDrop` gets each that is left to it, to leak some
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

  /** A filter is dropped, or freed. */
  function leave(filter) {
    if (freed || below(4) === 0) return filter.free();
    counts.dropped++;
    onDrop?.(filter, counts.dropped);
  }

  function ask(filter, keys) {
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
    (keys) => new compat.BloomFilter({ capacity: keys.length, errorRate: 0.01 }),
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

  const isOfCompat = (filter) => !(filter instanceof BloomFilter);

  /** What is done with a filter and the keys in it. */
  const DEEDS = [
    function saveAndLoad({ filter, keys }) {
      const dump = below(2) ? filter.toBytes() : filter.toBase64();
      const again = isOfCompat(filter) ? compat.load(dump) : load(dump);
      assert.equal(again.constructor, filter.constructor);
      ask(again, keys);
      leave(again);
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
        ask(both, [...keys, "only in the copy"]);
        leave(both);
      }
      leave(copy);
      done();
    },
    function shrink({ filter, keys }) {
      if (filter.constructor !== BloomFilter) return;
      const small = filter.shrink({ errorRate: Math.max(0.5, Math.min(0.99, filter.stats.estimatedErrorRate * 2)) });
      ask(small, keys);
      leave(small);
      done();
    },
    function forget({ filter, keys }) {
      if (!(filter instanceof CountingBloomFilter)) return;
      const rest = keys.splice(0, keys.length >> 1);
      for (const key of rest) assert.ok(filter.remove(key));
      ask(filter, keys);
      const plain = filter.toBloomFilter();
      ask(plain, keys);
      leave(plain);
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
      ask(again, keys);
      leave(again);
      done();
    },
  ];

  /** A filter that is fetched, replaced once, and stopped. */
  async function live() {
    const versions = [1, 2].map((version) => {
      const keys = someKeys().slice(0, 500);
      const filter = BloomFilter.from(keys, { errorRate: 0.01, version: `${version}` });
      const dump = filter.toBytes();
      leave(filter);
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
    ask(first, versions[0].keys);
    now = 1;
    await one.refresh();
    ask(one.current, versions[1].keys);
    one.stop();
    for (const filter of [first, one.current]) {
      // A LiveFilter's filters others may hold, so that their own free() does nothing.
      if (freed) BloomFilter.prototype.free.call(filter);
      else leave(filter);
    }
    done();
  }

  /** Some work on one filter; another one of those that live may go. */
  async function cycle() {
    if (cycles++ % ROUND === 0) below = random(seed);
    if (below(20) === 0) await live();
    const one = living.length < LIVING || below(3) === 0 ? build() : living.splice(below(living.length), 1)[0];
    ask(one.filter, one.keys);
    for (let i = below(4); i >= 0; i--) pick(DEEDS)(one);
    living.push(one);
    while (living.length > LIVING) leave(living.splice(below(living.length), 1)[0].filter);
    // The collector's callbacks come between two turns of the event loop.
    await new Promise(setImmediate);
  }

  /** Leaves those that still live; the work can go on. */
  function end() {
    for (const { filter } of living.splice(0)) leave(filter);
  }

  return { counts, cycle, end };
}
