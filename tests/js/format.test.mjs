// docs/FORMAT.md against the package: a reader written from the page alone must agree with it on
// every position, answer, field and refusal; what the page and the golden dumps say must be true.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { BloomFilter, FilterFormatError, load, readHeader } from "../../pkg/index.js";
import { checksum, murmur3, read, readText, sequence } from "./format-reader.mjs";

const file = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const utf8 = (text) => new TextEncoder().encode(text);
const hex = (number) => `0x${number.toString(16).padStart(16, "0")}`;
const integer = (key) => new Uint8Array(BigInt64Array.of(key).buffer);
const bytesOf = (key) => (typeof key == "bigint" ? integer(key) : typeof key == "string" ? utf8(key) : key);
const filterOf = (options, keys = []) => {
  const filter = new BloomFilter(options);
  filter.addMany(keys);
  return filter;
};

/** Both must take this dump, say the same of it, and write it again as it was. */
function agree(dump) {
  const filter = BloomFilter.fromBytes(dump);
  const reader = read(dump);
  const { payload, positions, has, ...fields } = reader;
  assert.deepEqual(fields, { ...readHeader(dump) });
  const bits = filter.bits();
  assert.deepEqual(bits, payload.subarray(0, bits.length));
  assert.deepEqual(filter.toBytes(), dump);
  return { filter, reader };
}

const thrown = (action) => {
  try {
    action();
  } catch (error) {
    return error;
  }
};

/** Both must refuse this dump, with this code and field if given, otherwise with the same. */
function refused(dump, code, field, what = "") {
  const ours = thrown(() => BloomFilter.fromBytes(dump));
  assert.ok(ours instanceof FilterFormatError, `${what}: the package answered ${ours}`);
  const theirs = thrown(() => read(dump));
  assert.ok(theirs?.code, `${what}: the reader answered ${theirs}`);
  const said = [ours.code, ours.field];
  assert.deepEqual(said, [theirs.code, theirs.field], what);
  if (code) assert.deepEqual(said, [code, field], what);
}

/** The module works on after refusals. */
function stillWorks() {
  const { filter } = agree(filterOf({ capacity: 100, errorRate: 0.01 }, ["a", "b"]).toBytes());
  assert.deepEqual([filter.has("a"), filter.has("b"), filter.has("c")], [true, true, false]);
}

describe("sound dumps", () => {
  const shapes = [
    ["standard", [[1, 1], [63, 2], [64, 3], [65, 64], [1000, 4], [8191, 7], [65536, 5], [1000003, 10]]],
    ["partitioned", [[1, 1], [64, 64], [99, 3], [1005, 5], [7 * 1171, 7], [65536, 16]]],
    ["blocked", [[512, 1], [512, 64], [1024, 3], [512 * 17, 6], [512 * 128, 8]]],
  ];
  const seeds = [0, 1, 12345678, 4294967295];
  const texts = [{}, { name: "a list" }, { version: "2026-11-21" }, { name: "ß∂🔑\0", version: "\ufeff7" }, { name: "é".repeat(512), version: "v".repeat(1024) }];
  const keys = Array.from({ length: 2000 }, (_, i) =>
    [`https://example.org/${i}`, `ключ ${i} 🔑`, BigInt(i) * -7919n, Uint8Array.of(i, i >> 8), "x".repeat(i % 70)][i % 5]);
  let turn = 0;
  for (const [layout, sizes] of shapes) {
    for (const [bits, hashes] of sizes) {
      const [seed, text] = [seeds[turn % seeds.length], texts[turn++ % texts.length]];
      test(`${layout}, m = ${bits}, k = ${hashes}, seed ${seed}`, () => {
        const few = Math.min(1000, Math.ceil(bits / hashes));
        const { filter, reader } = agree(filterOf({ layout, bits, hashes, seed, ...text }, keys.slice(0, few)).toBytes());
        for (const key of keys) {
          const bytes = bytesOf(key);
          assert.deepEqual(reader.positions(bytes), filter.positions(key));
          assert.equal(reader.has(bytes), filter.has(key));
        }
        assert.ok(keys.slice(0, few).every((key) => reader.has(bytesOf(key))));
      });
    }
    test(`${layout}, sized by rate`, () => {
      for (const [capacity, errorRate] of [[1, 0.5], [100, 1e-18], [500, 0.01], [30, 0.999]]) {
        agree(filterOf({ layout, capacity, errorRate, seed: 9 }, keys.slice(0, 30)).toBytes());
      }
      const sized = filterOf({ layout, capacity: 500, errorRate: 0.01, name: "n" }, keys.slice(0, 30));
      const { reader } = agree(sized.fold(2).toBytes());
      assert.deepEqual([reader.capacity, reader.errorRate, reader.name, reader.inserted], [null, null, "n", 30]);
      const step = layout == "blocked" ? (q) => Math.floor(Math.floor(q / 512) / 2) * 512 + (q % 512) : (q) => Math.floor(q / 2);
      for (const key of keys) assert.deepEqual(reader.positions(bytesOf(key)), sized.positions(key).map(step));
    });
  }

  test("text in both alphabets", () => {
    for (let seed = 0; seed < 64; seed++) {
      const text = filterOf({ bits: 64 * (1 + (seed % 3)), hashes: 3, seed, name: "n".repeat(seed % 4) }, ["a", "b", "c"]).toBase64();
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

/** A dump from its fields, right or wrong, with a right checksum. */
function forge(fields = {}) {
  const of = {
    magic: [0xeb, 0x46, 0x4c, 0x54], version: 1, flags: fields.section ? 1 : 0, scheme: 1, cells: 1, keys: 1, encoding: 1,
    hashes: 3, bits: 100n, seed: 7n, capacity: 0n, inserted: 3n, rate: 0,
    section: [], payload: [0, 16, 0, 16, 0, 8, 67, 129, 2, 0, 0, 0, 0, 0, 0, 0], ...fields,
  };
  const { words = of.payload.length / 8 } = of;
  const head = new Uint8Array(56 + of.section.length);
  const view = new DataView(head.buffer);
  head.set(of.magic);
  [of.version, of.flags, of.scheme, of.cells, of.keys, of.encoding].forEach((value, i) => view.setUint8(4 + i, value));
  view.setUint16(10, of.hashes, true);
  view.setUint32(12, words, true);
  [of.bits, of.seed, of.capacity, of.inserted].forEach((value, i) => view.setBigUint64(16 + 8 * i, value, true));
  if (typeof of.rate == "bigint") view.setBigUint64(48, of.rate, true);
  else view.setFloat64(48, of.rate, true);
  head.set(of.section, 56);
  const payload = Uint8Array.from(of.payload);
  return Uint8Array.of(...head, ...payload, ...new Uint8Array(BigUint64Array.of(checksum(head, payload)).buffer));
}

const u16 = (value) => [value & 255, value >> 8];
const u32 = (value) => [...u16(value & 0xffff), ...u16(value >>> 16)];
/** An entry of a metadata section. */
function entry(tag, text, { length = text.length, reserved = 0, padding = 0 } = {}) {
  const spare = Array((8 - (text.length % 8)) % 8).fill(0);
  if (padding) spare[spare.length - 1] = padding;
  return [...u16(tag), ...u16(reserved), ...u32(length), ...text, ...spare];
}
function section(entries, { length = entries.flat().length, reserved = 0 } = {}) {
  return [...u32(length), ...u32(reserved), ...entries.flat()];
}

describe("bad dumps", () => {
  const plain = () => filterOf({ bits: 100, hashes: 3, seed: 7 }, ["cat", "dög", -2n]).toBytes();
  const named = () => filterOf({ bits: 100, hashes: 3, seed: 7, name: "pets", version: "2026-11" }, ["cat", "dög", -2n]).toBytes();

  test("the forger makes sound dumps", () => {
    assert.deepEqual(forge(), plain());
    assert.deepEqual(forge({ section: section([entry(1, utf8("pets")), entry(2, utf8("2026-11"))]) }), named());
    agree(forge({ section: section([entry(2, utf8("2026-11"))]) }));
  });

  for (const [what, sound] of [["without metadata", plain], ["with metadata", named]]) {
    test(`every change of a byte, ${what}`, () => {
      const dump = sound();
      for (let offset = 0; offset < dump.length; offset++) {
        for (let change = 1; change < 256; change++) {
          const damaged = dump.slice();
          damaged[offset] ^= change;
          refused(damaged, undefined, undefined, `byte ${offset} is ${damaged[offset]}`);
        }
      }
      stillWorks();
    });

    test(`every truncation and 1 to 64 more bytes, ${what}`, () => {
      const dump = sound();
      for (let length = 0; length < dump.length; length++) refused(dump.subarray(0, length), "TRUNCATED", "length");
      for (let more = 1; more <= 64; more++) {
        for (const fill of [0, 255]) {
          const longer = new Uint8Array(dump.length + more).fill(fill);
          longer.set(dump);
          refused(longer, "TRAILING_BYTES", "length");
        }
      }
      stillWorks();
    });
  }

  const m100 = "the old payload";
  for (const [what, fields, code, field] of [
    ["magic", { magic: [0xeb, 0x46, 0x4c, 0x55] }, "MAGIC", "magic"],
    ...[0, 2, 255].map((version) => [`version ${version}`, { version }, "UNSUPPORTED", "version"]),
    ...[1, 2, 3, 4, 5, 6, 7].map((bit) => [`flag ${bit}`, { flags: 1 << bit }, "UNSUPPORTED", "flags"]),
    ...[0, 4, 255].map((scheme) => [`scheme ${scheme}`, { scheme }, "UNSUPPORTED", "scheme"]),
    ...[0, 2, 255].flatMap((id) => [
      [`cells ${id}`, { cells: id }, "UNSUPPORTED", "cells"],
      [`key encoding ${id}`, { keys: id }, "UNSUPPORTED", "keyEncoding"],
      [`payload encoding ${id}`, { encoding: id }, "UNSUPPORTED", "payloadEncoding"],
    ]),
    ...[0, 65, 255, 256, 65535].map((hashes) => [`k = ${hashes}`, { hashes }, "INVALID", "hashes"]),
    ["2^31 over k and payloadLength", { hashes: 0, words: 2 ** 15 }, "INVALID", "hashes"],
    ["2^31 + 3 over k and payloadLength", { hashes: 3, words: 2 ** 15 }, "INVALID", "payloadLength"],
    ...[0, 1, 3, 2 ** 26, 2 ** 31, 2 ** 32 - 1].map((words) => [`payloadLength ${words} for 2`, { words }, "INVALID", "payloadLength"]),
    ["payloadLength 1 for 2 with a payload of 1", { words: 1, payload: Array(8).fill(0) }, "INVALID", "payloadLength"],
    ["payloadLength 3 for 2 with a payload of 3", { words: 3, payload: Array(24).fill(0) }, "INVALID", "payloadLength"],
    ["payloadLength 0 without payload", { words: 0, payload: [] }, "INVALID", "payloadLength"],
    ...[[1, 63n], [1, 64n], [2, 65n], [2, 127n], [2, 128n], [3, 129n]].flatMap(([right, bits]) =>
      [right - 1, right + 1].map((words) => [`payloadLength ${words} for m = ${bits}`, { bits, words, payload: Array(8 * right).fill(0) }, "INVALID", "payloadLength"])),
    ["partitioned, payloadLength 3 for 2", { scheme: 2, bits: 99n, words: 3 }, "INVALID", "payloadLength"],
    ["blocked, payloadLength 7 for 8", { scheme: 3, bits: 512n, words: 7, payload: Array(64).fill(0) }, "INVALID", "payloadLength"],
    ["payloadLength wrong, and m no multiple of k", { scheme: 2, words: 3 }, "INVALID", "bits"],
    ["payloadLength wrong, and capacity without rate", { words: 3, capacity: 5n }, "INVALID", "payloadLength"],
    ["payloadLength wrong, and a bad section", { words: 3, flags: 1 }, "INVALID", "payloadLength"],
    ["m = 0", { bits: 0n }, "INVALID", "bits"],
    ["m = 0 without payload", { bits: 0n, payload: [] }, "INVALID", "bits"],
    ...[1n, 64n, 129n, 2n ** 32n].map((bits) => [`m = ${bits} with the old payloadLength`, { bits }, "INVALID", "payloadLength"]),
    [`m = 2^32 with payloadLength 2^26 and ${m100}`, { bits: 2n ** 32n, words: 2 ** 26 }, "TRUNCATED", "length"],
    [`m = 129 with payloadLength 3 and ${m100}`, { bits: 129n, words: 3 }, "TRUNCATED", "length"],
    [`m = 64 with payloadLength 1 and ${m100}`, { bits: 64n, words: 1 }, "TRAILING_BYTES", "length"],
    ["m = 2^32 + 1", { bits: 2n ** 32n + 1n }, "INVALID", "bits"],
    ["m = 2^32 + 100", { bits: 2n ** 32n + 100n }, "INVALID", "bits"],
    ["m = 2^63", { bits: 2n ** 63n }, "INVALID", "bits"],
    ["m = 2^64 − 1", { bits: 2n ** 64n - 1n }, "INVALID", "bits"],
    ["m = 2^64 − 63", { bits: 2n ** 64n - 63n }, "INVALID", "bits"],
    ["partitioned, m no multiple of k", { scheme: 2 }, "INVALID", "bits"],
    ["partitioned, m smaller than k", { scheme: 2, hashes: 64, bits: 63n, payload: Array(8).fill(0) }, "INVALID", "bits"],
    ["blocked, m no multiple of 512", { scheme: 3 }, "INVALID", "bits"],
    ["seed 2^32", { seed: 2n ** 32n }, "INVALID", "seed"],
    ["seed 2^64 − 1", { seed: 2n ** 64n - 1n }, "INVALID", "seed"],
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
    ["the first spare bit", { payload: [...Array(12).fill(0), 16, 0, 0, 0] }, "INVALID", "payload"],
    ["the last spare bit", { payload: [...Array(15).fill(0), 128] }, "INVALID", "payload"],
    ["spare bits of a single bit", { bits: 1n, payload: [3, 0, 0, 0, 0, 0, 0, 0] }, "INVALID", "payload"],
  ]) {
    test(what, () => {
      refused(forge(fields), code, field);
      const error = thrown(() => readHeader(forge(fields)));
      if (field == "payloadLength") assert.equal(error.offset, 12);
      if (!["length", "payload"].includes(field)) assert.deepEqual([error?.code, error?.field], [code, field], "readHeader");
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
    ["tag 3", section([pets, entry(3, utf8("x"))]), "UNSUPPORTED", "metadata tag"],
    ["tag 257", section([entry(257, utf8("x"))]), "UNSUPPORTED", "metadata tag"],
    ["a reserved byte of the section", section([pets], { reserved: 1 }), "UNSUPPORTED", "reserved"],
    ["a reserved byte of an entry", section([entry(1, utf8("pets"), { reserved: 256 })]), "UNSUPPORTED", "reserved"],
    ["an empty text", text([]), "INVALID", "metadata text"],
    ["a text of 1025 bytes", text(Array(1025).fill(97)), "INVALID", "metadata text"],
    ["a text of 2^32 − 1 bytes", section([entry(1, utf8("pets"), { length: 2 ** 32 - 1 })]), "INVALID", "metadata text"],
    ["a text of 2^32 − 8 bytes", section([entry(1, utf8("pets"), { length: 2 ** 32 - 8 })]), "INVALID", "metadata text"],
    ["a text beyond the dump", section([entry(1, utf8("pets"), { length: 1024 })]), "TRUNCATED", "length"],
    ["a text beyond the section", section([entry(1, utf8("pets"), { length: 9 })]), "INVALID", "metadata"],
    ["a text of zeros beyond the section", section([entry(1, Array(8).fill(0), { length: 8 })], { length: 8 }), "INVALID", "metadata"],
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
    ...[[0xff], [0xc3], [0xc3, 0x28], [0xc0, 0x80], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [97, 0x80], [0xf0, 0x9f, 0x94]].map(
      (bad) => [`bad UTF-8 ${Buffer.from(bad).toString("hex")}`, text(bad), "INVALID", "metadata text"]),
    ["a bad version", section([pets, entry(2, [0x80])]), "INVALID", "metadata text"],
  ]) {
    test(`metadata: ${what}`, () => {
      refused(forge({ section: bytes, payload: Array(16).fill(0) }), code, field);
      stillWorks();
    });
  }

  test("a section longer than the longest", () => {
    const both = [entry(1, Array(1024).fill(97)), entry(2, Array(1024).fill(98))];
    assert.equal(both.flat().length, 2064);
    agree(forge({ section: section(both) }));
    refused(forge({ section: section([...both, entry(3, Array(1024).fill(99))]) }), "INVALID", "metadata");
    refused(forge({ section: section([...both, entry(3, Array(48).fill(99))]) }));
    stillWorks();
  });

  test("every other length of a section", () => {
    for (let length = 0; length < 2200; length += length == 40 ? 2000 : 1) {
      if (length != 2064) refused(forge({ section: section([entry(1, Array(1024).fill(97)), entry(2, Array(1024).fill(98))], { length }) }));
    }
    stillWorks();
  });

  test("the section flag without a section, and a section without the flag", () => {
    // The payload is then read as a section, or the section as payload.
    refused(forge({ flags: 1 }), "INVALID", "metadata");
    refused(forge({ flags: 0, section: section([pets]) }), "TRAILING_BYTES", "length");
    stillWorks();
  });

  test("texts that are not canonical", () => {
    const sound = filterOf({ bits: 128, hashes: 3, seed: 1 }, ["a", "b", "c"]).toBase64(); // 80 bytes: one "="
    const longer = filterOf({ bits: 1, hashes: 1 }, ["a"]).toBase64(); // 72 bytes: no "="
    const two = filterOf({ bits: 1000, hashes: 3 }, ["a"]).toBase64(); // 192 bytes
    const three = filterOf({ bits: 64 * 18, hashes: 3 }, ["a"]).toBase64(); // 208 bytes: two "="
    assert.deepEqual([sound, longer, two, three].map((each) => /=*$/.exec(each)[0].length), [1, 0, 0, 2]);
    const set = (base, i, character) => base.slice(0, i) + character + base.slice(i + 1);
    const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const after = (character) => digits[digits.indexOf(character) + 1];
    const bad = [
      sound.slice(0, -1), `${sound}=`, `${sound}\n`, ` ${sound}`, `${sound.slice(0, 76)}\n${sound.slice(76)}`, `${sound}AAAA`, `${sound}A`,
      set(sound, sound.length - 2, after(sound.at(-2))), set(three, three.length - 3, after(three.at(-3))),
      three.slice(0, -2), three.slice(0, -1), `${three}==`, `${longer}====`, `${longer}=`, `${longer}==`, "=", "==", "A", "AA", "AAA", "A===", "A==A", "====",
      set(set(longer, 20, "+"), 21, "-"), set(set(longer, 20, "_"), 40, "/"), set(longer, 20, "."), set(longer, 20, "="), set(longer, 20, "é"),
      set(longer, 20, "\0"), set(longer, 20, "\u0141"), `\ufeff${longer}`, `data:application/octet-stream;base64,${sound}`,
    ];
    for (const text of bad) {
      const [ours, theirs] = [thrown(() => BloomFilter.fromBase64(text)), thrown(() => readText(text))];
      assert.ok(ours instanceof FilterFormatError, JSON.stringify(text));
      assert.deepEqual([ours.code, ours.field, theirs?.code], ["BASE64", "base64", "BASE64"], JSON.stringify(text));
    }
    assert.equal(thrown(() => load("")).code, "TRUNCATED");
    stillWorks();
  });
});

describe("docs/FORMAT.md", () => {
  const page = file("docs/FORMAT.md");
  const rows = [...page.matchAll(/^\|(.*)\|$/gm)].map(([, row]) => row.split("|").map((cell) => cell.trim().replace(/^`(.*)`$/, "$1")));
  const blocks = [...page.matchAll(/```text\n([^]*?)```/g)].map(([, block]) => block);
  const keyOf = (cell) => (cell == "(empty)" ? "" : cell == "−2" ? -2n : cell);
  const dumps = blocks.slice(1).map((block) => load(block.trim()));

  test("MurmurHash3", () => {
    const isHash = ([, seed, h1]) => /^\d+$/.test(seed) && /^0x/.test(h1);
    const vectors = rows.filter(isHash);
    assert.equal(vectors.length, 8);
    for (const [text, seed, h1, h2] of vectors) assert.deepEqual(murmur3(utf8(keyOf(text)), seed).map(hex), [h1, h2]);
    // SMHasher's own check, which the page describes.
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    const all = Array.from(bytes, (i) => murmur3(bytes.subarray(0, i), 256 - i)).flat();
    assert.equal(murmur3(new Uint8Array(BigUint64Array.from(all).buffer), 0)[0] % 2n ** 32n, 0x6384ba69n);
    assert.match(page, /0x6384ba69/);
  });

  test("hashes and numbers of the examples", () => {
    const hashes = rows.filter((row) => row.length == 3 && row.slice(1).every((cell) => /^0x[0-9a-f]{16}$/.test(cell)));
    const numbers = rows.filter((row) => row.length == 5 && row.slice(1).every((cell) => /^0x[0-9a-f]{16}$/.test(cell)));
    assert.deepEqual([hashes.length, numbers.length], [4, 4]);
    for (const [key, ...both] of hashes) assert.deepEqual(murmur3(bytesOf(keyOf(key)), 7).map(hex), both);
    for (const [key, ...x] of numbers) {
      const next = sequence(bytesOf(keyOf(key)), 7);
      assert.deepEqual(x.map(() => hex(next.next().value)), x);
    }
  });

  test("dumps of the examples", () => {
    const lines = [...blocks[0].matchAll(/^ *(\d+) {2}((?:[0-9a-f]{2} )+)/gm)];
    let length = 0;
    for (const [, offset, bytes] of lines) {
      assert.equal(Number(offset), length);
      length += bytes.trim().split(" ").length;
    }
    const dump = new Uint8Array(Buffer.from(lines.map(([, , bytes]) => bytes).join("").replaceAll(" ", ""), "hex"));
    assert.equal(dump.length, 120);
    assert.deepEqual(readText(blocks[1].trim()), dump);
    const shapes = [{ bits: 100, name: "pets", version: "2026-11" }, { bits: 99, layout: "partitioned" }, { bits: 1024, layout: "blocked" }];
    for (const [i, shape] of shapes.entries()) {
      const text = filterOf({ ...shape, hashes: 3, seed: 7 }, ["cat", "dög", -2n]).toBase64();
      assert.equal(blocks[i + 1].trim(), text);
      agree(readText(text));
    }
    assert.equal(blocks.length, 4);
    assert.match(page, new RegExp(`text has ${blocks[1].trim().length} characters`));
    assert.deepEqual(dumps.map((filter) => filter.stats.byteLength), [120, 80, 192]);
    const set = [...blocks[0].matchAll(/: bits? ([\d, ]+)/g)].flatMap(([, list]) => list.trim().replace(/,$/, "").split(", ").map(Number));
    const bits = dumps[0].bits();
    assert.deepEqual(set, Array.from({ length: 100 }, (_, i) => i).filter((i) => (bits[i >> 3] >> (i & 7)) & 1));
    assert.deepEqual(dumps[0].fold(4).positions("cat"), [7, 13, 3]);
  });

  test("positions and answers of the examples", () => {
    const list = /^\d+(, \d+){2}$/;
    const positions = rows.filter((row) => row.length == 4 && row.slice(1).every((cell) => list.test(cell)));
    assert.equal(positions.length, 4);
    for (const [key, ...lists] of positions) {
      assert.deepEqual(dumps.map((filter) => filter.positions(keyOf(key)).join(", ")), lists);
    }
    const answers = rows.filter((row) => row.length == 3 && list.test(row[1]));
    assert.equal(answers.length, 8);
    let which = -1;
    for (const [key, positions, answer] of answers) {
      if (key == "cat") which++;
      assert.equal(dumps[which].positions(key).join(", "), positions);
      assert.equal(dumps[which].has(key), answer.startsWith("possibly"), key);
    }
  });
});

describe("golden dumps", () => {
  // The Rust tests use the same index.json.
  const { dumps } = JSON.parse(file("tests/golden/native/index.json"));

  test("every file is in the index", () => {
    const files = readdirSync(new URL("../golden/native/", import.meta.url)).filter((name) => name.endsWith(".b64"));
    assert.deepEqual(files.sort(), dumps.map((dump) => dump.file).sort());
  });

  for (const golden of dumps) {
    test(golden.file, () => {
      const text = file(`tests/golden/native/${golden.file}`);
      assert.equal(text, golden.base64);
      const { filter, reader } = agree(readText(text));
      assert.equal(load(text).toBase64(), text);
      for (const field of ["layout", "bits", "hashes", "seed", "capacity", "errorRate", "inserted", "name", "version", "byteLength"]) {
        assert.equal(reader[field], golden[field], field);
      }
      assert.equal(filter.stats.bitsSet, golden.bitsSet);
      const has = (key) => {
        const answer = reader.has(utf8(key));
        assert.equal(filter.has(key), answer);
        return answer;
      };
      const keysOf = ({ prefix, count }) => Array.from({ length: count }, (_, i) => prefix + i);
      const [keys, asked] = [keysOf(golden.keys), keysOf(golden.asked)];
      assert.ok(keys.every(has) && golden.members.every((key) => keys.includes(key)));
      const possibly = asked.filter(has);
      assert.equal(possibly.length, golden.asked.possibly);
      assert.deepEqual(possibly.slice(0, 12), golden.falsePositives);
      assert.deepEqual(asked.filter((key) => !filter.has(key)).slice(0, 12), golden.absent);
      assert.equal(golden.positions.length, 3);
      for (const { key, positions } of golden.positions) {
        assert.deepEqual(filter.positions(key), positions);
        assert.deepEqual(reader.positions(utf8(key)), positions);
      }
      // The keys give these bits, without the package.
      const bits = new Uint8Array(reader.payload.length);
      for (const key of keys) for (const i of reader.positions(utf8(key))) bits[i >> 3] |= 1 << (i & 7);
      assert.deepEqual(bits, reader.payload);
    });
  }
});
