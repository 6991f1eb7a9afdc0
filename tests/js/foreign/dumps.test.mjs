// Native dumps of filters in other systems' schemes: frozen, read by `edgebloom/compat`, refused by the default entry.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { BloomFilter, load, readHeader } from "../../../pkg/compat.js";
import { keyOf, optionsOf } from "../helpers/foreign-vectors.mjs";

const GOLDEN = new URL("../../golden/", import.meta.url);
const dumps = Object.entries(JSON.parse(readFileSync(new URL("native-of-systems.json", GOLDEN), "utf8")));

/** Ids are for ever. */
const IDS = {
  "guava-mitz32": 9,
  "guava-mitz64": 10,
  "spark-v1": 11,
  "spark-v2": 12,
  redisbloom: 13,
  "redisbloom-hash32": 14,
  "go-bits-and-blooms": 15,
  "parquet-sbbf": 16,
  "npm-bloomfilter-fnv1a64": 17,
  "npm-bloomfilter-fnv1a32x2": 18,
  "npm-bloom-filters-v2": 19,
  "npm-bloom-filters-v2-partitioned": 20,
  "npm-bloom-filters-v1a": 21,
  "npm-bloom-filters-v1b": 22,
  "npm-bloom-filters-v1-partitioned": 23,
  "pybloom-live-md5": 24,
  "pybloom-live-xxh128": 25,
  rbloom: 26,
};

test("there is a dump for every scheme, with its id", () => {
  assert.deepEqual(
    Object.fromEntries(dumps.map(([scheme, { text }]) => [scheme, Buffer.from(text, "base64")[6]])),
    IDS,
  );
});

for (const [scheme, { vector, text }] of dumps) {
  test(`${scheme}: the dump answers as the system does`, () => {
    const one = JSON.parse(readFileSync(new URL(`${vector}.json`, GOLDEN), "utf8"));
    const { hash } = optionsOf(vector.split("/")[0], one);
    const filter = load(text, typeof hash === "function" ? { hash } : undefined);
    assert.equal(filter.toBase64(), text);
    assert.equal(readHeader(text).scheme, scheme);
    assert.throws(() => BloomFilter.fromBase64(text), { code: "WRONG_CLASS", field: "class" });
    for (const key of [...one.keys_in, ...one.false_positives]) assert.equal(filter.has(keyOf(key)), true);
    for (const key of one.keys_absent) assert.equal(filter.has(keyOf(key)), false);
  });
}

test("the default entry refuses them by the scheme", () => {
  const program = `
    import { BloomFilter, load, readHeader } from ${JSON.stringify(new URL("../../../pkg/index.js", import.meta.url).href)};
    const found = [];
    for (const text of ${JSON.stringify(dumps.map(([, { text }]) => text))}) {
      for (const read of [(text) => BloomFilter.fromBase64(text), load, readHeader]) {
        try { read(text); found.push("read"); } catch (error) { found.push([error.name, error.code, error.field].join()); }
      }
    }
    console.log(JSON.stringify([found.length, [...new Set(found)]]));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  assert.equal(stderr, "");
  assert.deepEqual(JSON.parse(stdout), [dumps.length * 3, ["FilterFormatError,WRONG_CLASS,class"]]);
});
