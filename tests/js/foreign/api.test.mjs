// Filters of other systems: creating, importing in chunks, combining, folding, querying lines, recognizing formats, and
// rejected values. foreign.test.mjs tests the answers themselves.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CompatFilter,
  FilterFormatError,
  createFilter,
  exportFilter,
  importFilter,
  load,
  readHeader,
  sniffFormat,
} from "../../../pkg/compat.js";
import { BloomFilter, ScalableBloomFilter } from "../../../pkg/index.js";
import { assertRejected } from "../helpers/helpers.mjs";
import { SYSTEMS, bytesOf, chunksOf, keyOf, keysOf, vectorsOf } from "../helpers/foreign-vectors.mjs";

/** True for a filter that grows. */
const growing = ({ stats }) => "growth" in stats;

const SIZED = { capacity: 1000, errorRate: 0.01 };
const hash = (key) =>
  BigInt.asIntN(
    128,
    BigInt(`0x${Buffer.from(String(key)).toString("hex") || 0}`) * 0x9e3779b97f4a7c15f39cc0605cedc835n,
  );

/** A row for each scheme: options, the bits and hashes that the system chooses, and the format. */
const MADE = [
  [{ scheme: "guava-mitz64", funnel: "string_utf8", ...SIZED }, 9600, 7, "guava"],
  [{ scheme: "guava-mitz32", funnel: "unencoded_chars", capacity: 2600, errorRate: 0.05 }, 16256, 4, "guava"],
  [{ scheme: "spark-v1", ...SIZED }, 9600, 7, "spark"],
  [{ scheme: "spark-v2", seed: -12345, capacity: 777, errorRate: 0.0123 }, 7168, 6, "spark"],
  [{ scheme: "redisbloom", expansion: 0, ...SIZED }, 9600, 7, "redisbloom"],
  [{ scheme: "redisbloom", ...SIZED }, 11072, 8, "redisbloom"],
  [{ scheme: "go-bits-and-blooms", ...SIZED }, 9586, 7, "go-bits-and-blooms"],
  [{ scheme: "parquet-sbbf", type: "BYTE_ARRAY", ...SIZED }, 16384, 8, "parquet-sbbf"],
  [{ scheme: "npm-bloomfilter-fnv1a64", ...SIZED }, 9600, 7, "npm-bloomfilter"],
  [{ scheme: "npm-bloomfilter-fnv1a32x2", capacity: 2600, errorRate: 0.05 }, 16224, 5, "npm-bloomfilter"],
  [{ scheme: "npm-bloom-filters-v2", seed: 1234567.75, ...SIZED }, 9586, 7, "npm-bloom-filters"],
  [{ scheme: "npm-bloom-filters-v1a", ...SIZED }, 9586, 7, "npm-bloom-filters"],
  [{ scheme: "npm-bloom-filters-v1b", ...SIZED }, 9586, 7, "npm-bloom-filters"],
  [{ scheme: "npm-bloom-filters-v2-partitioned", ...SIZED }, 1370 * 7, 7, "npm-bloom-filters"],
  [{ scheme: "npm-bloom-filters-v1-partitioned", ...SIZED }, 1370 * 7, 7, "npm-bloom-filters"],
  [{ scheme: "pybloom-live-xxh128", ...SIZED }, 1370 * 7, 7, "pybloom-live"],
  [{ scheme: "pybloom-live-md5", capacity: 2600, errorRate: 0.05 }, 3243 * 5, 5, "pybloom-live"],
  [{ scheme: "rbloom", hash, ...SIZED }, 9592, 6, "rbloom"],
  [{ scheme: "datasketches", strings: "utf8", ...SIZED }, 9600, 7, "datasketches"],
];

const READ = {
  "guava-mitz64": { funnel: "string_utf8" },
  "guava-mitz32": { funnel: "unencoded_chars" },
  "parquet-sbbf": { type: "BYTE_ARRAY" },
  "npm-bloomfilter-fnv1a64": { hash: "fnv1a64" },
  "npm-bloomfilter-fnv1a32x2": { hash: "fnv1a32x2", hashes: 5 },
  "npm-bloom-filters-v2": { generation: "v2" },
  "npm-bloom-filters-v1a": { generation: "v1a" },
  "npm-bloom-filters-v1b": { generation: "v1b" },
  "npm-bloom-filters-v2-partitioned": { generation: "v2" },
  "npm-bloom-filters-v1-partitioned": { generation: "v1a" },
  "pybloom-live-xxh128": { hash128: "xxh128" },
  "pybloom-live-md5": { hash128: "md5" },
  rbloom: { hash },
  datasketches: { strings: "utf8" },
};

const keys = Array.from({ length: 700 }, (_, i) => `key-${i}-布`);

for (const [options, bits, hashes, format] of MADE) {
  const title = `${options.scheme}${options.expansion === 0 ? ", NONSCALING" : ""}`;
  const readOptions = { format, ...READ[options.scheme] };
  const reload = typeof options.hash === "function" ? { hash } : undefined;

  test(`${title}: creates, exports and imports the same filter`, () => {
    const filter = createFilter(options);
    assert.deepEqual([filter.stats.scheme, filter.stats.bits, filter.stats.hashes], [options.scheme, bits, hashes]);
    assert.equal(filter.hasMany(keys).some(Boolean), false);
    filter.addMany(keys);
    assert.equal(filter.hasMany(keys).every(Boolean), true);
    const file = exportFilter(filter, { format });
    const read = importFilter(file, readOptions);
    assert.deepEqual(exportFilter(read, { format }), file);
    assert.deepEqual(!growing(read) && read.bits(), !growing(filter) && filter.bits());
    const absent = Array.from({ length: 3000 }, (_, i) => `absent-${i}`);
    assert.deepEqual(read.hasMany(absent), filter.hasMany(absent));
    const loaded = load(filter.toBase64(), reload);
    assert.deepEqual(loaded.hasMany(absent), filter.hasMany(absent));
    assert.deepEqual(loaded.stats, filter.stats);
    assert.equal(readHeader(filter.toBytes()).scheme, options.scheme);
    assert.deepEqual(loaded.positions(keys[3]), filter.positions(keys[3]));
  });

  test(`${title}: works like any filter`, () => {
    const [one, other] = [createFilter(options), createFilter(options)];
    one.addMany(keys.slice(0, 300));
    other.addMany(keys.slice(300));
    if (growing(one)) return assert.throws(() => one.union(other), RangeError);
    const both = one.union(other);
    assert.equal(both.hasMany(keys).every(Boolean), true);
    assert.equal(both.constructor, one.constructor);
    const all = createFilter(options);
    all.addMany(keys);
    assert(all.equals(both));
    assert(one.intersection(both).equals(one));
    assert(one.clone().equals(one));
    // A native filter of the same shape, if possible.
    const native = new BloomFilter({ bits: Math.ceil(bits / 64) * 64, hashes });
    assert.equal(native.isCompatible(one) || one.isCompatible(native), false);
    for (const pair of [
      [one, native],
      [native, one],
    ]) {
      assert.throws(
        () => pair[0].merge(pair[1]),
        (error) => error instanceof RangeError && error.code === "INCOMPATIBLE",
      );
    }
    const text = `${keys.slice(0, 40).join("\n")}\r\n\nnot there\n`;
    const expected = [...keys.slice(0, 40), "not there"].map((key) => +one.has(key));
    assert.deepEqual([...one.hasLines(text)], expected);
    assert.deepEqual([...one.hasLines(new TextEncoder().encode(text))].length, 41);
    if (options.scheme !== "rbloom") assert.deepEqual([...one.hasLines(new TextEncoder().encode(text))], expected);
    other.clear();
    other.addLines(text);
    assert.equal(other.hasMany(keys.slice(0, 40)).every(Boolean), true);
    const { estimatedCount, estimatedErrorRate, bitsSet } = all.stats;
    assert(Math.abs(estimatedCount - keys.length) < 70, `${estimatedCount}`);
    assert(estimatedErrorRate > 0 && estimatedErrorRate < 0.05 && bitsSet > 0);
    one.allow(keys[0]);
    assert.equal(one.has(keys[0]), false);
    assert.throws(
      () => exportFilter(one, { format }),
      (error) => error.code === "INCOMPATIBLE",
    );
    one.free();
    assert.throws(() => exportFilter(one, { format }), TypeError);
  });
}

test("a fold equals the smaller filter of the same keys", () => {
  for (const [options, divisor] of [
    [{ scheme: "guava-mitz64", funnel: "bytes", bits: 64 * 30, hashes: 5 }, 6],
    [{ scheme: "guava-mitz32", funnel: "bytes", bits: 64 * 30, hashes: 5 }, 15],
    [{ scheme: "spark-v1", bits: 640, hashes: 3 }, 5],
    [{ scheme: "spark-v2", seed: 7, bits: 640, hashes: 3 }, 2],
    [{ scheme: "go-bits-and-blooms", bits: 999, hashes: 4 }, 27],
    [{ scheme: "parquet-sbbf", type: "BYTE_ARRAY", bits: 256 * 12, hashes: 8 }, 4],
    [{ scheme: "npm-bloomfilter-fnv1a64", bits: 3200, hashes: 7 }, 10],
    [{ scheme: "npm-bloomfilter-fnv1a32x2", bits: 3200, hashes: 7 }, 4],
    [{ scheme: "npm-bloom-filters-v2", seed: -1, bits: 990, hashes: 4 }, 11],
    [{ scheme: "rbloom", hash, bits: 800, hashes: 6 }, 5],
    [{ scheme: "datasketches", strings: "utf8", seed: -1, bits: 640, hashes: 3 }, 5],
  ]) {
    const [large, small] = [createFilter(options), createFilter({ ...options, bits: options.bits / divisor })];
    for (const filter of [large, small]) filter.addMany(keys.slice(0, 60));
    assert(large.fold(divisor).equals(small), options.scheme);
    assert.throws(() => large.fold(7919), RangeError);
  }
  for (const scheme of ["pybloom-live-md5", "npm-bloom-filters-v1a", "npm-bloom-filters-v2-partitioned"]) {
    assert.throws(() => createFilter({ scheme, ...SIZED }).fold(2), /cannot be folded/, scheme);
  }
  assert.throws(
    () => createFilter({ scheme: "guava-mitz64", funnel: "bytes", bits: 192, hashes: 5 }).fold(2),
    RangeError,
  );
});

test("RedisBloom: accepts chunks in any order; filters grow as in Redis", () => {
  const { vectors } = vectorsOf("redisbloom");
  for (const vector of vectors) {
    const dump = bytesOf(vector.dump_base64);
    const chunks = chunksOf(dump, vector);
    const filter = importFilter(chunks, { format: "redisbloom" });
    assert.deepEqual(exportFilter(filter, { format: "redisbloom" }), chunks);
    const [header, ...data] = chunks;
    assert.deepEqual(
      exportFilter(importFilter([header, ...data.toReversed()], { format: "redisbloom" }), { format: "redisbloom" }),
      chunks,
    );
    const big = chunks.map(([iterator, bytes]) => [BigInt(iterator), bytes]);
    assert(importFilter(big, { format: "redisbloom" }).has(keyOf(vector.keys_in[0])));
    const cut = data.flatMap(([iterator, bytes]) =>
      bytes.length < 2
        ? [[iterator, bytes]]
        : [
            [iterator - 1, bytes.slice(0, -1)],
            [iterator, bytes.slice(-1)],
          ],
    );
    assert(importFilter([header, ...cut], { format: "redisbloom" }).has(keyOf(vector.keys_in[0])));
    for (const wrong of [
      [],
      data,
      [header],
      [header, header, ...data],
      [header, ...data, data[0]],
      [header, ...data.slice(1)],
      [...data, header],
      [[2, header[1]], ...data],
      [header, ...data.map(([iterator, bytes]) => [iterator + 1, bytes])],
      [[0, header[1]], ...data],
      [[1, dump]],
      [
        [1, new Uint8Array()],
        [1 + dump.length, dump],
      ],
    ]) {
      assert.throws(() => importFilter(wrong, { format: "redisbloom" }), FilterFormatError, vector.name);
    }
    for (const wrong of [[5], [[1]], [[1, "text"]], [["1", header[1]]], [[1, header[1], 3]], [null]]) {
      assert.throws(() => importFilter(wrong, { format: "redisbloom" }), TypeError);
    }
  }
  const filter = createFilter({ scheme: "redisbloom", capacity: 100, errorRate: 0.02 });
  filter.addMany(Array.from({ length: 2500 }, (_, i) => `grow-${i}`));
  const { subFilters, growth, errorRate, inserted } = filter.stats;
  assert.deepEqual([subFilters, growth, errorRate], [5, 2, 0.02]);
  assert(inserted <= 2500 && inserted > 2400);
  const rigid = createFilter({ scheme: "redisbloom", capacity: 10, errorRate: 0.02, expansion: 0 });
  assert.equal(growing(rigid), false);
});

test("pybloom_live: a scalable filter grows by its scale; empty ones export, too", () => {
  const filter = createFilter({ scheme: "pybloom-live-xxh128", capacity: 50, errorRate: 0.02, growth: 2 });
  assert(filter instanceof CompatFilter && growing(filter));
  const empty = exportFilter(filter, { format: "pybloom-live" });
  assert.equal(empty.length, 32);
  assert.deepEqual(
    exportFilter(importFilter(empty, { format: "pybloom-live", hash128: "xxh128" }), { format: "pybloom-live" }),
    empty,
  );
  filter.addMany(keys);
  assert.equal(filter.stats.subFilters, 4);
  const file = exportFilter(filter, { format: "pybloom-live" });
  const read = importFilter(file, { format: "pybloom-live", hash128: "xxh128" });
  assert.equal(read.hasMany(keys).every(Boolean), true);
  assert.deepEqual(exportFilter(read, { format: "pybloom-live" }), file);
  assert.equal(filter.has(12345n), filter.has("12345"));
  // A file of 32 bytes must not cause an allocation of gigabytes.
  const forged = empty.slice();
  new DataView(forged.buffer).setBigUint64(12, 1n << 40n, true);
  assert.throws(() => importFilter(forged, { format: "pybloom-live", hash128: "md5" }), FilterFormatError);
});

test("a wrong count causes no false negative", () => {
  const filter = createFilter({ scheme: "pybloom-live-xxh128", capacity: 50, errorRate: 0.02, growth: 2 });
  filter.add("a");
  const file = exportFilter(filter, { format: "pybloom-live" });
  new DataView(file.buffer).setBigUint64(32 + 8 + 32, 0n, true);
  const read = importFilter(file, { format: "pybloom-live", hash128: "xxh128" });
  assert.equal(read.has("a"), true);
  assert.deepEqual(exportFilter(read, { format: "pybloom-live" }), file);
});

test("combines filters with equal answers and different bytes", () => {
  const options = { generation: "v2", format: "npm-bloom-filters" };
  const { vectors } = vectorsOf("npm-bloom-filters");
  const vector = vectors.find(({ name }) => name === "npm_bloom_filters_2_partitioned_arrays");
  const arrays = importFilter(bytesOf(vector.dump_base64), options);
  const { capacity, errorRate } = { capacity: 60, errorRate: 0.05 };
  const base64 = createFilter({ scheme: "npm-bloom-filters-v2-partitioned", capacity, errorRate });
  assert.equal(base64.isCompatible(arrays), true);
  const both = base64.union(arrays);
  for (const key of vector.keys_in) assert.equal(both.has(keyOf(key)), true);
  assert.match(exportFilter(both, { format: "npm-bloom-filters" }), /"content"/);
  const other = createFilter({ scheme: "npm-bloom-filters-v2-partitioned", capacity, errorRate, seed: 1 });
  assert.equal(base64.isCompatible(other), false);
});

test("npm bloomfilter: objects use the newer hash; byte order marks are ignored", () => {
  const text = '{"version":1,"m":32,"k":2,"buckets":[5]}';
  const read = (text, hash) => importFilter(text, { format: "npm-bloomfilter", hash });
  assert.throws(() => read(text, "fnv1a32x2"), { name: "RangeError", field: "hash" });
  assert.equal(read(text, "fnv1a64").stats.bitsSet, 2);
  assert.equal(read(`\ufeff${text}`, "fnv1a64").stats.bitsSet, 2);
  const bytes = new TextEncoder().encode(`\ufeff${text}`);
  assert.equal(read(bytes, "fnv1a64").stats.bitsSet, 2);
  assert.equal(sniffFormat(bytes).format, "npm-bloomfilter");
});

test("RedisBloom: chunks have the length of the Redis version", () => {
  const record = (bytes, bits) => {
    const b = Buffer.alloc(53);
    b.writeBigUInt64LE(BigInt(bytes), 0);
    b.writeBigUInt64LE(BigInt(bits), 8);
    b.writeDoubleLE(0.01, 24);
    b.writeDoubleLE(9.585058377367446, 32);
    b.writeUInt32LE(7, 40);
    return b;
  };
  const bytes = 20 * 2 ** 20;
  for (const [layout, longest] of [
    ["A", 10],
    ["B", 16],
    ["C", 16],
  ]) {
    const one = record(bytes, bytes * 8);
    if (layout === "C") one.writeBigUInt64LE(1000n, 44);
    else one.writeUInt32LE(1000, 44);
    const head = Buffer.alloc(layout === "A" ? 16 : 20);
    head.writeUInt32LE(1, 8);
    head.writeUInt32LE(13, 12);
    const header = Buffer.concat([head, layout === "C" ? one : one.subarray(0, 49)]);
    const filter = importFilter(
      [
        [1, header],
        [1 + bytes, new Uint8Array(bytes)],
      ],
      { format: "redisbloom" },
    );
    const chunks = exportFilter(filter, { format: "redisbloom" });
    assert.deepEqual(
      chunks.map(([iterator, { length }]) => [iterator, length]),
      [
        [1, header.length],
        [1 + longest * 2 ** 20, longest * 2 ** 20],
        [1 + bytes, bytes - longest * 2 ** 20],
      ],
    );
    filter.free();
  }
});

test("rejects many filters with many hashes, which would take seconds", () => {
  const count = 1000;
  const file = new DataView(new ArrayBuffer(32 + count * (8 + 40 + 8192)));
  file.setInt32(0, 2, true);
  file.setFloat64(4, 0.5, true);
  file.setBigUint64(12, 1n, true);
  file.setFloat64(20, 0.5, true);
  file.setInt32(28, count, true);
  for (let i = 0; i < count; i++) {
    file.setBigUint64(32 + 8 * i, 8232n, true);
    const at = 32 + 8 * count + 8232 * i;
    file.setFloat64(at, 0.5, true);
    for (const [j, number] of [65535n, 1n, 1n, 0n].entries()) file.setBigUint64(at + 8 + 8 * j, number, true);
  }
  const bytes = new Uint8Array(file.buffer);
  assert.throws(() => importFilter(bytes, { format: "pybloom-live", hash128: "md5" }), FilterFormatError);
});

test("accepts error rates outside the range of native filters", () => {
  for (const options of [
    { scheme: "redisbloom", capacity: 10, errorRate: 1e-19 },
    { scheme: "pybloom-live-md5", capacity: 10, errorRate: 1e-19, growth: 2 },
    { scheme: "pybloom-live-xxh128", capacity: 10, errorRate: 1e-30 },
    { scheme: "redisbloom", capacity: 10, errorRate: 1e-300, expansion: 0 },
  ]) {
    const filter = createFilter(options);
    filter.addMany(keys.slice(0, 25));
    assert.deepEqual(load(filter.toBytes()).stats, filter.stats);
    assert.equal(filter.stats.errorRate, options.errorRate);
    assert.equal(filter.hasMany(keys.slice(0, 25)).every(Boolean), true);
  }
});

test("accepts only the key types of the system", () => {
  const make = (options) => createFilter({ ...SIZED, ...options });
  const only = (filter, good, bad) => {
    for (const key of good) assert.equal(typeof filter.add(key), "boolean");
    for (const key of bad) assert.throws(() => filter.has(key), TypeError, String(key));
    for (const key of [5, null, undefined, {}, [], true]) assert.throws(() => filter.add(key), TypeError);
  };
  const bytes = Uint8Array.of(1, 2);
  only(make({ scheme: "guava-mitz64", funnel: "string_utf8" }), ["a", bytes], [5n]);
  only(make({ scheme: "guava-mitz64", funnel: "unencoded_chars" }), ["a"], [5n, bytes]);
  only(make({ scheme: "guava-mitz64", funnel: "long" }), [5n, -(2n ** 63n)], ["5", bytes]);
  only(make({ scheme: "guava-mitz64", funnel: "int" }), [5n, -(2n ** 31n)], ["5", bytes]);
  only(make({ scheme: "spark-v2" }), ["a", bytes, 5n], []);
  only(make({ scheme: "redisbloom" }), ["a", bytes], [5n]);
  only(make({ scheme: "parquet-sbbf", type: "INT64" }), [5n], ["5", bytes]);
  only(make({ scheme: "npm-bloomfilter-fnv1a64" }), ["a"], [5n, bytes]);
  only(make({ scheme: "npm-bloom-filters-v2" }), ["a", bytes], [5n]);
  only(make({ scheme: "pybloom-live-md5" }), ["a", bytes, 5n], []);
  for (const [funnel, key] of [
    ["long", 2n ** 63n],
    ["int", 2n ** 31n],
  ]) {
    assert.throws(() => make({ scheme: "guava-mitz64", funnel }).has(key), RangeError);
  }
  // A string equals its bytes. A long and an int are different keys.
  const spark = make({ scheme: "spark-v1" });
  spark.add("5");
  assert.equal(spark.has(Uint8Array.of(53)), true);
  assert.equal(spark.has(5n), false);
  const long = make({ scheme: "guava-mitz64", funnel: "long" });
  const int = make({ scheme: "guava-mitz64", funnel: "int" });
  assert.notDeepEqual(long.positions(5n), int.positions(5n));
});

test("unpaired surrogates follow each system, in lines, too", () => {
  const lone = "a\ud800b";
  const java = createFilter({ scheme: "guava-mitz64", funnel: "string_utf8", ...SIZED });
  assert.deepEqual(java.positions(lone), java.positions("a?b"));
  java.addLines(`x\n${lone}\n`);
  assert.deepEqual([java.has("a?b"), java.has(lone), java.has("a\ufffdb")], [true, true, false]);
  assert.deepEqual([...java.hasLines(`${lone}\nnot there`)], [1, 0]);
  const chars = createFilter({ scheme: "guava-mitz64", funnel: "unencoded_chars", ...SIZED });
  chars.addLines(lone);
  assert.deepEqual([chars.has(lone), chars.has("a\ufffdb"), chars.has("a?b")], [true, false, false]);
  const npm = createFilter({ scheme: "npm-bloom-filters-v2", ...SIZED });
  assert.deepEqual(npm.positions("\ud800"), npm.positions(String.fromCodePoint(0x10000)));
  assert.deepEqual(npm.positions("\udc00a"), npm.positions(String.fromCodePoint(0x10000 + (97 & 0x3ff))));
  const go = createFilter({ scheme: "go-bits-and-blooms", ...SIZED });
  assert.deepEqual(go.positions(lone), go.positions("a\ufffdb"));
});

test("reads lines of integers", () => {
  const filter = createFilter({ scheme: "guava-mitz64", funnel: "long", ...SIZED });
  assert.equal(filter.addLines("5\n-7\r\n\n9223372036854775807\n"), 3);
  assert.deepEqual(
    [5n, -7n, 2n ** 63n - 1n, 6n].map((key) => filter.has(key)),
    [true, true, true, false],
  );
  assert.deepEqual([...filter.hasLines(new TextEncoder().encode("5\n6\n-7"))], [1, 0, 1]);
  assert.throws(() => filter.hasLines("5\nfive"), TypeError);
  assert.throws(() => filter.addLines("9223372036854775808"), RangeError);
});

test("the last line needs no end; a byte order mark is part of the key", () => {
  const chars = createFilter({ scheme: "guava-mitz64", funnel: "unencoded_chars", ...SIZED });
  chars.addMany(["a", "\ufeffb"]);
  for (const lines of ["a\r", "\ufeffb\na\r\n", "\r\n\r\na\n\r"]) {
    for (const text of [lines, new TextEncoder().encode(lines)]) {
      assert.equal(chars.hasLines(text).every(Boolean), true, JSON.stringify(lines));
    }
    assert.equal(chars.hasLines(lines).length, chars.hasLines(new TextEncoder().encode(lines)).length);
  }
  const long = createFilter({ scheme: "guava-mitz64", funnel: "long", ...SIZED });
  assert.equal(long.addLines("5\r"), 1);
  assert.equal(long.has(5n), true);
});

test("exports a native filter as a bitmap for Redis", () => {
  const filter = BloomFilter.from(keys, { errorRate: 0.01 });
  const bitmap = exportFilter(filter, { format: "redis-bitmap" });
  const { bits, hashes } = filter.stats;
  const read = importFilter(bitmap, { format: "redis-bitmap", scheme: "standard", bits, hashes });
  assert.deepEqual(read.bits(), filter.bits());
  assert.equal(read.hasMany(keys).every(Boolean), true);
  assert.throws(() => exportFilter(new ScalableBloomFilter(SIZED), { format: "redis-bitmap" }), RangeError);
});

test("datasketches: the keys of the system's file give its bytes; the seed has 64 bits", () => {
  const scheme = "datasketches";
  const vector = vectorsOf(scheme).vectors.find(({ name }) => name === "datasketches_100000_answers");
  const filter = createFilter({ scheme, strings: "utf8", capacity: 10_000, errorRate: 0.01 });
  for (const key of vector.keys_in) filter.add(keyOf(key));
  for (const template of vector.keys_in_templates) for (const key of keysOf(template)) filter.add(key);
  assert.deepEqual(exportFilter(filter, { format: scheme }), bytesOf(vector.dump_base64));

  const empty = (seed) =>
    exportFilter(createFilter({ scheme, strings: "utf8", seed, bits: 64, hashes: 1 }), { format: scheme });
  assert.deepEqual(empty(-1), empty(2n ** 64n - 1n));
  assert.deepEqual(empty(-(2n ** 63n)), empty(2n ** 63n));
  assert.deepEqual(empty(), empty(9001n));
  assert.deepEqual([...empty(0x0102n).slice(8, 16)], [2, 1, 0, 0, 0, 0, 0, 0]);
  for (const wrong of [2n ** 64n, -(2n ** 63n) - 1n, 2 ** 53, 0.5, NaN]) assert.throws(() => empty(wrong), RangeError);
  for (const wrong of ["1", null, {}]) assert.throws(() => empty(wrong), TypeError);
});

test("datasketches: strings of Rust's own Hash are other keys, also after a native file", () => {
  const size = { scheme: "datasketches", bits: 2 ** 16, hashes: 7 };
  const [utf8, rust] = ["utf8", "rust"].map((strings) => createFilter({ ...size, strings }));
  const bytes = (text) => new TextEncoder().encode(text);
  const length = (number) => [...new Uint8Array(BigUint64Array.of(BigInt(number)).buffer)];
  for (const [key, hashed] of [
    ["a", Uint8Array.of(97, 0xff)],
    ["é\ud800", Uint8Array.of(...bytes("é\ufffd"), 0xff)],
    ["", Uint8Array.of(0xff)],
    ["x".repeat(100_000), Uint8Array.of(...bytes("x".repeat(100_000)), 0xff)],
    [Uint8Array.of(1, 2), Uint8Array.of(...length(2), 1, 2)],
    [new Uint8Array(), Uint8Array.of(...length(0))],
    [-5n, -5n],
  ]) {
    assert.deepEqual(rust.positions(key), utf8.positions(hashed));
  }
  rust.addLines("a\nb\n");
  rust.addMany(["c", "d", "e", "f", "é"]);
  const file = exportFilter(rust, { format: "datasketches" });
  for (const read of [load(rust.toBytes()), importFilter(file, { format: "datasketches", strings: "rust" })]) {
    for (const key of ["a", "b", "c", "f", "é"]) assert.equal(read.has(key), true);
    assert.deepEqual([...read.hasLines("a\nb\né\nz")], [1, 1, 1, 0]);
    assert.deepEqual([...read.hasMany(["a", "b", "c", "d", "y"])], [1, 1, 1, 1, 0]);
  }
  const wrong = importFilter(file, { format: "datasketches", strings: "utf8" });
  assert.equal(wrong.has("a"), false);
  assert.throws(() => rust.union(utf8), { code: "INCOMPATIBLE", field: "keyEncoding" });
  for (const strings of [undefined, null, "UTF8", "hash", 1]) {
    const refusal = { name: "TypeError", field: "strings", message: /^strings: expected one of utf8, rust, got / };
    assert.throws(() => importFilter(file, { format: "datasketches", strings }), refusal);
    assert.throws(() => createFilter({ ...size, strings }), refusal);
  }
});

test("rbloom: uses the caller's hash function", () => {
  const filter = createFilter({ scheme: "rbloom", hash, ...SIZED });
  filter.addLines("a\nb\n");
  assert.deepEqual([filter.has("a"), filter.has("b"), filter.has("c")], [true, true, false]);
  const bare = load(filter.toBytes());
  assert.equal(bare.has(hash("a")), true);
  assert.throws(() => bare.has("a"), TypeError);
  assert.equal(load(filter.toBytes(), { hash }).has("a"), true);
  assert.equal(filter.clone().union(filter).has("a"), true);
  for (const wrong of [5, "sha256", {}, null]) {
    assert.throws(() => load(filter.toBytes(), { hash: wrong }), TypeError);
    assert.throws(() => createFilter({ scheme: "rbloom", hash: wrong, ...SIZED }), TypeError);
  }
  const bad = (answer) => createFilter({ scheme: "rbloom", hash: () => answer, ...SIZED });
  for (const answer of [5, "5", null, undefined]) assert.throws(() => bad(answer).has("a"), TypeError);
  for (const answer of [2n ** 127n, -(2n ** 127n) - 1n]) assert.throws(() => bad(answer).has("a"), RangeError);
  for (const answer of [2n ** 127n - 1n, -(2n ** 127n), 0n]) assert.equal(bad(answer).add("a"), true);
});

test("accepts bytes as a Python literal", () => {
  const filter = createFilter({ scheme: "pybloom-live-md5", ...SIZED });
  for (const [bytes, text] of [
    [[], "b''"],
    [[97, 39], `b"a'"`],
    [[39, 34], `b'\\'"'`],
    [[9, 10, 13, 92, 0, 255, 126, 127], "b'\\t\\n\\r\\\\\\x00\\xff~\\x7f'"],
  ]) {
    assert.deepEqual(filter.positions(Uint8Array.from(bytes)), filter.positions(text), text);
  }
});

test("errors for wrong options list the valid values", () => {
  const file = Uint8Array.of(1, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
  for (const [options, words] of [
    [{ format: "guava" }, /funnel.*string_utf8, unencoded_chars, bytes, long, int/],
    [{ format: "guava", funnel: "utf8" }, /funnel.*string_utf8.*utf8/],
    [{ format: "guava", funnel: "toString" }, /funnel/],
    [{ format: "guava", funnel: "long", type: "INT64" }, /only format, funnel/],
    [{ format: "parquet-sbbf" }, /type.*BYTE_ARRAY, INT64, INT32/],
    [{ format: "pybloom-live" }, /hash128.*md5, xxh128/],
    [{ format: "rbloom" }, /hash.*function/],
    [{ format: "spark", seed: 5 }, /only format/],
    [{}, /format/],
    [null, /options/],
    [undefined, /options/],
  ]) {
    assert.throws(
      () => importFilter(file, options),
      (error) => error instanceof TypeError && words.test(error.message),
      String(words),
    );
  }
  assert.throws(() => importFilter("[1,2]", { format: "npm-bloomfilter", hash: "fnv1a64" }), /hashes.*bare array/);
  assert.throws(() => importFilter("[1,2]", { format: "npm-bloomfilter", hash: "fnv1a64", hashes: "2" }), TypeError);
  assert.throws(
    () => importFilter("[1,2]", { format: "npm-bloomfilter", hash: "fnv1a64", hashes: 0 }),
    /^RangeError: hashes/,
  );
  for (const input of [5, null, undefined, {}, "text", [1]]) {
    assert.throws(() => importFilter(input, { format: "spark" }), TypeError);
  }
  for (const input of [5, null, undefined, new Map(), Int8Array.of(123, 125)]) {
    assert.throws(() => importFilter(input, { format: "npm-bloom-filters", generation: "v2" }), TypeError);
  }
  for (const [options, Kind] of [
    [{ scheme: "guava-mitz64", ...SIZED }, TypeError],
    [{ scheme: "guava-mitz64", funnel: "long" }, TypeError],
    [{ scheme: "guava-mitz64", funnel: "long", bits: 64 }, TypeError],
    [{ scheme: "guava-mitz64", funnel: "long", bits: 65, hashes: 3 }, RangeError],
    [{ scheme: "guava-mitz64", funnel: "long", bits: 64, hashes: 256 }, RangeError],
    [{ scheme: "guava-mitz64", funnel: "long", capacity: 5, errorRate: 1 }, RangeError],
    [{ scheme: "guava-mitz64", funnel: "long", capacity: 0, errorRate: 0.1 }, RangeError],
    [{ scheme: "guava-mitz64", funnel: "long", ...SIZED, bits: 64 }, TypeError],
    [{ scheme: "spark-v1", seed: 1, ...SIZED }, TypeError],
    [{ scheme: "spark-v2", seed: 2 ** 31, ...SIZED }, RangeError],
    [{ scheme: "redisbloom", bits: 64, hashes: 2 }, TypeError],
    [{ scheme: "redisbloom", expansion: -1, ...SIZED }, RangeError],
    [{ scheme: "parquet-sbbf", type: "FLOAT", ...SIZED }, TypeError],
    [{ scheme: "parquet-sbbf", type: "INT32", bits: 256, hashes: 7 }, RangeError],
    [{ scheme: "npm-bloom-filters-v2", seed: NaN, ...SIZED }, RangeError],
    [{ scheme: "npm-bloom-filters-v2", seed: "1", ...SIZED }, TypeError],
    [{ scheme: "npm-bloom-filters-v1a", bits: 4, hashes: 5 }, RangeError],
    [{ scheme: "npm-bloom-filters-v2-partitioned", loadFactor: 1, ...SIZED }, RangeError],
    [{ scheme: "pybloom-live-md5", growth: 0, ...SIZED }, RangeError],
    [{ scheme: "rbloom", ...SIZED }, TypeError],
    [{ scheme: "go-bits-and-blooms", capacity: 2 ** 53 - 1, errorRate: 1e-9 }, RangeError],
  ]) {
    assert.throws(() => createFilter(options), Kind, JSON.stringify(options));
  }
});

test("exports a filter only to its own system", () => {
  const guava = createFilter({ scheme: "guava-mitz64", funnel: "long", ...SIZED });
  assert.throws(
    () => exportFilter(guava, { format: "spark" }),
    (error) => error.code === "INCOMPATIBLE" && /spark, got guava-mitz64/.test(error.message),
  );
  assert.throws(
    () => exportFilter(new BloomFilter(SIZED), { format: "guava" }),
    /scheme of guava, got a filter of edgebloom/,
  );
  assert.throws(() => exportFilter(guava, { format: "guava", encoding: "json" }), TypeError);
  assert.throws(() => exportFilter({}, { format: "guava" }), TypeError);
  const go = createFilter({ scheme: "go-bits-and-blooms", bits: 64, hashes: 2 });
  assert.equal(
    exportFilter(go, { format: "go-bits-and-blooms", encoding: "json" }),
    '{"m":64,"k":2,"b":"AAAAAAAAAEAAAAAAAAAAAA=="}',
  );
  assert.throws(() => exportFilter(go, { format: "go-bits-and-blooms", encoding: "xml" }), TypeError);
});

test("recognizes a format only if it is certain", () => {
  for (const system of SYSTEMS) {
    for (const vector of vectorsOf(system).vectors) {
      const { format, candidates } = sniffFormat(bytesOf(vector.dump_base64));
      if (system === "rbloom") {
        assert.equal(format, undefined);
        assert(candidates.includes("rbloom") && candidates.includes("redis-bitmap"));
      } else {
        assert.equal(format, system, vector.name);
      }
    }
  }
  assert.deepEqual(sniffFormat(createFilter({ scheme: "spark-v1", ...SIZED }).toBytes()).format, "native");
  const nothing = sniffFormat(Uint8Array.of(0xff, 0xfe, 0xfd));
  assert.deepEqual(nothing, { format: undefined, kind: undefined, candidates: ["redis-bitmap"], missing: [] });
  for (const text of ["text", "5", "null", '{"a":1}', "[]"]) {
    assert.deepEqual(sniffFormat(text), { ...nothing, candidates: [] });
  }
  for (const wrong of [null, undefined, 5, () => "{}", new ArrayBuffer(8), new Map(), Promise.resolve({})]) {
    assertRejected(() => sniffFormat(wrong), TypeError, "input");
  }
});

test("rejects invalid and unrelated JSON", () => {
  const npm = (text) => () => importFilter(text, { format: "npm-bloom-filters", generation: "v2" });
  const good = { type: "BloomFilter", _size: 10, _nbHashes: 2, _filter: { size: 16, content: "AQI=" }, _seed: 1 };
  assert.equal(npm(JSON.stringify(good))().stats.bits, 10);
  for (const change of [
    { _size: 1e300 },
    { _size: -1 },
    { _size: "10" },
    { _nbHashes: 70000 },
    { _seed: null },
    { _seed: "1" },
    { _filter: null },
    { _filter: { size: 16, content: "AQI" } },
    { _filter: { size: 16, content: "AQ==" } },
    { _filter: { size: 16, content: "/////w==" } },
    { _filter: { size: 16, content: "AfA=" } },
    { _filter: { size: 24, content: "AQI=" } },
    { _filter: [0, 1] },
    { _filter: [{ size: 16, content: "AQI=" }] },
    { _filter: "AQI=" },
    { type: "PartitionedBloomFilter" },
    { type: "PartitionedBloomFilter", _m: 5, _filter: [], _capacity: 1, _loadFactor: 1 },
  ]) {
    assert.throws(npm(JSON.stringify({ ...good, ...change })), FilterFormatError, JSON.stringify(change));
  }
  for (const text of ["", "{", "null", "5", '"text"', "[]", "{}", `${"[".repeat(200_000)}`, "\ufeff{}"]) {
    for (const format of ["npm-bloom-filters", "npm-bloomfilter", "go-bits-and-blooms"]) {
      const options = {
        format,
        ...(format === "npm-bloomfilter"
          ? { hash: "fnv1a64", hashes: 2 }
          : format === "npm-bloom-filters" && { generation: "v2" }),
      };
      assert.throws(() => importFilter(text, options), FilterFormatError, `${format}: ${text.slice(0, 20)}`);
      const bytes = new TextEncoder().encode(text);
      assert.throws(() => importFilter(bytes, options), FilterFormatError);
    }
  }
  assert.throws(
    () => importFilter(Uint8Array.of(0x7b, 0xff, 0x7d), { format: "npm-bloomfilter", hash: "fnv1a64" }),
    FilterFormatError,
  );
});
