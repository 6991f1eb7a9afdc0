// Scalable filters: they grow, meet their error rate and load from one file.

import assert from "node:assert/strict";
import test from "node:test";
import { memoryBytes } from "../helpers/memory.mjs";
import {
  BloomFilter,
  CountingBloomFilter,
  FilterFormatError,
  ScalableBloomFilter,
  SparseBloomFilter,
  load,
  readHeader,
} from "edgebloom";
import { growth, joined, scalable } from "../helpers/forge.mjs";
import { checksum, read } from "../helpers/format-reader.mjs";
import { STATS, keys, assertRejected } from "../helpers/helpers.mjs";

const LAYOUTS = ["standard", "partitioned", "blocked"];
const sized = (n, more) => new ScalableBloomFilter({ capacity: n, errorRate: 0.01, ...more });

/** The sub-filters' own files inside a scalable filter's file. */
function subFiltersOf(dump) {
  const files = [];
  const length = (file) => new DataView(file.buffer, file.byteOffset).getUint32(12, true) * 8;
  const whole = length(dump);
  for (let rest = dump.subarray(dump.length - 8 - whole, dump.length - 8); rest.length; ) {
    const size = 56 + length(rest) + 8;
    files.push(rest.slice(0, size));
    rest = rest.subarray(size);
  }
  return files;
}

/** A copy of a file with some changed bytes and a valid checksum. */
function changed(file, change) {
  const copy = file.slice();
  const view = new DataView(copy.buffer);
  change(view, copy);
  view.setBigUint64(copy.length - 8, checksum(copy.subarray(0, -8)), true);
  return copy;
}

/** The file of `sized()` with these sub-filters and correct sums. */
const whole = (files, more) =>
  scalable(files, { seed: 0, rate: 0.01, growing: { growth: 2, tightening: 0.85 }, ...more });

test("grows to 100 times its first capacity and keeps its rate", () => {
  for (const layout of LAYOUTS) {
    const filter = sized(1000, { layout });
    let added = 0;
    for (const key of keys(100_000)) added += filter.add(key);
    assert.ok(keys(100_000).every((key) => filter.has(key)));
    const found = keys(200_000, 100_000).filter((key) => filter.has(key)).length;
    assert.ok(found <= 0.01 * 200_000, `${layout}: ${found}`);
    const stats = filter.stats;
    assert.equal(stats.inserted, added);
    assert.ok(added > 99_000 && added <= 100_000);
    assert.ok(stats.subFilters >= 6 && stats.capacity >= added);
    assert.ok(stats.estimatedErrorRate <= 0.01);
    assert.ok(Math.abs(stats.estimatedCount / added - 1) < 0.02);
    assert.equal(filter.toBytes().length, stats.byteLength);
    filter.free();
  }
});

test("does not add a key that answers maybe", () => {
  const filter = sized(10);
  assert.equal(filter.add("a"), true);
  assert.equal(filter.add("a"), false);
  assert.equal(filter.stats.inserted, 1);
  assert.equal(filter.addMany(["a", "b", "c", "b"]), 2);
  assert.equal(filter.addLines("a\nd\r\n\nd\n"), 1);
  assert.deepEqual([...filter.hasLines("a\nd\nnobody")], [1, 1, +filter.has("nobody")]);
  assert.deepEqual([...filter.hasMany(["b", "c"])], [1, 1]);
  for (const key of keys(1000)) filter.add(key);
  const before = filter.toBytes();
  assert.equal(filter.addMany(keys(1000)), 0);
  assert.deepEqual(filter.toBytes(), before);
});

test("stats cover all sub-filters", () => {
  const filter = sized(100, { growth: 4, tightening: 0.5, seed: 3, layout: "partitioned" });
  assert.equal(filter.stats.subFilters, 1);
  assert.equal(filter.stats.capacity, 100);
  filter.addMany(keys(1000));
  const stats = filter.stats;
  assert.deepEqual(Object.keys(stats).sort(), [...STATS, "growth", "subFilters", "tightening"].sort());
  assert.deepEqual(
    [stats.subFilters, stats.growth, stats.tightening, stats.errorRate, stats.seed, stats.layout, stats.scheme],
    [3, 4, 0.5, 0.01, 3, "partitioned", "native"],
  );
  assert.equal(stats.capacity, 100 + 400 + 1600);
  const subFilters = read(filter.toBytes()).chain.map(({ header }) => header);
  const sum = (field) => subFilters.reduce((sum, header) => sum + header[field], 0);
  for (const field of ["bits", "hashes", "capacity", "inserted"]) assert.equal(stats[field], sum(field));
  // A header with the growth options, and a checksum.
  assert.equal(stats.byteLength, 56 + 8 + 24 + sum("byteLength") + 8);
  assert.equal(stats.fillRatio, stats.bitsSet / stats.bits);
  assert.equal(stats.overHalfFull, false);
  // The error rates of the sub-filters: p (1 − r) rⁱ.
  subFilters.forEach(({ errorRate }, i) => assert.ok(Math.abs(errorRate / (0.005 * 0.5 ** i) - 1) < 1e-12));
});

test("stats.inserted is at most Number.MAX_SAFE_INTEGER", () => {
  const filter = sized(20);
  filter.addMany(keys(400));
  // `inserted` is at offset 40 of a sub-filter's header and may be any number.
  const counted = (dump, index, inserted) =>
    whole(
      subFiltersOf(dump).map((file, i) =>
        i === index ? changed(file, (view) => view.setBigUint64(40, inserted, true)) : file,
      ),
    );
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  const dump = filter.toBytes();
  assert.deepEqual(whole(subFiltersOf(dump)), dump);
  assert.ok(filter.stats.subFilters >= 3);
  /** The number of keys in the other sub-filters. */
  const rest = BigInt(load(counted(dump, 0, 0n)).stats.inserted);
  for (const [first, found] of [
    [most - rest - 1n, most - 1n],
    [most - rest, most],
    [most - rest + 1n, most],
    [most, most],
    [2n ** 64n - 1n, most],
  ]) {
    const large = counted(dump, 0, first);
    assert.equal(BigInt(load(large).stats.inserted), found, `${first}`);
    assert.equal(BigInt(readHeader(large).inserted), found, `${first}`);
    assert.deepEqual(load(large).toBytes(), large);
  }
  const both = load(counted(counted(dump, 0, 2n ** 53n), 1, 2n ** 53n));
  assert.equal(both.stats.inserted, Number.MAX_SAFE_INTEGER);
  assert.equal(both.has("key-0"), true);
});

test("accepts growth 1 and the largest growth", () => {
  const same = sized(10, { growth: 1 });
  same.addMany(keys(100));
  assert.ok(same.stats.subFilters >= 10);
  assert.equal(same.stats.capacity, 10 * same.stats.subFilters);
  const fast = sized(1, { growth: 1000 });
  fast.addMany(keys(500));
  assert.equal(fast.stats.subFilters, 2);
  assert.equal(fast.stats.capacity, 1001);
  assert.ok(keys(500).every((key) => fast.has(key)) && keys(100).every((key) => same.has(key)));
});

test("a loaded filter keeps growing like the original", () => {
  for (const layout of LAYOUTS) {
    const filter = sized(100, { layout, seed: 5, name: "seen 布", version: "3" });
    filter.addMany(keys(2000));
    const dump = filter.toBytes();
    const absent = keys(5000, 50_000);
    for (const loaded of [
      load(dump),
      load(filter.toBase64()),
      ScalableBloomFilter.fromBytes(dump),
      ScalableBloomFilter.fromBase64(filter.toBase64()),
      filter.clone(),
    ]) {
      assert.ok(loaded instanceof ScalableBloomFilter);
      assert.deepEqual([loaded.name, loaded.version], ["seen 布", "3"]);
      assert.deepEqual(loaded.stats, filter.stats);
      assert.deepEqual(loaded.toBytes(), dump);
      assert.deepEqual(loaded.hasMany(absent), filter.hasMany(absent));
      const other = load(dump);
      for (const key of keys(3000, 2000)) assert.equal(loaded.add(key), other.add(key));
      assert.ok(loaded.stats.subFilters > filter.stats.subFilters);
      assert.deepEqual(loaded.toBytes(), other.toBytes());
      loaded.free();
      other.free();
    }
    assert.deepEqual(filter.toBytes(), dump, "changing copies does not change the filter");
    const header = readHeader(dump);
    assert.equal(header.subFilters, filter.stats.subFilters);
    assert.deepEqual([header.name, header.version], ["seen 布", "3"]);
    for (const field of ["bits", "hashes", "capacity", "inserted", "errorRate", "byteLength"]) {
      assert.equal(header[field], filter.stats[field], field);
    }
    assert.deepEqual(readHeader(filter.toBase64().slice(0, 3564)), header);
    assert.equal(readHeader(sized(10).toBytes()).subFilters, 1);
    // An independent reader gives the same answers.
    const reader = read(dump);
    for (const key of [...keys(200), ...keys(200, 50_000)]) {
      assert.equal(reader.has(new TextEncoder().encode(key)), filter.has(key));
    }
  }
});

test("clear returns to the first sub-filter", () => {
  const filter = sized(100, { seed: 1 });
  const empty = filter.toBytes();
  filter.addMany(keys(1000));
  filter.clear();
  assert.equal(filter.stats.subFilters, 1);
  assert.deepEqual(filter.toBytes(), empty);
  assert.equal(filter.has("key-0"), false);
});

test("from builds from keys", () => {
  const filter = ScalableBloomFilter.from([...keys(300), ...keys(10)], { errorRate: 0.01 });
  assert.ok(filter instanceof ScalableBloomFilter);
  assert.equal(filter.stats.capacity, 300);
  assert.equal(filter.stats.subFilters, 1);
  assert.ok(keys(300).every((key) => filter.has(key)));
  assert.ok(ScalableBloomFilter.from(keys(300).values(), { capacity: 10, errorRate: 0.01 }).stats.subFilters > 3);
  assert.equal(ScalableBloomFilter.from([], { errorRate: 0.1 }).has("a"), false);
  assertRejected(() => ScalableBloomFilter.from([5], { errorRate: 0.1 }), TypeError, "key");
});

test("checks options", () => {
  for (const growth of [0, 1.5, 1001, -1, NaN, Infinity])
    assertRejected(() => sized(10, { growth }), RangeError, "growth");
  for (const growth of ["2", null, 2n, {}]) assertRejected(() => sized(10, { growth }), TypeError, "growth");
  for (const tightening of [0, 1, -0.5, 1.5, NaN, Infinity]) {
    assertRejected(() => sized(10, { tightening }), RangeError, "tightening");
  }
  for (const tightening of ["x", "0.5", null, {}])
    assertRejected(() => sized(10, { tightening }), TypeError, "tightening");
  for (const more of [
    { onSaturated: "warn" },
    { bits: 100 },
    { hashes: 3 },
    { counterBits: 4 },
    { bits: 100, hashes: 3 },
    { groth: 2 },
  ]) {
    assertRejected(() => sized(10, more), TypeError, "options");
    assertRejected(() => ScalableBloomFilter.from(["a"], { errorRate: 0.1, ...more }), TypeError, "options");
  }
  assertRejected(() => new ScalableBloomFilter({ bits: 100, hashes: 3 }), TypeError, "options");
  assertRejected(() => new ScalableBloomFilter(), TypeError, "options");
  assertRejected(() => sized(0), RangeError, "capacity");
  assertRejected(() => sized(10, { errorRate: 1 }), RangeError, "errorRate");
  assertRejected(() => new ScalableBloomFilter({ capacity: 10 }), TypeError, "errorRate");
  assert.equal(sized(10).stats.growth, 2);
  assert.equal(sized(10).stats.tightening, 0.85);
});

test("has no methods that only filters of fixed size have", () => {
  const filter = sized(100);
  const names = ["union", "intersection", "merge", "isCompatible", "fold", "shrink", "allow", "bits"];
  assert.deepEqual(
    names.filter((name) => name in filter || !(name in BloomFilter.prototype)),
    [],
  );
  assert.ok(!(filter instanceof BloomFilter));
});

test("a plain filter rejects a scalable one", () => {
  const filter = sized(100);
  filter.addMany(keys(500));
  const plain = new BloomFilter({ capacity: 100, errorRate: 0.01 });
  const counting = new CountingBloomFilter({ capacity: 100, errorRate: 0.01 });
  for (const one of [plain, counting]) {
    for (const verb of ["union", "intersection", "merge"]) {
      assertRejected(() => one[verb](filter), RangeError, undefined, "INCOMPATIBLE");
    }
    assert.equal(one.isCompatible(filter), false);
    assert.equal(one.equals(filter), false);
  }
});

test("equals compares all sub-filters", () => {
  const make = (first) => {
    const filter = new ScalableBloomFilter({ capacity: 10, errorRate: 0.01, growth: 1 });
    for (const key of [...first, "last"]) filter.add(key);
    assert.equal(filter.stats.subFilters, 2);
    return filter;
  };
  const [one, other] = [make(keys(10)), make(keys(10, 10))];
  assert.ok(one.equals(one.clone()) && one.equals(one));
  assert.notDeepEqual(one.hasMany(keys(10)), other.hasMany(keys(10)));
  assert.equal(one.equals(other), false);
});

test("positions come from the newest sub-filter", () => {
  const filter = sized(100);
  filter.addMany(keys(1000));
  const chain = read(filter.toBytes()).chain;
  const key = new TextEncoder().encode("key-1");
  assert.deepEqual(filter.positions("key-1"), chain[chain.length - 1].positions(key));
});

test("rejects incomplete files and leaves no memory allocated", () => {
  const filter = sized(20);
  filter.addMany(keys(400));
  const dump = filter.toBytes();
  const files = subFiltersOf(dump);
  assert.equal(files.length, filter.stats.subFilters);
  assert.ok(files.length >= 4);
  assert.deepEqual(whole(files), dump);
  const refuse = (bytes, field, code) => {
    for (const call of [() => load(bytes), () => ScalableBloomFilter.fromBytes(bytes)]) {
      assertRejected(call, FilterFormatError, field, code);
    }
  };
  for (let length = 0; length < dump.length; length += 7) refuse(dump.subarray(0, length), undefined, "TRUNCATED");
  for (let end = 56 + 8 + 24, i = 0; i < files.length; i++) {
    refuse(dump.subarray(0, (end += files[i].length)), "length", "TRUNCATED");
  }
  refuse(joined(dump, [0]), "length", "TRAILING_BYTES");
  refuse(joined(dump, files[0]), "length", "TRAILING_BYTES");
  refuse(joined(dump, dump), "length", "TRAILING_BYTES");
  // Joined files begin with the file of a plain filter.
  assertRejected(() => load(joined(...files)), FilterFormatError, "length", "TRAILING_BYTES");
  const [first, second, third, ...rest] = files;
  // The header does not match the sub-filters.
  const headless = (...list) => whole(files, { payload: joined(...list) });
  refuse(headless(first, third, ...rest), "length", "TRUNCATED");
  refuse(headless(second, third, ...rest), "length", "TRUNCATED");
  refuse(headless(first, first, third, ...rest), "hashes", "INVALID");
  refuse(headless(...files, first), "payloadLength", "INVALID");
  for (const sum of [{ bits: 1024n }, { hashes: 1 }, { capacity: 20n }, { inserted: 20n }, { inserted: 0n }]) {
    refuse(whole(files, sum), Object.keys(sum)[0], "INVALID");
  }
  // A sub-filter with other options.
  const sizing = { capacity: 9, errorRate: 0.01 };
  for (const other of [
    BloomFilter.from(["a"], { ...sizing, seed: 1 }),
    BloomFilter.from(["a"], { ...sizing, layout: "blocked" }),
    BloomFilter.from(["a"], { ...sizing, name: "n" }),
    BloomFilter.from(["a"], { bits: 1024, hashes: 3 }),
    CountingBloomFilter.from(["a"], sizing),
    SparseBloomFilter.from(["a"], { capacity: 1e7, errorRate: 0.01 }),
    filter,
  ]) {
    refuse(whole([first, other.toBytes(), third, ...rest]), "sub-filter", "INVALID");
  }
  for (let byte = 0; byte < dump.length; byte++) {
    const flipped = dump.slice();
    flipped[byte] ^= 1 << (byte & 7);
    assert.throws(() => load(flipped), FilterFormatError, `byte ${byte}`);
  }
  // The second sub-filter has another seed, salt or scheme, no keys, or a wrong checksum.
  const withSecond = (change) => whole([first, changed(second, change), third, ...rest]);
  for (const [field, change] of [
    ["sub-filter", (view) => view.setUint32(24, 1, true)],
    ["sub-filter", (view) => view.setUint32(24, 2 ** 31, true)],
    ["sub-filter", (view) => view.setUint32(28, 1, true)],
    ["bits", (view) => view.setUint8(6, 2)],
    ["capacity", (view) => view.setBigUint64(32, 0n, true)],
  ]) {
    refuse(withSecond(change), field, "INVALID");
  }
  const wrongSum = second.slice();
  wrongSum[wrongSum.length - 1] ^= 1;
  refuse(whole([first, wrongSum, third, ...rest]), "checksum", "CHECKSUM");
  const growing = (subFilters, more) => whole(files, { entries: [growth(subFilters, { tightening: 0.85, ...more })] });
  assert.deepEqual(growing(files.length), dump);
  for (const [field, bytes] of [
    ["subFilters", growing(0)],
    ["subFilters", growing(1025)],
    ["growth", growing(files.length, { growth: 0 })],
    ["growth", growing(files.length, { growth: 1001 })],
    ["tightening", growing(files.length, { tightening: 1 })],
    ["tightening", growing(files.length, { tightening: NaN })],
    ["errorRate", whole(files, { rate: 1 })],
  ]) {
    refuse(bytes, field, "INVALID");
  }
  for (const sound of [withSecond(() => {}), growing(files.length, { growth: 3 })]) {
    assert.ok(keys(400).every((key) => load(sound).has(key)));
  }

  const last = files[files.length - 1];
  const broken = [
    whole([first, first, wrongSum]),
    dump.subarray(0, dump.length - 3),
    whole([...files.slice(0, -1), changed(last, (view) => view.setUint32(24, 1, true))]),
    whole(files, { inserted: 1n }),
    joined(dump.subarray(0, -8), Array(8).fill(0)),
  ];
  const attempt = () => broken.forEach((bytes) => assert.throws(() => load(bytes), FilterFormatError));
  for (let i = 0; i < 100; i++) attempt();
  const before = memoryBytes();
  for (let i = 0; i < 10_000; i++) attempt();
  assert.equal(memoryBytes(), before);
  assert.ok(load(dump).has("key-399"));
});

test("other classes reject the file", () => {
  const filter = sized(20);
  filter.addMany(keys(400));
  const dump = filter.toBytes();
  assertRejected(() => BloomFilter.fromBytes(dump), FilterFormatError);
  assertRejected(() => CountingBloomFilter.fromBytes(dump), FilterFormatError);
  for (const wrong of [
    BloomFilter.from(["a"], { errorRate: 0.1 }),
    CountingBloomFilter.from(["a"], { errorRate: 0.1 }),
    SparseBloomFilter.from(["a"], { bits: 2 ** 24, hashes: 3 }),
  ]) {
    assertRejected(() => ScalableBloomFilter.fromBytes(wrong.toBytes()), FilterFormatError, "class", "WRONG_CLASS");
  }
  for (const wrong of [5, null, undefined, {}, "text"]) {
    assertRejected(() => ScalableBloomFilter.fromBytes(wrong), TypeError, "bytes");
  }
});

test("SparseBloomFilter rejects the file of a scalable filter", () => {
  const filter = sized(20);
  filter.addMany(keys(400));
  assertRejected(() => SparseBloomFilter.fromBytes(filter.toBytes()), FilterFormatError);
  assertRejected(() => SparseBloomFilter.fromBytes(sized(20).toBytes()), FilterFormatError);
});

test("rejects a counting filter that claims to be a sub-filter", () => {
  const filter = sized(20);
  filter.addMany(keys(400));
  const files = subFiltersOf(filter.toBytes());
  const neighbours = keys(50).map((key) => CountingBloomFilter.from([key], { bits: 64, hashes: 1 }));
  // The same words read as 2-bit counters: half as many positions.
  const counting = files.map((file) =>
    changed(file, (view) => {
      const words = view.getUint32(12, true);
      view.setUint8(7, 2);
      view.setBigUint64(16, BigInt(Math.floor(words / 2)) * 64n, true);
    }),
  );
  for (const dump of [
    whole(files, { cells: 2 }),
    whole(counting),
    whole(counting, { cells: 2 }),
    whole([counting[0], ...files.slice(1)]),
    joined(counting[0], ...files.slice(1)),
    joined(...counting),
  ]) {
    for (const Kind of [CountingBloomFilter, ScalableBloomFilter, SparseBloomFilter, BloomFilter]) {
      assert.throws(() => Kind.fromBytes(dump), FilterFormatError);
    }
    assert.throws(() => load(dump), FilterFormatError);
  }
  assert.ok(neighbours.every((neighbour, i) => neighbour.count(`key-${i}`) === 1 && neighbour.stats.bitsSet === 1));
});

test("adds a million keys, then frees the memory", () => {
  const filter = sized(1000);
  filter.addLines(keys(1_000_000).join("\n"));
  assert.ok(filter.hasLines(keys(1_000_000).join("\n")).every((answer) => answer === 1));
  assert.ok(filter.stats.estimatedErrorRate <= 0.01);
  filter.free();
  assertRejected(() => filter.stats, TypeError, "filter");
  assertRejected(() => filter.toBytes(), TypeError, "filter");
  assertRejected(() => filter.add("a"), TypeError, "filter");
});
