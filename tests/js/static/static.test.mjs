// Static sets: no false negatives, the same file for any order, and every reader accepts them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inspect } from "node:util";
import * as compat from "../../../pkg/compat.js";
import { BloomFilter, FilterFormatError, StaticFilter, load, readHeader } from "../../../pkg/index.js";
import { LiveFilter } from "../../../pkg/api/live/index.js";
import { FilterReader } from "../../../pkg/reader/index.js";
import { generateSigningKeys, sign, verify } from "../../../pkg/sign.js";
import { repaired } from "../../../fuzz/mutate.mjs";
import { goldenJson } from "../helpers/helpers.mjs";

const named = (count, prefix = "key-") => Array.from({ length: count }, (_, i) => prefix + i);
const set = StaticFilter.from(named(5000), { errorRate: 0.01, name: "a list", version: "7" });

describe("golden files", () => {
  for (const golden of goldenJson("static/index.json")) {
    test(golden.row, () => {
      const { keys, asked, exceptions, base64 } = golden;
      const more = keys.more.map(({ hex, utf16 }) => (hex ? Buffer.from(hex, "hex") : String.fromCharCode(...utf16)));
      const read = StaticFilter.fromBase64(base64);
      assert.equal(read.toBase64(), base64);
      const reader = FilterReader.fromBase64(base64);
      const { bits, seed, errorRate, byteLength, inserted, hashes } = read.stats;
      assert.deepEqual(
        { bits, seed, errorRate, byteLength, inserted, name: read.name },
        {
          bits: golden.bits,
          seed: golden.seed,
          errorRate: golden.errorRate,
          byteLength: golden.byteLength,
          inserted: keys.count + more.length,
          name: golden.name,
        },
      );
      const { stats } = reader;
      assert.deepEqual(
        [stats.bits, stats.hashes, stats.salt, stats.layout, stats.exceptions, reader.name],
        [golden.bits, hashes, golden.salt, "static", exceptions.length, golden.name],
      );
      assert.deepEqual([stats.universe, stats.exact], [golden.universe, golden.exact]);
      assert.deepEqual([read.stats.universe, read.stats.exact], [golden.universe, golden.exact]);
      for (const one of [read, reader, load(base64)]) {
        const members = [...named(keys.count, keys.prefix), ...more];
        assert.ok(one.hasMany(members).every((answer) => answer === 1));
        const others = named(asked.count, asked.prefix);
        const found = others.filter((key) => one.has(key));
        assert.equal(found.length, asked.possibly);
        assert.deepEqual(found.slice(0, 12), golden.falsePositives);
        assert.deepEqual(
          [...one.hasMany(others)],
          others.map((key) => +one.has(key)),
        );
        if (one.hasLines) assert.deepEqual(one.hasLines(others.join("\n")), one.hasMany(others));
        for (const key of exceptions) assert.equal(one.has(key), false);
        if (!keys.count || exceptions.length || keys.prefix === "") continue;
        const options = { errorRate, seed, name: golden.name };
        const set =
          more.length || golden.universe
            ? StaticFilter.from(members, { ...options, never: golden.universe ? others : undefined })
            : StaticFilter.fromLines(members.join("\n"), options);
        if (!golden.salt) assert.equal(set.toBase64(), base64);
      }
    });
  }
});

test("has no false negatives with has, hasMany and hasLines", () => {
  for (const count of [0, 1, 2, 31, 300, 3072, 3073, 20_000]) {
    for (const errorRate of [0.5, 0.02]) {
      const keys = named(count);
      const one = StaticFilter.from(keys, { errorRate });
      assert.equal(one.stats.inserted, count);
      assert.ok(keys.every((key) => one.has(key)));
      assert.ok(one.hasMany(keys).every((answer) => answer === 1));
      assert.deepEqual(one.hasLines(keys.join("\n")), new Uint8Array(count).fill(1));
      one.free();
    }
  }
});

test("accepts keys of every type, and short ones", () => {
  const keys = ["", "a", "äöü", "\ud800", new Uint8Array([0, 255]), -1n, 2n ** 63n - 1n, "x".repeat(100_000)];
  const one = StaticFilter.from(keys, { errorRate: 1e-9, seed: 5 });
  const reader = FilterReader.fromBytes(one.toBytes());
  for (const key of keys) assert.ok(one.has(key) && reader.has(key));
  for (const key of ["b", 0n, new Uint8Array([0])]) assert.deepEqual([one.has(key), reader.has(key)], [false, false]);
});

test("writes the same file for any order, repeated keys and split lines", () => {
  const keys = named(5000);
  const options = { errorRate: 0.01, name: "a list", version: "7" };
  const file = set.toBase64();
  // Chunks may end inside a line, a character or a line break.
  const text = `${keys.slice(0, 2000).join("\r\n")}\n${keys.slice(1000).join("\n")}`;
  const pieces = function* () {
    for (let at = 0; at < text.length; at += 1 + (at % 37)) {
      const piece = text.slice(at, at + 1 + (at % 37));
      yield at % 3 ? new TextEncoder().encode(piece) : piece;
    }
  };
  for (const other of [
    StaticFilter.from([...keys].reverse(), options),
    StaticFilter.from([...keys, ...keys.slice(7)], options),
    StaticFilter.from(new Set(keys), options),
    StaticFilter.fromLines(`\n${keys.join("\n\n")}\r\n`, options),
    StaticFilter.fromLines(new TextEncoder().encode(keys.join("\n")), options),
    StaticFilter.fromLines(pieces(), options),
  ]) {
    assert.equal(other.toBase64(), file);
  }
  assert.notEqual(StaticFilter.from(keys, { ...options, seed: 1 }).toBase64(), file);
  assert.equal(StaticFilter.from(keys, { errorRate: 0.01, seed: "random" }).stats.inserted, 5000);
});

test("joins lines and characters split between two chunks", () => {
  const bytes = new TextEncoder().encode("äöü\nключ\n键\n🔑\nlast");
  const split = function* () {
    for (const byte of bytes) yield Uint8Array.of(byte);
  };
  const one = StaticFilter.fromLines(split(), { errorRate: 1e-9 });
  assert.deepEqual([one.stats.inserted, ...one.hasLines(bytes)], [5, 1, 1, 1, 1, 1]);
  const strings = function* () {
    for (const unit of "🔑a\n🔑b".split("")) yield unit;
  };
  assert.deepEqual([...StaticFilter.fromLines(strings(), { errorRate: 1e-9 }).hasMany(["🔑a", "🔑b"])], [1, 1]);
});

test("an empty set answers no to every key", () => {
  const one = StaticFilter.from([], { errorRate: 0.5 });
  const keys = named(100);
  for (const read of [one, FilterReader.fromBytes(one.toBytes())]) assert.ok(!read.hasMany(keys).includes(1));
});

test("the file is smaller than that of a Bloom filter", () => {
  const bloom = BloomFilter.from(named(5000), { errorRate: 0.01 });
  assert.ok(set.stats.byteLength < 0.75 * bloom.stats.byteLength);
  assert.equal(set.toBytes().length, set.stats.byteLength);
});

test("has exceptions", () => {
  const one = StaticFilter.from(named(100), { errorRate: 0.5 });
  const others = named(50, "other-").filter((key) => one.has(key));
  assert.ok(others.length > 10);
  assert.deepEqual([one.allow(others[0]), one.allow(others[0]), one.allow("")], [true, false, true]);
  const file = one.toBytes();
  for (const read of [one, StaticFilter.fromBytes(file), FilterReader.fromBytes(file)]) {
    assert.deepEqual([read.has(others[0]), read.has(others[1]), read.has("")], [false, true, false]);
    assert.deepEqual([...read.hasMany(others.slice(0, 2))], [0, 1]);
  }
  assert.deepEqual([...one.hasLines(`${others[0]}\n${others[1]}`)], [0, 1]);
  assert.throws(() => one.allow("x".repeat(40_000)), { name: "RangeError", field: "allowed" });
  assert.deepEqual(one.toBytes(), file);
});

test("other readers accept it or name the class that does", async () => {
  const file = set.toBytes();
  for (const read of [
    load(file),
    load(set.toBase64()),
    await load(new Response(file)),
    await load(new Response(set.toBase64())),
    StaticFilter.fromBase64(JSON.parse(JSON.stringify(set)).base64),
  ]) {
    assert.ok(read instanceof StaticFilter);
    assert.deepEqual([read.name, read.version, read.has("key-4999")], ["a list", "7", true]);
  }
  assert.throws(() => compat.load(file), { name: "FilterFormatError", code: "WRONG_CLASS" });
  assert.equal(FilterReader.fromBytes(file).has("key-1"), true);
  const { layout, bits, hashes, byteLength, inserted, errorRate, name } = readHeader(file.subarray(0, 200));
  assert.deepEqual(
    { layout, bits, hashes, byteLength, inserted, errorRate, name },
    {
      layout: "static",
      bits: set.stats.bits,
      hashes: 6,
      byteLength: file.length,
      inserted: 5000,
      errorRate: 0.01,
      name: "a list",
    },
  );
  assert.throws(() => BloomFilter.fromBytes(file), { name: "FilterFormatError", code: "WRONG_CLASS", field: "class" });
  const bloom = BloomFilter.from(["a"], { errorRate: 0.1 });
  assert.throws(() => StaticFilter.fromBytes(bloom.toBytes()), { code: "WRONG_CLASS", field: "class" });
});

test("a LiveFilter fetches it, and a signed file has it", async () => {
  const file = set.toBytes();
  const live = new LiveFilter("https://lists.example/set", { fetch: async () => new Response(file) });
  await live.ready();
  assert.deepEqual([live.has("key-7"), live.version], [true, "7"]);
  live.stop();
  const { privateKey, publicKey } = await generateSigningKeys();
  const signed = await sign(file, { privateKey, sequence: 1 });
  const { bytes: dump } = await verify(signed, { publicKey, minSequence: 1 });
  assert.deepEqual(dump, file);
});

test("errors name the wrong argument and change nothing", () => {
  const assertRejected = (make, name, field) =>
    assert.throws(make, (error) => error.name === name && error.field === field);
  for (const errorRate of [0, 1e-10, 0.51, 1, Number.NaN]) {
    assertRejected(() => StaticFilter.from(["a"], { errorRate }), "RangeError", "errorRate");
  }
  assertRejected(() => StaticFilter.from(["a"], {}), "TypeError", "errorRate");
  assertRejected(() => StaticFilter.from(["a"], { errorRate: 0.1, capacity: 3 }), "TypeError", "options");
  assertRejected(() => StaticFilter.from("keys", { errorRate: 0.1 }), "TypeError", "keys");
  assertRejected(() => StaticFilter.from([1], { errorRate: 0.1 }), "TypeError", "key");
  const sevens = function* () {
    yield 7;
  };
  for (const lines of [7, null, undefined, ["a", "b"], (async function* () {})(), sevens()]) {
    assertRejected(() => StaticFilter.fromLines(lines, { errorRate: 0.1 }), "TypeError", "lines");
  }
  const untouched = {
    [Symbol.iterator]() {
      throw new Error("read");
    },
  };
  assertRejected(() => StaticFilter.from(untouched, { errorRate: 0.9 }), "RangeError", "errorRate");
  assertRejected(() => StaticFilter.from(["a"], { errorRate: "0.1" }), "TypeError", "errorRate");
  assertRejected(() => new StaticFilter(), "TypeError", "StaticFilter");
  assert.throws(() => StaticFilter.fromBytes("text"), TypeError);
  assert.throws(() => StaticFilter.fromBase64("60ZM"), FilterFormatError);
  assert.equal(set.has("key-1"), true);
});

test("prints a summary in a console, also after free()", () => {
  const bits = set.stats.bits;
  assert.equal(inspect(set), `StaticFilter { a list 7: 5000 keys, static, ${bits} bits }`);
  const one = StaticFilter.from(["a"], { errorRate: 0.1 });
  one.free();
  one.free();
  assert.equal(inspect(one), "StaticFilter { freed }");
  assert.throws(() => one.has("a"), TypeError);
  assert.throws(() => one.stats, TypeError);
  assert.throws(() => one.toBytes(), TypeError);
});

test("detects a transferred buffer", () => {
  const file = set.toBytes();
  const reader = FilterReader.fromBytes(file);
  structuredClone(file.buffer, { transfer: [file.buffer] });
  assert.throws(() => reader.has("key-1"), TypeError);
});

test("a later layer with salt 0 is read by its lanes without a salt", () => {
  const keys = named(3500);
  const bytes = Buffer.from(StaticFilter.from(keys, { errorRate: 0.5 }).toBytes());
  let accepted = 0;
  // The first layer starts at 56. Where the next one starts, depends on its blocks: here, each place is tried.
  for (let at = 64; at < bytes.length - 8; at += 8) {
    const changed = Buffer.from(bytes);
    changed.writeUInt32LE(5, 56 + 4);
    changed.writeUInt32LE(0, at + 4);
    const file = repaired(changed);
    const filter = StaticFilter.fromBytes(file);
    const reader = FilterReader.fromBytes(file);
    for (const key of [...keys.slice(0, 1500), ...named(100, "other-")])
      assert.equal(reader.has(key), filter.has(key), `${at} ${key}`);
    filter.free();
    accepted++;
  }
  assert.ok(accepted > 10);
});
