// Random filters in `edgebloom` and in `edgebloom/lite`: the same files, byte for byte.

import assert from "node:assert/strict";
import { BloomFilter as Full } from "../../../pkg/index.js";
import { domain } from "../../../pkg/keys.js";
import { BloomFilter } from "../../../pkg/lite/index.js";
import { randomKey } from "../reader/agree.mjs";

export const LAYOUTS = ["standard", "partitioned", "blocked"];

/** A random rate: 1e-9 to almost 1, most of them small. */
const randomRate = (random) => 10 ** -((1 + random.below(1_000_000)) / 111_000);

/** Random options, and whether they need `from`. */
function randomOptions(random, keys) {
  const layout = random.of(LAYOUTS);
  const texts = random.once(3) && { name: random.of(["", "a list", "名"]), version: "2026-11" };
  const options = { layout, ...texts, ...(random.once(2) && { seed: random.below(2 ** 31) * 2 + 1 }) };
  if (random.once(3)) {
    const hashes = 1 + random.below(64);
    const unit = { standard: 64, partitioned: 64 * hashes, blocked: 512 }[layout];
    return { ...options, hashes, bits: unit * (1 + random.below(200)) };
  }
  const errorRate = randomRate(random);
  return random.once(2)
    ? { ...options, errorRate }
    : { ...options, errorRate, capacity: 1 + random.below(2 * keys + 9) };
}

/** Asserts that the two have the same bytes and answers. */
function assertSame(lite, full, random) {
  const bytes = full.toBytes();
  assert.ok(Buffer.compare(lite.toBytes(), bytes) === 0, JSON.stringify(full.stats));
  assert.deepEqual(lite.stats, full.stats);
  const queries = Array.from({ length: 20 }, (_, i) =>
    lite.keyForm === "raw" ? randomKey(random) : `site-${i * 4}.example`,
  );
  assert.deepEqual(lite.hasMany(queries), full.hasMany(queries));
  return bytes;
}

/** Builds a random filter twice, changes it, and compares each time. */
export function compareRandom(random) {
  const count = random.below(random.of([3, 60, 60, 900]));
  const keys = Array.from({ length: count }, () => randomKey(random));
  const isForm = random.once(10);
  const entries = isForm ? keys.map((_, i) => `*.Site-${i % 50}.example`) : keys;
  const options = { ...randomOptions(random, count), ...(isForm && { keys: domain }) };
  const full = Full.from(entries, options);
  const lite = BloomFilter.from(entries, options);
  const bytes = assertSame(lite, full, random);
  assert.equal(lite.toBase64(), full.toBase64());

  if (!isForm) for (let rest = random.once(4) ? 5 : 0; rest > 0; rest--) full.allow(randomKey(random));
  const form = isForm ? { keys: domain } : {};
  const again = random.once(2)
    ? BloomFilter.fromBytes(full.toBytes(), form)
    : BloomFilter.fromBase64(full.toBase64(), form);
  for (let rest = 5; rest > 0; rest--) {
    const key = isForm ? `site-${rest * 20}.example` : randomKey(random);
    assert.equal(again.add(key), full.add(key));
  }
  const more = isForm ? entries : Array.from({ length: 5 }, () => randomKey(random));
  assert.equal(again.addMany(more), full.addMany(more));
  assertSame(again, full, random);
  full.free();
  return bytes.length;
}

/** What making an empty filter gives: its size, or its error. */
const outcome = (Class, options) => {
  try {
    const filter = new Class(options);
    const { bits, hashes } = filter.stats;
    filter.free?.();
    return `${bits} bits, ${hashes} hashes`;
  } catch (error) {
    return `${error.name} ${error.code} ${error.field} ${error.message}`;
  }
};

/** Compares the size for a random capacity and rate, up to the most bits that a test can allocate. */
export function compareSize(random) {
  const options = {
    layout: random.of(LAYOUTS),
    capacity: Math.ceil(10 ** (random.below(1_000_000) / random.of([160_000, 130_000, 62_500]))),
    errorRate: random.once(6) ? 1 - randomRate(random) / 2 : Math.max(randomRate(random) ** random.of([1, 2]), 1e-18),
  };
  // A filter of this size would take 100 MB and more.
  const bits = (options.capacity * -Math.log(options.errorRate)) / 0.48;
  if (bits > 2 ** 28 && bits < 2 ** 33) return;
  assert.equal(outcome(BloomFilter, options), outcome(Full, options), JSON.stringify(options));
}
