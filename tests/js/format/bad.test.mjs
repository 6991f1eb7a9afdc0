// Damaged files of plain filters: the package and the independent reader reject them with the same code and field.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  BloomFilter,
  CountingBloomFilter,
  FilterFormatError,
  ScalableBloomFilter,
  SparseBloomFilter,
  load,
  readHeader,
} from "../../../pkg/index.js";
import { ANY_CHANGE, agree, everyDamage, filterOf, assertRejected, stillWorks } from "../helpers/agree.mjs";
import { entry, forge, growth, section } from "../helpers/forge.mjs";
import { read, readText } from "../helpers/format-reader.mjs";
import { FOREIGN_IDS, KEYED_IDS, NO_SCHEME, thrown, utf8 } from "../helpers/helpers.mjs";

describe("damaged files", () => {
  const plain = () => filterOf({ bits: 128, hashes: 3, seed: 7 }, ["cat", "dög", -2n]).toBytes();
  const named = () =>
    filterOf({ bits: 128, hashes: 3, seed: 7, name: "pets", version: "2026-11" }, ["cat", "dög", -2n]).toBytes();

  test("the test writer makes valid files", () => {
    assert.deepEqual(forge(), plain());
    assert.deepEqual(forge({ section: section([entry(1, utf8("pets")), entry(2, utf8("2026-11"))]) }), named());
    agree(forge({ section: section([entry(2, utf8("2026-11"))]) }));
  });

  test("rejects each changed byte, cut and longer file, without metadata", () => {
    everyDamage(plain(), "core", ANY_CHANGE);
    everyDamage(plain(), "variants", ANY_CHANGE);
  });

  test("rejects each changed byte, cut and longer file, with metadata", () => {
    everyDamage(named(), "core", ANY_CHANGE);
  });

  test("a valid file of another class is rejected for its class", () => {
    for (const filter of [
      new CountingBloomFilter({ bits: 128, hashes: 3 }),
      new ScalableBloomFilter({ capacity: 9, errorRate: 0.1 }),
      new SparseBloomFilter({ bits: 2 ** 24, hashes: 3 }),
    ]) {
      const dump = filter.toBytes();
      assertRejected(dump, "WRONG_CLASS", "class");
      assert.match(thrown(() => BloomFilter.fromBytes(dump)).message, new RegExp(`: use ${filter.constructor.name}$`));
    }
    for (const scheme of FOREIGN_IDS) {
      for (const keys of [1, 2, 10]) {
        for (const entry of ["core", "variants"])
          assertRejected(forge({ scheme, keys }), "WRONG_CLASS", "class", "", entry);
      }
    }
    const check = section([entry(5, Array(8).fill(1))]);
    for (const entry of ["core", "variants", "compat"]) {
      for (const scheme of KEYED_IDS) {
        const bits = { 28: { hashes: 2 }, 29: { bits: 512n, payload: Array(64).fill(0) } }[scheme];
        const dump = forge({ scheme, seed: 0, salt: 5, section: check, ...bits });
        const theirs = thrown(() => read(dump, entry));
        assert.deepEqual([theirs.code, theirs.field], ["WRONG_CLASS", "class"]);
        if (entry !== "compat") assertRejected(dump, "WRONG_CLASS", "class", `scheme ${scheme}`, entry);
      }
    }
    stillWorks();
  });

  const old = "the old payload";
  for (const [what, fields, code, field] of [
    ["magic", { magic: [0xeb, 0x46, 0x4c, 0x55] }, "MAGIC", "magic"],
    ...[0, 2, 255].map((version) => [`version ${version}`, { version }, "UNSUPPORTED", "version"]),
    ["the flag of exceptions without any", { flags: 2 }, "INVALID", "payloadLength"],
    ...[2, 3, 4, 5, 6, 7].map((bit) => [`flag ${bit}`, { flags: 1 << bit }, "UNSUPPORTED", "flags"]),
    ...[0, NO_SCHEME, 255].map((scheme) => [`scheme ${scheme}`, { scheme }, "UNSUPPORTED", "scheme"]),
    ...[27, 28].map((scheme) => [
      `scheme ${scheme} without a check`,
      { scheme, seed: 0, hashes: 2 },
      "INVALID",
      "key check",
    ]),
    ...[0, 6, 255].map((id) => [`cells ${id}`, { cells: id }, "UNSUPPORTED", "cells"]),
    ...[0, 12, 255].map((id) => [`key encoding ${id}`, { keys: id }, "UNSUPPORTED", "keyEncoding"]),
    ...[2, 11].map((id) => [`key encoding ${id}`, { keys: id }, "INVALID", "keyEncoding"]),
    ...[0, 4, 255].map((id) => [`payload encoding ${id}`, { encoding: id }, "UNSUPPORTED", "payloadEncoding"]),
    ["payload encoding 3 without a section", { encoding: 3, capacity: 9n, rate: 0.5 }, "INVALID", "payloadEncoding"],
    ...[0, 65, 255, 256, 65535].map((hashes) => [`k = ${hashes}`, { hashes }, "INVALID", "hashes"]),
    ["2^31 over k and payloadLength", { hashes: 0, words: 2 ** 15 }, "INVALID", "hashes"],
    ["2^31 + 3 over k and payloadLength", { hashes: 3, words: 2 ** 15 }, "INVALID", "payloadLength"],
    ...[0, 1, 3, 2 ** 26, 2 ** 31, 2 ** 32 - 1].map((words) => [
      `payloadLength ${words} for 2`,
      { words },
      "INVALID",
      "payloadLength",
    ]),
    ["payloadLength 1 for 2 with a payload of 1", { words: 1, payload: Array(8).fill(0) }, "INVALID", "payloadLength"],
    ["payloadLength 3 for 2 with a payload of 3", { words: 3, payload: Array(24).fill(0) }, "INVALID", "payloadLength"],
    ["payloadLength 0 without payload", { words: 0, payload: [] }, "INVALID", "payloadLength"],
    ...[
      [1, 64n],
      [2, 128n],
      [3, 192n],
      [65, 4160n],
    ].flatMap(([right, bits]) =>
      [right - 1, right + 1].map((words) => [
        `payloadLength ${words} for m = ${bits}`,
        { bits, words, payload: Array(8 * right).fill(0) },
        "INVALID",
        "payloadLength",
      ]),
    ),
    ["partitioned, payloadLength 3 for 2", { scheme: 2, hashes: 2, words: 3 }, "INVALID", "payloadLength"],
    [
      "blocked, payloadLength 7 for 8",
      { scheme: 3, bits: 512n, words: 7, payload: Array(64).fill(0) },
      "INVALID",
      "payloadLength",
    ],
    ["payloadLength wrong, and m no multiple of 64 · k", { scheme: 2, words: 3 }, "INVALID", "bits"],
    ["payloadLength wrong, and capacity without rate", { words: 3, capacity: 5n }, "INVALID", "payloadLength"],
    ["payloadLength wrong, and a bad section", { words: 3, flags: 1 }, "INVALID", "payloadLength"],
    ["payloadLength wrong, and m no multiple of 64", { bits: 100n, words: 3 }, "INVALID", "bits"],
    ["m = 0", { bits: 0n }, "INVALID", "bits"],
    ["m = 0 without payload", { bits: 0n, payload: [] }, "INVALID", "bits"],
    ...[1n, 63n, 65n, 96n, 127n, 129n, 2n ** 32n - 1n, 2n ** 32n - 32n].map((bits) => [
      `m = ${bits}`,
      { bits, words: Math.ceil(Number(bits) / 64) },
      "INVALID",
      "bits",
    ]),
    ...[64n, 192n, 2n ** 32n].map((bits) => [
      `m = ${bits} with the old payloadLength`,
      { bits },
      "INVALID",
      "payloadLength",
    ]),
    [`m = 2^32 with payloadLength 2^26 and ${old}`, { bits: 2n ** 32n, words: 2 ** 26 }, "TRUNCATED", "length"],
    [`m = 192 with payloadLength 3 and ${old}`, { bits: 192n, words: 3 }, "TRUNCATED", "length"],
    [`m = 64 with payloadLength 1 and ${old}`, { bits: 64n, words: 1 }, "TRAILING_BYTES", "length"],
    ["m = 2^32 + 1", { bits: 2n ** 32n + 1n }, "INVALID", "bits"],
    ["m = 2^32 + 128", { bits: 2n ** 32n + 128n }, "INVALID", "bits"],
    ["m = 2^63", { bits: 2n ** 63n }, "INVALID", "bits"],
    ["m = 2^64 − 1", { bits: 2n ** 64n - 1n }, "INVALID", "bits"],
    ["m = 2^64 − 64", { bits: 2n ** 64n - 64n }, "INVALID", "bits"],
    ["partitioned, m no multiple of 64 · k", { scheme: 2 }, "INVALID", "bits"],
    [
      "partitioned, m a multiple of k and of 64",
      { scheme: 2, hashes: 4, bits: 128n, payload: Array(16).fill(0) },
      "INVALID",
      "bits",
    ],
    [
      "partitioned, m smaller than 64 · k",
      { scheme: 2, hashes: 64, bits: 64n, payload: Array(8).fill(0) },
      "INVALID",
      "bits",
    ],
    ["blocked, m no multiple of 512", { scheme: 3 }, "INVALID", "bits"],
    ["capacity without rate", { capacity: 5n }, "INVALID", "capacity"],
    ["rate without capacity", { rate: 0.01 }, "INVALID", "capacity"],
    ["rate 1", { capacity: 5n, rate: 1 }, "INVALID", "errorRate"],
    ["rate below 1e-18", { capacity: 5n, rate: 0x3c32725dd1d243abn }, "INVALID", "errorRate"],
    ["the smallest rate", { capacity: 5n, rate: 1n }, "INVALID", "errorRate"],
    ["the smallest rate without capacity", { rate: 1n }, "INVALID", "capacity"],
    ...[NaN, -0.01, -0, Infinity, -Infinity, 1.0000000000000002, 2].flatMap((rate) => [
      [`rate ${Object.is(rate, -0) ? "−0" : rate}`, { capacity: 5n, rate }, "INVALID", "errorRate"],
      [`rate ${Object.is(rate, -0) ? "−0" : rate} without capacity`, { rate }, "INVALID", "errorRate"],
    ]),
    ["a signalling NaN", { capacity: 5n, rate: 0x7ff0000000000001n }, "INVALID", "errorRate"],
    ["all bits of the rate", { capacity: 5n, rate: 2n ** 64n - 1n }, "INVALID", "errorRate"],
  ]) {
    test(what, () => {
      assertRejected(forge(fields), code, field);
      const error = thrown(() => readHeader(forge(fields)));
      if (field === "payloadLength") assert.equal(error.offset, 12);
      if (!["length", "payload"].includes(field))
        assert.deepEqual([error?.code, error?.field], [code, field], "readHeader");
      stillWorks();
    });
  }

  const [pets, date] = [entry(1, utf8("pets")), entry(2, utf8("2026-11"))];
  const text = (bytes) => section([entry(1, bytes)]);
  for (const [what, bytes, code, field] of [
    ["wrong order", section([date, pets]), "INVALID", "metadata tag"],
    ["a name twice", section([pets, pets]), "INVALID", "metadata tag"],
    ["a version twice", section([date, date]), "INVALID", "metadata tag"],
    ["tag 0", section([entry(0, utf8("x"))]), "UNSUPPORTED", "metadata tag"],
    ["tag 3", section([pets, entry(3, utf8("x"))]), "INVALID", "metadata length"],
    ["how it grows, of one that does not", section([pets, growth(1)]), "INVALID", "payloadEncoding"],
    ["the universe of a Bloom filter", section([pets, entry(6, Array(32).fill(0))]), "INVALID", "metadata tag"],
    ["the values of a Bloom filter", section([pets, entry(7, Array(16).fill(0))]), "INVALID", "metadata tag"],
    ["tag 9", section([pets, entry(9, utf8("x"))]), "UNSUPPORTED", "metadata tag"],
    ["a key form of 65 bytes", section([pets, entry(8, utf8("x".repeat(65)))]), "INVALID", "metadata length"],
    ["a key form that is not UTF-8", section([entry(8, Uint8Array.of(0xff))]), "INVALID", "metadata text"],
    ["tag 257", section([entry(257, utf8("x"))]), "UNSUPPORTED", "metadata tag"],
    ["a reserved byte of the section", section([pets], { reserved: 1 }), "UNSUPPORTED", "reserved"],
    ["a reserved byte of an entry", section([entry(1, utf8("pets"), { reserved: 256 })]), "UNSUPPORTED", "reserved"],
    ["an empty text", text([]), "INVALID", "metadata text"],
    ["a text of 1025 bytes", text(Array(1025).fill(97)), "INVALID", "metadata text"],
    [
      "a text of 2^32 − 1 bytes",
      section([entry(1, utf8("pets"), { length: 2 ** 32 - 1 })]),
      "INVALID",
      "metadata text",
    ],
    [
      "a text of 2^32 − 8 bytes",
      section([entry(1, utf8("pets"), { length: 2 ** 32 - 8 })]),
      "INVALID",
      "metadata text",
    ],
    ["a text beyond the dump", section([entry(1, utf8("pets"), { length: 1024 })]), "TRUNCATED", "length"],
    ["a text beyond the section", section([entry(1, utf8("pets"), { length: 9 })]), "INVALID", "metadata"],
    [
      "a text of zeros beyond the section",
      section([entry(1, Array(8).fill(0), { length: 8 })], { length: 8 }),
      "INVALID",
      "metadata",
    ],
    ["non-zero padding", section([entry(1, utf8("pets"), { padding: 1 })]), "INVALID", "padding"],
    ["no entries", section([]), "INVALID", "metadata"],
    ["a section of 7 bytes", section([pets], { length: 7 }), "INVALID", "metadata"],
    ["a section shorter than its entries", section([pets, date], { length: 24 }), "INVALID", "metadata"],
    ["a section of 9 bytes", section([pets], { length: 9 }), "INVALID", "metadata"],
    ["a section of 2^31 bytes", section([pets], { length: 2 ** 31 }), "INVALID", "metadata"],
    ["a section that wraps", section([pets], { length: 2 ** 32 - 64 }), "INVALID", "metadata"],
    ["a section that wraps to the header's end", section([pets], { length: 2 ** 32 - 8 }), "INVALID", "metadata"],
    ["a section of 2^32 − 1 bytes", section([pets], { length: 2 ** 32 - 1 }), "INVALID", "metadata"],
    ["a section that goes on in the payload", section([pets], { length: 32 }), "UNSUPPORTED", "metadata tag"],
    ...[
      [0xff],
      [0xc3],
      [0xc3, 0x28],
      [0xc0, 0x80],
      [0xe0, 0x80, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xf8, 0x88, 0x80, 0x80, 0x80],
      [97, 0x80],
      [0xf0, 0x9f, 0x94],
    ].map((bad) => [`bad UTF-8 ${Buffer.from(bad).toString("hex")}`, text(bad), "INVALID", "metadata text"]),
    ["a bad version", section([pets, entry(2, [0x80])]), "INVALID", "metadata text"],
  ]) {
    test(`metadata: ${what}`, () => {
      assertRejected(forge({ section: bytes, payload: Array(16).fill(0) }), code, field);
      stillWorks();
    });
  }

  test("rejects a section over the maximum length", () => {
    const both = [entry(1, Array(1024).fill(97)), entry(2, Array(1024).fill(98))];
    assert.equal(both.flat().length, 2064);
    agree(forge({ section: section(both) }));
    // The longest possible section also has the growth and the parameters.
    assertRejected(forge({ section: section([...both, entry(4, Array(608).fill(99))]) }), "INVALID", "parameters");
    assertRejected(forge({ section: section([...both, entry(4, Array(616).fill(99))]) }), "INVALID", "metadata");
    stillWorks();
  });

  test("rejects every wrong section length", () => {
    for (let length = 0; length < 2700; length += length === 40 ? 2000 : 1) {
      if (length !== 2064)
        assertRejected(
          forge({ section: section([entry(1, Array(1024).fill(97)), entry(2, Array(1024).fill(98))], { length }) }),
        );
    }
    stillWorks();
  });

  test("rejects a section flag without section, and the reverse", () => {
    // The reader then takes the payload for a section, or the section for the payload.
    assertRejected(forge({ flags: 1 }), "INVALID", "metadata");
    assertRejected(forge({ flags: 0, section: section([pets]) }), "TRAILING_BYTES", "length");
    stillWorks();
  });

  test("rejects base64 that is not canonical", () => {
    const sound = filterOf({ bits: 128, hashes: 3, seed: 1 }, ["a", "b", "c"]).toBase64(); // 80 bytes: one "="
    const longer = filterOf({ bits: 64, hashes: 1 }, ["a"]).toBase64(); // 72 bytes: no "="
    const two = filterOf({ bits: 1024, hashes: 3 }, ["a"]).toBase64(); // 192 bytes
    const three = filterOf({ bits: 64 * 18, hashes: 3 }, ["a"]).toBase64(); // 208 bytes: two "="
    assert.deepEqual(
      [sound, longer, two, three].map((each) => /=*$/.exec(each)[0].length),
      [1, 0, 0, 2],
    );
    const set = (base, i, character) => base.slice(0, i) + character + base.slice(i + 1);
    const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const after = (character) => digits[digits.indexOf(character) + 1];
    const bad = [
      sound.slice(0, -1),
      `${sound}=`,
      `${sound}\n\n`,
      `${sound}\r`,
      `${sound}\n `,
      ` ${sound}`,
      `${sound.slice(0, 76)}\n${sound.slice(76)}`,
      `${sound}AAAA`,
      `${sound}A`,
      set(sound, sound.length - 2, after(sound.at(-2))),
      set(three, three.length - 3, after(three.at(-3))),
      three.slice(0, -2),
      three.slice(0, -1),
      `${three}==`,
      `${longer}====`,
      `${longer}=`,
      `${longer}==`,
      "=",
      "==",
      "A",
      "AA",
      "AAA",
      "A===",
      "A==A",
      "====",
      set(set(longer, 20, "+"), 21, "-"),
      set(set(longer, 20, "_"), 40, "/"),
      set(longer, 20, "."),
      set(longer, 20, "="),
      set(longer, 20, "é"),
      set(longer, 20, "\0"),
      set(longer, 20, "\u0141"),
      `\ufeff${longer}`,
      `data:application/octet-stream;base64,${sound}`,
    ];
    for (const text of bad) {
      const [ours, theirs] = [thrown(() => BloomFilter.fromBase64(text)), thrown(() => readText(text))];
      assert.ok(ours instanceof FilterFormatError, JSON.stringify(text));
      assert.deepEqual([ours.code, ours.field, theirs?.code], ["BASE64", "base64", "BASE64"], JSON.stringify(text));
    }
    assert.equal(thrown(() => load("")).code, "TRUNCATED");
    // One line break at the end is accepted, because editors add it.
    for (const text of [sound, longer, three].flatMap((each) => [`${each}\n`, `${each}\r\n`])) {
      for (const read of [(each) => BloomFilter.fromBase64(each), load])
        assert.equal(read(text).toBase64(), text.trim());
      assert.deepEqual(readText(text), load(text).toBytes());
      assert.equal(readHeader(text).byteLength, load(text).toBytes().length);
    }
    stillWorks();
  });
});
