// What docs/FORMAT.md shows of hashes, positions, dumps and answers, from the file that its tables are made of.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "../../../pkg/index.js";
import { agree, bytesOf, filterOf } from "../helpers/agree.mjs";
import { forge, u64, words } from "../helpers/forge.mjs";
import {
  fnv32,
  fnv64,
  keyBytes,
  murmur2,
  murmur3,
  murmur64a,
  read,
  readText,
  sequence,
  sparkMurmur3,
  xxh64,
} from "../helpers/format-reader.mjs";
import { goldenJson, utf8 } from "../helpers/helpers.mjs";

describe("the examples of docs/FORMAT.md", () => {
  const examples = goldenJson("format-examples.json");
  const hex = (number) => `0x${number.toString(16).padStart(16, "0")}`;
  const fromHex = (bytes) => bytes.split(" ").map((byte) => parseInt(byte, 16));
  /** A key as the package takes it: numbers are integers. */
  const keyOf = (key) => (typeof key === "number" ? BigInt(key) : key);
  const dumps = examples.filters.map(({ text }) => load(text));

  test("MurmurHash3", () => {
    assert.equal(examples.murmur3.length, 8);
    for (const [text, seed, ...both] of examples.murmur3) assert.deepEqual(murmur3(utf8(text), seed).map(hex), both);
    // SMHasher's own check, which the page describes.
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    const all = Array.from(bytes, (i) => murmur3(bytes.subarray(0, i), 256 - i)).flat();
    assert.equal(murmur3(new Uint8Array(BigUint64Array.from(all).buffer), 0)[0] % 2n ** 32n, 0x6384ba69n);
  });

  test("hashes of other systems", () => {
    assert.equal(examples.otherHashes.length, 5);
    for (const [text, ...values] of examples.otherHashes) {
      const [bytes, units] = [1, 3].map((encoding) => keyBytes(text, encoding));
      const ours = [
        xxh64(bytes, 0n),
        sparkMurmur3(bytes, 0n),
        murmur64a(bytes, 0xc6a4a7935bd1e995n),
        murmur2(bytes, 0x9747b28cn),
        fnv64(units),
        fnv32(units, 0n),
      ];
      assert.deepEqual(values.map(BigInt), ours);
    }
    // The names and ids of the table of limits are those of the package.
    const ids = Object.entries(goldenJson("native-of-systems.json")).map(([name, { text }]) => [
      readText(text)[6],
      name,
    ]);
    const named = goldenJson("schemes.json").filter(({ name }) => ids.some(([, other]) => other === name));
    assert.deepEqual(
      named.map(({ scheme, name }) => [scheme, name]),
      ids.sort(([a], [b]) => a - b),
    );
  });

  test("hashes and numbers of the examples", () => {
    const { hashes, numbers } = examples;
    assert.deepEqual([hashes.length, numbers.length], [4, 4]);
    for (const [key, ...both] of hashes) assert.deepEqual(murmur3(bytesOf(keyOf(key)), 7).map(hex), both);
    for (const [key, ...x] of numbers) {
      const next = sequence(bytesOf(keyOf(key)), 7);
      assert.deepEqual(
        x.map(() => hex(next.next().value)),
        x,
      );
    }
  });

  test("dumps of the examples", () => {
    const dump = [];
    for (const [offset, bytes] of examples.dump) {
      assert.equal(offset, dump.length);
      dump.push(...fromHex(bytes));
    }
    assert.equal(dump.length, 120);
    assert.deepEqual(readText(examples.filters[0].text), Uint8Array.from(dump));
    for (const { options, text } of examples.filters) {
      assert.equal(filterOf(options, ["cat", "dög", -2n]).toBase64(), text);
      agree(readText(text));
    }
    assert.deepEqual(
      dumps.map((filter) => filter.stats.byteLength),
      [120, 80, 192],
    );
    const [first] = dumps;
    const bits = first.bits();
    assert.deepEqual(
      [...new Set(["cat", "dög", -2n].flatMap((key) => first.positions(key)))].sort((a, b) => a - b),
      Array.from({ length: 100 }, (_, i) => i).filter((i) => (bits[i >> 3] >> (i & 7)) & 1),
    );
    assert.deepEqual(first.fold(4).positions("cat"), [7, 13, 3]);
  });

  test("payloads in the text", () => {
    const { payloads } = examples;
    const counters = read(forge({ cells: 3, bits: 4n, payload: words(fromHex(payloads.counters)) }));
    assert.deepEqual([0, 1, 2, 3].map(counters.cell), [1, 2, 0, 15]);
    const bits = [0, 16, 0, 16, 0, 8, 67, 129, 2, 0, 0, 0, 0, 0, 0, 0];
    const allowing = read(forge({ flags: 2, payload: [...bits, ...fromHex(payloads.allowed)] }));
    assert.deepEqual(allowing.allowed, [utf8("cat"), utf8("")]);
    const payload = [...u64(3n), ...words(fromHex(payloads.positions))];
    assert.deepEqual(read(forge({ encoding: 2, bits: 2n ** 24n, payload })).set, [3, 5, 300]);
  });

  test("positions and answers of the examples", () => {
    assert.equal(examples.positions.length, 4);
    for (const [key, ...lists] of examples.positions) {
      assert.deepEqual(
        dumps.map((filter) => filter.positions(keyOf(key))),
        lists,
      );
    }
    assert.equal(examples.filters.flatMap(({ answers }) => answers).length, 8);
    for (const [i, { answers }] of examples.filters.entries()) {
      for (const [key, positions, answer] of answers) {
        assert.deepEqual(dumps[i].positions(key), positions);
        assert.equal(dumps[i].has(key), answer.startsWith("possibly"), key);
      }
    }
  });
});
