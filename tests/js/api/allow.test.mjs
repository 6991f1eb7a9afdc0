// Exceptions: non-members for which the filter answers no, although their bits say maybe.

import assert from "node:assert/strict";
import test from "node:test";
import { BloomFilter, CountingBloomFilter, FilterFormatError, load } from "edgebloom";
import { createFilter, load as loadForeign } from "edgebloom/compat";
import { checksum, read } from "../helpers/format-reader.mjs";
import { keys, assertRejected } from "../helpers/helpers.mjs";

const LAYOUTS = ["standard", "partitioned", "blocked"];
const make = (members, more) => BloomFilter.from(members, { bits: 512 * 3, hashes: 3, ...more });
/** A filter of which every bit is set. */
const everything = () => BloomFilter.from(["anything", ...keys(100)], { bits: 64, hashes: 64 });
/** Non-members for which the filter answers maybe. */
const falsely = (filter, n) =>
  keys(20_000, 100_000)
    .filter((key) => filter.has(key))
    .slice(0, n);

test("every lookup answers no for an exception", () => {
  for (const layout of LAYOUTS) {
    const filter = make(keys(200), { layout });
    const wrong = falsely(filter, 20);
    assert.equal(wrong.length, 20);
    const bits = filter.bits();
    for (const key of wrong) {
      assert.equal(filter.allow(key), true);
      assert.equal(filter.allow(key), false);
      assert.equal(filter.has(key), false);
    }
    const all = [...keys(200), ...wrong];
    const answers = all.map((_, i) => +(i < 200));
    assert.deepEqual([...filter.hasMany(all)], answers);
    assert.deepEqual([...filter.hasLines(all.join("\n"))], answers);
    assert.deepEqual(filter.bits(), bits);
    for (const loaded of [
      load(filter.toBytes()),
      load(filter.toBase64()),
      BloomFilter.fromBytes(filter.toBytes()),
      filter.clone(),
    ]) {
      assert.deepEqual([...loaded.hasMany(all)], answers);
      assert.deepEqual(loaded.toBytes(), filter.toBytes());
      assert.ok(loaded.equals(filter));
      assert.equal(loaded.allow(wrong[0]), false);
    }
    assert.equal(filter.stats.byteLength, filter.toBytes().length);
    const reader = read(filter.toBytes());
    for (const [i, key] of all.entries()) assert.equal(+reader.has(new TextEncoder().encode(key)), answers[i]);
  }
});

test("adding a key removes its exception and no other", () => {
  for (const add of [
    (filter, key) => filter.add(key),
    (filter, key) => filter.addMany([key]),
    (filter, key) => filter.addLines(key),
  ]) {
    const filter = make(keys(200));
    const [one, two, three] = falsely(filter, 3);
    for (const key of [one, two, three]) filter.allow(key);
    add(filter, two);
    assert.deepEqual([...filter.hasMany([one, two, three])], [0, 1, 0]);
    assert.deepEqual([...load(filter.toBytes()).hasMany([one, two, three])], [0, 1, 0]);
    add(filter, one);
    add(filter, three);
    // No exception is left, and the file has no section for exceptions.
    const plain = make([...keys(200), two, one, three]);
    assert.deepEqual(filter.toBytes(), plain.toBytes());
    assert.equal(filter.allow(two), true);
  }
});

test("accepts an exception whose bits already say no", () => {
  const filter = make(["a"]);
  assert.equal(filter.has("b"), false);
  assert.equal(filter.allow("b"), true);
  filter.addMany(keys(2000));
  assert.equal(filter.has("b"), false);
  filter.add("b");
  assert.equal(filter.has("b"), true);
});

test("accepts every kind of key", () => {
  const same = [
    ["", new Uint8Array()],
    ["é布🙂", new TextEncoder().encode("é布🙂")],
    ["a\0b", Uint8Array.of(97, 0, 98)],
    [-2n, Uint8Array.of(254, 255, 255, 255, 255, 255, 255, 255)],
    ["x".repeat(5000), new Uint8Array(5000).fill(120)],
  ];
  const full = everything();
  for (const [one, other] of same) {
    assert.equal(full.has(one), true);
    assert.equal(full.allow(one), true);
    assert.equal(full.allow(other), false);
    assert.equal(full.has(other), false);
  }
  const loaded = load(full.toBytes());
  for (const [one, other] of same) assert.deepEqual([loaded.has(one), loaded.has(other)], [false, false]);
  assert.ok(loaded.has("anything"));
  loaded.add(same[0][1]);
  assert.deepEqual([loaded.has(""), loaded.has(-2n)], [true, false]);
  for (const key of [5, null, undefined, {}, []]) assertRejected(() => full.allow(key), TypeError, "key");
  assertRejected(() => full.allow(2n ** 63n), RangeError, "key");
});

test("exceptions take at most 32,768 bytes", () => {
  const full = everything();
  const long = (n, character = "x") => character.repeat(n);
  for (const length of [32_767, 32_768, 65_533, 65_534, 65_535, 65_536, 1_000_000]) {
    assertRejected(() => full.allow(long(length)), RangeError, "allowed");
    assert.equal(full.toBytes().length, 72);
  }
  assert.equal(full.allow(long(32_766)), true);
  assert.equal(full.has(long(32_766)), false);
  const before = full.toBytes();
  assert.equal(before.length, 72 + 32_768);
  for (const key of ["", "b", long(32_766, "y")]) assertRejected(() => full.allow(key), RangeError, "allowed");
  assert.deepEqual(full.toBytes(), before);
  assert.equal(full.allow(long(32_766)), false);
  assert.equal(load(before).has(long(32_766)), false);
  full.add(long(32_766));
  // Many short keys: half of the bytes are lengths.
  let count = 0;
  assert.throws(() => {
    for (; ; count++) full.allow(Uint8Array.of(count & 255, count >> 8));
  }, RangeError);
  assert.equal(count, 8192);
  const loaded = load(full.toBytes());
  for (let i = 0; i < count; i += 97) {
    assert.equal(loaded.has(Uint8Array.of(i & 255, i >> 8)), false);
  }
});

test("a union keeps exceptions that neither filter contains", () => {
  const [a, b] = [make(keys(150)), make(keys(150, 150))];
  const inB = "key-150";
  const [both] = falsely(a.union(b), 1);
  const onlyA = keys(20_000, 200_000).find((key) => a.has(key) && !b.has(key));
  const aAndB = keys(20_000, 300_000).find((key) => a.has(key) && b.has(key) && key !== both);
  a.allow(both);
  b.allow(both);
  a.allow(onlyA); // b answers no
  a.allow(aAndB); // b answers maybe
  a.allow(inB);
  const before = [a.toBytes(), b.toBytes()];
  for (const union of [a.union(b), b.union(a), a.clone().merge(b)]) {
    assert.deepEqual([...union.hasMany([both, onlyA, aAndB, inB])], [0, 0, 1, 1]);
    assert.ok(keys(300).every((key) => union.has(key)));
    assert.deepEqual([...load(union.toBytes()).hasMany([both, onlyA, aAndB, inB])], [0, 0, 1, 1]);
  }
  assert.deepEqual([a.toBytes(), b.toBytes()], before);
  const self = a.clone();
  self.merge(self);
  assert.deepEqual(self.toBytes(), a.toBytes());
  const plain = make(keys(10));
  plain.allow("key-0-not-in");
  assert.equal(plain.union(make(["key-0-not-in"])).has("key-0-not-in"), true);
});

test("an intersection keeps the exceptions of both filters", () => {
  const [a, b] = [make(keys(200)), make(keys(200, 100))];
  const [one, two, neither] = falsely(a.intersection(b), 3);
  a.allow(one);
  b.allow(two);
  for (const both of [a.intersection(b), b.intersection(a)]) {
    assert.deepEqual([...both.hasMany([one, two, neither])], [0, 0, 1]);
    assert.ok(keys(100, 100).every((key) => both.has(key)));
    assert.deepEqual([...load(both.toBytes()).hasMany([one, two, neither])], [0, 0, 1]);
  }
});

test("rejects a union with too many exceptions and changes nothing", () => {
  const [a, b] = [new BloomFilter({ bits: 4096, hashes: 3 }), new BloomFilter({ bits: 4096, hashes: 3 })];
  a.allow("x".repeat(20_000));
  b.allow("y".repeat(20_000));
  a.add("a");
  b.add("b");
  const before = [a.toBytes(), b.toBytes()];
  for (const verb of ["union", "intersection", "merge"]) assertRejected(() => a[verb](b), RangeError, "allowed");
  assert.deepEqual([a.toBytes(), b.toBytes()], before);
  assert.ok(a.has("a") && !a.has("b"));
});

test("equals, clear, fold and shrink handle exceptions", () => {
  const filter = make(keys(60));
  const plain = filter.clone();
  assert.ok(filter.equals(plain));
  const [one, two] = falsely(filter, 2);
  filter.allow(one);
  assert.ok(!filter.equals(plain) && !plain.equals(filter), "they do not answer alike");
  assert.ok(filter.isCompatible(plain) && filter.equals(filter.clone()));
  filter.allow(two);
  const copy = filter.clone();
  copy.add(one);
  assert.equal(filter.has(one), false, "copies are copies");
  for (const smaller of [filter.fold(2), filter.fold(3), filter.shrink({ errorRate: 0.9 })]) {
    assert.deepEqual([...smaller.hasMany([one, two])], [0, 0]);
    assert.ok(keys(60).every((key) => smaller.has(key)));
    smaller.add(one);
    assert.equal(smaller.has(one), true);
  }
  filter.clear();
  assert.deepEqual(filter.toBytes(), new BloomFilter({ bits: 512 * 3, hashes: 3 }).toBytes());
  filter.addMany(keys(60));
  assert.ok(filter.has(one) && filter.has(two));
});

test("the order of allow calls does not change the file", () => {
  const [a, b] = [make(keys(200)), make(keys(200))];
  // Some keys are prefixes of others.
  const allowed = ["", "b", "ba", "b\0", "é", Uint8Array.of(255), -1n, ...falsely(a, 3)];
  for (const key of allowed) assert.equal(a.allow(key), true);
  for (const key of allowed.toReversed()) assert.equal(b.allow(key), true);
  assert.deepEqual(a.hasMany(allowed), b.hasMany(allowed));
  assert.ok(a.equals(b) && b.equals(a));
  assert.deepEqual(a.toBytes(), b.toBytes());
  assert.deepEqual(a.union(b).toBytes(), b.union(a).toBytes());
  assert.deepEqual(
    [...a.union(b).hasMany(allowed)],
    allowed.map(() => 0),
  );
});

test("a counting filter has exceptions", () => {
  const filter = CountingBloomFilter.from(keys(200), { bits: 512 * 3, hashes: 3 });
  const [one] = falsely(filter, 1);
  filter.allow(one);
  assert.equal(filter.has(one), false);
  assert.equal(load(filter.toBytes()).has(one), false);
  assert.equal(filter.toBloomFilter().has(one), false);
  filter.add(one);
  assert.equal(filter.has(one), true);
});

test("a filter of another system has exceptions", () => {
  const filter = createFilter({ scheme: "php-redis", bits: 64, functions: ["bkdr", "js"], arithmetic: "php" });
  filter.addMany(keys(30));
  const [one] = falsely(filter, 1);
  assert.equal(filter.allow(one), true);
  assert.equal(filter.has(one), false);
  assert.equal(loadForeign(filter.toBytes()).has(one), false);
  assertRejected(() => filter.allow(5n), TypeError, "key");
  filter.add(one);
  assert.equal(filter.has(one), true);
});

test("testAndSet removes an exception as add does", () => {
  const filter = createFilter({ scheme: "standard", bits: 1024, hashes: 3 });
  filter.allow("a");
  filter.testAndSet("a");
  assert.equal(filter.has("a"), true);
});

test("rejects a file with invalid exceptions", () => {
  const filter = new BloomFilter({ bits: 64, hashes: 1 });
  filter.add("a");
  filter.allow("bcd");
  const dump = filter.toBytes();
  assert.equal(dump.length, 56 + 8 + 8 + 8);
  const forged = (tail, change = () => {}) => {
    const bytes = new Uint8Array(64 + tail.length + 8);
    bytes.set(dump.subarray(0, 64));
    bytes.set(tail, 64);
    const view = new DataView(bytes.buffer);
    view.setUint32(12, 1 + tail.length / 8, true);
    change(bytes);
    const end = bytes.length - 8;
    view.setBigUint64(end, checksum(bytes.subarray(0, 56), bytes.subarray(56, end)), true);
    return bytes;
  };
  const pad = (...bytes) => [...bytes, ...Array((8 - (bytes.length % 8)) % 8).fill(0)];
  assert.deepEqual(forged(pad(4, 0, 98, 99, 100)), dump);
  for (const [tail, field] of [
    [[], "payloadLength"],
    [pad(9, 0, 98), "payload"], // longer than the payload
    [pad(255, 255, 98), "payload"],
    [[...pad(4, 0, 98, 99, 100), ...Array(8).fill(0)], "payload"], // one word too many
    [pad(4, 0, 98, 99, 100, 0, 0, 1), "payload"], // padding is not 0
    [Array(8).fill(0), "payload"], // no exceptions
    [pad(2, 0, 99, 2, 0, 98), "payload"], // wrong order
    [pad(2, 0, 98, 2, 0, 98), "payload"], // duplicate
    [pad(3, 0, 98, 99, 2, 0, 98), "payload"], // wrong order: a prefix comes first
    [Array(32_776).fill(0), "payloadLength"],
  ]) {
    for (const read of [load, BloomFilter.fromBytes.bind(BloomFilter)]) {
      assertRejected(() => read(forged(tail)), FilterFormatError, field, "INVALID");
    }
  }
  assertRejected(
    () => load(forged(pad(4, 0, 98, 99, 100), (bytes) => (bytes[5] = 0))),
    FilterFormatError,
    "payloadLength",
  );
  assertRejected(
    () => load(forged(pad(4, 0, 98, 99, 100), (bytes) => (bytes[5] = 4))),
    FilterFormatError,
    "flags",
    "UNSUPPORTED",
  );
  for (let bit = 0; bit < dump.length * 8; bit++) {
    const flipped = dump.slice();
    flipped[bit >> 3] ^= 1 << (bit & 7);
    assert.throws(() => load(flipped), FilterFormatError, `bit ${bit}`);
  }
});

test("allow throws after free()", () => {
  const filter = make(["a"]);
  filter.free();
  assertRejected(() => filter.allow("a"), TypeError, "filter");
});

test("rejects a key far over the limit, and the module keeps working", () => {
  const filter = make(keys(10));
  const before = filter.toBytes();
  for (const length of [32_767, 32_768, 65_535, 65_536, 2 ** 26]) {
    assert.throws(() => filter.allow(new Uint8Array(length)), RangeError, `${length}`);
  }
  assert.deepEqual(filter.toBytes(), before);
  assert.equal(filter.allow(new Uint8Array(32_766)), true);
  assert.equal(filter.allow(new Uint8Array(32_766)), false);
  assert.ok(keys(10).every((key) => filter.has(key)));
});
