// Filters in the schemes of other systems: their answers, rejected values, and their files.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";
import * as edgebloom from "edgebloom";
import * as compat from "edgebloom/compat";
import { assertRejected, goldenJson, keys } from "../helpers/helpers.mjs";

const { BloomFilter, CountingBloomFilter, FilterFormatError } = edgebloom;
const { createFilter, exportFilter, importFilter, load, stringHash } = compat;
const NAMES = ["js", "pjw", "elf", "bkdr", "sdbm", "djb", "dek", "fnv"];
const SEEDS = [3, 5, 7, 11, 13, 31, 37, 61];
const PHP = { scheme: "php-redis", bits: 4096, functions: ["bkdr", "sdbm", "js"], arithmetic: "php" };
const MT = { scheme: "crc32-mt", bits: 1000, capacity: 100, generator: "php8" };
const ADDITIVE = { scheme: "additive-partitioned", size: 1024, seeds: [3, 5, 7] };
const FOREIGN = [
  PHP,
  { ...PHP, arithmetic: "clean32" },
  MT,
  { ...MT, generator: "php5" },
  ADDITIVE,
  { ...PHP, bits: 2 ** 32 },
  { ...MT, bits: 2 ** 40, capacity: 2 ** 39 },
  { scheme: "additive-partitioned" },
];
const NATIVE = [
  { scheme: "standard", bits: 1024, hashes: 3 },
  { scheme: "partitioned", bits: 5 * 64 * 3, hashes: 3, seed: 5 },
  { scheme: "blocked", bits: 1024, hashes: 3 },
];

/** A filter with these keys. */
function filled(options, members) {
  const filter = createFilter(options);
  filter.addMany(members);
  return filter;
}

test("every scheme answers by its positions", () => {
  for (const options of [...FOREIGN, ...NATIVE]) {
    const filter = createFilter(options);
    assert.ok(filter instanceof compat.CompatFilter && !(filter instanceof BloomFilter));
    const model = new Set();
    for (const key of keys(80)) {
      const positions = filter.positions(key);
      assert.equal(positions.length, filter.stats.hashes);
      assert.ok(positions.every((position) => position >= 0 && position < filter.stats.bits));
      assert.equal(
        filter.add(key),
        positions.some((position) => !model.has(position)),
      );
      positions.forEach((position) => model.add(position));
    }
    for (const key of keys(1000)) {
      assert.equal(
        filter.has(key),
        filter.positions(key).every((position) => model.has(position)),
      );
    }
    const stats = filter.stats;
    assert.equal(stats.bitsSet, model.size);
    assert.equal(stats.inserted, 80);
    assert.equal(stats.byteLength, filter.toBytes().length);
    assert.equal(stats.scheme, options.scheme);
    const other = options.scheme === "additive-partitioned" ? "partitioned" : "standard";
    assert.equal(stats.layout, NATIVE.includes(options) ? options.scheme : other);
    assert.equal(stats.errorRate, null);
    assert.equal(stats.capacity, options.capacity ?? null);
    assert.equal(filter.addLines("key-1\nanother\n") > 0, true);
    assert.deepEqual([...filter.hasLines("another\nkey-2")], [1, 1]);
    filter.free();
  }
});

test("positions follow from the hashes", () => {
  for (const arithmetic of ["php", "clean32"]) {
    for (const bits of [1, 1000, 2 ** 20, 2 ** 32]) {
      const functions = [...NAMES].reverse();
      const filter = createFilter({ scheme: "php-redis", bits, functions, arithmetic });
      assert.equal(filter.stats.hashes, 8);
      for (const key of ["", "a", "布隆过滤器", "x".repeat(100), ...keys(20)]) {
        const expected = functions.map((name) => stringHash(name, key, { arithmetic }));
        const found = filter.positions(key);
        assert.deepEqual(found, bits === 2 ** 32 ? expected : expected.map((hash) => hash % bits));
      }
    }
  }
  const comments = createFilter({ ...PHP, bits: 2 ** 32 });
  assert.deepEqual(comments.positions("布隆过滤器"), [3168566995, 1182780263, 2921560613]);
  // For short keys, integers are exact.
  const additive = createFilter(ADDITIVE);
  for (const key of ["a", "ab", "abc"]) {
    const expected = ADDITIVE.seeds.map((seed, i) => {
      const hash = [...key].reduce((sum, one) => sum * seed + one.charCodeAt(0), 0);
      return i * 1024 + (hash & 1023);
    });
    assert.deepEqual(additive.positions(key), expected);
  }
  assert.equal(createFilter({ scheme: "additive-partitioned" }).stats.hashes, SEEDS.length);
  assert.equal(createFilter({ scheme: "additive-partitioned" }).stats.bits, 8 * 2 ** 30);
  assert.equal(createFilter(MT).stats.hashes, Math.ceil(10 * Math.LN2));
  assert.equal(createFilter({ ...MT, bits: 10, capacity: 1000 }).stats.hashes, 1);
});

test("an additive filter never contains the empty key", () => {
  const filter = createFilter(ADDITIVE);
  assert.equal(filter.add(""), false);
  assert.equal(filter.has(""), false);
  assert.deepEqual(filter.testAndSet(""), []);
  assert.equal(filter.stats.inserted, 0);
  for (const options of [PHP, MT]) assert.ok(filled(options, [""]).has(""));
});

test("our own layouts give the files of the default entry point", () => {
  for (const { scheme, ...options } of NATIVE) {
    const filter = filled({ scheme, ...options }, keys(50));
    const plain = BloomFilter.from(keys(50), { layout: scheme, ...options });
    assert.deepEqual(filter.toBytes(), plain.toBytes());
    assert.deepEqual(filter.bits(), plain.bits());
    assert.ok(edgebloom.load(filter.toBytes()).equals(plain));
    filter.add(5n);
    assert.ok(filter.has(5n));
  }
});

test("files load only with load of this entry point", () => {
  for (const options of FOREIGN) {
    const filter = filled(options, keys(60));
    filter.name = "comments 布";
    filter.version = "7";
    const [dump, text] = [filter.toBytes(), filter.toBase64()];
    for (const loaded of [load(dump), load(text), filter.clone()]) {
      assert.ok(loaded.equals(filter) && filter.equals(loaded));
      assert.deepEqual(loaded.toBytes(), dump);
      assert.deepEqual(loaded.stats, filter.stats);
      assert.deepEqual([loaded.name, loaded.version], ["comments 布", "7"]);
      assert.deepEqual(loaded.positions("布"), filter.positions("布"));
      assert.deepEqual(loaded.hasMany(keys(500)), filter.hasMany(keys(500)));
      assertRejected(() => loaded.add(5n), TypeError, "key");
      loaded.free();
    }
    for (const other of [
      () => edgebloom.load(dump),
      () => edgebloom.load(text),
      () => edgebloom.readHeader(dump),
      // Which files a class reads does not depend on other imports.
      () => BloomFilter.fromBytes(dump),
      () => BloomFilter.fromBase64(text),
    ]) {
      assertRejected(other, FilterFormatError, "class", "WRONG_CLASS");
    }
    filter.free();
  }
  const options = { errorRate: 0.01 };
  for (const filter of [
    BloomFilter.from(keys(20), options),
    CountingBloomFilter.from(keys(20), options),
    edgebloom.ScalableBloomFilter.from(keys(20), { capacity: 2, ...options }),
    edgebloom.SparseBloomFilter.from(keys(20), { bits: 2 ** 32, hashes: 3 }),
  ]) {
    for (const read of [load, compat.readHeader]) {
      assertRejected(() => read(filter.toBytes()), FilterFormatError, "class", "WRONG_CLASS");
    }
  }
});

test("rejects damaged files", () => {
  for (const options of [PHP, MT, ADDITIVE, { ...PHP, bits: 2 ** 32 }]) {
    const dump = filled(options, ["a", "b"]).toBytes();
    for (let byte = 0; byte < dump.length; byte++) {
      const flipped = dump.slice();
      flipped[byte] ^= 1 << (byte & 7);
      assert.throws(() => load(flipped), FilterFormatError, `${options.scheme} ${byte}`);
      assert.throws(() => load(dump.subarray(0, byte)), { name: "FilterFormatError", code: "TRUNCATED" });
    }
  }
});

test("combines only compatible filters", () => {
  for (const options of [PHP, MT, ADDITIVE, { ...PHP, bits: 2 ** 32 }]) {
    const [a, b] = [filled(options, keys(40)), filled(options, keys(40, 20))];
    assert.ok(a.isCompatible(b) && !a.equals(b));
    assert.ok(a.union(b).equals(filled(options, keys(60))));
    const both = a.intersection(b);
    assert.ok(keys(20, 20).every((key) => both.has(key)));
    assert.ok(a.clone().merge(b).equals(a.union(b)));
    assertRejected(() => a.union(b).add(5n), TypeError, "key");
    const before = a.toBytes();
    const others = {
      "php-redis": [
        { ...options, functions: ["sdbm", "bkdr", "js"] },
        { ...options, functions: ["js"] },
        { ...options, arithmetic: "clean32" },
        { ...options, bits: 1024 },
        MT,
        ADDITIVE,
      ],
      "crc32-mt": [{ ...MT, generator: "php5" }, { ...MT, capacity: 50 }, { ...MT, bits: 999 }, PHP],
      "additive-partitioned": [{ ...ADDITIVE, seeds: [3, 5, 11] }, { ...ADDITIVE, size: 512 }, PHP],
    }[options.scheme];
    for (const other of [...others.map(createFilter), createFilter(NATIVE[0])]) {
      assert.equal(a.isCompatible(other), false);
      assert.equal(a.equals(other), false);
      for (const verb of ["union", "intersection", "merge"]) {
        assertRejected(() => a[verb](other), RangeError, undefined, "INCOMPATIBLE");
      }
      assert.deepEqual(a.toBytes(), before);
    }
    if (options.bits === 2 ** 32) continue;
    const plain = new BloomFilter({ bits: 4096, hashes: 3 });
    for (const verb of ["union", "intersection", "merge"]) {
      assertRejected(() => a[verb](plain), RangeError, undefined, "INCOMPATIBLE");
      assertRejected(() => plain[verb](a), RangeError, undefined, "INCOMPATIBLE");
    }
    assert.equal(plain.isCompatible(a), false);
    assert.equal(plain.equals(a), false);
  }
});

test("folds", () => {
  for (const divisor of [1, 2, 64, 4096]) {
    const folded = filled(PHP, keys(60)).fold(divisor);
    assert.ok(folded.equals(filled({ ...PHP, bits: 4096 / divisor }, keys(60))));
    assert.equal(folded.stats.scheme, "php-redis");
    assert.ok(keys(60).every((key) => folded.has(key)));
  }
  assertRejected(() => createFilter(PHP).fold(3), RangeError, "divisor");
  assert.ok(
    filled(ADDITIVE, keys(60))
      .fold(4)
      .equals(filled({ ...ADDITIVE, size: 256 }, keys(60))),
  );
  assertRejected(() => createFilter(MT).fold(2), RangeError, "divisor");
  assert.ok(filled(MT, keys(9)).fold(1).has("key-8"));
});

test("accepts strings and bytes as keys", () => {
  for (const options of [PHP, MT, ADDITIVE]) {
    const filter = createFilter(options);
    filter.add("布");
    assert.ok(filter.has(new TextEncoder().encode("布")));
    for (const key of [5n, 5, null, undefined, {}, true, ["a"]]) {
      for (const call of [
        () => filter.add(key),
        () => filter.has(key),
        () => filter.positions(key),
        () => filter.testAndSet(key),
        () => filter.addMany([key]),
        () => filter.hasMany([key]),
        () => filter.allow(key),
        () => filter.clone().add(key),
      ]) {
        assertRejected(call, TypeError, "key");
      }
    }
  }
});

test("checks options", () => {
  const wrong = (base, field, values, Kind) => {
    for (const value of values) assertRejected(() => createFilter({ ...base, [field]: value }), Kind, field);
  };
  for (const options of [undefined, null, 5, "php-redis"])
    assertRejected(() => createFilter(options), TypeError, "options");
  wrong(PHP, "scheme", ["php", "", "PHP-Redis", "constructor", "__proto__"], RangeError);
  wrong(PHP, "scheme", [undefined, null, 4, {}], TypeError);
  assertRejected(() => createFilter({}), TypeError, "scheme");
  const numbers = [undefined, null, "10", 10n, {}];
  wrong(PHP, "bits", [0, -1, 2 ** 32 + 1, 2 ** 53, 1.5, NaN, Infinity], RangeError);
  wrong(MT, "bits", [0, -1, 2 ** 53, 1.5, NaN, Infinity], RangeError);
  wrong(MT, "capacity", [0, -1, 2 ** 53, 1.5, NaN], RangeError);
  for (const field of ["bits", "capacity"]) wrong(MT, field, numbers, TypeError);
  wrong(PHP, "bits", numbers, TypeError);
  wrong(PHP, "arithmetic", [undefined, null, 5], TypeError);
  wrong(PHP, "arithmetic", ["php8", "", "PHP"], RangeError);
  wrong(MT, "generator", [undefined, null, 8], TypeError);
  wrong(MT, "generator", ["php7", "", "PHP8"], RangeError);
  wrong(PHP, "functions", [[], ["js", "js"], ["md5"], ["JS"], [...NAMES, "js"]], RangeError);
  wrong(PHP, "functions", [undefined, null, "js", { 0: "js" }, [5], [null], [["js"]]], TypeError);
  wrong(ADDITIVE, "size", [0, -1, 1.5, 2 ** 53, NaN, 2 ** 52], RangeError);
  wrong(ADDITIVE, "size", [null, "10", 10n], TypeError);
  wrong(ADDITIVE, "seeds", [[], Array(65).fill(3), [1.5], [NaN], [2 ** 53], [-(2 ** 53)]], RangeError);
  wrong(ADDITIVE, "seeds", [null, 3, "3", ["3"], [3n], [null], Uint8Array.of(3)], TypeError);
  assert.equal(createFilter({ ...ADDITIVE, seeds: Array(64).fill(3) }).stats.hashes, 64);
  assert.equal(createFilter({ ...ADDITIVE, seeds: [-3, 0, 2 ** 53 - 1] }).stats.hashes, 3);
  wrong(NATIVE[0], "bits", [0, 2 ** 32 + 1, 1.5], RangeError);
  wrong(NATIVE[0], "hashes", [0, 65, 1.5], RangeError);
  wrong(NATIVE[0], "seed", [-1, 2 ** 32, 1.5], RangeError);
  wrong(NATIVE[1], "bits", [1000], RangeError);
  wrong(NATIVE[2], "bits", [1000], RangeError);
  for (const base of [PHP, MT, ADDITIVE, ...NATIVE]) {
    for (const more of [{ errorRate: 0.1 }, { name: "n" }, { byts: 5 }, { onSaturated: "warn" }]) {
      assertRejected(() => createFilter({ ...base, ...more }), TypeError, "options");
    }
  }
  assertRejected(() => createFilter({ ...PHP, hashes: 3 }), TypeError, "options");
  assertRejected(() => createFilter({ ...MT, functions: ["js"] }), TypeError, "options");
});

test("stringHash gives the documented values", () => {
  assert.equal(stringHash("bkdr", "布隆过滤器", { arithmetic: "php" }), 3168566995);
  for (const name of NAMES) {
    for (const arithmetic of ["php", "clean32"]) {
      const hash = stringHash(name, "布", { arithmetic });
      assert.ok(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32);
      assert.equal(stringHash(name, new TextEncoder().encode("布"), { arithmetic }), hash);
    }
    for (const options of [undefined, null, {}, { arithmetic: 5 }]) {
      assertRejected(() => stringHash(name, "a", options), TypeError, "arithmetic");
    }
    assertRejected(() => stringHash(name, "a", { arithmetic: "java" }), RangeError, "arithmetic");
    for (const key of [5, 5n, null, undefined, {}]) {
      assertRejected(() => stringHash(name, key, { arithmetic: "php" }), TypeError, "key");
    }
  }
  assertRejected(() => stringHash("md5", "a", { arithmetic: "php" }), RangeError, "name");
  for (const name of [5, null, undefined])
    assertRejected(() => stringHash(name, "a", { arithmetic: "php" }), TypeError, "name");
  const clean = { arithmetic: "clean32" };
  assert.equal(stringHash("djb", "a", clean), 5381 * 33 + 97);
  assert.equal(stringHash("fnv", "", clean), stringHash("fnv", new Uint8Array(), clean));
});

test("testAndSet returns the previous state", () => {
  for (const options of [PHP, MT, ADDITIVE, { ...PHP, bits: 2 ** 32 }, NATIVE[0]]) {
    const filter = createFilter(options);
    const other = createFilter(options);
    const model = new Set();
    for (const key of [...keys(40), ...keys(10)]) {
      const expected = filter.positions(key).map((position) => {
        const was = +model.has(position);
        model.add(position);
        return was;
      });
      assert.deepEqual(filter.testAndSet(key), expected);
      other.add(key);
    }
    assert.deepEqual(filter.toBytes(), other.toBytes());
  }
  for (const wrong of [{}, null, undefined, 5, "a"]) {
    assertRejected(() => exportFilter(wrong, { format: "redis-bitmap" }), TypeError, "filter");
  }
  const freed = createFilter(PHP);
  freed.free();
  assertRejected(() => freed.testAndSet("a"), TypeError, "filter");
  assertRejected(() => exportFilter(freed, { format: "redis-bitmap" }), TypeError, "filter");
});

/** The bytes that Redis returns for GET after SETBIT of these positions. */
function redis(positions) {
  const bytes = new Uint8Array(positions.length ? Math.floor(Math.max(...positions) / 8) + 1 : 0);
  for (const position of positions) bytes[position >>> 3] |= 0x80 >> (position % 8);
  return bytes;
}

test("redis-bitmap: rejects a keyed filter, whose positions are secret", () => {
  const keyed = new edgebloom.KeyedBloomFilter({ key: edgebloom.generateSecretKey(), bits: 64, hashes: 2 });
  assertRejected(() => exportFilter(keyed, { format: "redis-bitmap" }), RangeError, "filter", "INCOMPATIBLE");
});

test("redis-bitmap: round-trips", () => {
  for (const options of [
    PHP,
    MT,
    ADDITIVE,
    ...NATIVE,
    { ...PHP, bits: 1001 },
    { ...PHP, bits: 2 ** 24 },
    { ...PHP, bits: 1 },
  ]) {
    const filter = filled(options, keys(30));
    const positions = keys(30).flatMap((key) => filter.positions(key));
    const bitmap = exportFilter(filter, { format: "redis-bitmap" });
    assert.ok(Buffer.from(bitmap).equals(redis(positions)));
    for (const importOptions of [
      { format: "redis-bitmap", ...options },
      { format: "redis-bitmap", scheme: options },
    ]) {
      for (const input of [bitmap, Buffer.from(bitmap)]) {
        const imported = importFilter(input, importOptions);
        assert.ok(imported.equals(filter));
        assert.ok(keys(30).every((key) => imported.has(key)));
        assert.ok(Buffer.from(exportFilter(imported, { format: "redis-bitmap" })).equals(bitmap));
        imported.free();
      }
    }
    const isOurs = NATIVE.includes(options);
    assert.deepEqual((isOurs ? edgebloom.load : load)(filter.toBytes()).bits(), filter.bits());
    filter.free();
  }
  const wide = createFilter({ ...PHP, bits: 2 ** 32 });
  const low = keys(2000).find((key) => wide.positions(key).every((position) => position < 2 ** 30)) ?? "a";
  wide.add(low);
  const bitmap = exportFilter(wide, { format: "redis-bitmap" });
  assert.ok(Buffer.from(bitmap.buffer).equals(redis(wide.positions(low))));
});

test("redis-bitmap: pads missing bytes and rejects extra ones", () => {
  const format = { format: "redis-bitmap", ...PHP, bits: 100 };
  assert.equal(importFilter(new Uint8Array(), format).stats.bitsSet, 0);
  assert.equal(exportFilter(createFilter({ ...PHP, bits: 100 }), { format: "redis-bitmap" }).length, 0);
  const some = importFilter(Uint8Array.of(0x80, 0, 0x40), format);
  assert.equal(some.stats.bitsSet, 2);
  assert.deepEqual([...some.bits().subarray(0, 3)], [1, 0, 2]);
  assert.deepEqual([...exportFilter(some, { format: "redis-bitmap" })], [0x80, 0, 0x40]);
  // 13 bytes; the last one uses 4 bits.
  const last = (byte) => Uint8Array.from({ length: 13 }, (_, i) => (i === 12 ? byte : 0));
  assert.equal(importFilter(last(0xf0), format).stats.bitsSet, 4);
  for (const byte of [0x08, 0x01, 0xf8])
    assertRejected(() => importFilter(last(byte), format), FilterFormatError, "bitmap", "INVALID");
  for (const length of [14, 100, 70_000]) {
    assertRejected(() => importFilter(new Uint8Array(length), format), FilterFormatError, "length", "TRAILING_BYTES");
    assertRejected(
      () => importFilter(new Uint8Array(length).fill(1, 13), format),
      FilterFormatError,
      "length",
      "TRAILING_BYTES",
    );
  }
  // Several pieces of 64 kB, with few bits and with all bits set.
  for (const bits of [2 ** 20, 2 ** 24]) {
    const bytes = Uint8Array.from({ length: bits / 8 }, (_, i) => (i % 65_535 ? 0 : 0x81));
    const filter = importFilter(bytes, { format: "redis-bitmap", ...PHP, bits });
    assert.equal(filter.stats.bitsSet, 2 * bytes.filter((byte) => byte).length);
    const out = exportFilter(filter, { format: "redis-bitmap" });
    assert.ok(Buffer.from(out).equals(bytes.subarray(0, out.length)));
    assert.ok(bytes.subarray(out.length).every((byte) => byte === 0));
  }
});

test("redis-bitmap: wrong arguments", () => {
  const good = { format: "redis-bitmap", ...PHP };
  for (const input of [undefined, null, "bytes", [1], new ArrayBuffer(3)]) {
    assertRejected(() => importFilter(input, good), TypeError, "input");
  }
  for (const options of [undefined, null, 5]) {
    assertRejected(() => importFilter(new Uint8Array(), options), TypeError, "options");
    assertRejected(() => exportFilter(createFilter(PHP), options), TypeError, "options");
  }
  for (const [format, Kind] of [
    ["rdb", RangeError],
    ["", RangeError],
    [undefined, TypeError],
    [5, TypeError],
  ]) {
    for (const call of [
      () => importFilter(new Uint8Array(), { ...good, format }),
      () => exportFilter(createFilter(PHP), { format }),
    ]) {
      assertRejected(call, Kind, "format");
      assert.throws(call, /redis-bitmap/, "it lists the choices");
    }
  }
  assertRejected(() => importFilter(new Uint8Array(), { format: "redis-bitmap" }), TypeError, "scheme");
  assertRejected(() => importFilter(new Uint8Array(), { ...good, scheme: "md5" }), RangeError, "scheme");
  assertRejected(() => importFilter(new Uint8Array(), { ...good, byts: 5 }), TypeError, "options");
  assertRejected(
    () => importFilter(new Uint8Array(), { format: "redis-bitmap", scheme: { ...PHP, byts: 5 } }),
    TypeError,
    "options",
  );
  assertRejected(() => importFilter(new Uint8Array(), { ...good, bits: 0 }), RangeError, "bits");
});

test("rejects options beside a scheme object", () => {
  const nested = { format: "redis-bitmap", scheme: PHP };
  assertRejected(() => importFilter(new Uint8Array(), { ...nested, bits: 5 }), TypeError, "options");
  assertRejected(() => exportFilter(createFilter(PHP), { format: "redis-bitmap", byts: 5 }), TypeError, "options");
});

test("does not export counters as bits", () => {
  const counting = CountingBloomFilter.from(["a", "a", "b"], { bits: 64, hashes: 2 });
  const format = { format: "redis-bitmap" };
  assertRejected(() => exportFilter(counting, format), RangeError, "filter", "INCOMPATIBLE");
  const plain = counting.toBloomFilter();
  assert.deepEqual(exportFilter(plain, format), redis(["a", "b"].flatMap((key) => plain.positions(key))));
});

test("exports only what is for other systems, and the classes of errors", () => {
  const own = ["CompatFilter", "createFilter", "exportFilter", "importFilter", "sniffFormat", "stringHash"];
  const shared = ["FilterFetchError", "FilterFormatError", "load", "readHeader"];
  assert.deepEqual(Object.keys(compat).sort(), [...own, ...shared].sort());
  for (const name of ["FilterFetchError", "FilterFormatError"]) assert.equal(compat[name], edgebloom[name]);
  for (const wrong of [5, null, undefined, {}]) assertRejected(() => load(wrong), TypeError, "bytes");
});

test("a plain filter stores all bits, however few are set", () => {
  const { BloomFilter: Core } = createRequire(import.meta.url)("edgebloom");
  for (const bits of [2 ** 24, 2 ** 25]) {
    const filters = [BloomFilter, Core].map((Kind) => new Kind({ bits, hashes: 3 }));
    for (const filter of filters) filter.addMany(["a", "b"]);
    const [here, there] = filters;
    for (const change of [(one) => one, (one) => one.clone(), (one) => one.fold(1), (one) => one.fold(2)]) {
      const [mine, its] = [change(here), change(there)];
      assert.equal(mine.bits().length, its.stats.bits / 8);
      assert.ok(Buffer.from(mine.bits()).equals(its.bits()));
      assert.ok(Buffer.from(mine.toBytes()).equals(its.toBytes()));
      assert.equal(Core.fromBytes(mine.toBytes()).has("a"), true);
    }
    const sparse = new edgebloom.SparseBloomFilter({ bits, hashes: 3 });
    sparse.addMany(["a", "b"]);
    assert.ok(sparse.stats.byteLength < 200);
    assert.ok(Buffer.from(sparse.bits()).equals(here.bits()));
    for (const filter of [...filters, sparse]) filter.free();
  }
});

test("require gives the same package as import", () => {
  const required = createRequire(import.meta.url)("edgebloom/compat");
  assert.deepEqual(Object.keys(required).sort(), Object.keys(compat).sort());
  const text = filled(PHP, ["a"]).toBase64();
  assert.equal(required.load(text).has("a"), true);
  assert.equal(required.createFilter(PHP).stats.scheme, "php-redis");
});

test("methods throw after free()", () => {
  const filter = createFilter(PHP);
  filter.free();
  filter.free();
  for (const call of [() => filter.add("a"), () => filter.has("a"), () => filter.stats, () => filter.toBytes()]) {
    assertRejected(call, TypeError, "filter");
  }
});

test("D11: bitmaps of Redis and files of its Bloom filter module are read", () => {
  const scheme = { scheme: "php-redis", bits: 64, functions: ["elf"], arithmetic: "php" };
  assert.equal(importFilter(Uint8Array.of(0x80), { format: "redis-bitmap", scheme }).stats.bitsSet, 1);
  const { dump_base64, keys_in } = goldenJson("redisbloom/redisbloom_scaling_small.json");
  const filter = importFilter(new Uint8Array(Buffer.from(dump_base64, "base64")), { format: "redisbloom" });
  for (const key of keys_in.filter((key) => typeof key === "string")) assert(filter.has(key));
});
