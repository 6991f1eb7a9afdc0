// Files of scalable filters, whose payload contains the files of their sub-filters, valid and damaged.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CountingBloomFilter, FilterFormatError, ScalableBloomFilter, SparseBloomFilter } from "../../../pkg/index.js";
import { ONE_BIT, agree, dumpAfter, everyDamage, assertRejected, stillWorks } from "../helpers/agree.mjs";
import { allow, entry, forge, growth, joined, scalable, section, subFilter, u64, words } from "../helpers/forge.mjs";
import { keys as keysTo, thrown, utf8 } from "../helpers/helpers.mjs";

describe("sub-filters", () => {
  const keys = keysTo(500);
  const others = Array.from({ length: 300 }, (_, i) => `other-${i}`);
  for (const [options, count] of [
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
      assert.ok(reader.chain.length >= count, `${reader.chain.length} sub-filters`);
      assert.deepEqual(loaded.stats, filter.stats);
      const {
        growth = 2,
        tightening = 0.85,
        errorRate,
        seed = 0,
        layout = "standard",
        name = "",
        version = "",
      } = options;
      const whole = reader.header;
      assert.deepEqual(reader.growth, { subFilters: reader.chain.length, growth, tightening });
      assert.deepEqual([whole.seed, whole.layout, whole.errorRate], [seed, layout, errorRate]);
      assert.deepEqual([whole.name, whole.version], [name, version]);
      const sum = (field) => reader.chain.reduce((sum, { header }) => sum + header[field], 0);
      for (const field of ["hashes", "bits", "capacity", "inserted"]) assert.equal(whole[field], sum(field), field);
      // A header, the entries of the metadata section, and a checksum.
      const texts = [name, version].filter(Boolean).reduce((sum, text) => sum + entry(1, utf8(text)).length, 0);
      assert.equal(dump.length, 56 + 8 + texts + 24 + sum("byteLength") + 8);
      for (const [index, { header, payload, has }] of reader.chain.entries()) {
        assert.deepEqual([header.seed, header.layout], [seed, layout]);
        assert.deepEqual([header.name, header.version], ["", ""]);
        assert.equal(header.capacity, options.capacity * growth ** index);
        const rate = errorRate * (1 - tightening) * tightening ** index;
        assert.ok(Math.abs(header.errorRate / Math.max(rate, 1e-18) - 1) < 1e-12);
        // On its own, a sub-filter is a plain filter.
        const { capacity, inserted, bits, hashes } = header;
        const scheme = { standard: 1, partitioned: 2, blocked: 3 }[layout];
        const file = forge({
          scheme,
          hashes,
          bits: BigInt(bits),
          seed,
          capacity: BigInt(capacity),
          inserted: BigInt(inserted),
          rate: header.errorRate,
          payload: [...payload],
        });
        assert.ok(Buffer.from(dump).includes(file));
        const plain = agree(file).filter;
        for (const key of [...keys, ...others]) assert.equal(plain.has(key), has(utf8(key)));
      }
      assert.ok(keys.every((key) => reader.has(utf8(key)) && loaded.has(key)));
      for (const key of others) assert.equal(reader.has(utf8(key)), loaded.has(key));
      // A loaded filter grows like the original.
      for (const one of [filter, loaded]) one.addMany(others);
      assert.deepEqual(loaded.toBytes(), filter.toBytes());
    });
  }

  test("damaged, are rejected", () => {
    const filter = new ScalableBloomFilter({ capacity: 2, errorRate: 0.5, name: "n" });
    const dump = dumpAfter(filter, () => filter.addMany(["a", "b", "c", "d", "e", "f", "g", "h"]));
    assert.ok(filter.stats.subFilters >= 3);
    everyDamage(dump, "variants", ONE_BIT);
  });

  // Three different sub-filters.
  const three = [1n, 2n, 3n].map((capacity, i) => subFilter({ capacity, inserted: 10n * capacity, hashes: 3 + i }));
  const [first, second, third] = three;
  const MOST = 2n ** 64n - 1n;
  test("the test writer makes valid sub-filters", () => {
    const { reader } = agree(scalable(three), "variants");
    assert.deepEqual(
      reader.chain.map(({ header }) => header.capacity),
      [1, 2, 3],
    );
    const { hashes, bits, capacity, inserted } = reader.header;
    assert.deepEqual([hashes, bits, capacity, inserted], [12, 3 * 128, 6, 60]);
    for (const one of [[first], [first, first], [third, first, second]]) agree(scalable(one), "variants");
    for (const extreme of [{ growth: 1 }, { growth: 1000 }, { tightening: 5e-324 }, { tightening: 1 - 2 ** -53 }]) {
      agree(scalable([first], { growing: extreme }), "variants");
    }
    // The error rate of the whole may differ from the error rates of the sub-filters.
    for (const rate of [1e-18, 1 - 2 ** -53]) agree(scalable(three, { rate }), "variants");
    // Sums too large for their field become the maximum. Numbers above JavaScript's safe integers can be read.
    for (const most of [MOST, 2n ** 63n, 2n ** 53n]) {
      const large = subFilter({ capacity: most, inserted: most });
      const { reader } = agree(scalable([large, large]), "variants");
      const { capacity, inserted } = reader.header;
      assert.deepEqual([capacity, inserted], [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
    }
    const many = Array(1024).fill(first);
    assert.equal(agree(scalable(many), "variants").reader.chain.length, 1024);
    const texts = [entry(1, utf8("n")), entry(2, utf8("v")), growth(3)];
    assert.equal(agree(scalable(three, { entries: texts }), "variants").reader.header.version, "v");
  });

  test("have one salt", () => {
    const salted = three.map((_, i) => subFilter({ salt: 5, capacity: BigInt(i + 1) }));
    const { filter, reader } = agree(scalable(salted, { salt: 5 }), "variants");
    assert.equal(reader.header.salt, 5);
    for (const key of keys) assert.equal(filter.has(key), reader.has(utf8(key)));
    for (const one of [filter, ScalableBloomFilter.fromBytes(scalable(salted, { salt: 5 }))]) one.addMany(keys);
    const grown = agree(filter.toBytes(), "variants");
    assert.ok(grown.reader.chain.length > 3);
    assert.ok(keys.every((key) => grown.reader.has(utf8(key))));
    assert.ok(grown.reader.chain.every(({ header }) => header.salt === 5));
  });

  /** The same file with another second sub-filter. */
  const changed = (fields, second = subFilter(fields)) => scalable([first, second, third]);
  const broken = (file, offset, value) => {
    const copy = file.slice();
    copy[offset] ^= value;
    return copy;
  };
  const positions = subFilter({ encoding: 2, payload: u64(0n) });
  for (const [what, dump, code = "INVALID", field = "sub-filter"] of [
    [
      "no sub-filters",
      scalable([], { entries: [growth(0)], hashes: 1, bits: 64n, capacity: 1n }),
      "INVALID",
      "subFilters",
    ],
    [
      "none where there is one",
      scalable([], { entries: [growth(1)], hashes: 1, bits: 64n, capacity: 1n }),
      "TRUNCATED",
      "length",
    ],
    ["fewer than it says", scalable(three, { entries: [growth(4)] }), "TRUNCATED", "length"],
    ["more than it says", scalable(three, { entries: [growth(2)] }), "INVALID", "payloadLength"],
    ["1025 of them", scalable(Array(1025).fill(first)), "INVALID", "subFilters"],
    ["2^32 − 1 of them", scalable(three, { entries: [growth(2 ** 32 - 1)] }), "INVALID", "subFilters"],
    [
      "a word after them",
      scalable(three, { payload: joined(...three, new Uint8Array(8)) }),
      "INVALID",
      "payloadLength",
    ],
    ["a word before them", scalable(three, { payload: joined(new Uint8Array(8), ...three) }), "MAGIC", "magic"],
    [
      "a word between them",
      scalable(three, { payload: joined(first, new Uint8Array(8), second, third) }),
      "MAGIC",
      "magic",
    ],
    ["a word less", scalable(three, { payload: joined(...three).subarray(0, -8) }), "TRUNCATED", "length"],
    ["a sub-filter less", scalable(three, { payload: joined(first, second) }), "TRUNCATED", "length"],
    ["a sub-filter more", scalable(three, { payload: joined(...three, third) }), "INVALID", "payloadLength"],
    ["one that declares more words", changed({ words: 3 }), "INVALID", "payloadLength"],
    ["one that declares more bits and words", changed({ bits: 192n, words: 3 }), "CHECKSUM", "checksum"],
    [
      "the last one declares more bits and words",
      scalable([first, subFilter({ bits: 192n, words: 3 })]),
      "TRUNCATED",
      "length",
    ],
    ["a file after the file", joined(scalable(three), first), "TRAILING_BYTES", "length"],
    ["the same file again", joined(scalable(three), scalable(three)), "TRAILING_BYTES", "length"],
    ["two plain filters", joined(first, second), "TRAILING_BYTES", "length"],
    ["a scalable filter in a scalable filter", changed({}, scalable([second]))],
    ["another layout", changed({ scheme: 2, hashes: 2 })],
    ["another scheme for all", scalable(three, { scheme: 2 })],
    ["another seed", changed({ seed: 8 })],
    ["another seed for all", scalable(three, { seed: 8 })],
    ["a seed that hashes alike", changed({ seed: 7 + 2 ** 31 })],
    ["a salt", changed({ salt: 1 })],
    ["a salt for all", scalable(three, { salt: 1 })],
    ["counters", changed({ cells: 2, bits: 64n })],
    ["another key encoding", changed({ keys: 2 }), "INVALID", "keyEncoding"],
    ["positions", changed({}, positions)],
    ["exceptions", changed({ flags: 2, payload: joined(Array(16).fill(0), words(allow([7]))) })],
    ["a name", changed({ section: section([entry(1, utf8("n"))]) })],
    ["a version", changed({ section: section([entry(2, utf8("v"))]) })],
    ["how it grows", changed({ section: section([growth(1)]) }), "INVALID", "payloadEncoding"],
    ["parameters", changed({ section: section([entry(4, Array(8).fill(0))]) }), "INVALID", "parameters"],
    ["a key check", changed({ section: section([entry(5, Array(8).fill(0))]) }), "INVALID", "key check"],
    ["no capacity", changed({ capacity: 0n, rate: 0 })],
    ["no rate", changed({ rate: 0 }), "INVALID", "capacity"],
    ["a rate below 1e-18", changed({ rate: 1e-19 }), "INVALID", "errorRate"],
    ["another magic", changed({ magic: [0xeb, 0x46, 0x4c, 0x55] }), "MAGIC", "magic"],
    ["another version", changed({ version: 2 }), "UNSUPPORTED", "version"],
    ["m that is no multiple of 64", changed({ bits: 127n }), "INVALID", "bits"],
    ["a wrong checksum", changed({}, broken(second, second.length - 1, 1)), "CHECKSUM", "checksum"],
    ["a changed bit", changed({}, broken(second, 60, 1)), "CHECKSUM", "checksum"],
    ["a wrong checksum of the whole", broken(scalable(three), scalable(three).length - 1, 1), "CHECKSUM", "checksum"],
    ...[
      ["hashes", 12],
      ["bits", 384n],
      ["capacity", 6n],
      ["inserted", 60n],
    ].flatMap(([field, sum]) =>
      [-1, 1].map((by) => [
        `${field} ${by > 0 ? "above" : "below"} the sum`,
        scalable(three, { [field]: typeof sum === "bigint" ? sum + BigInt(by) : sum + by }),
        "INVALID",
        field,
      ]),
    ),
    ["0 hashes in all", scalable(three, { hashes: 0 }), "INVALID", "hashes"],
    [
      "a sum of hashes that wraps",
      scalable(Array(1024).fill(subFilter({ hashes: 64 })), { hashes: 65535 }),
      "INVALID",
      "hashes",
    ],
    [
      "a sum that wraps",
      scalable(
        [1n, 2n].map((more) => subFilter({ inserted: MOST - more })),
        { inserted: MOST - 3n },
      ),
      "INVALID",
      "inserted",
    ],
    ["no capacity of the whole", scalable(three, { capacity: 0n }), "INVALID", "capacity"],
    ["no rate of the whole", scalable(three, { rate: 0 }), "INVALID", "capacity"],
    ["neither", scalable(three, { capacity: 0n, rate: 0 }), "INVALID", "payloadEncoding"],
    ["a rate below 1e-18 of the whole", scalable(three, { rate: 1e-19 }), "INVALID", "errorRate"],
    ["a rate of 1 of the whole", scalable(three, { rate: 1 }), "INVALID", "errorRate"],
    ["counters of the whole", scalable(three, { cells: 2 }), "INVALID", "payloadEncoding"],
    ["the flag of exceptions", scalable(three, { flags: 3 }), "INVALID", "payloadLength"],
    ["not how it grows", scalable(three, { entries: [entry(1, utf8("n"))] }), "INVALID", "payloadEncoding"],
    ["no section", scalable(three, { section: [], flags: 0 }), "INVALID", "payloadEncoding"],
    ["the encoding of bits", scalable(three, { encoding: 1 }), "INVALID", "payloadLength"],
    ["the encoding of positions", scalable(three, { encoding: 2 }), "INVALID", "payloadEncoding"],
    ["another encoding", scalable(three, { encoding: 4 }), "UNSUPPORTED", "payloadEncoding"],
    ["another key encoding of the whole", scalable(three, { keys: 2 }), "INVALID", "keyEncoding"],
    ...[0, 1001, 2 ** 32 - 1].map((growth) => [
      `factor ${growth}`,
      scalable(three, { growing: { growth } }),
      "INVALID",
      "growth",
    ]),
    ...[0, 1, -0, -0.5, NaN, Infinity].map((tightening) => [
      `tightening ${Object.is(tightening, -0) ? "−0" : tightening}`,
      scalable(three, { growing: { tightening } }),
      "INVALID",
      "tightening",
    ]),
    ...[1, 8, 15, 17, 24, 1024].map((size) => [
      `tag 3 of ${size} bytes`,
      scalable(three, { entries: [entry(3, Array(size).fill(1))] }),
      "INVALID",
      "metadata length",
    ]),
    ["tag 3 without bytes", scalable(three, { entries: [entry(3, [])] }), "INVALID", "metadata text"],
    ["tag 3 twice", scalable(three, { entries: [growth(3), growth(3)] }), "INVALID", "metadata tag"],
    ["a name after tag 3", scalable(three, { entries: [growth(3), entry(1, utf8("n"))] }), "INVALID", "metadata tag"],
    [
      "a reserved byte of tag 3",
      scalable(three, { entries: [entry(3, growth(3).slice(8), { reserved: 1 })] }),
      "UNSUPPORTED",
      "reserved",
    ],
    [
      "tag 3 beyond the section",
      scalable(three, { section: section([growth(3)], { length: 16 }) }),
      "INVALID",
      "metadata",
    ],
    [
      "parameters of the whole",
      scalable(three, { entries: [growth(3), entry(4, Array(8).fill(0))] }),
      "INVALID",
      "payloadEncoding",
    ],
    [
      "a key check of the whole",
      scalable(three, { entries: [growth(3), entry(5, Array(8).fill(0))] }),
      "INVALID",
      "key check",
    ],
    ["2^32 − 1 words", scalable(three, { words: 2 ** 32 - 1 }), "TRUNCATED", "length"],
    ["0 words", scalable(three, { words: 0 }), "TRAILING_BYTES", "length"],
  ]) {
    test(what, () => {
      assertRejected(dump, code, field, what, "variants");
      stillWorks();
    });
  }
});

describe("other classes", () => {
  test("reject scalable filters", () => {
    const counters = subFilter({ cells: 3, payload: Array(64).fill(0) });
    const two = [subFilter(), subFilter()];
    for (const [Kind, dump] of [
      [SparseBloomFilter, scalable(two)],
      [SparseBloomFilter, scalable(two.slice(1))],
      [CountingBloomFilter, scalable(two)],
      [CountingBloomFilter, scalable([counters], { cells: 3 })],
      [CountingBloomFilter, scalable([counters, counters], { cells: 3 })],
    ]) {
      const error = thrown(() => Kind.fromBytes(dump));
      assert.ok(error instanceof FilterFormatError, `${Kind.name}: ${error}`);
    }
    stillWorks();
  });
});
