// The public API: answers, rejected values, and that filters work after an error.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import test from "node:test";
import vm from "node:vm";
import * as edgebloom from "edgebloom";
import { createFilter } from "edgebloom/compat";
import { STATS, keys, textOf } from "../helpers/helpers.mjs";
import { LAYOUTS, assertRejected, sized } from "../helpers/plain-filters.mjs";

const { BloomFilter, load } = edgebloom;

test("has no false negatives and meets the error rate", () => {
  for (const layout of LAYOUTS) {
    const filter = sized(20_000, { layout });
    let changed = 0;
    for (const key of keys(20_000)) changed += filter.add(key);
    assert.ok(changed > 19_000 && changed <= 20_000);
    assert.ok(keys(20_000).every((key) => filter.has(key)));
    const found = keys(100_000, 20_000).filter((key) => filter.has(key)).length;
    const expected = filter.stats.estimatedErrorRate * 100_000;
    assert.ok(Math.abs(found - expected) < 5 * Math.sqrt(expected), `${layout}: ${found}, ${expected}`);
    assert.ok(Math.abs(filter.stats.estimatedCount / 20_000 - 1) < 0.02);
    assert.equal(filter.add("key-0"), false);
  }
});

test("the same keys give the same bytes as in native Rust", () => {
  const lines = textOf("tests/golden/same-bytes.tsv");
  let checked = 0;
  for (const line of lines.trim().split("\n")) {
    const [layout, seed, errorRate, n, expected] = line.split("\t");
    const filter = new BloomFilter({
      capacity: +n,
      errorRate: +errorRate,
      layout,
      seed: +seed,
    });
    filter.addLines(keys(+n).join("\n"));
    assert.equal(createHash("sha256").update(filter.toBytes()).digest("hex"), expected, line);
    filter.free();
    checked++;
  }
  assert.equal(checked, 81);
});

test("accepts every kind of key", () => {
  const filter = sized(100);
  const bytes = (...list) => Uint8Array.from(list);
  for (const [one, same] of [
    ["", bytes()],
    ["\0", bytes(0)],
    ["a\0b", bytes(97, 0, 98)],
    ["é布🙂", new TextEncoder().encode("é布🙂")],
    [-2n, bytes(254, 255, 255, 255, 255, 255, 255, 255)],
    [2n ** 63n - 1n, bytes(255, 255, 255, 255, 255, 255, 255, 127)],
    ["x".repeat(1 << 20), new Uint8Array(1 << 20).fill(120)],
    ["é".repeat(500_000), new TextEncoder().encode("é".repeat(500_000))],
    ["\ud800", "\ufffd"],
    ["a\udc00", "a\ufffd"],
    [Buffer.from("buffer"), "buffer"],
    ["x".repeat(48), new Uint8Array(48).fill(120)],
    [`${"x".repeat(48)}é`, new TextEncoder().encode(`${"x".repeat(48)}é`)],
  ]) {
    filter.clear();
    assert.equal(filter.has(one), false);
    assert.equal(filter.add(one), true);
    assert.equal(filter.has(same), true);
    assert.deepEqual(filter.positions(one), filter.positions(same));
    assert.equal(filter.add(same), false);
  }
  const elsewhere = vm.runInNewContext("new Uint8Array([1, 2])");
  filter.add(elsewhere);
  assert.equal(filter.has(bytes(1, 2)), true, "bytes of another realm");
});

test("rejects values that are not keys", () => {
  const filter = sized(10);
  for (const key of [
    1,
    0,
    NaN,
    true,
    null,
    undefined,
    {},
    [],
    ["a"],
    Symbol("a"),
    () => 1,
    new Date(),
    new ArrayBuffer(3),
    new Uint16Array(2),
    new DataView(new ArrayBuffer(2)),
    new String("a"),
  ]) {
    for (const call of [
      () => filter.add(key),
      () => filter.has(key),
      () => filter.positions(key),
      () => filter.addMany(["ok", key]),
      () => filter.hasMany([key]),
      () => BloomFilter.from([key], { errorRate: 0.1 }),
    ]) {
      assertRejected(call, TypeError);
    }
  }
  assertRejected(() => filter.add(2n ** 63n), RangeError, "key");
  assertRejected(() => filter.add(-(2n ** 63n) - 1n), RangeError, "key");
  for (const many of ["keys", 5, null, undefined, {}]) {
    assertRejected(() => filter.addMany(many), TypeError, "keys");
    assertRejected(() => filter.hasMany(many), TypeError, "keys");
    assertRejected(() => BloomFilter.from(many, { errorRate: 0.1 }), TypeError, "keys");
  }
  for (const lines of [5, null, undefined, ["a"], {}]) {
    assertRejected(() => filter.addLines(lines), TypeError, "lines");
    assertRejected(() => filter.hasLines(lines), TypeError, "lines");
  }
});

test("checks options", () => {
  for (const capacity of [NaN, 0, -1, Infinity, 1.5, 2 ** 53, 1e300]) {
    assertRejected(() => new BloomFilter({ capacity, errorRate: 0.1 }), RangeError, "capacity");
  }
  for (const capacity of ["10", null, {}, 10n, undefined]) {
    assertRejected(() => new BloomFilter({ capacity, errorRate: 0.1 }), TypeError, "capacity");
  }
  for (const errorRate of [0, 1, 2, NaN, -0.1, Infinity, 1e-19]) {
    assertRejected(() => new BloomFilter({ capacity: 10, errorRate }), RangeError, "errorRate");
    assertRejected(() => sized(10).shrink({ errorRate }), RangeError, "errorRate");
  }
  for (const errorRate of ["0.1", null, undefined, {}]) {
    assertRejected(() => new BloomFilter({ capacity: 10, errorRate }), TypeError, "errorRate");
  }
  for (const bits of [0, -1, 1, 32, 63, 65, 100, 2 ** 32 - 1, 2 ** 32 + 1, 2 ** 32 + 64, 2 ** 40, NaN, 1.5]) {
    assertRejected(() => new BloomFilter({ bits, hashes: 1 }), RangeError, "bits");
  }
  for (const hashes of [0, 65, 255, 2 ** 31, NaN, 1.5]) {
    assertRejected(() => new BloomFilter({ bits: 64, hashes }), RangeError, "hashes");
  }
  for (const seed of [-1, 2 ** 32, 0.5, NaN, "no"]) {
    assertRejected(() => sized(10, { seed }), RangeError, "seed");
  }
  for (const seed of [null, 1n, {}]) assertRejected(() => sized(10, { seed }), TypeError, "seed");
  assertRejected(() => sized(10, { layout: "striped" }), RangeError, "layout");
  assertRejected(() => sized(10, { layout: "" }), RangeError, "layout");
  assertRejected(() => sized(10, { layout: 1 }), TypeError, "layout");
  assertRejected(() => sized(10, { name: 1 }), TypeError, "name");
  assertRejected(() => sized(10, { version: "é".repeat(513) }), RangeError, "version");
  assertRejected(() => sized(10, { errorrate: 0.1 }), TypeError, "options");
  assertRejected(() => sized(10, { bits: 64, hashes: 1 }), TypeError, "options");
  assertRejected(() => new BloomFilter({ bits: 64 }), TypeError, "hashes");
  assertRejected(() => new BloomFilter(), TypeError, "options");
  assertRejected(() => new BloomFilter(5), TypeError, "options");
  for (const bits of [100, 64, 64 * 6, 64 * 8, 7 * 32]) {
    assertRejected(() => new BloomFilter({ bits, hashes: 7, layout: "partitioned" }), RangeError, "bits");
  }
  for (const bits of [1000, 64, 512 + 64]) {
    assertRejected(() => new BloomFilter({ bits, hashes: 7, layout: "blocked" }), RangeError, "bits");
  }
  assert.equal(new BloomFilter({ bits: 64 * 7, hashes: 7, layout: "partitioned" }).stats.bits, 448);
  assert.equal(new BloomFilter({ bits: 512, hashes: 7, layout: "blocked" }).stats.bits, 512);
  assertRejected(() => sized(1e15), RangeError, "capacity");
});

test("random seeds differ", () => {
  const seeds = Array.from({ length: 4 }, () => sized(10, { seed: "random" }).stats.seed);
  assert.ok(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32));
  assert.ok(new Set(seeds).size > 1);
});

test("only seeds that differ by 2^31 give the same positions", () => {
  for (const layout of LAYOUTS) {
    const make = (seed) => BloomFilter.from(keys(200), { bits: 512 * 21, hashes: 7, layout, seed });
    const filter = make(5);
    assert.deepEqual(make(5 + 2 ** 31).bits(), filter.bits());
    for (const seed of [0, 4, 6, 5 + 2 ** 30, 2 ** 32 - 1]) assert.notDeepEqual(make(seed).bits(), filter.bits());
  }
});

test("stats describes the filter", () => {
  const filter = sized(1000, { seed: 7, name: "n", version: "v" });
  filter.addMany(keys(500));
  filter.add("key-0");
  const stats = filter.stats;
  assert.deepEqual(Object.keys(stats).sort(), STATS);
  assert.equal(stats.bits, 9600);
  assert.equal(stats.hashes, 7);
  assert.equal(stats.inserted, 501);
  assert.equal(stats.capacity, 1000);
  assert.equal(stats.errorRate, 0.01);
  assert.equal(stats.byteLength, filter.toBytes().length);
  const set = filter.bits().reduce((sum, byte) => sum + byte.toString(2).replaceAll("0", "").length, 0);
  assert.equal(stats.bitsSet, set);
  assert.equal(stats.fillRatio, set / 9600);
  assert.equal(stats.overHalfFull, false);
  filter.addMany(keys(2000));
  assert.equal(filter.stats.overHalfFull, true);
  const shaped = new BloomFilter({ bits: 192, hashes: 3 });
  assert.equal(shaped.stats.capacity, null);
  assert.equal(shaped.stats.errorRate, null);
  assert.equal(shaped.bits().length, 24);
  // The last byte of another system's filter may have unused bits.
  const odd = createFilter({ scheme: "php-redis", bits: 77, functions: ["bkdr"], arithmetic: "php" });
  assert.equal(odd.bits().length, 10);
  const full = BloomFilter.from(keys(100), { bits: 64, hashes: 64 });
  assert.equal(full.stats.bitsSet, 64);
  assert.equal(full.stats.estimatedCount, Infinity);
});

test("positions are the bits that add sets", () => {
  for (const layout of LAYOUTS) {
    const filter = new BloomFilter({ bits: 512 * 21, hashes: 7, layout });
    for (const key of keys(50)) {
      filter.clear();
      filter.add(key);
      const positions = filter.positions(key);
      assert.equal(positions.length, 7);
      const bits = filter.bits();
      const ones = [];
      bits.forEach((byte, i) => {
        for (let j = 0; j < 8; j++) if ((byte >> j) & 1) ones.push(i * 8 + j);
      });
      assert.deepEqual(
        ones,
        [...new Set(positions)].sort((a, b) => a - b),
      );
    }
  }
});

test("from sizes by distinct keys unless capacity is set", () => {
  const repeated = [...keys(1000), ...keys(500)];
  const counted = BloomFilter.from(repeated, { errorRate: 0.001, seed: 3 });
  assert.equal(counted.stats.capacity, 1000);
  assert.equal(counted.stats.inserted, 1000);
  const withCapacity = BloomFilter.from(keys(1000), { capacity: 1000, errorRate: 0.001, seed: 3 });
  assert.equal(counted.toBase64(), withCapacity.toBase64());
  const shaped = BloomFilter.from(new Set(keys(10)), { bits: 128, hashes: 2 });
  assert.equal(shaped.stats.bits, 128);
  assert.equal(BloomFilter.from([], { errorRate: 0.1 }).has("a"), false);
  // The keys may come from an iterable that itself builds a filter.
  const inner = () => BloomFilter.from(["a"], { errorRate: 0.1 }).has("a") && "b";
  assert.ok(
    BloomFilter.from(
      (function* () {
        yield inner();
      })(),
      { errorRate: 0.1 },
    ).has("b"),
  );
});

test("addLines and hasLines process lines like keys", () => {
  const filter = sized(100_000);
  const text = `${keys(100_000).join("\r\n")}\n\n\r\nlast é`;
  assert.ok(filter.addLines(text) > 99_000);
  assert.ok(keys(100_000).every((key) => filter.has(key)) && filter.has("last é"));
  assert.equal(filter.stats.inserted, 100_001);
  const bytes = new TextEncoder().encode(text);
  const other = sized(100_000);
  other.addLines(bytes);
  assert.ok(other.equals(filter));
  assert.deepEqual(other.hasLines(text), new Uint8Array(100_001).fill(1));
  assert.deepEqual(other.hasLines(bytes), new Uint8Array(100_001).fill(1));
  const mixed = other.hasLines("nobody-1\nkey-5\n\nnobody-2\n");
  assert.deepEqual([...mixed], [+other.has("nobody-1"), 1, +other.has("nobody-2")]);
  assert.equal(filter.hasLines("").length, 0);
  assert.equal(filter.hasLines("\n\r\n\n").length, 0);
  // Lines longer than the transfer buffer, and characters that cross its end.
  for (const unit of ["x", "é", "布", "🙂"]) {
    for (const length of [21_844, 21_845, 21_846, 32_767, 65_535, 65_536, 65_537, 300_001]) {
      const long = unit.repeat(length / unit.length);
      const lines = sized(10);
      assert.equal(lines.addLines(`a\n${long}\nb`), 3);
      assert.ok(lines.has("a") && lines.has(long) && lines.has("b"), `${unit} ${length}`);
      assert.deepEqual([...lines.hasLines(`${long}\r\n${long}!`)], [1, +lines.has(`${long}!`)]);
      lines.free();
    }
  }
});

test("union, intersection, merge, fold, shrink, clone, clear, equals", () => {
  for (const layout of LAYOUTS) {
    const [a, b, all] = Array.from({ length: 3 }, () => sized(1000, { layout, seed: 1 }));
    a.addMany(keys(600));
    b.addMany(keys(600, 400));
    all.addMany([...keys(600), ...keys(600, 400)]);
    const union = a.union(b);
    assert.equal(union.toBase64(), all.toBase64());
    assert.ok(!union.equals(a) && a.isCompatible(b));
    const both = a.intersection(b);
    assert.ok(keys(200, 400).every((key) => both.has(key)));
    assert.ok(both.stats.bitsSet < a.stats.bitsSet);
    const copy = a.clone();
    assert.equal(copy.merge(b), copy);
    assert.ok(copy.equals(union) && !copy.equals(a));
    copy.merge(copy);
    assert.ok(copy.equals(union));
    copy.clear();
    assert.equal(copy.stats.bitsSet, 0);
    assert.equal(copy.stats.inserted, 0);
    const shrunk = sized(100_000, { layout, name: "kept" });
    shrunk.addMany(keys(1000));
    const small = shrunk.shrink({ errorRate: 0.01 });
    assert.ok(small.stats.estimatedErrorRate <= 0.01);
    assert.ok(small.stats.bits < shrunk.stats.bits / 4);
    assert.equal(small.name, "kept");
    assert.ok(keys(1000).every((key) => small.has(key)));
    for (const other of [null, {}, 5, "a", undefined]) {
      for (const verb of ["union", "intersection", "merge", "isCompatible", "equals"]) {
        assertRejected(() => a[verb](other), TypeError, "other");
      }
    }
    const stranger = sized(1000, { layout, seed: 2 });
    assert.equal(a.isCompatible(stranger), false);
    assert.equal(a.equals(stranger), false);
    for (const verb of ["union", "intersection", "merge"]) {
      assertRejected(() => a[verb](stranger), RangeError, "seed");
    }
  }
  // 5,040 words, words per slice, or blocks.
  for (const [layout, bits] of Object.entries({ standard: 64, partitioned: 3 * 64, blocked: 512 })) {
    const filter = new BloomFilter({ bits: bits * 5040, hashes: 3, layout });
    filter.addMany(keys(100));
    for (let divisor = 1; divisor <= 5040; divisor++) {
      if (5040 % divisor) continue;
      const direct = BloomFilter.from(keys(100), { bits: (bits * 5040) / divisor, hashes: 3, layout });
      const folded = filter.fold(divisor);
      assert.equal(folded.toBase64(), direct.toBase64());
      direct.free();
      folded.free();
    }
    // Not valid: 64 divides only bits, and words of the blocked layout; 27 divides only the words of all slices.
    for (const divisor of [0, 11, 27, 64, -1, 1.5, NaN, 10080]) {
      assertRejected(() => filter.fold(divisor), RangeError, "divisor");
    }
    assertRejected(() => filter.fold("2"), TypeError, "divisor");
    assertRejected(() => filter.shrink(), TypeError, "options");
  }
});

test("formulas give the documented values", () => {
  const { optimalBits, optimalHashes, falsePositiveRate, capacityFor } = edgebloom;
  assert.equal(optimalBits(1_000_000, 0.01), 9585059);
  // Formulas also return sizes above the limit of a filter; a calculator can show them.
  assert.ok(optimalBits(Number.MAX_SAFE_INTEGER, 1e-18) > 7e17);
  assert.equal(optimalHashes(9585059, 1_000_000), 7);
  const near = (found, expected, tolerance = 1e-12) =>
    assert.ok(Math.abs(found / expected - 1) < tolerance, `${found} for ${expected}`);
  for (const [m, n, k] of [
    [10, 1, 7],
    [1000, 100, 4],
    [9585059, 1_000_000, 7],
    [2 ** 32, 2 ** 30, 3],
  ]) {
    near(falsePositiveRate(m, n, k), (-Math.expm1((-k * n) / m)) ** k, 1e-10);
    near(falsePositiveRate(m, n, k, { exact: true }), (-Math.expm1(k * n * Math.log1p(-1 / m))) ** k, 1e-10);
  }
  assert.equal(falsePositiveRate(10, 0, 3), 0);
  near(falsePositiveRate(20, 1, 10), 8.894e-5, 1e-3);
  assert.equal(capacityFor(9585059, 0.01), 1_000_000);
  assert.equal(capacityFor(1000, 0.01, 1), Math.floor(-1000 * Math.log1p(-0.01)));
  near(edgebloom.minimalRate(10, 1), 0.5 ** (10 * Math.LN2));
  near(edgebloom.hashesForRate(0.01), -Math.log2(0.01));
  near(edgebloom.lowerBoundBits(1000, 0.125), 3000);
  near(edgebloom.estimatedCount(9586, 7, 4968), (-9586 / 7) * Math.log1p(-4968 / 9586));
  assert.equal(edgebloom.estimatedCount(10, 2, 10), Infinity);
  for (let n = 1; n < 2000; n += 37) {
    for (const m of [n, 3 * n, 10 * n, 17 * n + 5]) {
      const rate = (k) => falsePositiveRate(m, n, k);
      const k = optimalHashes(m, n);
      assert.ok(rate(k) <= rate(k + 1) && (k === 1 || rate(k) <= rate(k - 1)));
    }
  }
  for (const call of [
    () => optimalBits(0, 0.1),
    () => optimalBits(1.5, 0.1),
    () => optimalBits(1, 0),
    () => optimalBits(1, 1),
    () => optimalHashes(0, 1),
    () => falsePositiveRate(1, -1, 1),
    () => falsePositiveRate(1, 1, 0),
    () => capacityFor(0, 0.1),
    () => edgebloom.estimatedCount(10, 1, 11),
  ]) {
    assertRejected(call, RangeError);
  }
  assertRejected(() => optimalBits("1", 0.1), TypeError);
  assertRejected(() => optimalBits(1, "0.1"), TypeError);
});

test("calls getters and subclass code before it allocates", () => {
  const filter = sized(10);
  assertRejected(
    () =>
      filter.shrink({
        get errorRate() {
          filter.free();
          return 0.5;
        },
      }),
    TypeError,
    "filter",
  );
  const dump = BloomFilter.from(["a"], { errorRate: 0.1 }).toBytes();
  class Odd extends Uint8Array {
    subarray() {
      return new Uint8Array(4096);
    }
    get length() {
      return -1;
    }
  }
  const neighbours = keys(20).map((key) => BloomFilter.from([key], { errorRate: 0.1 }));
  assert.ok(load(Odd.from(dump)).has("a"));
  assert.ok(neighbours.every((neighbour, i) => neighbour.has(`key-${i}`)));
  assert.equal(sized(10).has(new Odd(4)), false);
});

test("any call can be the first", () => {
  const text = BloomFilter.from(["a"], { errorRate: 0.1, name: "n" }).toBase64();
  const make = "const f = new BloomFilter({ capacity: 1e6, errorRate: 0.001 });";
  for (const first of [
    `${make} f.stats`,
    `${make} f.toBytes()`,
    `${make} f.bits()`,
    `${make} f.add("")`,
    `${make} f.has("x")`,
    `${make} f.addLines("a\\nb")`,
    `${make} f.hasLines(new Uint8Array(200000))`,
    `${make} f.addLines("")`,
    `${make} f.add("x".repeat(1e6)); f.add("y"); f.stats; f.hasLines("z".repeat(3e5)); f.toBase64()`,
    `${make} f.positions("a")`,
    `${make} f.clone().stats`,
    `${make} f.shrink({ errorRate: 0.1 }).stats`,
    `${make} try { f.add(5) } catch {}`,
    "try { load('AAAA') } catch {}",
    "optimalBits(10, 0.1)",
    `load("${text}").stats`,
    `readHeader("${text}")`,
    "BloomFilter.from(['a'], { errorRate: 0.1 }).stats",
    "BloomFilter.from([], { errorRate: 0.1 }).toBase64()",
  ]) {
    const code = `import { BloomFilter, load, optimalBits, readHeader } from "edgebloom"; ${first}`;
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
      cwd: new URL(".", import.meta.url),
      encoding: "utf8",
      timeout: 120_000,
    });
    assert.equal(status, 0, `${first}\n${stderr}`);
  }
});

test("require gives the same package as import", () => {
  const required = createRequire(import.meta.url)("edgebloom");
  assert.deepEqual(Object.keys(required).sort(), Object.keys(edgebloom).sort());
  const text = BloomFilter.from(["a"], { errorRate: 0.1 }).toBase64();
  assert.equal(required.load(text).has("a"), true);
});
