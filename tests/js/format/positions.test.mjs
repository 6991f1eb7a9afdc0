// Files of sparse filters, which store positions instead of bits, valid and damaged.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SparseBloomFilter } from "../../../pkg/index.js";
import { ONE_BIT, agree, bytesOf, dumpAfter, everyDamage, assertRejected, stillWorks } from "../helpers/agree.mjs";
import { forge, leb128, positionsOf, u64, words } from "../helpers/forge.mjs";

describe("positions", () => {
  const keys = Array.from(
    { length: 300 },
    (_, i) => [`key-${i}`, BigInt(i) * -7919n, Uint8Array.of(i, i >> 8, 1)][i % 3],
  );
  for (const shape of [
    { bits: 2 ** 24, hashes: 3 },
    { bits: 2 ** 24, hashes: 64, seed: 9, name: "n" },
    { bits: 2 ** 32, hashes: 3 },
    { bits: 2 ** 32, hashes: 1, seed: 4294967295, version: "v" },
    { bits: 2 ** 32 - 512, hashes: 7, layout: "blocked" },
    { bits: 3 * 2 ** 23, hashes: 3, layout: "partitioned" },
    { bits: 2 ** 32 - 64, hashes: 5 },
    { capacity: 3_000_000, errorRate: 0.01 },
  ]) {
    test(JSON.stringify(shape), () => {
      const filter = new SparseBloomFilter(shape);
      for (const few of [[], keys.slice(0, 1), keys]) {
        filter.addMany(few);
        const { filter: loaded, reader } = agree(filter.toBytes(), "variants");
        assert.ok(loaded instanceof SparseBloomFilter);
        assert.deepEqual(SparseBloomFilter.fromBytes(filter.toBytes()).toBytes(), filter.toBytes());
        const expected = [...new Set(few.flatMap((key) => filter.positions(key)))].sort((a, b) => a - b);
        assert.deepEqual(reader.set, expected);
        assert.deepEqual([...reader.payload], positionsOf(expected));
        for (const key of [...keys, "other", ""]) {
          assert.deepEqual(reader.positions(bytesOf(key)), loaded.positions(key));
          assert.equal(reader.has(bytesOf(key)), loaded.has(key));
        }
        assert.ok(few.every((key) => loaded.has(key)));
      }
    });
  }

  test("become bits if positions take no less", () => {
    // Of 2^24 bits, at most 2^16 are stored as positions.
    const filter = new SparseBloomFilter({ bits: 2 ** 24, hashes: 1 });
    let set = 0;
    for (let i = 0; set < 65536; i++) set += +filter.add(`key-${i}`);
    const most = filter.toBytes();
    assert.equal(most[9], 2);
    const { reader } = agree(most, "variants");
    assert.equal(reader.set.length, 65536);
    for (let i = 0; set < 65537; i++) set += +filter.add(`more-${i}`);
    const bits = filter.toBytes();
    assert.equal(bits[9], 1);
    const { filter: loaded } = agree(bits, "variants");
    assert.ok(loaded.equals(filter));
    // One more position is too many, in a forged file too.
    const positions = reader.set.concat(reader.set.at(-1) + 1);
    const fields = { encoding: 2, hashes: 1, bits: 2n ** 24n, inserted: 0n };
    agree(forge({ ...fields, payload: positionsOf(reader.set) }), "variants");
    assertRejected(
      forge({ ...fields, payload: positionsOf(positions) }),
      "INVALID",
      "payload",
      "65,537 positions",
      "variants",
    );
    stillWorks();
  });

  test("damaged, are rejected", () => {
    const filter = new SparseBloomFilter({ bits: 2 ** 32, hashes: 2, name: "n" });
    everyDamage(
      dumpAfter(filter, () => filter.addMany(["a", "b", "c"])),
      "variants",
      ONE_BIT,
    );
  });

  const sparse = (payload, fields) => forge({ encoding: 2, bits: 2n ** 24n, payload, ...fields });
  const raw = (count, bytes) => sparse([...u64(BigInt(count)), ...bytes]);
  const last = 2 ** 24 - 1;
  const all = Array.from({ length: 65536 }, (_, i) => i);
  test("the test writer makes valid positions", () => {
    for (const positions of [[], [0], [last], [0, last], [0, 1, 2, 3], [127, 255, 20000], [126, 253, 254]]) {
      assert.deepEqual(agree(sparse(positionsOf(positions)), "variants").reader.set, positions);
    }
    // One position per 256 bits is allowed, whatever the number of bits.
    for (const [bits, positions] of [
      [64n, []],
      [192n, []],
      [256n, []],
      [256n, [255]],
      [448n, [0]],
      [2n ** 24n - 64n, [5, 2 ** 24 - 65]],
    ]) {
      assert.deepEqual(agree(sparse(positionsOf(positions), { bits }), "variants").reader.set, positions);
    }
    assert.equal(agree(sparse(positionsOf([2, 3]), { bits: 512n, scheme: 3 }), "variants").reader.set.length, 2);
    assert.equal(agree(sparse(positionsOf([2, 3]), { bits: 576n, scheme: 2 }), "variants").reader.set.length, 2);
    agree(sparse(positionsOf([2 ** 32 - 1]), { bits: 2n ** 32n }), "variants");
  });
  for (const [what, dump, code = "INVALID", field = "payload"] of [
    ["no words", sparse([])],
    ["a count without positions", sparse(u64(1n))],
    ["a count too small", sparse(positionsOf([1, 2, 5], 2))],
    ["a count too large by 1", raw(9, Array(8).fill(1))],
    ["a count of more positions than bytes", raw(60000, Array(8).fill(1))],
    ["65,537 positions of 2^24", sparse(positionsOf([...all, 65536]))],
    ["a count of 2^63", sparse(positionsOf([1], 2n ** 63n))],
    ["a count of 2^64 − 1", sparse(positionsOf([1], 2n ** 64n - 1n))],
    ["position m", sparse(positionsOf([2 ** 24]))],
    ["a difference that leads to m", sparse(positionsOf([last, last + 1]))],
    ["a position of 2^32", sparse(positionsOf([2 ** 32]), { bits: 2n ** 32n })],
    ...[5, 8, 9, 10].map((size) => [`a number of ${size} bytes`, raw(1, words([...Array(size - 1).fill(255), 127]))]),
    ["a number that wraps 2^64", raw(1, words([...Array(9).fill(255), 1]))],
    [
      "numbers that wrap 2^64 together",
      raw(3, words([...leb128(2n ** 62n), ...leb128(2n ** 62n), ...leb128(2n ** 63n)])),
    ],
    ["0 in two bytes", raw(1, words([128, 0]))],
    ["5 in two bytes", raw(1, words(leb128(5, 2)))],
    ["5 in nine bytes", raw(1, words(leb128(5, 9)))],
    ["the second number in more bytes than needed", raw(2, words([...leb128(7), ...leb128(300, 3)]))],
    ["a number without end", raw(1, Array(8).fill(128))],
    ["padding that is not 0", raw(1, [3, 0, 0, 0, 0, 0, 0, 1])],
    ["a first byte of padding that is not 0", raw(1, [3, 1, 0, 0, 0, 0, 0, 0])],
    ["a word of padding", raw(1, words([3]).concat(Array(8).fill(0)))],
    ["a word of padding after none", raw(0, Array(8).fill(0))],
    ["a position of 192 bits", sparse(positionsOf([1]), { bits: 192n })],
    ["2 positions of 448 bits", sparse(positionsOf([1, 2]), { bits: 448n })],
    ["65,536 positions of 2^24 − 64 bits", sparse(positionsOf(all), { bits: 2n ** 24n - 64n })],
    ["m that is no multiple of 64", sparse(positionsOf([]), { bits: 2n ** 24n - 1n }), "INVALID", "bits"],
    [
      "positions without m of them",
      sparse(positionsOf([1]), { bits: 2n ** 24n, encoding: 1 }),
      "INVALID",
      "payloadLength",
    ],
    ["the encoding of sub-filters", sparse(positionsOf([1]), { encoding: 3 }), "INVALID", "payloadEncoding"],
    ["another payload encoding", sparse(positionsOf([1]), { encoding: 4 }), "UNSUPPORTED", "payloadEncoding"],
    [
      "with the flag of exceptions",
      sparse(positionsOf([1]), { bits: 256n, encoding: 2, flags: 2 }),
      "INVALID",
      "payloadLength",
    ],
    ["2^32 − 1 words", sparse(positionsOf([1]), { words: 2 ** 32 - 1 }), "TRUNCATED", "length"],
    ["0 words", sparse(positionsOf([1]), { words: 0 }), "TRAILING_BYTES", "length"],
  ]) {
    test(what, () => {
      assertRejected(dump, code, field, what, "variants");
      stillWorks();
    });
  }
});
