// Chains, the dumps of scalable filters, sound and bad.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CountingBloomFilter, FilterFormatError, ScalableBloomFilter, SparseBloomFilter } from "../../../pkg/index.js";
import { ONE_BIT, agree, dumpAfter, everyDamage, refused, stillWorks } from "../helpers/agree.mjs";
import { entry, forge, joined, place, section, staged } from "../helpers/forge.mjs";
import { keys as keysTo, thrown, utf8 } from "../helpers/helpers.mjs";

describe("chains", () => {
  const keys = keysTo(500);
  const others = Array.from({ length: 300 }, (_, i) => `other-${i}`);
  for (const [options, stages] of [
    [{ capacity: 10, errorRate: 0.1 }, 6],
    [{ capacity: 10, errorRate: 0.01, layout: "partitioned", seed: 7, name: "n", version: "v" }, 6],
    [{ capacity: 20, errorRate: 0.05, layout: "blocked", growth: 4, tightening: 0.5, name: "ß" }, 4],
    [{ capacity: 100, errorRate: 0.5, growth: 1, tightening: 0.999 }, 5],
    [{ capacity: 1000, errorRate: 1e-18 }, 1],
    [{ capacity: 1, errorRate: 1e-12, growth: 1000, tightening: 0.001, version: "2" }, 2],
  ]) {
    test(JSON.stringify(options), () => {
      const filter = new ScalableBloomFilter(options);
      agree(filter.toBytes(), "variants");
      filter.addMany(keys);
      const dump = filter.toBytes();
      const { filter: loaded, reader } = agree(dump, "variants");
      assert.ok(loaded instanceof ScalableBloomFilter);
      assert.deepEqual(ScalableBloomFilter.fromBytes(dump).toBytes(), dump);
      assert.ok(reader.chain.length >= stages, `${reader.chain.length} stages`);
      assert.deepEqual(loaded.stats, filter.stats);
      assert.equal(
        reader.chain.reduce((sum, { header }) => sum + header.byteLength, 0),
        dump.length,
      );
      for (const [index, { header, place, payload, has }] of reader.chain.entries()) {
        const {
          growth = 2,
          tightening = 0.85,
          errorRate,
          seed = 0,
          layout = "standard",
          name = "",
          version = "",
        } = options;
        assert.deepEqual(place, { index, stages: reader.chain.length, growth, tightening, errorRate });
        assert.deepEqual([header.seed, header.layout], [seed, layout]);
        assert.deepEqual([header.name, header.version], index ? ["", ""] : [name, version]);
        assert.equal(header.capacity, options.capacity * growth ** index);
        const rate = errorRate * (1 - tightening) * tightening ** index;
        assert.ok(Math.abs(header.errorRate / Math.max(rate, 1e-18) - 1) < 1e-12);
        // Without its place a stage is a plain filter.
        const { capacity, inserted, bits, hashes } = header;
        const scheme = { standard: 1, partitioned: 2, blocked: 3 }[layout];
        const plain = agree(
          forge({
            scheme,
            hashes,
            bits: BigInt(bits),
            seed: BigInt(seed),
            capacity: BigInt(capacity),
            inserted: BigInt(inserted),
            rate: header.errorRate,
            payload: [...payload],
          }),
        ).filter;
        for (const key of [...keys, ...others]) assert.equal(plain.has(key), has(utf8(key)));
      }
      assert.ok(keys.every((key) => reader.has(utf8(key)) && loaded.has(key)));
      for (const key of others) assert.equal(reader.has(utf8(key)), loaded.has(key));
      // It goes on to grow, as the one that was written.
      for (const one of [filter, loaded]) one.addMany(others);
      assert.deepEqual(loaded.toBytes(), filter.toBytes());
    });
  }

  test("damaged", () => {
    const filter = new ScalableBloomFilter({ capacity: 2, errorRate: 0.5, name: "n" });
    const dump = dumpAfter(filter, () => filter.addMany(["a", "b", "c", "d", "e", "f", "g", "h"]));
    assert.ok(filter.stats.stages >= 3);
    everyDamage(dump, "variants", ONE_BIT);
  });

  const three = [0, 1, 2].map((index) => staged(place(index, 3)));
  const [first, second, third] = three;
  test("the forger makes sound ones", () => {
    assert.equal(agree(joined(...three), "variants").reader.chain.length, 3);
    agree(staged(place(0, 1)), "variants");
    for (const extreme of [
      { growth: 1 },
      { growth: 1000 },
      { tightening: 5e-324 },
      { tightening: 1 - 2 ** -53 },
      { rate: 1e-18 },
      { rate: 1 - 2 ** -53 },
    ]) {
      agree(staged(place(0, 1, extreme)), "variants");
    }
    const stages = Array.from({ length: 1024 }, (_, i) => staged(place(i, 1024)));
    assert.equal(agree(joined(...stages), "variants").reader.chain.length, 1024);
  });
  const changed = (fields, growth) => joined(first, staged(place(1, 3, growth), fields), third);
  const invalid = (fields) => [staged(place(0, 1, fields)), "INVALID"];
  const chainOf = (...places) => joined(...places.map(([index, stages]) => staged(place(index, stages))));
  for (const [what, dump, code = "INVALID", field = "stage"] of [
    ["the second stage alone", second, "INVALID", "stage"],
    ["the last stage alone", third],
    ["stages in another order", joined(first, third, second), "TRAILING_BYTES", "length"],
    ["a stage left out", joined(first, third)],
    ["a stage twice", joined(first, second, second, third)],
    ["the first stage twice", joined(first, first, second, third)],
    ["without the first", joined(second, third)],
    ["the first missing, and as long as it should be", joined(second, second, third)],
    ["without the last", joined(first, second), "TRUNCATED", "length"],
    ["only the first", first, "TRUNCATED", "length"],
    ["a stage more", joined(...three, staged(place(3, 4))), "TRAILING_BYTES", "length"],
    ["the last stage twice", joined(...three, third), "TRAILING_BYTES", "length"],
    ["a chain after a chain", joined(...three, ...three), "TRAILING_BYTES", "length"],
    ["a plain filter after a chain", joined(...three, forge()), "TRAILING_BYTES", "length"],
    ["a chain after a plain filter", joined(forge(), ...three), "TRAILING_BYTES", "length"],
    ["two plain filters", joined(forge(), forge()), "TRAILING_BYTES", "length"],
    ["a plain filter among stages", joined(first, forge(), third)],
    ["a plain filter for the last stage", joined(first, second, forge())],
    ["another factor in the second stage", changed({}, { growth: 3 })],
    ["another tightening in the second stage", changed({}, { tightening: 0.25 })],
    ["another rate in the second stage", changed({}, { rate: 0.125 })],
    ["another layout in the second stage", changed({ scheme: 2, bits: 99n })],
    ["another seed in the second stage", changed({ seed: 8n })],
    ["counters in the second stage", changed({ cells: 2, bits: 64n })],
    ["stage 1 of 1", chainOf([1, 1])],
    ["stage 3 of 3", chainOf([0, 3], [1, 3], [3, 3])],
    ["stage 1024", staged(place(1024, 1024))],
    ["0 stages", staged(place(0, 0)), "INVALID", "stages"],
    ["1025 stages", staged(place(0, 1025)), "INVALID", "stages"],
    ["65535 stages", staged(place(0, 65535)), "INVALID", "stages"],
    ["factor 0", ...invalid({ growth: 0 }), "growth"],
    ["factor 1001", ...invalid({ growth: 1001 }), "growth"],
    ["factor 2^32 − 1", ...invalid({ growth: 2 ** 32 - 1 }), "growth"],
    ...[0, 1, -0, -0.5, NaN, Infinity].map((tightening) => [
      `tightening ${Object.is(tightening, -0) ? "−0" : tightening}`,
      ...invalid({ tightening }),
      "tightening",
    ]),
    ...[0, 1, -0, -0.5, NaN, Infinity].map((rate) => [
      `rate ${Object.is(rate, -0) ? "−0" : rate}`,
      ...invalid({ rate }),
      "errorRate",
    ]),
    ["a rate below 1e-18", ...invalid({ rate: 1e-19 }), "stage"],
    ...[1, 16, 23, 25, 32, 1024].map((size) => [
      `a place of ${size} bytes`,
      staged(entry(3, Array(size).fill(1))),
      "INVALID",
      "metadata length",
    ]),
    ["a place without bytes", staged(entry(3, [])), "INVALID", "metadata text"],
    ["a place twice", staged([...place(0, 1), ...place(0, 1)]), "INVALID", "metadata tag"],
    ["a name after the place", staged([...place(0, 1), ...entry(1, utf8("n"))]), "INVALID", "metadata tag"],
    [
      "a reserved byte of the place",
      staged(entry(3, place(0, 1).slice(8), { reserved: 1 })),
      "UNSUPPORTED",
      "reserved",
    ],
    [
      "a place beyond the section",
      staged(place(0, 1), { section: section([place(0, 1)], { length: 16 }) }),
      "INVALID",
      "metadata",
    ],
    ["tag 4", staged(entry(4, Array(8).fill(0))), "INVALID", "parameters"],
    ["tag 5", staged(entry(5, Array(8).fill(0))), "INVALID", "key check"],
    ["the header of the second stage", changed({ version: 2 }), "UNSUPPORTED", "version"],
    ["a second stage that is too long", changed({ words: 3 }), "INVALID", "payloadLength"],
  ]) {
    test(what, () => {
      refused(dump, code, field, what, "variants");
      stillWorks();
    });
  }

  // Only one form of each chain is a dump.
  for (const [what, dump] of [
    ["fewer stages in the last stage", chainOf([0, 3], [1, 2])],
    ["more stages in the second stage", chainOf([0, 2], [1, 3], [2, 3])],
    ["a name in the second stage", joined(first, staged([...entry(1, utf8("n")), ...place(1, 3)]), third)],
  ]) {
    test(what, () => {
      refused(dump, "INVALID", "stage", what, "variants");
      stillWorks();
    });
  }
});

describe("other classes", () => {
  test("refuse chains", () => {
    const counters = { cells: 3, bits: 32n };
    const two = (fields) => joined(staged(place(0, 2), fields), staged(place(1, 2), fields));
    for (const [Kind, dump] of [
      [SparseBloomFilter, two()],
      [SparseBloomFilter, staged(place(0, 1))],
      [CountingBloomFilter, two()],
      [CountingBloomFilter, staged(place(0, 1), counters)],
      [CountingBloomFilter, two(counters)],
    ]) {
      const error = thrown(() => Kind.fromBytes(dump));
      assert.ok(error instanceof FilterFormatError, `${Kind.name}: ${error}`);
    }
    stillWorks();
  });
});
