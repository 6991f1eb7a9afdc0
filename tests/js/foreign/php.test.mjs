// The three PHP systems in the package: every hash, position, answer and bitmap of tests/golden/articles. The package
// does not expose single steps and traces; tests/rust/foreign/php.rs and tests/web.rs test those.

import assert from "node:assert/strict";
import test from "node:test";
import { createFilter, exportFilter, importFilter, load, stringHash } from "edgebloom/compat";
import { goldenJson } from "../helpers/helpers.mjs";

const vectors = (name) => goldenJson(`articles/${name}.json`);
const bytesOf = (hex) => new Uint8Array(Buffer.from(hex, "hex"));
const keysOf = (...lists) =>
  lists.flatMap(({ hex, pattern, from, to, i }) => {
    if (hex) return hex.map(bytesOf);
    const numbers = i ?? Array.from({ length: to - from + 1 }, (_, i) => from + i);
    return numbers.map((number) => pattern.replaceAll("{i}", number));
  });
const answers = (text) => [...text].map(Number);
const functionsOf = (names) => names.map((name) => name.replace("Hash", "").toLowerCase());
const back = (filter) => {
  const dump = filter.toBytes();
  const loaded = load(dump);
  assert.ok(loaded.equals(filter));
  assert.deepEqual(loaded.toBytes(), dump);
  return loaded;
};

test("343 keys match with eight hashes and two arithmetics", () => {
  let values = 0;
  for (const { hex, php, clean32, differ } of vectors("hashes").vectors) {
    const key = bytesOf(hex);
    const found = [];
    for (const name of Object.keys(php)) {
      const hash = (arithmetic) => stringHash(name.toLowerCase(), key, { arithmetic });
      assert.equal(hash("php"), php[name], `${name} ${hex}`);
      assert.equal(hash("clean32"), clean32[name], `${name} ${hex}`);
      if (php[name] !== clean32[name]) found.push(name);
      values += 2;
    }
    assert.deepEqual(found.sort(), [...differ].sort());
  }
  assert.equal(values, 5488);
});

for (const [generator, prefix] of [
  ["php8", ""],
  ["php5", "legacy_"],
]) {
  test(`crc32-mt, ${generator}`, () => {
    const { keys, pairs, k_table, bulk } = vectors("crc32_mt");
    let positions = 0;
    for (const pair of pairs) {
      const filter = createFilter({ scheme: "crc32-mt", bits: pair.m, capacity: pair.n, generator });
      assert.equal(filter.stats.hashes, pair.k);
      for (const [i, { hex }] of keys.entries()) {
        const expected = pair[`${prefix}positions`][i];
        assert.deepEqual(filter.positions(bytesOf(hex)), expected, `${pair.m} ${hex}`);
        positions += expected.length;
      }
      for (const i of pair.added) filter.add(bytesOf(keys[i].hex));
      const found = [...filter.hasMany(keys.map(({ hex }) => bytesOf(hex)))];
      assert.deepEqual(found, answers(pair[`${prefix}exist`]));
      assert.deepEqual([...back(filter).hasMany(keys.map(({ hex }) => bytesOf(hex)))], found);
      filter.free();
    }
    assert.equal(positions, 65260);
    for (const [m, n, k] of k_table) {
      const filter = createFilter({ scheme: "crc32-mt", bits: m, capacity: n, generator });
      assert.equal(filter.stats.hashes, k);
      filter.free();
    }
    const kind = prefix ? "legacy" : "mt19937";
    for (const { m, n, added, bits_set_count, queried_not_added, false_positive_i, ...entry } of bulk) {
      if (entry.mt !== kind) continue;
      const filter = createFilter({ scheme: "crc32-mt", bits: m, capacity: n, generator });
      filter.addMany(keysOf(added));
      assert.ok(filter.hasMany(keysOf(added)).every(Boolean));
      assert.equal(filter.stats.bitsSet, bits_set_count);
      const found = [...filter.hasMany(keysOf(queried_not_added))].flatMap((yes, i) =>
        yes ? [queried_not_added.from + i] : [],
      );
      assert.equal(found.length, entry.false_positive_count);
      assert.deepEqual(found.slice(0, false_positive_i.length), false_positive_i);
    }
  });
}

test("additive-partitioned filters match", () => {
  const { keys, configs, bulk } = vectors("additive_partitioned");
  const all = keys.map(({ hex }) => bytesOf(hex));
  let positions = 0;
  for (const { size, seeds, added, ...config } of configs) {
    const filter = createFilter({ scheme: "additive-partitioned", size, seeds });
    for (const [i, key] of all.entries()) {
      const found = filter.positions(key).map((position, part) => position - part * size);
      assert.deepEqual(found, config.positions[i]);
      positions += found.length;
    }
    assert.deepEqual([...filter.hasMany(all)], answers(config.has_before_any_add));
    for (const i of added) filter.add(all[i]);
    assert.deepEqual([...filter.hasMany(all)], answers(config.has));
    assert.deepEqual([...back(filter).hasMany(all)], answers(config.has));
    assert.equal(filter.stats.bitsSet, config.bits_set_per_seed.flat().length);
    assert.equal(filter.add(""), false);
    assert.equal(filter.has(""), false);
  }
  assert.equal(positions, 12005);
  for (const { added, queried_not_added, false_positive_count, bits_set_per_seed_count } of bulk) {
    // The size and seeds of the article.
    const filter = createFilter({ scheme: "additive-partitioned" });
    filter.addMany(keysOf(added));
    assert.ok(filter.hasMany(keysOf(added)).every(Boolean));
    const found = filter.hasMany(keysOf(queried_not_added)).reduce((sum, yes) => sum + yes, 0);
    assert.equal(found, false_positive_count);
    assert.equal(
      filter.stats.bitsSet,
      bits_set_per_seed_count.reduce((sum, count) => sum + count),
    );
  }
});

test("eleven bitmaps match a real Redis byte for byte", () => {
  for (const entry of vectors("redis_bitmaps").filters) {
    const scheme = {
      scheme: "php-redis",
      bits: entry.modulus,
      functions: functionsOf(entry.hash_functions),
      arithmetic: "php",
    };
    const filter = createFilter(scheme);
    const keys = keysOf(...entry.keys_in);
    for (const [i, key] of keys.entries()) {
      const before = filter.testAndSet(key);
      if (entry.add_return_first[i]) assert.deepEqual(before, entry.add_return_first[i]);
    }
    const bytes = exportFilter(filter, { format: "redis-bitmap" });
    assert.equal(Buffer.from(bytes).toString("base64"), entry.get_base64, entry.name);
    const read = importFilter(bytes, { format: "redis-bitmap", scheme });
    assert.ok(read.equals(filter));
    assert.equal(read.stats.bitsSet, entry.bitcount);
    for (const hex of entry.false_positives_hex) assert.ok(read.has(bytesOf(hex)));
    for (const hex of entry.absent_hex) assert.equal(read.has(bytesOf(hex)), false);
    // With the other arithmetic, a bitmap that PHP filled misses its own keys.
    if (entry.name === "comments-2^16") {
      const wrong = importFilter(bytes, { format: "redis-bitmap", ...scheme, arithmetic: "clean32" });
      assert.ok(keys.some((key) => !wrong.has(key)));
    }
    back(read);
  }
});

test("the sparse filter of 2^32 bits matches", () => {
  const { hash_functions, keys_in, set_offsets, bitcount, queries, ...entry } = vectors("redis_2p32");
  const filter = createFilter({
    scheme: "php-redis",
    bits: 2 ** 32,
    functions: functionsOf(hash_functions),
    arithmetic: "php",
  });
  const keys = keysOf(...keys_in);
  assert.equal(keys.length, entry.keys_in_count);
  filter.addMany(keys);
  const { bitsSet, byteLength } = filter.stats;
  assert.equal(bitsSet, bitcount);
  assert.ok(byteLength < 20_000, `${byteLength}`);
  const loaded = back(filter);
  assert.ok(loaded.hasMany(keys).every(Boolean));
  for (const query of queries) {
    const found = loaded.hasMany(keysOf(query)).reduce((sum, yes) => sum + yes, 0);
    assert.equal(found, query.false_positives, query.pattern);
  }
  for (const { hex, offsets } of entry.rows) assert.deepEqual(loaded.positions(bytesOf(hex)), offsets);
  for (const hex of entry.false_positives_hex) assert.ok(loaded.has(bytesOf(hex)));
  for (const hex of entry.absent_hex) assert.equal(loaded.has(bytesOf(hex)), false);
});

test("D2: offers the eight hashes and rejects RS by name", () => {
  const arithmetic = "clean32";
  for (const name of ["js", "pjw", "elf", "bkdr", "sdbm", "djb", "dek", "fnv"]) {
    assert.equal(typeof stringHash(name, "a", { arithmetic }), "number");
  }
  for (const name of ["rs", "RS", "RSHash"]) {
    assert.throws(() => stringHash(name, "a", { arithmetic }), RangeError);
    const options = { scheme: "php-redis", bits: 64, functions: [name], arithmetic };
    assert.throws(() => createFilter(options), RangeError);
  }
});

test("D3: a part of a key is hashed by giving that part", () => {
  const key = "https://example.org/布隆过滤器";
  const bytes = new TextEncoder().encode(key);
  for (let length = 0; length <= bytes.length; length++) {
    const part = bytes.subarray(0, length);
    const bkdr = part.reduce((hash, byte) => (Math.imul(hash, 131) + byte) >>> 0, 0);
    assert.equal(stringHash("bkdr", part, { arithmetic: "clean32" }), bkdr);
  }
  for (const arithmetic of ["php", "clean32"]) {
    const djb = (part) => stringHash("djb", part, { arithmetic });
    assert.equal(djb(bytes.subarray(0, 5)), djb("https"));
  }
});
