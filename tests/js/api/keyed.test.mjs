// Keyed filters: their API, golden files compared with an independent reader, and what they reject.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { inspect } from "node:util";
import test from "node:test";
import { memories } from "../helpers/memory.mjs";
import {
  BloomFilter,
  CountingBloomFilter,
  FilterFormatError,
  KeyedBloomFilter,
  generateSecretKey,
  load,
  readHeader,
} from "edgebloom";
import * as compat from "edgebloom/compat";
import { goldenJson, keys as keysTo, thrown, utf8 } from "../helpers/helpers.mjs";
import { checkOf, read, siphash } from "../helpers/keyed-reader.mjs";

const { dumps } = goldenJson("keyed/index.json");
const fromHex = (hex) => Uint8Array.from(hex.match(/../g), (byte) => parseInt(byte, 16));
const fromText = (text) => new Uint8Array(Buffer.from(text, "base64"));
const LAYOUTS = ["standard", "partitioned", "blocked"];
const key = fromHex("07c1fa030063060708c80a0b0c0d900f");
const keys = keysTo(500);
const filterOf = (options = {}) => KeyedBloomFilter.from(keys, { key, errorRate: 0.01, ...options });

test("the reader's SipHash gives the published values", () => {
  const counted = (length) => Uint8Array.from({ length }, (_, i) => i);
  const hex = (length) =>
    siphash(counted(length), counted(16))
      .map((half) => Buffer.from(BigUint64Array.of(half).buffer).toString("hex"))
      .join("");
  assert.equal(hex(0), "a3817f04ba25a8e66df67214c7550293");
  assert.equal(hex(1), "da87c1d86b99af44347659119b22fc45");
  assert.equal(hex(63), "5150d1772f50834a503e069a973fbd7c");
});

test("the reader gives the values in docs/reference/format/kinds.md", () => {
  const { siphash: values, keyed } = goldenJson("format-examples.json");
  const counted = (length) => Uint8Array.from({ length }, (_, i) => i);
  const hex = (numbers) => numbers.map((one) => `0x${one.toString(16).padStart(16, "0")}`);
  const spaced = (bytes) => Buffer.from(bytes).toString("hex").match(/../g).join(" ");
  assert.deepEqual(
    values.map(([length]) => length),
    [0, 1, 63],
  );
  for (const [length, ...both] of values) assert.deepEqual(hex(siphash(counted(length), counted(16))), both);
  const hashKey = Buffer.from(BigUint64Array.from(siphash(utf8("edgebloom keyed hash"), counted(16))).buffer);
  assert.deepEqual([spaced(hashKey), spaced(checkOf(counted(16)))], [keyed.hashKey, keyed.check]);
  assert.equal(keyed.hashes.length, 2);
  for (const [text, ...both] of keyed.hashes) assert.deepEqual(hex(siphash(utf8(text), hashKey)), both);
  assert.equal(keyed.positions.length, 3);
  for (const [id, layout, bits, positions] of keyed.positions) {
    const filter = new KeyedBloomFilter({ key: counted(16), layout, bits, hashes: 3 });
    assert.deepEqual(filter.positions("cat"), positions, layout);
    assert.equal(filter.toBytes()[6], id);
  }
});

for (const [i, dump] of dumps.entries()) {
  test(`golden file ${i}: ${dump.layout}`, () => {
    const secret = fromHex(dump.secret);
    const filter = KeyedBloomFilter.fromBase64(dump.base64, { key: secret });
    const bytes = fromText(dump.base64);
    assert.equal(filter.toBase64(), dump.base64);
    const { layout, bits, hashes, capacity, errorRate, inserted, byteLength, bitsSet } = filter.stats;
    const { name, version } = filter;
    const says = { layout, bits, hashes, capacity, errorRate, inserted, name, version, byteLength, bitsSet };
    for (const [field, value] of Object.entries(says)) assert.equal(value, dump[field], field);
    assert.deepEqual([filter.stats.scheme, filter.stats.seed], ["keyed", 0]);
    const reader = read(bytes, secret);
    assert.deepEqual(reader.check, checkOf(secret));
    for (const one of dump.positions) {
      assert.deepEqual(filter.positions(one.key), one.positions);
      assert.deepEqual(reader.positions(one.key), one.positions);
    }
    for (const member of [...dump.members, ...dump.falsePositives]) {
      assert.ok(filter.has(member) && reader.has(member), member);
    }
    for (const absent of dump.absent) assert.ok(!filter.has(absent) && !reader.has(absent), absent);
    for (const allowed of dump.allowed) assert.ok(!filter.has(allowed), allowed);
    const queries = Array.from({ length: dump.asked.count }, (_, i) => dump.asked.prefix + i);
    assert.equal(queries.filter((one) => filter.has(one)).length, dump.asked.possibly);
    assert.equal(queries.filter((one) => reader.has(one)).length, dump.asked.possibly);
    // The same keys give the same bytes.
    const sizing = capacity ? { capacity, errorRate } : { bits, hashes };
    const again = new KeyedBloomFilter({ key: secret, layout, name, version, ...sizing });
    for (let i = 0; i < dump.keys.count; i++) again.add(dump.keys.prefix + i);
    for (const allowed of dump.allowed) again.allow(allowed);
    assert.deepEqual(again.toBytes(), bytes.subarray());
  });
}

test("is a BloomFilter and supports all of its methods", () => {
  for (const layout of LAYOUTS) {
    const filter = filterOf({ layout, name: "a list", version: "7" });
    assert.ok(filter instanceof KeyedBloomFilter && filter instanceof BloomFilter);
    assert.equal(filter.stats.layout, layout);
    assert.equal(filter.stats.capacity, keys.length);
    const back = KeyedBloomFilter.fromBytes(filter.toBytes(), { key });
    assert.deepEqual([back.name, back.version, back.equals(filter)], ["a list", "7", true]);
    const shape = { layout, hashes: 4 };
    const folded = KeyedBloomFilter.from(keys, { key, bits: 2 ** 14, ...shape }).fold(2);
    assert.ok(folded.equals(KeyedBloomFilter.from(keys, { key, bits: 2 ** 13, ...shape })));
    for (const one of [filter, back, filter.clone(), folded, filter.union(back), filter.intersection(back)]) {
      assert.ok(one instanceof KeyedBloomFilter);
      assert.ok(keys.every((name) => one.has(name)));
      assert.equal(one.stats.scheme, "keyed");
      assert.equal(KeyedBloomFilter.fromBytes(one.toBytes(), { key }).equals(one), true);
    }
    assert.deepEqual([...filter.hasLines("key-1\nkey-499\nsurely not in this list")], [1, 1, 0]);
    assert.deepEqual(
      [filter.has(new TextEncoder().encode("key-3")), filter.add(-2n), filter.has(-2n)],
      [true, true, true],
    );
    const other = new KeyedBloomFilter({ key, layout, capacity: 500, errorRate: 0.01 });
    assert.equal(other.addLines("x\ny\n"), 2);
    assert.ok(other.merge(filter).has("x") && other.has("key-77"));
    filter.clear();
    assert.equal(filter.stats.bitsSet, 0);
    filter.free();
    assert.throws(() => filter.has("a"), TypeError);
  }
  class Blocked extends KeyedBloomFilter {}
  assert.ok(Blocked.from(["a"], { key, errorRate: 0.1 }).clone() instanceof Blocked);
  const rotating = new KeyedBloomFilter({ key, capacity: 100, errorRate: 0.01, onSaturated: "rotate" });
  for (const name of keys) rotating.add(name);
  assert.ok(rotating.has(keys.at(-1)) && KeyedBloomFilter.fromBytes(rotating.toBytes(), { key }).has(keys.at(-1)));
});

test("positions and bytes depend on the secret key", () => {
  assert.deepEqual(filterOf().toBytes(), filterOf().toBytes());
  const other = filterOf({ key: generateSecretKey() });
  assert.notDeepEqual(other.bits(), filterOf().bits());
  assert.notDeepEqual(other.positions("a"), filterOf().positions("a"));
  assert.notDeepEqual(filterOf().positions("a"), BloomFilter.from(keys, { errorRate: 0.01 }).positions("a"));
  // The caller's bytes stay unchanged. A later change to them does not change the filter.
  const mine = key.slice();
  const filter = filterOf({ key: mine });
  assert.deepEqual(mine, key);
  mine.fill(0);
  assert.ok(filter.has("key-1") && filter.equals(filterOf()));
});

test("generateSecretKey returns 16 random bytes", () => {
  const [one, other] = [generateSecretKey(), generateSecretKey()];
  assert.equal(Object.prototype.toString.call(one), "[object Uint8Array]");
  assert.equal(one.length, 16);
  assert.notDeepEqual(one, other);
});

test("rejects all 128 secret keys that differ in one bit", () => {
  const dump = filterOf().toBytes();
  for (let bit = 0; bit < 128; bit++) {
    const other = key.slice();
    other[bit >> 3] ^= 1 << (bit & 7);
    const error = thrown(() => KeyedBloomFilter.fromBytes(dump, { key: other }));
    assert.ok(error instanceof FilterFormatError);
    assert.deepEqual([error.code, error.field], ["WRONG_KEY", "key"]);
  }
  assert.ok(KeyedBloomFilter.fromBytes(dump, { key }).has("key-1"));
});

test("rejects an invalid secret key and never shows it", () => {
  const hex = "07c1fa030063060708c80a0b0c0d900f";
  const dump = filterOf().toBytes();
  const sizing = { capacity: 10, errorRate: 0.1 };
  const ways = [
    (options) => new KeyedBloomFilter({ ...sizing, ...options }),
    (options) => KeyedBloomFilter.from(["a"], { errorRate: 0.1, ...options }),
    (options) => KeyedBloomFilter.fromBytes(dump, options),
    (options) => KeyedBloomFilter.fromBase64(filterOf().toBase64(), options),
  ];
  for (const way of ways) {
    for (const [wrong, found] of [
      [undefined, "undefined"],
      [null, "null"],
      [hex, "a string"],
      [5, "a number"],
      [0x07c1fa03n, "a bigint"],
      [Symbol(hex), "a symbol"],
      [() => hex, "a function"],
      [[...key], "an Array"],
      [key.buffer, "an ArrayBuffer: pass new Uint8Array(buffer)"],
      [new SharedArrayBuffer(16), "a SharedArrayBuffer: pass new Uint8Array(buffer)"],
      [new Uint16Array(16), "a Uint16Array"],
      [new Uint8ClampedArray(16), "a Uint8ClampedArray"],
      [{ length: 16 }, "an object"],
    ]) {
      const error = thrown(() => way({ key: wrong }));
      assert.ok(error instanceof TypeError, inspect(wrong));
      assert.equal(error.message, `key: expected a Uint8Array of 16 bytes, got ${found}`);
      assert.equal(error.field, "key");
    }
    for (const length of [0, 1, 15, 17, 32]) {
      const error = thrown(() => way({ key: new Uint8Array(length).fill(199) }));
      assert.ok(error instanceof RangeError);
      assert.equal(error.message, `key: expected 16 bytes, got ${length}`);
    }
  }
  // The secret key in place of the options.
  const calls = [
    (it) => new KeyedBloomFilter(it),
    (it) => KeyedBloomFilter.from(["a"], it),
    (it) => KeyedBloomFilter.fromBytes(dump, it),
    (it) => KeyedBloomFilter.fromBase64("AAAA", it),
  ];
  for (const call of calls) {
    for (const it of [hex, key, undefined, null]) {
      const error = thrown(() => call(it));
      assert.ok(error instanceof TypeError);
      assert.ok(!error.message.includes("07c1") && !error.message.includes("193"), error.message);
      const found = it === key ? /^key: .*, got undefined$/ : /^options: .*, got (a string|undefined|null)$/;
      assert.match(error.message, found);
    }
  }
  assert.throws(() => new KeyedBloomFilter({ ...sizing, key, seed: 1 }), /options: expected only .*got "seed"/);
  assert.throws(() => KeyedBloomFilter.fromBytes("text", { key }), TypeError);
});

test("stats, inspection and file do not show the secret key", () => {
  const filter = filterOf();
  const shown = inspect({ filter, stats: filter.stats, json: JSON.stringify(filter) }, { depth: 9, showHidden: true });
  assert.ok(!shown.includes("193, 250") && !shown.includes("secret"), shown);
  const dump = Buffer.from(filter.toBytes());
  for (const half of [key.subarray(0, 8), key.subarray(8)]) assert.equal(dump.indexOf(half), -1);
});

test("the secret key does not stay in the key buffer", () => {
  const mine = Uint8Array.from({ length: 16 }, (_, i) => 211 + i);
  const dump = filterOf({ key: mine }).toBytes();
  KeyedBloomFilter.fromBytes(dump, { key: mine });
  thrown(() => KeyedBloomFilter.fromBytes(dump, { key }));
  const memory = Buffer.concat(memories.map(({ buffer }) => Buffer.from(buffer)));
  assert.ok(memory.length >= 65536);
  assert.equal(memory.indexOf(mine.subarray(0, 8)), -1);
});

test("rejects combining filters with different secret keys", () => {
  const filter = filterOf();
  const plain = BloomFilter.from(keys, { errorRate: 0.01 });
  for (const [one, other, field] of [
    [filter, filterOf({ key: generateSecretKey() }), "key"],
    [filter, filterOf({ layout: "blocked" }), "layout"],
    [filter, plain, "key"],
    [plain, filter, "key"],
  ]) {
    for (const verb of ["union", "intersection", "merge"]) {
      const error = thrown(() => one[verb](other));
      assert.ok(error instanceof RangeError);
      assert.deepEqual([error.code, error.field], ["INCOMPATIBLE", field]);
    }
    assert.deepEqual([one.isCompatible(other), one.equals(other)], [false, false]);
  }
  assert.ok(filter.equals(filterOf()) && plain.has("key-1"));
});

test("rejects unkeyed and keyed files in the wrong place, naming the right one", () => {
  const plain = BloomFilter.from(keys, { errorRate: 0.01 }).toBytes();
  const error = thrown(() => KeyedBloomFilter.fromBytes(plain, { key }));
  assert.ok(error instanceof FilterFormatError);
  assert.deepEqual([error.code, error.field, error.offset], ["WRONG_CLASS", "class", 0]);
  assert.match(error.message, /: use BloomFilter$/);
  const counting = CountingBloomFilter.from(keys, { errorRate: 0.01 }).toBytes();
  assert.equal(thrown(() => KeyedBloomFilter.fromBytes(counting, { key })).code, "WRONG_CLASS");
  const foreign = compat.createFilter?.({ scheme: "go-bits-and-blooms", bits: 100, hashes: 3 });
  assert.equal(thrown(() => KeyedBloomFilter.fromBytes(foreign.toBytes(), { key })).code, "WRONG_CLASS");
  for (const layout of LAYOUTS) {
    const keyed = filterOf({ layout }).toBytes();
    for (const reads of [(it) => BloomFilter.fromBytes(it), load, compat.load]) {
      const refusal = thrown(() => reads(keyed));
      assert.ok(refusal instanceof FilterFormatError);
      assert.deepEqual([refusal.code, refusal.field, refusal.offset], ["WRONG_CLASS", "class", 0]);
      assert.match(refusal.message, /: use KeyedBloomFilter$/);
    }
    // Reading a header needs no secret key.
    assert.deepEqual([readHeader(keyed).scheme, readHeader(keyed).layout], ["keyed", layout]);
    assert.equal(thrown(() => compat.readHeader(keyed)).code, "WRONG_CLASS");
  }
});

test("rejects every flipped bit and wrong length, and keeps working", () => {
  const small = KeyedBloomFilter.from(["a", "b"], { key, errorRate: 0.01, name: "n" });
  const dump = small.toBytes();
  for (let bit = 0; bit < dump.length * 8; bit++) {
    const flipped = dump.slice();
    flipped[bit >> 3] ^= 1 << (bit & 7);
    assert.ok(thrown(() => KeyedBloomFilter.fromBytes(flipped, { key })) instanceof FilterFormatError, `bit ${bit}`);
  }
  for (let length = 0; length < dump.length; length++) {
    assert.equal(thrown(() => KeyedBloomFilter.fromBytes(dump.subarray(0, length), { key })).code, "TRUNCATED");
  }
  const longer = new Uint8Array(dump.length + 8);
  longer.set(dump);
  assert.equal(thrown(() => KeyedBloomFilter.fromBytes(longer, { key })).code, "TRAILING_BYTES");
  // Bytes from a generator with a fixed seed, some with a valid header.
  let state = 1;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24;
  for (let i = 0; i < 20000; i++) {
    const bytes = Uint8Array.from({ length: random() }, random);
    bytes.set(dump.subarray(0, Math.min(bytes.length, random() % 90)));
    assert.ok(thrown(() => KeyedBloomFilter.fromBytes(bytes, { key })) instanceof FilterFormatError);
  }
  const back = KeyedBloomFilter.fromBytes(dump, { key });
  assert.deepEqual([back.has("a"), back.has("b"), back.equals(small)], [true, true, true]);
});

test("a rejected load leaves no part of the secret key for the next one", () => {
  const filter = filterOf();
  thrown(() => KeyedBloomFilter.fromBytes(new Uint8Array(100), { key }));
  thrown(() => KeyedBloomFilter.fromBytes(filter.toBytes(), { key: generateSecretKey() }));
  // Loads the files of plain filters into this module, to compare them.
  assert.equal(filter.isCompatible(BloomFilter.from(keys, { errorRate: 0.01 })), false);
  assert.ok(KeyedBloomFilter.fromBytes(filter.toBytes(), { key }).equals(filter));
});

test("meets the error rate", () => {
  const filter = KeyedBloomFilter.from(
    Array.from({ length: 20000 }, (_, i) => `in ${i}`),
    { key, errorRate: 0.01 },
  );
  let found = 0;
  for (let i = 0; i < 200000; i++) found += +filter.has(`out ${i}`);
  // 4 σ of a binomial distribution, around the rate that the set bits predict.
  const expected = filter.stats.estimatedErrorRate * 200000;
  assert.ok(Math.abs(found - expected) < 4 * Math.sqrt(expected), `${found}, ${expected}`);
  assert.ok(Math.abs(expected - 2000) < 60);
});

test("works with require", () => {
  const require = createRequire(import.meta.url);
  const common = require("../../../pkg/cjs/index.js");
  assert.equal(common.generateSecretKey().length, 16);
  const filter = common.KeyedBloomFilter.fromBytes(filterOf().toBytes(), { key });
  assert.ok(filter.has("key-1"));
  assert.equal(filter.toBase64(), filterOf().toBase64());
});
