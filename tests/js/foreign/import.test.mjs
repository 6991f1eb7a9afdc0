// importFilter and sniffFormat: the options that a file leaves open, and counting filters.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FilterFormatError, exportFilter, importFilter, sniffFormat } from "../../../pkg/compat.js";
import { assertRejected } from "../helpers/helpers.mjs";
import { SYSTEMS, bytesOf, optionsOf, vectorsOf } from "../helpers/foreign-vectors.mjs";
import { BLOOMFILTER, SLICES, V1, V2 } from "./json-files.mjs";

/** All options that say how a vector was written, also those that its file contains. */
const allOptions = (system, vector) => ({
  ...optionsOf(system, vector),
  ...(system === "npm-bloomfilter" && { hashes: vector.params.k }),
});
const pick = (options, names) => Object.fromEntries(names.map((name) => [name, options[name]]));

/** What each system's files leave open. */
const OPEN = {
  guava: ["funnel"],
  spark: [],
  redisbloom: [],
  "go-bits-and-blooms": [],
  "parquet-sbbf": ["type"],
  "pybloom-live": ["hash128"],
  datasketches: ["strings"],
};

for (const system of SYSTEMS) {
  test(`${system}: "missing" has exactly the options that importFilter demands`, () => {
    const seen = new Set();
    for (const vector of vectorsOf(system).vectors) {
      const file = bytesOf(vector.dump_base64);
      const all = allOptions(system, vector);
      const { format, kind, missing } = sniffFormat(file);
      if (system === "rbloom") {
        // Other bytes can look the same.
        assert.deepEqual([format, kind, missing], [undefined, undefined, []]);
        assertRejected(() => importFilter(file, { format: system }), TypeError, "hash");
        continue;
      }
      assert.deepEqual([format, kind], [system, "bloom"], vector.name);
      const options = { format, ...pick(all, missing) };
      const filter = importFilter(file, options);
      // The options that the file contains may be given, too.
      const same = importFilter(file, all);
      assert.equal(filter.toBase64(), same.toBase64(), vector.name);
      assert.equal(exportFilter(filter, { format }).toString(), exportFilter(same, { format }).toString());
      for (const name of missing) {
        const { [name]: _, ...rest } = options;
        assertRejected(() => importFilter(file, rest), TypeError, name);
        assertRejected(() => importFilter(file, { ...options, [name]: null }), TypeError, name);
      }
      seen.add(missing.join());
      if (system in OPEN) assert.deepEqual(missing, OPEN[system]);
      filter.free();
      same.free();
    }
    if (system === "npm-bloomfilter") assert.deepEqual([...seen].sort(), ["", "hash,hashes"]);
    if (system === "npm-bloom-filters") assert.deepEqual([...seen].sort(), ["", "generation"]);
  });
}

const PARTITIONED = {
  ...SLICES,
  _filter: [
    { size: 8, content: "AQ==" },
    { size: 8, content: "Ag==" },
  ],
};
const PARTITIONED_ARRAYS = {
  ...SLICES,
  _filter: [
    [1, 0],
    [0, 1],
  ],
};

/** Asserts that an input needs `missing`, and rejects these values of the option with a message that has the right ones. */
function needs(input, missing, wrong = {}, says = "") {
  const sniffed = sniffFormat(input);
  const [format] = sniffed.candidates;
  assert.deepEqual([sniffed.format, sniffed.missing], [format, missing]);
  for (const name of missing)
    assertRejected(() => importFilter(input, { format, ...pick(GIVEN, missing), [name]: undefined }), TypeError, name);
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      const error = assertRejected(
        () => importFilter(input, { format, ...pick(GIVEN, missing), [name]: value }),
        RangeError,
        name,
      );
      assert.equal(error.message, `${name}: expected ${says}, as the file shows, got ${JSON.stringify(value)}`);
    }
  }
  return importFilter(input, { format, ...pick(GIVEN, missing) });
}
const GIVEN = { hash: "fnv1a32x2", hashes: 3, generation: "v1b" };

test("bloom-filters: base64 is v2; arrays leave the generation open", () => {
  assert.equal(needs(V2, [], { generation: ["v1a", "v1b"] }, "v2").stats.scheme, "npm-bloom-filters-v2");
  assert.equal(
    needs(PARTITIONED, [], { generation: ["v1a", "v1b"] }, "v2").stats.scheme,
    "npm-bloom-filters-v2-partitioned",
  );
  assert.equal(needs(V1, ["generation"], { generation: ["v2"] }, "v1a or v1b").stats.scheme, "npm-bloom-filters-v1b");
  assert.equal(needs(PARTITIONED_ARRAYS, ["generation"]).stats.scheme, "npm-bloom-filters-v1-partitioned");
  for (const [generation, scheme] of [
    ["v1a", "v1"],
    ["v2", "v2"],
  ]) {
    const filter = importFilter(PARTITIONED_ARRAYS, { format: "npm-bloom-filters", generation });
    assert.equal(filter.stats.scheme, `npm-bloom-filters-${scheme}-partitioned`);
  }
  // The error has the generations that are possible, and no others.
  assert.throws(() => importFilter(V1, { format: "npm-bloom-filters" }), {
    message: "generation: expected one of v1a, v1b, got undefined",
  });
  assert.throws(
    () => importFilter(PARTITIONED_ARRAYS, { format: "npm-bloom-filters" }),
    /expected one of v1a, v1b, v2, got/,
  );
  for (const json of [V1, V2])
    assertRejected(
      () => importFilter(json, { format: "npm-bloom-filters", generation: "v3" }),
      TypeError,
      "generation",
    );
  // Neither form.
  for (const _filter of [
    [[1, 0], { size: 8, content: "AQ==" }],
    [1, 0],
    ["AQ==", "AQ=="],
  ]) {
    assertRejected(
      () => importFilter({ ...SLICES, _filter }, { format: "npm-bloom-filters", generation: "v2" }),
      FilterFormatError,
    );
  }
});

test("bloomfilter: version 1 has the newer hash; other data leaves the hash open", () => {
  assert.equal(needs(BLOOMFILTER, [], { hash: ["fnv1a32x2"] }, "fnv1a64").stats.hashes, 2);
  needs(BLOOMFILTER, [], { hashes: [3] }, "2");
  const { version: _, ...old } = BLOOMFILTER;
  const { k: __, ...older } = old;
  assert.equal(needs(old, ["hash"], { hashes: [3] }, "2").stats.scheme, "npm-bloomfilter-fnv1a32x2");
  assert.equal(importFilter(old, { format: "npm-bloomfilter", hash: "fnv1a64" }).stats.hashes, 2);
  assert.equal(needs(older, ["hash", "hashes"]).stats.hashes, 3);
  assert.equal(needs(BLOOMFILTER.buckets, ["hash", "hashes"]).stats.hashes, 3);
  assertRejected(
    () => importFilter({ ...BLOOMFILTER, k: undefined }, { format: "npm-bloomfilter", hashes: 2 }),
    FilterFormatError,
    "k",
  );
  assertRejected(
    () => importFilter({ ...BLOOMFILTER, version: 2 }, { format: "npm-bloomfilter" }),
    FilterFormatError,
    "version",
  );
});

// saveAsJSON() of new CountingBloomFilter(12, 2) with the keys "a", "b" and "a".
const COUNTING = {
  "3.0.4":
    '{"type":"CountingBloomFilter","_size":12,"_nbHashes":2,"_filter":[[1,2],[0,0],[0,0],[1,2],[1,1],[0,0],[0,0],[0,0],[0,0],[1,1],[0,0],[0,0]],"_length":3,"_seed":78187493520}',
  "1.3.9":
    '{"type":"CountingBloomFilter","_size":12,"_nbHashes":2,"_filter":[[1,2],[0,0],[0,0],[0,0],[1,2],[0,0],[0,0],[1,1],[1,1],[0,0],[0,0],[0,0]],"_length":3,"_seed":78187493520}',
};

test("a counting filter is recognized as one, and no option reads it", () => {
  for (const text of Object.values(COUNTING)) {
    for (const input of [text, new TextEncoder().encode(text), JSON.parse(text)]) {
      assert.deepEqual(sniffFormat(input), {
        format: "npm-bloom-filters",
        kind: "counting",
        candidates: ["npm-bloom-filters"],
        missing: [],
      });
      for (const generation of [undefined, "v1a", "v1b", "v2"]) {
        const error = assertRejected(
          () => importFilter(input, { format: "npm-bloom-filters", generation }),
          FilterFormatError,
          "type",
        );
        assert.equal(error.code, "UNSUPPORTED");
        assert.match(error.message, /got a CountingBloomFilter, which edgebloom does not read/);
      }
    }
  }
  // Its bits are those of a BloomFilter (docs/interop/npm.md).
  const { _filter, ...rest } = JSON.parse(COUNTING["1.3.9"]);
  const bloom = { ...rest, type: "BloomFilter", _filter: _filter.map(([bit]) => bit) };
  const filter = importFilter(bloom, { format: "npm-bloom-filters", generation: "v1b" });
  assert.deepEqual(
    ["a", "b", "c", "d", "e"].map((key) => filter.has(key)),
    [true, true, false, true, false],
  );
});

test("what other systems count in is not recognized as a Bloom filter", () => {
  /** @type {(...fields: [size: number, value: number | bigint, little?: boolean][]) => Uint8Array} */
  const laidOut = (...fields) => {
    const view = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)));
    let at = 0;
    for (const [size, value, little] of fields) {
      if (size === 8) view.setBigUint64(at, BigInt(value), little);
      else if (size === 4) view.setUint32(at, value, little);
      else if (size === 2) view.setUint16(at, value, little);
      else view.setUint8(at, value);
      at += size;
    }
    return new Uint8Array(view.buffer);
  };
  const counters = Array(14).fill([8, 1]);
  for (const [name, file] of Object.entries({
    // CountMinSketch.writeTo: version, total count, depth, width, a hash per row, the counters.
    Spark: laidOut([4, 1], [8, 7], [4, 2], [4, 7], [8, 12345], [8, 67890], ...counters),
    // The first chunk of CF.SCANDUMP: keys, buckets, deleted keys, filters, bucket size, most moves, expansion.
    RedisBloom: laidOut(
      [8, 3, true],
      [8, 512, true],
      [8, 1, true],
      [2, 1, true],
      [2, 2, true],
      [2, 20, true],
      [2, 1, true],
    ),
    // A count-min sketch: two longs of preamble, version 1, family 18.
    DataSketches: laidOut(
      [1, 2],
      [1, 1],
      [1, 18],
      [1, 0],
      [4, 0],
      [4, 7, true],
      [1, 2],
      [2, 1, true],
      [1, 0],
      ...counters,
    ),
  })) {
    const { format, kind } = sniffFormat(file);
    assert.deepEqual([format, kind], [undefined, undefined], name);
  }
  for (const type of ["CuckooFilter", "CountMinSketch", "XorFilter", "ScalableBloomFilter"]) {
    assert.equal(sniffFormat({ type, _size: 1, _filter: [], _seed: 1 }).format, undefined);
    assertRejected(() => importFilter({ type, _size: 1 }, { format: "npm-bloom-filters" }), FilterFormatError, "type");
  }
});
