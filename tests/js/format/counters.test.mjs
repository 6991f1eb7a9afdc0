// Files of counting filters, valid and damaged.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CountingBloomFilter, ScalableBloomFilter } from "../../../pkg/index.js";
import { ONE_BIT, agree, dumpAfter, everyDamage, assertRejected, stillWorks } from "../helpers/agree.mjs";
import { forge, u64 } from "../helpers/forge.mjs";
import { read } from "../helpers/format-reader.mjs";
import { keys as keysTo, thrown, utf8 } from "../helpers/helpers.mjs";

describe("counters", () => {
  const keys = keysTo(60);
  for (const counterBits of [2, 4, 8, 16]) {
    for (const shape of [
      { bits: 1024, hashes: 4 },
      { bits: 192, hashes: 3, seed: 5, name: "n" },
      { bits: 64, hashes: 1 },
      { bits: 64, hashes: 64 },
      { bits: 192, hashes: 3, layout: "partitioned" },
      { bits: 1536, hashes: 6, layout: "blocked", version: "2" },
      { capacity: 50, errorRate: 0.01 },
    ]) {
      test(`of ${counterBits} bits, ${JSON.stringify(shape)}`, () => {
        const filter = new CountingBloomFilter({ ...shape, counterBits });
        for (const [i, key] of keys.entries()) for (let n = 0; n < 1 + (i % 5); n++) filter.add(key);
        for (const key of keys.slice(0, 20)) filter.remove(key);
        const { filter: loaded, reader } = agree(filter.toBytes(), "variants");
        assert.ok(loaded instanceof CountingBloomFilter && !(loaded instanceof ScalableBloomFilter));
        assert.deepEqual(CountingBloomFilter.fromBytes(filter.toBytes()).toBytes(), filter.toBytes());
        const { bits } = reader.header;
        const cells = Array.from({ length: bits }, (_, i) => reader.cell(i));
        const most = 2 ** counterBits - 1;
        assert.equal(cells.filter((cell) => cell === most).length, filter.stats.saturatedCounters);
        assert.equal(cells.filter((cell) => cell > 0).length, filter.stats.bitsSet);
        for (const key of [...keys, "other", ""]) {
          assert.deepEqual(reader.positions(utf8(key)), loaded.positions(key));
          assert.equal(reader.count(utf8(key)), loaded.count(key));
          assert.equal(reader.has(utf8(key)), loaded.has(key));
        }
      });
    }
  }

  test("increment, saturate and decrement as documented", () => {
    for (const counterBits of [2, 4, 8, 16]) {
      const filter = new CountingBloomFilter({ bits: 64, hashes: 3, counterBits });
      const most = 2 ** counterBits - 1;
      const cells = Array(64).fill(0);
      const each = (key, change) => {
        for (const i of filter.positions(key)) cells[i] = change(cells[i]);
      };
      const turns = Math.min(Math.max(most + 3, 40), 400);
      for (let n = 0; n < turns; n++) {
        for (const key of ["a", `b${n % 7}`]) {
          filter.add(key);
          each(key, (cell) => Math.min(cell + 1, most));
        }
      }
      for (let n = 0; n < 3; n++) {
        filter.remove("b1");
        each("b1", (cell) => (cell === most ? cell : cell - 1));
      }
      const reader = read(filter.toBytes());
      assert.deepEqual(
        cells.map((_, i) => reader.cell(i)),
        cells,
      );
    }
  });

  for (const counterBits of [2, 4, 8, 16]) {
    test(`of ${counterBits} bits, damaged, are rejected`, () => {
      const filter = new CountingBloomFilter({ bits: 64, hashes: 2, seed: 3, counterBits, name: "n" });
      everyDamage(
        dumpAfter(filter, () => filter.addMany(["a", "b"])),
        "variants",
        ONE_BIT,
      );
    });
  }

  const counters = (bits, { words = bits, ...fields } = {}) =>
    forge({ cells: Math.log2(bits) + 1, bits: 64n, payload: Array(8 * words).fill(0), ...fields });
  test("the test writer makes valid counters", () => {
    for (const bits of [2, 4, 8, 16]) agree(counters(bits), "variants");
  });
  for (const [what, dump, code, field] of [
    ...[2, 3, 4, 5].map((cells) => [
      `cells ${cells} with the payload of bits`,
      forge({ cells }),
      "INVALID",
      "payloadLength",
    ]),
    ...[0, 6, 7, 255].map((cells) => [`cells ${cells}`, forge({ cells }), "UNSUPPORTED", "cells"]),
    ...[2, 4, 8, 16].flatMap((bits) => [
      [`counters of ${bits}, m no multiple of 64`, counters(bits, { bits: 65n }), "INVALID", "bits"],
      [`counters of ${bits} and a word more`, counters(bits, { words: bits + 1 }), "INVALID", "payloadLength"],
      [`counters of ${bits} and a word less`, counters(bits, { words: bits - 1 }), "INVALID", "payloadLength"],
      [
        `positions of counters of ${bits}`,
        counters(bits, { bits: 2n ** 24n, encoding: 2, payload: u64(0n) }),
        "INVALID",
        "payload",
      ],
    ]),
    [
      "counters of 16, m = 2^32, and a short payload",
      forge({ cells: 5, bits: 2n ** 32n, words: 2 ** 30 }),
      "TRUNCATED",
      "length",
    ],
    [
      "counters of 16, m = 2^32, and a payload of bits",
      forge({ cells: 5, bits: 2n ** 32n, words: 2 ** 26 }),
      "INVALID",
      "payloadLength",
    ],
  ]) {
    test(what, () => {
      assertRejected(dump, code, field, what, "variants");
      stillWorks();
    });
  }

  test("a counting filter rejects the file of a plain one", () => {
    const error = thrown(() => CountingBloomFilter.fromBytes(forge()));
    assert.deepEqual([error.code, error.field], ["WRONG_CLASS", "class"]);
    stillWorks();
  });
});
