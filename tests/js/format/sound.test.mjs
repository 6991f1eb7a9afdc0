// Valid files: the package and a reader written only from docs/reference/format agree on every position, answer and
// field.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BloomFilter } from "../../../pkg/index.js";
import { agree, bytesOf, filterOf } from "../helpers/agree.mjs";
import { bitsOf, forge } from "../helpers/forge.mjs";
import { readText } from "../helpers/format-reader.mjs";

describe("valid files", () => {
  const shapes = [
    [
      "standard",
      [
        [64, 1],
        [64, 64],
        [128, 2],
        [192, 3],
        [1024, 4],
        [64 * 127, 7],
        [65536, 5],
        [64 * 15629, 10],
      ],
    ],
    [
      "partitioned",
      [
        [64, 1],
        [64 * 64, 64],
        [64 * 3, 3],
        [64 * 5 * 3, 5],
        [64 * 7 * 19, 7],
        [65536, 16],
      ],
    ],
    [
      "blocked",
      [
        [512, 1],
        [512, 64],
        [1024, 3],
        [512 * 17, 6],
        [512 * 128, 8],
      ],
    ],
  ];
  const seeds = [0, 1, 12345678, 2147483648, 4294967295];
  const texts = [
    {},
    { name: "a list" },
    { version: "2026-11-21" },
    { name: "ß∂🔑\0", version: "\ufeff7" },
    { name: "é".repeat(512), version: "v".repeat(1024) },
  ];
  const keys = Array.from(
    { length: 2000 },
    (_, i) =>
      [`https://example.org/${i}`, `ключ ${i} 🔑`, BigInt(i) * -7919n, Uint8Array.of(i, i >> 8), "x".repeat(i % 70)][
        i % 5
      ],
  );
  let turn = 0;
  for (const [layout, sizes] of shapes) {
    for (const [bits, hashes] of sizes) {
      const [seed, text] = [seeds[turn % seeds.length], texts[turn++ % texts.length]];
      test(`${layout}, m = ${bits}, k = ${hashes}, seed ${seed}`, () => {
        const few = Math.min(1000, Math.ceil(bits / hashes));
        const { filter, reader } = agree(
          filterOf({ layout, bits, hashes, seed, ...text }, keys.slice(0, few)).toBytes(),
        );
        for (const key of keys) {
          const bytes = bytesOf(key);
          assert.deepEqual(reader.positions(bytes), filter.positions(key));
          assert.equal(reader.has(bytes), filter.has(key));
        }
        assert.ok(keys.slice(0, few).every((key) => reader.has(bytesOf(key))));
      });
    }
    test(`${layout}, sized by rate`, () => {
      for (const [capacity, errorRate] of [
        [1, 0.5],
        [100, 1e-18],
        [500, 0.01],
        [30, 0.999],
      ]) {
        agree(filterOf({ layout, capacity, errorRate, seed: 9 }, keys.slice(0, 30)).toBytes());
      }
      const sized = filterOf({ layout, capacity: 600, errorRate: 0.01, name: "n" }, keys.slice(0, 30));
      // Folding joins neighbouring words or blocks.
      const unit = layout === "blocked" ? 512 : 64;
      const { bits, hashes: k } = sized.stats;
      const places = bits / unit / (layout === "partitioned" ? k : 1);
      const divisor = Array.from({ length: places }, (_, i) => i + 1).find((d) => d > 1 && places % d === 0);
      const { reader } = agree(sized.fold(divisor).toBytes());
      const { capacity, errorRate, name, inserted } = reader.header;
      assert.deepEqual([capacity, errorRate, name, inserted], [null, null, "n", 30]);
      const step = (q) => Math.floor(Math.floor(q / unit) / divisor) * unit + (q % unit);
      for (const key of keys) assert.deepEqual(reader.positions(bytesOf(key)), sized.positions(key).map(step));
    });
  }

  test("salts", () => {
    const shapes = [
      { scheme: 1, layout: "standard", bits: 64n * 37n, hashes: 7 },
      { scheme: 2, layout: "partitioned", bits: 64n * 35n, hashes: 5 },
      { scheme: 3, layout: "blocked", bits: 512n * 5n, hashes: 6 },
    ];
    const some = keys.slice(0, 200);
    for (const { scheme, ...shape } of shapes) {
      const seen = new Set();
      for (const salt of [0, 1, 2, 2 ** 31, 2 ** 32 - 1]) {
        const payload = bitsOf(some.map(bytesOf), { ...shape, seed: 9, salt });
        const file = forge({ scheme, bits: shape.bits, hashes: shape.hashes, seed: 9, salt, payload });
        const { filter, reader } = agree(file);
        assert.equal(reader.header.salt, salt);
        for (const key of keys) {
          assert.deepEqual(filter.positions(key), reader.positions(bytesOf(key)));
          assert.equal(filter.has(key), reader.has(bytesOf(key)));
        }
        assert.ok(some.every((key) => filter.has(key)));
        // Everything made from the filter has the same salt.
        assert.equal(agree(filter.clone().toBytes()).reader.header.salt, salt);
        for (const key of some) assert.equal(filter.add(key), false);
        seen.add(`${filter.positions("a longer key")}`);
      }
      assert.equal(seen.size, 5);
    }
  });

  test("seeds that differ by 2^31 have the same positions", () => {
    for (const seed of [0, 1, 12345]) {
      const [one, other] = [seed, seed + 2 ** 31].map((seed) => filterOf({ bits: 1024, hashes: 5, seed }, ["a", "b"]));
      const [file, theirs] = [one, other].map((filter) => agree(filter.toBytes()).reader);
      assert.deepEqual([file.header.seed, theirs.header.seed], [seed, seed + 2 ** 31]);
      assert.deepEqual(file.payload, theirs.payload);
    }
  });

  test("reads both base64 alphabets", () => {
    for (let seed = 0; seed < 64; seed++) {
      const text = filterOf({ bits: 64 * (1 + (seed % 3)), hashes: 3, seed, name: "n".repeat(seed % 4) }, [
        "a",
        "b",
        "c",
      ]).toBase64();
      assert.equal(text, Buffer.from(readText(text)).toString("base64"));
      assert.ok(text.startsWith("60ZMV"));
      const safe = text.replaceAll("+", "-").replaceAll("/", "_");
      for (const other of [text, safe]) assert.equal(BloomFilter.fromBase64(other).toBase64(), text);
    }
  });

  test("accepts any capacity and count", () => {
    const dump = forge({ capacity: 2n ** 64n - 1n, rate: 0.5, inserted: 2n ** 64n - 1n });
    agree(dump);
    agree(forge({ capacity: 1n, rate: 1e-18 }));
  });
});
