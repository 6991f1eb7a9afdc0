// Maps: the golden files, both readers, and what must be rejected.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { BloomFilter, StaticFilter, StaticMap, load, readHeader } from "edgebloom";
import { FilterReader, MapReader } from "edgebloom/reader";
import { Random } from "../../../fuzz/mutate.mjs";
import { entriesOf } from "../helpers/golden-maps.mjs";
import { goldenJson } from "../helpers/helpers.mjs";
import { compareMaps } from "./map-mutants.mjs";

const GOLDEN = goldenJson("maps/index.json");
const range = (count) => Array.from({ length: count }, (_, i) => i);

describe("golden files", () => {
  for (const row of GOLDEN) {
    test(row.row, () => {
      const { base64, name, seed, errorRate, values, exceptions, asked } = row;
      const entries = entriesOf(row);
      const found = new Map(asked.found.map(([i, value]) => [i, values[value]]));
      const bytes = Buffer.from(base64, "base64");
      const maps = [
        StaticMap.fromBase64(base64),
        load(base64),
        MapReader.fromBytes(bytes),
        MapReader.fromBase64(base64),
      ];
      for (const map of maps) {
        for (const [key, value] of entries) assert.deepEqual([map.get(key), map.has(key)], [value, true]);
        for (const i of range(asked.count)) {
          const key = asked.prefix + i;
          assert.deepEqual([map.get(key), map.has(key)], [found.get(i), found.has(i)], key);
        }
        for (const key of exceptions) assert.deepEqual([map.get(key), map.has(key)], [undefined, false]);
        assert.equal(map.name, name);
      }
      const [read] = maps;
      assert.ok(read instanceof StaticMap && load(bytes) instanceof StaticMap);
      assert.equal(read.toBase64(), base64);
      const { inserted, values: count, byteLength } = read.stats;
      assert.deepEqual(
        [inserted, count, byteLength],
        [entries.length, new Set(entries.map(([, v]) => v)).size, bytes.length],
      );
      assert.equal(readHeader(bytes).layout, "static");
      const built = StaticMap.from(entries.toReversed(), { errorRate, seed, name });
      for (const key of exceptions) built.allow(key);
      assert.equal(built.toBase64(), base64);
    });
  }
});

test("keys of all kinds, repeated entries, and entries of a Map", () => {
  const entries = [
    ["é", "text"],
    [Uint8Array.of(1, 2), "bytes"],
    [-7n, "integer"],
    ["é", "text"],
  ];
  const map = StaticMap.from(entries, { errorRate: 1e-6 });
  const reader = MapReader.fromBytes(map.toBytes());
  for (const each of [map, reader]) {
    for (const [key, value] of entries) assert.equal(each.get(key), value);
    assert.equal(each.get(Buffer.from("é")), "text");
  }
  assert.equal(map.stats.inserted, 3);
  assert.equal(StaticMap.from(new Map([["a", "b"]]), { errorRate: 0.1 }).get("a"), "b");
  const many = StaticMap.from(
    range(5000).map((i) => [`k${i}`, `${i % 70}`]),
    { errorRate: 0.1 },
  );
  assert.deepEqual([...many.hasMany(["k1", "k2"]), ...many.hasLines("k3\nk4\n")], [1, 1, 1, 1]);
  many.free();
  assert.throws(() => many.get("k1"), { name: "TypeError", message: "filter has been freed" });
});

test("errors name what is wrong", () => {
  const options = { errorRate: 0.1 };
  const from = (entries, more) => () => StaticMap.from(entries, { ...options, ...more });
  for (const [call, error] of [
    [from("ab"), { name: "TypeError", field: "entries" }],
    [from(["ab"]), { name: "TypeError", field: "entries" }],
    [from([["a", 1]]), { name: "TypeError", field: "value" }],
    [from([["a", "\ud800"]]), { name: "RangeError", field: "value" }],
    [from([["a", "x".repeat(65536)]]), { name: "RangeError", field: "value" }],
    [from([[1, "x"]]), { name: "TypeError", field: "key" }],
    [
      from([
        ["a", "x"],
        ["b", "x"],
        ["a", "y"],
      ]),
      { name: "RangeError", field: "entries", message: /"x" and "y" for "a"/ },
    ],
    [from([["a", "x"]], { errorRate: 0.6 }), { name: "RangeError", field: "errorRate" }],
    [from([["a", "x"]], { errorRate: 1e-10 }), { name: "RangeError", field: "errorRate" }],
    [from([["a", "x"]], { never: [] }), { name: "TypeError", field: "options" }],
    [from(range(65_537).map((i) => [`${i}`, `${i}`])), { name: "RangeError", field: "values" }],
    [() => new StaticMap({}), { name: "TypeError" }],
  ]) {
    assert.throws(call, error);
  }
  const bytes = StaticMap.from([["a", "x"]], options).toBytes();
  const filter = BloomFilter.from(["a"], options).toBytes();
  const set = StaticFilter.from(["a"], options).toBytes();
  for (const read of [
    () => FilterReader.fromBytes(bytes),
    () => StaticFilter.fromBytes(bytes),
    () => BloomFilter.fromBytes(bytes),
  ])
    assert.throws(read, { code: "WRONG_CLASS", field: "class", message: /StaticMap|MapReader/ });
  for (const file of [filter, set]) {
    assert.throws(() => MapReader.fromBytes(file), { code: "WRONG_CLASS", message: /FilterReader/ });
    assert.throws(() => StaticMap.fromBytes(file), { code: "WRONG_CLASS" });
  }
});

test("module and reader agree on mutants of map.slow.test.mjs", () => {
  assert.ok(compareMaps(new Random(5), 3000) > 500);
});

test("the files are frozen", () => {
  const text = readFileSync(new URL("../../golden/maps/index.json", import.meta.url), "utf8");
  assert.equal(GOLDEN.length, 10);
  assert.ok(GOLDEN.every(({ base64 }) => text.includes(base64)));
});
