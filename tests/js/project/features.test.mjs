// The list of features: the page is current, and every file in it exists. Also tests the small features that no
// other file tests.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { BloomFilter, CountingBloomFilter, falsePositiveRate, optimalBits } from "edgebloom";
import { createFilter, importFilter, stringHash } from "edgebloom/compat";
import { RedisFilter } from "../../../examples/redis-bitmap/bitmap.mjs";
import { PAGE, featuresPage, readFeatures } from "../../../scripts/features.mjs";
import { at } from "../../../scripts/run.mjs";
import { goldenJson, keys, textOf } from "../helpers/helpers.mjs";

test("docs/maintainers/features.md matches features.json", () => {
  assert.equal(textOf(PAGE), featuresPage(), "run node scripts/features.mjs");
});

test("every feature names code, tests and an example, and each of these files exists", () => {
  const { articles, rows } = readFeatures();
  const ids = rows.map(({ id }) => id);
  assert.equal(new Set(ids).size, 77);
  assert.equal(rows.length, 77);
  const page = textOf(PAGE);
  for (const row of rows) {
    assert.equal(page.split(`\n| ${row.id} | ${row.feature}`).length, 2, `${row.id} is once on the page`);
    assert.ok(row.articles.length, row.id);
    for (const name of row.articles) assert.ok(name in articles, `${row.id}: article ${name}`);
    assert.ok(row.feature && row.examples.length, row.id);
    for (const files of [row.code, row.tests]) {
      assert.ok(Object.keys(files).length, row.id);
      for (const [file, names] of Object.entries(files))
        assert.ok(names.length && names.every(Boolean), `${row.id}: ${file}`);
    }
    const paths = [...Object.keys(row.code), ...Object.keys(row.tests), ...row.examples];
    for (const path of paths) assert.ok(existsSync(at(path)), `${row.id}: ${path}`);
  }
});

test("B12: too many hashes raise the rate, too many bits are wasted", () => {
  const n = 2000;
  // A whole number of words.
  const bits = 313 * 64;
  const rates = [2, 7, 20, 40].map((hashes) => {
    const filter = BloomFilter.from(keys(n), { bits, hashes });
    const { estimatedErrorRate } = filter.stats;
    assert.ok(Math.abs(estimatedErrorRate / falsePositiveRate(bits, n, hashes) - 1) < 0.2);
    return estimatedErrorRate;
  });
  assert.ok(rates[1] < rates[0] && rates[1] < rates[2] && rates[2] < rates[3]);
  const large = BloomFilter.from(keys(n), { bits: 2 ** 20, hashes: 7 });
  assert.ok(large.stats.fillRatio < 0.02);
  const enough = large.shrink({ errorRate: 0.01 }).stats;
  assert.ok(enough.bits <= 2 * optimalBits(n, 0.01) && enough.estimatedErrorRate <= 0.01);
});

test("C5: counters take memory in proportion to their bits", () => {
  const shape = { bits: 64_000, hashes: 7 };
  const bytes = new BloomFilter(shape).bits().length;
  for (const counterBits of [2, 4, 8, 16]) {
    const filter = new CountingBloomFilter({ ...shape, counterBits });
    assert.equal(filter.bits().length, counterBits * bytes);
  }
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

test("D6: one transaction, and so one round trip, per key", async () => {
  const bits = new Set();
  const sent = [];
  const queue = (commands, command, answer) => {
    commands.push(command);
    commands.answers.push(answer);
  };
  const redis = {
    multi() {
      const commands = Object.assign([], { answers: [] });
      return {
        setBit: (bucket, position) => {
          queue(commands, `SETBIT ${bucket} ${position}`, +bits.has(position));
          bits.add(position);
        },
        getBit: (bucket, position) => queue(commands, `GETBIT ${bucket} ${position}`, +bits.has(position)),
        exec: async () => (sent.push([...commands]), commands.answers),
      };
    },
  };
  const functions = ["bkdr", "sdbm", "js"];
  const options = { scheme: "php-redis", bits: 4096, functions, arithmetic: "php" };
  const filter = new RedisFilter(redis, "rptc", options);
  assert.deepEqual(await filter.add("First!"), [0, 0, 0]);
  assert.deepEqual(await filter.add("First!"), [1, 1, 1]);
  assert.equal(await filter.exists("First!"), true);
  assert.equal(await filter.exists("Second!"), false);
  assert.deepEqual(
    sent.map(({ length }) => length),
    [3, 3, 3, 3],
  );
  const positions = createFilter(options).positions("First!");
  assert.deepEqual(
    sent[0],
    positions.map((position) => `SETBIT rptc ${position}`),
  );
  assert.deepEqual(
    sent[2],
    positions.map((position) => `GETBIT rptc ${position}`),
  );
});

test("D11: bitmaps of Redis and files of its Bloom filter module are read", () => {
  const scheme = { scheme: "php-redis", bits: 64, functions: ["elf"], arithmetic: "php" };
  assert.equal(importFilter(Uint8Array.of(0x80), { format: "redis-bitmap", scheme }).stats.bitsSet, 1);
  const { dump_base64, keys_in } = goldenJson("redisbloom/redisbloom_scaling_small.json");
  const filter = importFilter(new Uint8Array(Buffer.from(dump_base64, "base64")), { format: "redisbloom" });
  for (const key of keys_in.filter((key) => typeof key === "string")) assert(filter.has(key));
});

test("E22: the documents say when not to use a filter", () => {
  const readme = textOf("README.md").replace(/\s+/g, " ");
  assert.match(readme, /do not use [^.]*: [^.]*if a wrong \*maybe\* is not acceptable/i);
  assert.match(textOf("examples/basics/README.md").replace(/\s+/g, " "), /do not use a Bloom filter/);
  assert.match(textOf(PAGE).replace(/\s+/g, " "), /wrong where no error can be tolerated/);
});
