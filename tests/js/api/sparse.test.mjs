// Sparse filters: the answers of a full-size filter, with memory for a few positions only.

import assert from "node:assert/strict";
import test from "node:test";
import { memoryBytes } from "../helpers/memory.mjs";
import { BloomFilter, CountingBloomFilter, FilterFormatError, SparseBloomFilter, load, readHeader } from "edgebloom";
import { checksum, read } from "../helpers/format-reader.mjs";
import { keys, assertRejected } from "../helpers/helpers.mjs";

const M = 2 ** 24;
const LAYOUTS = ["standard", "partitioned", "blocked"];
const pair = (more) => [
  new SparseBloomFilter({ bits: M, hashes: 4, ...more }),
  new BloomFilter({ bits: M, hashes: 4, ...more }),
];

test("2^32 bits with 4,000 keys take kilobytes", () => {
  const before = memoryBytes();
  for (const layout of LAYOUTS) {
    // All slices have the same size.
    const hashes = layout === "partitioned" ? 4 : 3;
    const filter = new SparseBloomFilter({ bits: 2 ** 32, hashes, layout });
    const model = new Set();
    for (const key of keys(4000)) {
      const positions = filter.positions(key);
      assert.equal(
        filter.has(key),
        positions.every((position) => model.has(position)),
      );
      assert.equal(
        filter.add(key),
        positions.some((position) => !model.has(position)),
      );
      for (const position of positions) model.add(position);
    }
    for (const key of [...keys(4000), ...keys(20_000, 4000)]) {
      assert.equal(
        filter.has(key),
        filter.positions(key).every((position) => model.has(position)),
      );
    }
    const stats = filter.stats;
    const dump = filter.toBytes();
    if (hashes === 3) assert.ok(dump.length < 40_000, `${dump.length}`);
    assert.equal(stats.byteLength, dump.length);
    assert.equal(stats.bitsSet, model.size);
    assert.equal(stats.inserted, 4000);
    const loaded = load(dump);
    assert.ok(loaded instanceof SparseBloomFilter && loaded.equals(filter));
    assert.deepEqual(loaded.toBytes(), dump);
    assert.deepEqual(
      [...read(dump).set].sort((a, b) => a - b),
      [...model].sort((a, b) => a - b),
    );
    loaded.free();
    filter.free();
  }
  assert.ok(memoryBytes() - before < 4 * 2 ** 20);
});

test("gives the positions, answers and bits of a plain filter", () => {
  for (const layout of LAYOUTS) {
    const [sparse, dense] = pair({ layout, seed: 8, name: "n", version: "v" });
    for (const key of keys(2000)) {
      assert.deepEqual(sparse.positions(key), dense.positions(key));
      assert.equal(sparse.add(key), dense.add(key));
    }
    assert.equal(sparse.add("key-7"), false);
    dense.add("key-7");
    assert.deepEqual(sparse.hasMany(keys(20_000)), dense.hasMany(keys(20_000)));
    const plain = sparse.toBloomFilter();
    assert.equal(plain.constructor, BloomFilter);
    assert.deepEqual(plain.toBytes(), dense.toBytes());
    const { byteLength, ...stats } = dense.stats;
    const { byteLength: own, ...its } = sparse.stats;
    assert.deepEqual(its, stats);
    assert.ok(own < byteLength / 50 && own === sparse.toBytes().length);
    assert.ok(sparse.equals(dense));
    assert.equal(sparse.addLines("key-1\nnew\n"), dense.addLines("key-1\nnew\n"));
    assert.deepEqual(sparse.hasLines("new\nkey-2\nno"), dense.hasLines("new\nkey-2\nno"));
    const folded = sparse.fold(2);
    assert.ok(folded.equals(dense.fold(2)));
    for (const filter of [sparse, dense, plain, folded]) filter.free();
  }
});

test("queries do not make it larger", () => {
  const filter = new SparseBloomFilter({ bits: 2 ** 32, hashes: 3 });
  filter.add("a");
  assert.equal(filter.stats.byteLength, 88);
  filter.stats;
  filter.has("b");
  filter.positions("b");
  filter.clone().toBytes();
  assert.equal(filter.toBytes().length, 88);
  assert.equal(filter.toBase64().length, 4 * Math.ceil(88 / 3));
});

test("bits() returns a copy of all bits", () => {
  const [sparse, dense] = pair();
  sparse.addMany(keys(10));
  dense.addMany(keys(10));
  const before = sparse.toBytes();
  assert.deepEqual(sparse.bits(), dense.bits());
  assert.deepEqual(sparse.toBytes(), before, "bits() changes nothing");
});

test("union, intersection, merge, equals, clone and clear work", () => {
  const make = (list, Kind = SparseBloomFilter) => Kind.from(list, { bits: M, hashes: 4, seed: 2 });
  const [one, other, all] = [make(keys(600)), make(keys(600, 400)), make([...keys(600), ...keys(600, 400)])];
  assert.ok(one.isCompatible(other) && !one.equals(other) && one.equals(make(keys(600))));
  const union = one.union(other);
  assert.ok(union instanceof SparseBloomFilter && union.equals(all));
  assert.deepEqual(union.toBytes(), all.toBytes());
  const both = one.intersection(other);
  const plain = make(keys(600), BloomFilter).intersection(make(keys(600, 400), BloomFilter));
  assert.deepEqual(both.toBloomFilter().toBytes(), plain.toBytes());
  assert.ok(keys(200, 400).every((key) => both.has(key)));
  const copy = one.clone();
  assert.equal(copy.merge(other), copy);
  assert.ok(copy.equals(all) && !one.equals(copy));
  copy.merge(copy);
  assert.ok(copy.equals(all));
  // Compared with the bits of a plain filter in the other WebAssembly module.
  const dense = make(keys(600, 400), BloomFilter);
  assert.ok(one.union(dense).equals(all));
  assert.ok(one.intersection(dense).equals(both));
  copy.clear();
  assert.deepEqual(copy.toBytes(), make([]).toBytes());
  assert.equal(copy.stats.bitsSet, 0);
  copy.add("a");
  assert.ok(copy.has("a") && !copy.has("key-0"));
  for (const more of [{ seed: 1 }, { hashes: 5 }, { bits: M * 2 }, { layout: "blocked" }]) {
    const stranger = new SparseBloomFilter({ bits: M, hashes: 4, seed: 2, ...more });
    assert.equal(one.isCompatible(stranger), false);
    assertRejected(() => one.merge(stranger), RangeError, Object.keys(more)[0], "INCOMPATIBLE");
  }
});

test("combines with a plain filter of the same size, both ways", () => {
  const [sparse, dense] = pair();
  sparse.addMany(keys(100));
  dense.addMany(keys(100, 50));
  assert.equal(sparse.isCompatible(dense), true);
  assert.equal(dense.isCompatible(sparse), true);
  assert.equal(dense.equals(sparse), false);
  const all = BloomFilter.from(keys(150), { bits: M, hashes: 4 });
  assert.ok(dense.union(sparse).equals(all));
  dense.merge(sparse);
  assert.ok(keys(150).every((key) => dense.has(key)));
});

test("switches to bits when positions would take more", () => {
  const [sparse, dense] = pair({ hashes: 3 });
  let isPacked = false;
  keys(60_000).forEach((key, i) => {
    assert.equal(sparse.add(key), dense.add(key));
    if (i % 5000 === 0) isPacked ||= sparse.stats.byteLength === dense.stats.byteLength;
  });
  assert.ok(isPacked);
  assert.deepEqual(sparse.hasMany(keys(100_000)), dense.hasMany(keys(100_000)));
  assert.deepEqual(sparse.toBytes(), dense.toBytes());
  assert.ok(sparse.equals(dense));
  assert.deepEqual(sparse.toBloomFilter().toBytes(), dense.toBytes());
  // One filter with bits and one with positions.
  const few = SparseBloomFilter.from([...keys(50), "few"], { bits: M, hashes: 3 });
  assert.ok(sparse.union(few).has("few") && few.union(sparse).has("few"));
  assert.ok(sparse.union(few).equals(few.union(sparse)));
  assert.ok(sparse.intersection(few).equals(few.intersection(sparse)));
  assert.ok(keys(50).every((key) => few.intersection(sparse).has(key)));
  sparse.clear();
  assert.ok(sparse.stats.bitsSet === 0 && !sparse.has("key-0") && sparse.add("key-0"));
});

test("a filter with few bits loads as either class", () => {
  const sparse = new SparseBloomFilter({ capacity: 100, errorRate: 0.01 });
  const dense = new BloomFilter({ capacity: 100, errorRate: 0.01 });
  for (const filter of [sparse, dense]) filter.addMany(keys(100));
  assert.deepEqual(sparse.toBytes(), dense.toBytes());
  assert.equal(load(sparse.toBytes()).constructor, BloomFilter);
  assert.equal(SparseBloomFilter.fromBytes(dense.toBytes()).constructor, SparseBloomFilter);
});

test("from and options work", () => {
  const filter = SparseBloomFilter.from([...keys(100), ...keys(10)], { errorRate: 0.01 });
  assert.equal(filter.stats.capacity, 100);
  assert.ok(filter.has("key-0") && filter.has("key-99") && !filter.has("key-100"));
  assert.ok(SparseBloomFilter.from(["a"].values(), { bits: 2 ** 32, hashes: 3 }).has("a"));
  assertRejected(() => new SparseBloomFilter({ bits: 2 ** 32 + 1, hashes: 1 }), RangeError, "bits");
  assertRejected(() => new SparseBloomFilter({ bits: M, hashes: 1, counterBits: 4 }), TypeError, "options");
  assertRejected(() => new SparseBloomFilter(), TypeError, "options");
  assertRejected(() => SparseBloomFilter.from(["a", 5], { bits: M, hashes: 1 }), TypeError, "key");
});

test("allow throws while only positions are stored", () => {
  const filter = SparseBloomFilter.from(["a"], { bits: M, hashes: 3 });
  const before = filter.toBytes();
  assertRejected(() => filter.allow("b"), RangeError, "allowed");
  assert.deepEqual(filter.toBytes(), before);
});

test("rejects invalid files", () => {
  const filter = SparseBloomFilter.from(keys(50), { bits: M, hashes: 3 });
  const dump = filter.toBytes();
  for (let length = 0; length < dump.length; length++) {
    assertRejected(() => load(dump.subarray(0, length)), FilterFormatError, undefined, "TRUNCATED");
  }
  for (let byte = 0; byte < dump.length; byte++) {
    const flipped = dump.slice();
    flipped[byte] ^= 1 << (byte & 7);
    assert.throws(() => load(flipped), FilterFormatError, `byte ${byte}`);
  }
  assertRejected(() => BloomFilter.fromBytes(dump), FilterFormatError, "class", "WRONG_CLASS");
  assertRejected(() => CountingBloomFilter.fromBytes(dump), FilterFormatError, "class", "WRONG_CLASS");
  assert.equal(readHeader(dump).bits, M);

  /** A file with this payload and a valid checksum; `change` edits the header. */
  const forged = (payload, change = () => {}) => {
    const bytes = new Uint8Array(56 + payload.length + 8);
    bytes.set(dump.subarray(0, 56));
    bytes.set(payload, 56);
    const view = new DataView(bytes.buffer);
    view.setUint32(12, payload.length / 8, true);
    change(view);
    view.setBigUint64(56 + payload.length, checksum(bytes.subarray(0, 56), Uint8Array.from(payload)), true);
    return bytes;
  };
  const word = (...bytes) => [...bytes, ...Array(8 - bytes.length).fill(0)];
  assert.equal(load(forged([...word(2), ...word(5, 0)])).stats.bitsSet, 2);
  assert.equal(load(forged(word(0))).stats.bitsSet, 0);
  assert.equal(load(forged([...word(1), ...word(0xff, 0xff, 0xff, 7)])).stats.bitsSet, 1);
  const wrong = {
    "no count": [],
    "fewer positions than the count": [...word(9), ...word(1, 1, 1, 1, 1, 1, 1, 1)],
    "a count without positions": word(1),
    "a count beyond the words": word(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
    "more positions than the count": [...word(1), ...word(5, 1)],
    "a word too many": [...word(1), ...word(5), ...word(0)],
    "a longer number than needed": [...word(1), ...word(0x85, 0)],
    "a number without end": [...word(1), ...word(...Array(8).fill(0xff)), ...word(0xff, 0xff, 0xff)],
    "a position beyond the last": [...word(1), ...word(0x80, 0x80, 0x80, 8)],
    "the position after the last": [...word(2), ...word(0xff, 0xff, 0xff, 7, 0)],
    "padding that is not 0": [...word(1), ...word(5, 0, 0, 0, 0, 0, 0, 1)],
  };
  for (const [what, payload] of Object.entries(wrong)) {
    assert.throws(() => load(forged(payload)), { name: "FilterFormatError", code: "INVALID" }, what);
  }
  const one = [...word(1), ...word(5)];
  for (const change of [
    (view) => view.setBigUint64(16, 192n, true), // too few bits to store positions
    (view) => view.setBigUint64(16, 2n ** 24n - 1n, true), // not whole words
    (view) => view.setUint8(7, 2), // counters
    (view) => view.setUint8(5, 2), // exceptions
    (view) => view.setUint8(9, 1), // payload encoding: bits
    (view) => view.setUint8(9, 3), // payload encoding: sub-filters
  ]) {
    assert.throws(() => load(forged(one, change)), { name: "FilterFormatError", code: "INVALID" });
  }
  assertRejected(
    () => load(forged(one, (view) => view.setUint8(9, 4))),
    FilterFormatError,
    "payloadEncoding",
    "UNSUPPORTED",
  );
  // A file may store one position per 256 bits: one of 256, but not two of 511.
  const few = (bits) => (view) => view.setBigUint64(16, BigInt(bits), true);
  for (const bits of [256, 320, 448]) assert.equal(load(forged(one, few(bits))).stats.bitsSet, 1);
  const two = [...word(2), ...word(5, 0)];
  assert.equal(load(forged(two, few(512))).stats.bitsSet, 2);
  for (const bits of [256, 448]) {
    assert.throws(() => load(forged(two, few(bits))), { name: "FilterFormatError", code: "INVALID" });
  }
  // No memory stays allocated.
  const attempt = () => assert.throws(() => load(forged(wrong["a longer number than needed"])), FilterFormatError);
  attempt();
  const before = memoryBytes();
  for (let i = 0; i < 2000; i++) attempt();
  assert.equal(memoryBytes(), before);
});

test("rejects a file of a counting filter", () => {
  const counting = CountingBloomFilter.from(["a"], { errorRate: 0.1 });
  assertRejected(() => SparseBloomFilter.fromBytes(counting.toBytes()), FilterFormatError);
});

test("methods throw after free()", () => {
  const filter = new SparseBloomFilter({ bits: M, hashes: 3 });
  filter.free();
  for (const call of [
    () => filter.add("a"),
    () => filter.toBloomFilter(),
    () => filter.stats,
    () => filter.toBytes(),
  ]) {
    assertRejected(call, TypeError, "filter");
  }
});
