// Files with exceptions, valid and damaged.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BloomFilter, CountingBloomFilter } from "../../../pkg/index.js";
import {
  ONE_BIT,
  agree,
  bytesOf,
  dumpAfter,
  everyDamage,
  filterOf,
  assertRejected,
  stillWorks,
} from "../helpers/agree.mjs";
import { THREE, allow, bitsOf, forge, scalable, subFilter, u64, words } from "../helpers/forge.mjs";
import { keys, utf8 } from "../helpers/helpers.mjs";

describe("exceptions", () => {
  const allowed = ["other", "", "ключ 🔑", -7n, Uint8Array.of(0, 1, 255), "x".repeat(300)];
  const sorted = (keys) => keys.map(bytesOf).sort(Buffer.compare);
  const shapes = [
    [BloomFilter, { bits: 128, hashes: 3 }, "core"],
    [BloomFilter, { bits: 192, hashes: 2, name: "n", version: "v" }, "core"],
    [BloomFilter, { bits: 512, hashes: 2, layout: "blocked" }, "core"],
    [CountingBloomFilter, { bits: 128, hashes: 3 }, "variants"],
  ];
  for (const [Kind, shape, entry] of shapes) {
    test(`${Kind.name}, ${JSON.stringify(shape)}`, () => {
      const filter = new Kind(shape);
      filter.addMany(keys(200));
      for (let count = 0; count <= allowed.length; count++) {
        if (count) assert.ok(filter.allow(allowed[count - 1]));
        for (const each of new Set([entry, "variants"])) {
          const { filter: loaded, reader } = agree(filter.toBytes(), each);
          // Sorted by their bytes, not in the order of the calls.
          assert.deepEqual(reader.exceptions, sorted(allowed.slice(0, count)));
          for (const key of [...allowed, "key-1", "key-199", "other2"])
            assert.equal(loaded.has(key), reader.has(bytesOf(key)));
          for (const key of allowed.slice(0, count)) assert.equal(loaded.has(key), false);
          assert.ok(loaded.has("key-1"));
        }
      }
      // Adding a key removes its exception.
      filter.add("");
      const { reader } = agree(filter.toBytes(), entry);
      assert.deepEqual(reader.exceptions, sorted(allowed.filter((key) => key !== "")));
      assert.ok(reader.has(utf8("")));
    });
  }

  test("the order of exceptions does not change the file", () => {
    const members = keys(500);
    const files = [allowed, allowed.toReversed()].map((keys) => {
      const filter = filterOf({ bits: 64, hashes: 1 }, members);
      for (const key of keys) assert.ok(filter.allow(key));
      return filter.toBytes();
    });
    assert.deepEqual(files[0], files[1]);
    assert.deepEqual(agree(files[0]).reader.exceptions, sorted(allowed));
  });

  test("accepts the maximum of exceptions", () => {
    const filter = filterOf({ bits: 64, hashes: 1 });
    filter.allow("x".repeat(32766));
    assert.equal(agree(filter.toBytes()).filter.stats.byteLength, 56 + 8 + 32768 + 8);
    assert.throws(() => filter.allow(""), RangeError);
    const many = filterOf({ bits: 64, hashes: 1 });
    for (let i = 0; i < 1000; i++) many.allow(`k${i}`);
    assert.equal(agree(many.toBytes()).reader.exceptions.length, 1000);
  });

  const some = [...allow(utf8("a")), ...allow(utf8("cat"))];
  const tail = (bytes, fields) =>
    forge({ flags: 2, payload: [...bitsOf(THREE, { bits: 128n, hashes: 3, seed: 7 }), ...bytes], ...fields });
  for (const entry of ["core", "variants"]) {
    test(`rejects damaged exceptions, ${entry}`, () => {
      const filter = filterOf({ bits: 64, hashes: 2 }, ["a", "b"]);
      everyDamage(
        dumpAfter(filter, () => [filter.allow("c"), filter.allow("long enough")]),
        entry,
        ONE_BIT,
      );
    });
    test(`the test writer makes valid exceptions, ${entry}`, () => {
      assert.deepEqual(agree(tail(words(some)), entry).reader.exceptions, [utf8("a"), utf8("cat")]);
      agree(tail(allow(Array(6).fill(0))), entry);
      agree(tail(words(allow([]))), entry);
      // A key comes before keys that begin with it. Bytes are compared as unsigned.
      agree(tail(words([...allow([]), ...allow([0]), ...allow([0, 0]), ...allow([127]), ...allow([128])])), entry);
      agree(tail(allow(Array(32766).fill(7))), entry);
    });
    for (const [what, dump, code = "INVALID", field = "payload"] of [
      ["only zeros", tail(Array(8).fill(0))],
      ["a length beyond the end", tail(words(allow(utf8("cat"), 8)))],
      ["the largest length", tail(words(allow(utf8("cat"), 65535)))],
      ["the second length beyond the end", tail(words([...allow(utf8("a")), ...allow(utf8("b"), 5)]))],
      ["a length of one byte", tail([...allow(Array(5).fill(1)), 1])],
      ["a first padding byte that is not 0", tail([...some, 0, 0, 1, 0, 0, 0, 0, 0])],
      ["a last padding byte that is not 0", tail([...words([...some, 0, 0]).slice(0, -1), 9])],
      ["a word of padding", tail([...words(some), ...Array(8).fill(0)])],
      ["a key after the end", tail([0, 0, ...allow(utf8("cat")), 0])],
      ["keys in another order", tail(words([...allow(utf8("cat")), ...allow(utf8("a"))]))],
      ["a key after one that begins with it", tail(words([...allow(utf8("cats")), ...allow(utf8("cat"))]))],
      ["a key twice", tail(words([...allow(utf8("cat")), ...allow(utf8("cat"))]))],
      ["the empty key twice", tail(words([...allow([]), ...allow([])]))],
      ["the empty key after another", tail(words([...allow([0]), ...allow([])]))],
      ["bytes as if they were signed", tail(words([...allow([128]), ...allow([127])]))],
      ["the flag without a word", tail([]), "INVALID", "payloadLength"],
      ["the words without the flag", tail(words(some), { flags: 0 }), "INVALID", "payloadLength"],
      ["4097 words", tail([...words(allow([])), ...allow(Array(32766).fill(7))]), "INVALID", "payloadLength"],
      ["fewer words than the bits take", tail(words(some), { bits: 1024n }), "INVALID", "payloadLength"],
      ["2^32 − 1 words", tail(words(some), { words: 2 ** 32 - 1 }), "INVALID", "payloadLength"],
      ["a word that is not there", tail(words(some), { words: 4 }), "TRUNCATED", "length"],
      ["the next flag", tail(words(some), { flags: 6 }), "UNSUPPORTED", "flags"],
    ]) {
      test(`${what}, ${entry}`, () => {
        assertRejected(dump, code, field, what, entry);
        stillWorks();
      });
    }
  }
  test("rejects exceptions with positions or sub-filters", () => {
    assertRejected(scalable([subFilter()], { flags: 3 }), "INVALID", "payloadLength", "", "variants");
    assertRejected(
      tail([...u64(0n), ...words(some)], { bits: 2n ** 24n, encoding: 2 }),
      "INVALID",
      "payloadLength",
      "",
      "variants",
    );
    stillWorks();
  });
});
