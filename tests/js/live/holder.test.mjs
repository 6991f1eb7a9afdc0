// FilterHolder: replacing a filter while it answers queries.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";
import {
  BloomFilter,
  CountingBloomFilter,
  FilterFormatError,
  ScalableBloomFilter,
  SparseBloomFilter,
  load,
} from "edgebloom";
import { createFilter, load as loadAny } from "edgebloom/compat";
import { FilterHolder } from "edgebloom/live";
import { FilterReader } from "edgebloom/reader";
import { keys, assertRejected } from "../helpers/helpers.mjs";

const list = (members, more) => BloomFilter.from(members, { errorRate: 0.001, ...more });
const php = (members) => {
  const filter = createFilter({ scheme: "php-redis", bits: 4096, functions: ["bkdr", "js"], arithmetic: "php" });
  filter.addMany(members);
  return filter;
};

test("accepts a filter, a file or a base64 string", () => {
  const filter = list(["a"], { name: "goods", version: "1" });
  for (const input of [filter, filter.toBytes(), filter.toBase64(), Buffer.from(filter.toBytes())]) {
    const holder = new FilterHolder(input);
    assert.deepEqual([holder.has("a"), holder.has("b")], [true, false]);
    assert.deepEqual([...holder.hasMany(["a", "b"])], [1, 0]);
    assert.deepEqual([holder.version, holder.swaps], ["1", 0]);
    assert.equal(holder.current === filter, input === filter);
    assert.equal(holder.current.constructor, input === filter ? BloomFilter : FilterReader);
    for (const next of [
      list(["b"], { name: "goods", version: "2" }),
      list(["b"], { name: "goods", version: "2" }).toBytes(),
      list(["b"], { name: "goods", version: "2" }).toBase64(),
    ]) {
      const { current, swaps } = holder;
      assert.equal(holder.replace(next), current, "the old one comes back");
      assert.ok(current.has, "and is not freed");
      current.stats;
      assert.deepEqual([holder.version, holder.swaps], ["2", swaps + 1]);
      assert.deepEqual([holder.has("a"), holder.has("b")], [false, true]);
      assert.equal(holder.current === next, next instanceof BloomFilter);
    }
  }
});

test("uses the given filter object itself", () => {
  const filter = list(["a"]);
  const holder = new FilterHolder(filter);
  filter.add("later");
  assert.equal(holder.has("later"), true);
  filter.version = "new";
  assert.equal(holder.version, "new");
  for (const field of ["current", "version", "swaps"]) {
    assert.throws(() => {
      holder[field] = 5;
    }, TypeError);
  }
});

test("accepts a filter of another size, layout or class", () => {
  const holder = new FilterHolder(list(keys(10)), { load });
  for (const next of [
    list(keys(1000)),
    list(keys(10), { layout: "blocked", seed: 7 }),
    CountingBloomFilter.from(keys(10), { errorRate: 0.01 }),
    ScalableBloomFilter.from(keys(100), { capacity: 10, errorRate: 0.01 }),
    SparseBloomFilter.from(keys(10), { bits: 2 ** 32, hashes: 3 }),
  ]) {
    for (const input of [next, next.toBytes(), next.toBase64()]) {
      holder.replace(input);
      assert.equal(holder.current.constructor, next.constructor);
      assert.ok(keys(10).every((key) => holder.has(key)));
    }
  }
  assert.equal(holder.swaps, 15);
});

test("rejects another list only if a name is given", () => {
  const named = new FilterHolder(list(["a"], { name: "goods" }));
  for (const next of [list(["b"], { name: "users" }), list(["b"]), list(["b"], { name: "goods " })]) {
    for (const input of [next, next.toBytes(), next.toBase64()]) {
      assertRejected(() => named.replace(input), RangeError, "name", "INCOMPATIBLE");
    }
  }
  assert.deepEqual([named.has("a"), named.swaps, named.current.name], [true, 0, "goods"]);
  const free = new FilterHolder(list(["a"]));
  free.replace(list(["b"], { name: "users" }));
  assert.equal(free.current.name, "users");
  assertRejected(() => free.replace(list(["b"])), RangeError, "name", "INCOMPATIBLE");
});

test("a rejected filter keeps the old one", () => {
  const filter = list(keys(100), { name: "goods", version: "1" });
  const holder = new FilterHolder(filter);
  const next = list(keys(100, 100), { name: "goods", version: "2" });
  const dump = next.toBytes();
  const broken = dump.slice();
  broken[dump.length - 20] ^= 1;
  const freed = list(["b"], { name: "goods" });
  freed.free();
  const still = () => {
    assert.equal(holder.current, filter);
    assert.deepEqual([holder.version, holder.swaps], ["1", 0]);
    assert.ok(keys(100).every((key) => holder.has(key)) && !holder.has("key-150"));
  };
  for (const [given, Kind, field, code] of [
    [broken, FilterFormatError, "checksum", "CHECKSUM"],
    [dump.subarray(0, -1), FilterFormatError, "length", "TRUNCATED"],
    [dump.subarray(0, 10), FilterFormatError, "length", "TRUNCATED"],
    [new Uint8Array(), FilterFormatError, "length", "TRUNCATED"],
    [Uint8Array.of(...dump, 0), FilterFormatError, "length", "TRAILING_BYTES"],
    [new Uint8Array(100), FilterFormatError, "magic", "MAGIC"],
    [next.toBase64().slice(0, -4), FilterFormatError],
    ["not base64!", FilterFormatError, "base64", "BASE64"],
    [list(["b"], { name: "users" }), RangeError, "name", "INCOMPATIBLE"],
    [php(["b"]), RangeError, "scheme", "INCOMPATIBLE"],
    [php(["b"]).toBytes(), FilterFormatError, undefined, "WRONG_CLASS"],
    [freed, TypeError, "filter"],
    [5, TypeError],
    [null, TypeError],
    [undefined, TypeError],
    [{}, TypeError],
    [[], TypeError],
    [{ has: () => true }, TypeError],
    [new Set(["a"]), TypeError],
    [new ArrayBuffer(100), TypeError],
    [holder, TypeError],
  ]) {
    assertRejected(() => holder.replace(given), Kind, field, code);
    still();
    if (code !== "INCOMPATIBLE") assertRejected(() => new FilterHolder(given), Kind, field, code);
  }
  assert.equal(holder.replace(dump), filter);
  assert.deepEqual([holder.version, holder.swaps, holder.has("key-150")], ["2", 1, true]);
});

test("loads filters of other systems with edgebloom/compat", () => {
  const holder = new FilterHolder(php(["a"]).toBytes(), { load: loadAny });
  assert.ok(holder.has("a") && !holder.has("b"));
  for (const input of [php(["b"]), php(["b"]).toBytes(), php(["b"]).toBase64()]) {
    holder.replace(input);
    assert.ok(holder.has("b") && !holder.has("a"));
  }
  const { current } = holder;
  const crc = createFilter({ scheme: "crc32-mt", bits: 1000, capacity: 10, generator: "php8" });
  for (const input of [list(["c"]), crc, crc.toBytes(), crc.toBase64()]) {
    assertRejected(() => holder.replace(input), RangeError, "scheme", "INCOMPATIBLE");
    assert.equal(holder.current, current);
  }
  // `load` of edgebloom/compat reads no filters of edgebloom.
  assertRejected(() => holder.replace(list(["c"]).toBytes()), FilterFormatError, "class", "WRONG_CLASS");
  assert.equal(holder.current, current);
  assertRejected(() => new FilterHolder(php(["a"]).toBytes()), FilterFormatError, undefined, "WRONG_CLASS");
  assert.ok(new FilterHolder(php(["a"])).has("a"));
});

test("checks options", () => {
  for (const load of [5, null, "load", {}])
    assertRejected(() => new FilterHolder(list(["a"]), { load }), TypeError, "load");
  assert.ok(new FilterHolder(list(["a"]), {}).has("a"));
  assert.ok(new FilterHolder(list(["a"]), { load: undefined }).has("a"));
  // With a custom `load`, its errors reach the caller, and its result must be a filter.
  const holder = new FilterHolder(list(["a"]), {
    load: () => {
      throw new Error("offline");
    },
  });
  assert.throws(() => holder.replace("text"), { message: "offline" });
  for (const input of [{ stats: {} }, new Set(), "text", null]) {
    const odd = new FilterHolder(list(["a"]), { load: () => input });
    assertRejected(() => odd.replace("text"), TypeError, "load");
    assert.ok(odd.has("a") && odd.swaps === 0);
  }
});

test("rejects wrong keys", () => {
  const holder = new FilterHolder(list(["a"]));
  for (const key of [5, null, undefined, {}]) {
    assertRejected(() => holder.has(key), TypeError, "key");
    assertRejected(() => holder.hasMany([key]), TypeError, "key");
  }
  assertRejected(() => holder.hasMany("a"), TypeError, "keys");
});

test("a key of all lists never disappears during 1,000 replacements", async () => {
  const always = keys(50);
  const next = (i) => list([...always, ...keys(20, 1000 * (i + 1))], { name: "goods", version: `${i}` });
  const holder = new FilterHolder(next(0));
  let calls = 0;
  let done = false;
  const ask = async () => {
    while (!done) {
      assert.ok(holder.hasMany(always).every((answer) => answer === 1));
      const { version } = holder;
      assert.ok(keys(20, 1000 * (+version + 1)).every((key) => holder.has(key)));
      calls++;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const swap = async () => {
    for (let i = 1; i <= 1000; i++) {
      const filter = next(i);
      holder.replace([filter, filter.toBytes(), filter.toBase64()][i % 3]).free?.();
      if (i % 10 === 0) assert.throws(() => holder.replace(filter.toBytes().subarray(0, -9)), FilterFormatError);
      await null;
      if (i % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    done = true;
  };
  await Promise.all([ask(), ask(), swap()]);
  assert.equal(holder.swaps, 1000);
  assert.equal(holder.version, "1000");
  assert.ok(calls > 300, `${calls}`);
});

test("works with require", () => {
  const required = createRequire(import.meta.url)("edgebloom/live");
  const { BloomFilter: Required } = createRequire(import.meta.url)("edgebloom");
  const holder = new required.FilterHolder(list(["a"]).toBase64());
  assert.ok(holder.has("a"));
  holder.replace(Required.from(["b"], { errorRate: 0.01 }));
  assert.ok(holder.has("b"));
});

test("accepts custom filter objects and checks their properties", () => {
  const own = (more) => ({ has: (key) => key === "a", hasMany: (keys) => Uint8Array.from(keys, () => 1), ...more });
  const holder = new FilterHolder(list(["b"], { name: "goods", version: "1" }));
  assertRejected(() => holder.replace(own({ name: "users" })), RangeError, "name", "INCOMPATIBLE");
  assertRejected(() => holder.replace(own({ stats: { scheme: "mine" } })), RangeError, "scheme", "INCOMPATIBLE");
  holder.replace(own());
  assert.deepEqual(
    [holder.has("a"), holder.has("b"), holder.version, [...holder.hasMany(["a"])]],
    [true, false, undefined, [1]],
  );
  // A replacement must have the scheme of the earlier filters.
  assertRejected(() => holder.replace(own({ stats: { scheme: "mine" } })), RangeError, "scheme", "INCOMPATIBLE");
  holder.replace(own({ name: "users", version: "2", stats: { scheme: "native" } }));
  assert.deepEqual([holder.version, holder.swaps], ["2", 2]);
  const first = new FilterHolder(own());
  first.replace(own({ stats: { scheme: "mine" } }));
  assertRejected(() => first.replace(list(["a"])), RangeError, "scheme", "INCOMPATIBLE");
});

test("readers and filters can replace each other", () => {
  const filter = list(["a"], { name: "goods", version: "1" });
  const reader = FilterReader.fromBytes(list(["b"], { name: "goods", version: "2" }).toBytes());
  const holder = new FilterHolder(filter);
  assert.equal(holder.replace(reader), filter);
  assert.deepEqual([holder.current, holder.has("b"), holder.has("a"), holder.version], [reader, true, false, "2"]);
  assertRejected(
    () => holder.replace(FilterReader.fromBytes(list(["b"]).toBytes())),
    RangeError,
    "name",
    "INCOMPATIBLE",
  );
  assertRejected(() => holder.replace(reader), TypeError, "next");
  assertRejected(() => holder.replace(php(["a"])), RangeError, "scheme", "INCOMPATIBLE");
  assert.equal(holder.replace(filter), reader);
  assert.deepEqual([holder.has("b"), holder.has("a")], [false, true]);
});

test("rejects the current filter as its own replacement", () => {
  const filter = BloomFilter.from(["a"], { errorRate: 0.1 });
  const holder = new FilterHolder(filter);
  assert.throws(() => holder.replace(filter), TypeError);
  assert.equal(holder.current, filter);
  assert.equal(holder.swaps, 0);
});

test("throws if the owner freed the filter, until it is replaced", () => {
  const filter = list(["a"]);
  const holder = new FilterHolder(filter);
  filter.free();
  assert.throws(() => holder.has("a"), { name: "TypeError", message: /has been freed/ });
  holder.replace(list(["b"]));
  assert.equal(holder.has("b"), true);
});
