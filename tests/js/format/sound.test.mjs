// Sound dumps: the package and a reader that was written from docs/FORMAT.md alone agree on every position, answer and
// field.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BloomFilter } from "../../../pkg/index.js";
import { agree, bytesOf, filterOf } from "../helpers/agree.mjs";
import { forge } from "../helpers/forge.mjs";
import { readText } from "../helpers/format-reader.mjs";

describe("sound dumps", () => {
  const shapes = [
    [
      "standard",
      [
        [1, 1],
        [63, 2],
        [64, 3],
        [65, 64],
        [1000, 4],
        [8191, 7],
        [65536, 5],
        [1000003, 10],
      ],
    ],
    [
      "partitioned",
      [
        [1, 1],
        [64, 64],
        [99, 3],
        [1005, 5],
        [7 * 1171, 7],
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
  const seeds = [0, 1, 12345678, 4294967295];
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
      const sized = filterOf({ layout, capacity: 500, errorRate: 0.01, name: "n" }, keys.slice(0, 30));
      const { reader } = agree(sized.fold(2).toBytes());
      const { capacity, errorRate, name, inserted } = reader.header;
      assert.deepEqual([capacity, errorRate, name, inserted], [null, null, "n", 30]);
      const step =
        layout === "blocked" ? (q) => Math.floor(Math.floor(q / 512) / 2) * 512 + (q % 512) : (q) => Math.floor(q / 2);
      for (const key of keys) assert.deepEqual(reader.positions(bytesOf(key)), sized.positions(key).map(step));
    });
  }

  test("text in both alphabets", () => {
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

  test("any capacity and count", () => {
    const dump = forge({ capacity: 2n ** 64n - 1n, rate: 0.5, inserted: 2n ** 64n - 1n });
    agree(dump);
    agree(forge({ capacity: 1n, rate: 1e-18 }));
  });
});
