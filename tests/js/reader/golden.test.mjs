// The golden files in edgebloom/reader: its header fields and answers match the index.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BloomFilter, load } from "../../../pkg/index.js";
import { FilterReader } from "../../../pkg/reader/index.js";
import { visit } from "../../../pkg/reader/probes.js";
import { hashBytes, scrambled } from "../../../pkg/reader/hash.js";
import { lanesOf, nativePositions } from "../helpers/format-reader.mjs";
import { goldenJson, utf8 } from "../helpers/helpers.mjs";

const { dumps, variants } = goldenJson("native/index.json");
const READ = ["BloomFilter", "ScalableBloomFilter"];
const keysOf = ({ prefix, count }) => Array.from({ length: count }, (_, i) => prefix + i);

for (const golden of [...dumps, ...variants.filter(({ kind }) => READ.includes(kind))]) {
  test(golden.file, () => {
    const reader = FilterReader.fromBase64(golden.base64);
    const { stats } = reader;
    for (const field of ["layout", "bits", "hashes", "seed", "salt", "capacity", "inserted", "byteLength", "bitsSet"]) {
      assert.equal(stats[field], golden[field] ?? (field === "salt" ? 0 : null), field);
    }
    assert.equal(stats.errorRate, golden.rate ?? golden.errorRate);
    assert.deepEqual([reader.name, reader.version], [golden.name, golden.version]);
    assert.equal(stats.subFilters, golden.stages?.length ?? 1);
    assert.equal(stats.exceptions, golden.allowed?.length ?? 0);
    const [keys, asked] = [keysOf(golden.keys), keysOf(golden.asked)];
    assert.deepEqual(
      reader.hasMany(keys),
      Uint8Array.from(keys, (key) => +!golden.allowed?.includes(key)),
    );
    const maybe = asked.filter((key) => reader.has(key));
    assert.equal(maybe.length, golden.asked.possibly);
    assert.deepEqual(maybe.slice(0, 12), golden.falsePositives);
    const newest = Math.max(...golden.positions.map(({ stage = 0 }) => stage));
    for (const { key, positions, stage = 0 } of golden.positions) {
      if (stage === newest) assert.deepEqual(reader.positions(key), positions);
    }
  });
}

test("rejects files of other classes and names the class that reads them", () => {
  const keyed = goldenJson("keyed/index.json").dumps.map(({ base64 }) => base64);
  const foreign = Object.values(goldenJson("native-of-systems.json")).map(({ text }) => text);
  const others = variants.filter(({ kind }) => !READ.includes(kind)).map(({ base64 }) => base64);
  assert.ok(keyed.length > 3 && foreign.length > 15 && others.length === 5);
  for (const text of [...keyed, ...foreign, ...others]) {
    assert.throws(() => FilterReader.fromBase64(text), {
      name: "FilterFormatError",
      code: "WRONG_CLASS",
      field: "class",
      offset: 0,
    });
  }
});

test("products near a carry: the reader, the module and exact arithmetic agree", () => {
  const { cases } = goldenJson("native/carries.json");
  assert.ok(
    cases.length >= 32 && cases.some(({ words }) => words > 2 ** 21) && cases.some(({ words }) => words <= 2 ** 21),
  );
  for (const { key, probe: number, words, word, x } of cases) {
    const low = (BigInt(x) * BigInt(words)) % 2n ** 32n;
    assert.ok(low < 16n || low >= 2n ** 32n - 16n);
    const [bits, hashes] = [64 * words, 64];
    const exact = nativePositions(lanesOf(utf8(key), 0), { layout: "standard", bits, hashes });
    assert.equal(Math.floor(exact[number] / 64), word);
    hashBytes(utf8(key), scrambled(0));
    const positions = [];
    visit({ bytes: new Uint8Array(), bits, hashes, scale: words / 2 ** 32, step: 0, blocks: 0 }, positions);
    assert.deepEqual(positions, exact);
  }
});

test("the module has the same positions in the largest filters", async () => {
  const { SparseBloomFilter } = await import("../../../pkg/index.js");
  for (const { key, words } of goldenJson("native/carries.json").cases) {
    const bits = 64 * words;
    const Kind = bits < 2 ** 24 ? BloomFilter : SparseBloomFilter;
    const filter = new Kind({ bits, hashes: 64 });
    const exact = nativePositions(lanesOf(utf8(key), 0), { layout: "standard", bits, hashes: 64 });
    assert.deepEqual(filter.positions(key), exact);
    filter.free();
  }
});

test("reads bytes, base64, and a view into a larger buffer", () => {
  const filter = BloomFilter.from(["a", "b"], { errorRate: 0.01, name: "n", version: "v" });
  const bytes = filter.toBytes();
  const around = new Uint8Array(bytes.length + 13);
  around.set(bytes, 5);
  for (const reader of [
    FilterReader.fromBytes(bytes),
    FilterReader.fromBytes(around.subarray(5, 5 + bytes.length)),
    FilterReader.fromBase64(`${filter.toBase64()}\n`),
    FilterReader.fromBase64(filter.toBase64().replaceAll("+", "-").replaceAll("/", "_")),
  ]) {
    assert.deepEqual([reader.name, reader.version, reader.has("a"), reader.has("zebra")], ["n", "v", true, false]);
  }
  assert.ok(load(bytes).has("b"));
});
