// docs/FORMAT.md against the package: a reader written from the page alone must agree with it on
// every position, answer, field and refusal; what the page and the golden dumps say must be true.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";
import {
  BloomFilter,
  CountingBloomFilter,
  FilterFormatError,
  ScalableBloomFilter,
  SparseBloomFilter,
  load,
  readHeader,
} from "../../pkg/index.js";
import { keyOf as foreignKeyOf, optionsOf } from "./foreign-vectors.mjs";
import {
  checksum,
  fnv32,
  fnv64,
  keyBytes,
  murmur2,
  murmur3,
  murmur64a,
  read,
  readText,
  sequence,
  sparkMurmur3,
  xxh64,
} from "./format-reader.mjs";

const file = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const utf8 = (text) => new TextEncoder().encode(text);
const hex = (number) => `0x${number.toString(16).padStart(16, "0")}`;
const integer = (key) => new Uint8Array(BigInt64Array.of(key).buffer);
const bytesOf = (key) => (typeof key === "bigint" ? integer(key) : typeof key === "string" ? utf8(key) : key);
const filterOf = (options, keys = []) => {
  const filter = new BloomFilter(options);
  filter.addMany(keys);
  return filter;
};

/** The two entries, each with what the reader calls it. */
const ENTRIES = { core: (dump) => BloomFilter.fromBytes(dump), variants: (dump) => load(dump) };

/** Both must take this dump, say the same of it, and write it again as it was. */
function agree(dump, entry = "core") {
  const filter = ENTRIES[entry](dump);
  const reader = read(dump, entry);
  assert.deepEqual(reader.header, { ...readHeader(dump) });
  assert.deepEqual(filter.toBytes(), dump);
  if (!reader.place && !reader.set) {
    const cells = filter.bits();
    assert.deepEqual(cells, reader.payload.subarray(0, cells.length));
    assert.deepEqual(filter.toBytes(), dump);
  }
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
function refused(dump, code, field, what = "", entry = "core") {
  const ours = thrown(() => ENTRIES[entry](dump));
  assert.ok(ours instanceof FilterFormatError, `${what}: the package answered ${ours}`);
  const theirs = thrown(() => read(dump, entry));
  assert.ok(theirs?.code, `${what}: the reader answered ${theirs}`);
  const said = [ours.code, ours.field];
  assert.deepEqual(said, [theirs.code, theirs.field], what);
  if (code) assert.deepEqual(said, [code, field], what);
}

/** The modules work on after refusals. */
function stillWorks() {
  const { filter } = agree(filterOf({ capacity: 100, errorRate: 0.01 }, ["a", "b"]).toBytes());
  assert.deepEqual([filter.has("a"), filter.has("b"), filter.has("c")], [true, true, false]);
  const counting = new CountingBloomFilter({ bits: 100, hashes: 3 });
  const scalable = new ScalableBloomFilter({ capacity: 1, errorRate: 0.01 });
  for (const one of [counting, scalable]) {
    one.addMany(["a", "b"]);
    const { filter } = agree(one.toBytes(), "variants");
    assert.deepEqual([filter.has("a"), filter.has("b"), filter.has("c")], [true, true, false]);
  }
}

/** Every bit flipped, every shorter length and some longer ones. */
function everyDamage(dump, entry, changes) {
  for (let offset = 0; offset < dump.length; offset++) {
    for (const change of changes) {
      const damaged = dump.slice();
      damaged[offset] ^= change;
      refused(damaged, undefined, undefined, `byte ${offset} is ${damaged[offset]}`, entry);
    }
  }
  for (let length = 0; length < dump.length; length++) {
    refused(dump.subarray(0, length), "TRUNCATED", "length", `${length} bytes`, entry);
  }
  for (let more = 1; more <= 64; more++) {
    for (const fill of [0, 255]) {
      const longer = new Uint8Array(dump.length + more).fill(fill);
      longer.set(dump);
      refused(longer, "TRAILING_BYTES", "length", `${more} more bytes`, entry);
    }
  }
  stillWorks();
}
const ANY_CHANGE = Array.from({ length: 255 }, (_, i) => i + 1);
const ONE_BIT = [1, 2, 4, 8, 16, 32, 64, 128];

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

/** A dump from its fields, right or wrong, with a right checksum. */
function forge(fields = {}) {
  const of = {
    magic: [0xeb, 0x46, 0x4c, 0x54],
    version: 1,
    flags: fields.section ? 1 : 0,
    scheme: 1,
    cells: 1,
    keys: 1,
    encoding: 1,
    hashes: 3,
    bits: 100n,
    seed: 7n,
    capacity: 0n,
    inserted: 3n,
    rate: 0,
    section: [],
    payload: [0, 16, 0, 16, 0, 8, 67, 129, 2, 0, 0, 0, 0, 0, 0, 0],
    ...fields,
  };
  const { words = of.payload.length / 8 } = of;
  const head = new Uint8Array(56 + of.section.length);
  const view = new DataView(head.buffer);
  head.set(of.magic);
  [of.version, of.flags, of.scheme, of.cells, of.keys, of.encoding].forEach((value, i) => view.setUint8(4 + i, value));
  view.setUint16(10, of.hashes, true);
  view.setUint32(12, words, true);
  [of.bits, of.seed, of.capacity, of.inserted].forEach((value, i) => view.setBigUint64(16 + 8 * i, value, true));
  if (typeof of.rate === "bigint") view.setBigUint64(48, of.rate, true);
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
  const named = () =>
    filterOf({ bits: 100, hashes: 3, seed: 7, name: "pets", version: "2026-11" }, ["cat", "dög", -2n]).toBytes();

  test("the forger makes sound dumps", () => {
    assert.deepEqual(forge(), plain());
    assert.deepEqual(forge({ section: section([entry(1, utf8("pets")), entry(2, utf8("2026-11"))]) }), named());
    agree(forge({ section: section([entry(2, utf8("2026-11"))]) }));
  });

  test("every change of a byte, every truncation and 1 to 64 more bytes, without metadata", () => {
    everyDamage(plain(), "core", ANY_CHANGE);
    everyDamage(plain(), "variants", ANY_CHANGE);
  });

  test("every change of a byte, every truncation and 1 to 64 more bytes, with metadata", () => {
    everyDamage(named(), "core", ANY_CHANGE);
  });

  test("what only larger entries know is refused as unknown", () => {
    const place = section([entry(3, Array(24).fill(0))]);
    for (const [fields, field] of [
      ...[2, 3, 4, 5].map((cells) => [{ cells }, "cells"]),
      [{ encoding: 2 }, "payloadEncoding"],
      [{ section: place }, "metadata tag"],
      [{ section: section([entry(4, Array(8).fill(0))]) }, "metadata tag"],
      ...Array.from({ length: 23 }, (_, i) => [{ scheme: 4 + i }, "scheme"]),
      ...Array.from({ length: 9 }, (_, i) => [{ keys: 2 + i }, "keyEncoding"]),
    ]) {
      refused(forge(fields), "UNSUPPORTED", field);
    }
    for (const [filter, field] of [
      [new CountingBloomFilter({ bits: 100, hashes: 3 }), "cells"],
      [new ScalableBloomFilter({ capacity: 9, errorRate: 0.1 }), "metadata tag"],
      [new SparseBloomFilter({ bits: 2 ** 24, hashes: 3 }), "payloadEncoding"],
    ]) {
      refused(filter.toBytes(), "UNSUPPORTED", field);
    }
    stillWorks();
  });

  const m100 = "the old payload";
  for (const [what, fields, code, field] of [
    ["magic", { magic: [0xeb, 0x46, 0x4c, 0x55] }, "MAGIC", "magic"],
    ...[0, 2, 255].map((version) => [`version ${version}`, { version }, "UNSUPPORTED", "version"]),
    ["the flag of allowed keys without any", { flags: 2 }, "INVALID", "payloadLength"],
    ...[2, 3, 4, 5, 6, 7].map((bit) => [`flag ${bit}`, { flags: 1 << bit }, "UNSUPPORTED", "flags"]),
    ...[0, 4, 9, 255].map((scheme) => [`scheme ${scheme}`, { scheme }, "UNSUPPORTED", "scheme"]),
    ...[0, 6, 255].map((id) => [`cells ${id}`, { cells: id }, "UNSUPPORTED", "cells"]),
    ...[0, 2, 255].map((id) => [`key encoding ${id}`, { keys: id }, "UNSUPPORTED", "keyEncoding"]),
    ...[0, 3, 255].map((id) => [`payload encoding ${id}`, { encoding: id }, "UNSUPPORTED", "payloadEncoding"]),
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
      [1, 63n],
      [1, 64n],
      [2, 65n],
      [2, 127n],
      [2, 128n],
      [3, 129n],
    ].flatMap(([right, bits]) =>
      [right - 1, right + 1].map((words) => [
        `payloadLength ${words} for m = ${bits}`,
        { bits, words, payload: Array(8 * right).fill(0) },
        "INVALID",
        "payloadLength",
      ]),
    ),
    ["partitioned, payloadLength 3 for 2", { scheme: 2, bits: 99n, words: 3 }, "INVALID", "payloadLength"],
    [
      "blocked, payloadLength 7 for 8",
      { scheme: 3, bits: 512n, words: 7, payload: Array(64).fill(0) },
      "INVALID",
      "payloadLength",
    ],
    ["payloadLength wrong, and m no multiple of k", { scheme: 2, words: 3 }, "INVALID", "bits"],
    ["payloadLength wrong, and capacity without rate", { words: 3, capacity: 5n }, "INVALID", "payloadLength"],
    ["payloadLength wrong, and a bad section", { words: 3, flags: 1 }, "INVALID", "payloadLength"],
    ["m = 0", { bits: 0n }, "INVALID", "bits"],
    ["m = 0 without payload", { bits: 0n, payload: [] }, "INVALID", "bits"],
    ...[1n, 64n, 129n, 2n ** 32n].map((bits) => [
      `m = ${bits} with the old payloadLength`,
      { bits },
      "INVALID",
      "payloadLength",
    ]),
    [`m = 2^32 with payloadLength 2^26 and ${m100}`, { bits: 2n ** 32n, words: 2 ** 26 }, "TRUNCATED", "length"],
    [`m = 129 with payloadLength 3 and ${m100}`, { bits: 129n, words: 3 }, "TRUNCATED", "length"],
    [`m = 64 with payloadLength 1 and ${m100}`, { bits: 64n, words: 1 }, "TRAILING_BYTES", "length"],
    ["m = 2^32 + 1", { bits: 2n ** 32n + 1n }, "INVALID", "bits"],
    ["m = 2^32 + 100", { bits: 2n ** 32n + 100n }, "INVALID", "bits"],
    ["m = 2^63", { bits: 2n ** 63n }, "INVALID", "bits"],
    ["m = 2^64 − 1", { bits: 2n ** 64n - 1n }, "INVALID", "bits"],
    ["m = 2^64 − 63", { bits: 2n ** 64n - 63n }, "INVALID", "bits"],
    ["partitioned, m no multiple of k", { scheme: 2 }, "INVALID", "bits"],
    [
      "partitioned, m smaller than k",
      { scheme: 2, hashes: 64, bits: 63n, payload: Array(8).fill(0) },
      "INVALID",
      "bits",
    ],
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
    ["tag 3", section([pets, entry(3, utf8("x"))]), "UNSUPPORTED", "metadata tag"],
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
      refused(forge({ section: bytes, payload: Array(16).fill(0) }), code, field);
      stillWorks();
    });
  }

  test("a section longer than the longest", () => {
    const both = [entry(1, Array(1024).fill(97)), entry(2, Array(1024).fill(98))];
    assert.equal(both.flat().length, 2064);
    agree(forge({ section: section(both) }));
    // The longest section of all has two more entries, which this entry does not know.
    refused(forge({ section: section([...both, entry(3, Array(544).fill(99))]) }), "UNSUPPORTED", "metadata tag");
    refused(forge({ section: section([...both, entry(3, Array(552).fill(99))]) }), "INVALID", "metadata");
    stillWorks();
  });

  test("every other length of a section", () => {
    for (let length = 0; length < 2700; length += length === 40 ? 2000 : 1) {
      if (length !== 2064)
        refused(
          forge({ section: section([entry(1, Array(1024).fill(97)), entry(2, Array(1024).fill(98))], { length }) }),
        );
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
    // One line break after the text is that of an editor.
    for (const text of [sound, longer, three].flatMap((each) => [`${each}\n`, `${each}\r\n`])) {
      for (const read of [(each) => BloomFilter.fromBase64(each), load])
        assert.equal(read(text).toBase64(), text.trim());
      assert.deepEqual(readText(text), load(text).toBytes());
      assert.equal(readHeader(text).byteLength, load(text).toBytes().length);
    }
    stillWorks();
  });
});

/** The dump of a filter after some changes to it. */
const dumpAfter = (filter, change) => {
  change(filter);
  return filter.toBytes();
};
const f64 = (value) => [...new Uint8Array(Float64Array.of(value).buffer)];
const u64 = (value) => [...new Uint8Array(BigUint64Array.of(value).buffer)];
const words = (bytes) => [...bytes, ...Array((8 - (bytes.length % 8)) % 8).fill(0)];
/** An allowed key. */
const allow = (key, length = key.length + 1) => [...u16(length), ...key];

describe("counters", () => {
  const keys = Array.from({ length: 60 }, (_, i) => `key-${i}`);
  for (const counterBits of [2, 4, 8, 16]) {
    for (const shape of [
      { bits: 1000, hashes: 4 },
      { bits: 77, hashes: 3, seed: 5, name: "n" },
      { bits: 1, hashes: 1 },
      { bits: 64, hashes: 64 },
      { bits: 99, hashes: 3, layout: "partitioned" },
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
        assert.equal(cells.filter((cell) => cell === most).length, filter.stats.stuck);
        assert.equal(cells.filter((cell) => cell > 0).length, filter.stats.bitsSet);
        for (const key of [...keys, "other", ""]) {
          assert.deepEqual(reader.positions(utf8(key)), loaded.positions(key));
          assert.equal(reader.count(utf8(key)), loaded.count(key));
          assert.equal(reader.has(utf8(key)), loaded.has(key));
        }
      });
    }
  }

  test("count up, stick and come down as the page says", () => {
    for (const counterBits of [2, 4, 8, 16]) {
      const filter = new CountingBloomFilter({ bits: 50, hashes: 3, counterBits });
      const most = 2 ** counterBits - 1;
      const cells = Array(50).fill(0);
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
    test(`of ${counterBits} bits, damaged`, () => {
      const filter = new CountingBloomFilter({ bits: 9, hashes: 2, seed: 3, counterBits, name: "n" });
      everyDamage(
        dumpAfter(filter, () => filter.addMany(["a", "b"])),
        "variants",
        ONE_BIT,
      );
    });
  }

  const counters = (bits, fields) => {
    const payload = Array(8 * Math.ceil((9 * bits) / 64)).fill(0);
    return forge({ cells: Math.log2(bits) + 1, bits: 9n, payload, ...fields });
  };
  test("the forger makes sound counters", () => {
    for (const bits of [2, 4, 8, 16]) agree(counters(bits), "variants");
  });
  const beyond = (bits, i) => {
    const payload = Array(8 * Math.ceil((9 * bits) / 64)).fill(0);
    payload[i >> 3] = 1 << (i & 7);
    return counters(bits, { payload });
  };
  for (const [what, dump, code, field] of [
    ...[2, 3, 4, 5].map((cells) => [
      `cells ${cells} with the payload of bits`,
      forge({ cells, bits: 128n }),
      "INVALID",
      "payloadLength",
    ]),
    ...[0, 6, 7, 255].map((cells) => [`cells ${cells}`, forge({ cells }), "UNSUPPORTED", "cells"]),
    ...[2, 4, 8, 16].flatMap((bits) => [
      [`the bit after the last counter of ${bits}`, beyond(bits, 9 * bits), "INVALID", "payload"],
      [
        `the last bit after counters of ${bits}`,
        beyond(bits, 64 * Math.ceil((9 * bits) / 64) - 1),
        "INVALID",
        "payload",
      ],
      [
        `counters of ${bits} and a word more`,
        counters(bits, { payload: Array(8 * Math.ceil((9 * bits) / 64) + 8).fill(0) }),
        "INVALID",
        "payloadLength",
      ],
      [
        `counters of ${bits} and a word less`,
        counters(bits, { payload: Array(8 * Math.ceil((9 * bits) / 64) - 8).fill(0) }),
        "INVALID",
        "payloadLength",
      ],
      [
        `positions of counters of ${bits}`,
        counters(bits, { bits: 2n ** 24n, encoding: 2, payload: u64(0n) }),
        "INVALID",
        "payload",
      ],
    ]),
    [
      "counters of 16, m = 2^32, and a short payload",
      counters(16, { bits: 2n ** 32n, words: 2 ** 30 }),
      "TRUNCATED",
      "length",
    ],
    [
      "counters of 16, m = 2^32, and a payload of bits",
      counters(16, { bits: 2n ** 32n, words: 2 ** 26 }),
      "INVALID",
      "payloadLength",
    ],
  ]) {
    test(what, () => {
      refused(dump, code, field, what, "variants");
      stillWorks();
    });
  }

  test("bits are no dump of a counting filter", () => {
    const error = thrown(() => CountingBloomFilter.fromBytes(forge()));
    assert.deepEqual([error.code, error.field], ["INVALID", "cells"]);
    stillWorks();
  });
});

describe("allowed keys", () => {
  const allowed = ["other", "", "ключ 🔑", -7n, Uint8Array.of(0, 1, 255), "x".repeat(300)];
  const shapes = [
    [BloomFilter, { bits: 100, hashes: 3 }, "core"],
    [BloomFilter, { bits: 128, hashes: 2, name: "n", version: "v" }, "core"],
    [BloomFilter, { bits: 512, hashes: 2, layout: "blocked" }, "core"],
    [CountingBloomFilter, { bits: 100, hashes: 3 }, "variants"],
  ];
  for (const [Kind, shape, entry] of shapes) {
    test(`${Kind.name}, ${JSON.stringify(shape)}`, () => {
      const filter = new Kind(shape);
      filter.addMany(Array.from({ length: 200 }, (_, i) => `key-${i}`));
      for (let count = 0; count <= allowed.length; count++) {
        if (count) assert.ok(filter.allow(allowed[count - 1]));
        for (const each of new Set([entry, "variants"])) {
          const { filter: loaded, reader } = agree(filter.toBytes(), each);
          assert.deepEqual(reader.allowed, allowed.slice(0, count).map(bytesOf));
          for (const key of [...allowed, "key-1", "key-199", "other2"])
            assert.equal(loaded.has(key), reader.has(bytesOf(key)));
          for (const key of allowed.slice(0, count)) assert.equal(loaded.has(key), false);
          assert.ok(loaded.has("key-1"));
        }
      }
      // Adding a key ends it.
      filter.add("");
      const { reader } = agree(filter.toBytes(), entry);
      assert.deepEqual(reader.allowed, allowed.filter((key) => key !== "").map(bytesOf));
      assert.ok(reader.has(utf8("")));
    });
  }

  test("the most allowed keys", () => {
    const filter = filterOf({ bits: 64, hashes: 1 });
    filter.allow("x".repeat(32766));
    assert.equal(agree(filter.toBytes()).filter.stats.byteLength, 56 + 8 + 32768 + 8);
    assert.throws(() => filter.allow(""), RangeError);
    const many = filterOf({ bits: 64, hashes: 1 });
    for (let i = 0; i < 1000; i++) many.allow(`k${i}`);
    assert.equal(agree(many.toBytes()).reader.allowed.length, 1000);
  });

  const some = [...allow(utf8("cat")), ...allow(utf8("a"))];
  const tail = (bytes, fields) =>
    forge({ flags: 2, payload: [0, 16, 0, 16, 0, 8, 67, 129, 2, 0, 0, 0, 0, 0, 0, 0, ...bytes], ...fields });
  for (const entry of ["core", "variants"]) {
    test(`damaged, ${entry}`, () => {
      const filter = filterOf({ bits: 70, hashes: 2 }, ["a", "b"]);
      everyDamage(
        dumpAfter(filter, () => [filter.allow("c"), filter.allow("long enough")]),
        entry,
        ONE_BIT,
      );
    });
    test(`the forger makes sound ones, ${entry}`, () => {
      assert.deepEqual(agree(tail(words(some)), entry).reader.allowed, [utf8("cat"), utf8("a")]);
      agree(tail(allow(Array(6).fill(0))), entry);
      agree(tail(words(allow([]))), entry);
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
      ["a bit after the last and allowed keys", tail(words(some), { bits: 65n })],
      ["the flag without a word", tail([]), "INVALID", "payloadLength"],
      ["the words without the flag", tail(words(some), { flags: 0 }), "INVALID", "payloadLength"],
      ["4097 words", tail([...allow(Array(32766).fill(7)), ...words(allow([]))]), "INVALID", "payloadLength"],
      ["fewer words than the bits take", tail(words(some), { bits: 1000n }), "INVALID", "payloadLength"],
      ["2^32 − 1 words", tail(words(some), { words: 2 ** 32 - 1 }), "INVALID", "payloadLength"],
      ["a word that is not there", tail(words(some), { words: 4 }), "TRUNCATED", "length"],
      ["the next flag", tail(words(some), { flags: 6 }), "UNSUPPORTED", "flags"],
    ]) {
      test(`${what}, ${entry}`, () => {
        refused(dump, code, field, what, entry);
        stillWorks();
      });
    }
  }
  test("not with positions", () => {
    refused(
      tail([...u64(0n), ...words(some)], { bits: 2n ** 24n, encoding: 2 }),
      "INVALID",
      "payloadLength",
      "",
      "variants",
    );
    stillWorks();
  });
});

/** The number in LEB128, of `size` bytes. */
function leb128(number, size = 1) {
  const bytes = [];
  for (let rest = BigInt(number); rest > 0n || bytes.length < size; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes[bytes.length - 1] &= 127;
  return bytes;
}
/** A payload of positions. */
function positionsOf(positions, count = positions.length) {
  const deltas = positions.map((position, i) => position - (i ? positions[i - 1] + 1 : 0));
  return [...u64(BigInt(count)), ...words(deltas.flatMap((delta) => leb128(delta)))];
}

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
    { bits: 2 ** 32 - 1, hashes: 5 },
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

  test("give way to bits where they save nothing", () => {
    // 64 MB of memory: 2^24 bits, and 2^16 positions at most.
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
    // One more would be too many, whoever writes it.
    const positions = reader.set.concat(reader.set.at(-1) + 1);
    const fields = { encoding: 2, hashes: 1, bits: 2n ** 24n, inserted: 0n };
    agree(forge({ ...fields, payload: positionsOf(reader.set) }), "variants");
    refused(
      forge({ ...fields, payload: positionsOf(positions) }),
      "INVALID",
      "payload",
      "65,537 positions",
      "variants",
    );
    stillWorks();
  });

  test("damaged", () => {
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
  test("the forger makes sound ones", () => {
    for (const positions of [[], [0], [last], [0, last], [0, 1, 2, 3], [127, 255, 20000], [126, 253, 254]]) {
      assert.deepEqual(agree(sparse(positionsOf(positions)), "variants").reader.set, positions);
    }
    agree(sparse(positionsOf([2 ** 32 - 1]), { bits: 2n ** 32n }), "variants");
  });
  for (const [what, dump, code = "INVALID", field = "payload"] of [
    ["no words", sparse([])],
    ["a count without positions", sparse(u64(1n))],
    ["a count too small", sparse(positionsOf([1, 2, 5], 2))],
    ["a count too large by 1", raw(9, Array(8).fill(1))],
    ["a count of more positions than bytes", raw(60000, Array(8).fill(1))],
    ["65,537 positions of 2^24", sparse(positionsOf(Array.from({ length: 65537 }, (_, i) => i)))],
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
    ["fewer than 2^24 bits", sparse(positionsOf([1]), { bits: 2n ** 24n - 1n })],
    ["100 bits", sparse(positionsOf([1]), { bits: 100n })],
    [
      "positions without m of them",
      sparse(positionsOf([1]), { bits: 2n ** 24n, encoding: 1 }),
      "INVALID",
      "payloadLength",
    ],
    ["another payload encoding", sparse(positionsOf([1]), { encoding: 3 }), "UNSUPPORTED", "payloadEncoding"],
    ["2^32 − 1 words", sparse(positionsOf([1]), { words: 2 ** 32 - 1 }), "TRUNCATED", "length"],
    ["0 words", sparse(positionsOf([1]), { words: 0 }), "TRAILING_BYTES", "length"],
  ]) {
    test(what, () => {
      refused(dump, code, field, what, "variants");
      stillWorks();
    });
  }
});

/** The entry of a place in a chain. */
const place = (index, stages, { growth = 2, tightening = 0.5, rate = 0.25 } = {}) =>
  entry(3, [...u16(index), ...u16(stages), ...u32(growth), ...f64(tightening), ...f64(rate)]);
/** A dump with an entry after its name. */
const staged = (bytes, fields) => forge({ section: section([bytes]), ...fields });
const joined = (...dumps) => Uint8Array.from(dumps.flatMap((dump) => [...dump]));

describe("chains", () => {
  const keys = Array.from({ length: 500 }, (_, i) => `key-${i}`);
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
    ["tag 4", staged(entry(4, Array(8).fill(0))), "UNSUPPORTED", "metadata tag"],
    ["tag 5", staged(entry(5, Array(8).fill(0))), "UNSUPPORTED", "metadata tag"],
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

describe("docs/FORMAT.md", () => {
  const page = file("docs/FORMAT.md");
  const rows = [...page.matchAll(/^\|(.*)\|$/gm)].map(([, row]) =>
    row.split("|").map((cell) => cell.trim().replace(/^`(.*)`$/, "$1")),
  );
  const blocks = [...page.matchAll(/```text\n([^]*?)```/g)].map(([, block]) => block);
  const keyOf = (cell) => (cell === "(empty)" ? "" : cell === "−2" ? -2n : cell);
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

  test("hashes of other systems", () => {
    const vectors = rows.filter((row) => row.length === 7 && row.slice(1).every((cell) => /^0x/.test(cell)));
    assert.equal(vectors.length, 5);
    for (const [cell, ...values] of vectors) {
      const [bytes, units] = [1, 3].map((encoding) => keyBytes(keyOf(cell), encoding));
      const ours = [
        xxh64(bytes, 0n),
        sparkMurmur3(bytes, 0n),
        murmur64a(bytes, 0xc6a4a7935bd1e995n),
        murmur2(bytes, 0x9747b28cn),
        fnv64(units),
        fnv32(units, 0n),
      ];
      assert.deepEqual(values.map(BigInt), ours);
    }
    // The names and ids of the table are those of the package.
    const golden = JSON.parse(file("tests/golden/native-of-systems.json"));
    const ids = Object.entries(golden).map(([name, { text }]) => [readText(text)[6], name]);
    const named = rows.filter(([id, name]) => ids.some(([, other]) => other === name) && /^\d+$/.test(id));
    assert.deepEqual(
      named.map(([id, name]) => [Number(id), name]),
      ids.sort(([a], [b]) => a - b),
    );
  });

  test("hashes and numbers of the examples", () => {
    const hashes = rows.filter(
      (row) => row.length === 3 && row.slice(1).every((cell) => /^0x[0-9a-f]{16}$/.test(cell)),
    );
    const numbers = rows.filter(
      (row) => row.length === 5 && row.slice(1).every((cell) => /^0x[0-9a-f]{16}$/.test(cell)),
    );
    assert.deepEqual([hashes.length, numbers.length], [4, 4]);
    for (const [key, ...both] of hashes) assert.deepEqual(murmur3(bytesOf(keyOf(key)), 7).map(hex), both);
    for (const [key, ...x] of numbers) {
      const next = sequence(bytesOf(keyOf(key)), 7);
      assert.deepEqual(
        x.map(() => hex(next.next().value)),
        x,
      );
    }
  });

  test("dumps of the examples", () => {
    const lines = [...blocks[0].matchAll(/^ *(\d+) {2}((?:[0-9a-f]{2} )+)/gm)];
    let length = 0;
    for (const [, offset, bytes] of lines) {
      assert.equal(Number(offset), length);
      length += bytes.trim().split(" ").length;
    }
    const dump = new Uint8Array(
      Buffer.from(
        lines
          .map(([, , bytes]) => bytes)
          .join("")
          .replaceAll(" ", ""),
        "hex",
      ),
    );
    assert.equal(dump.length, 120);
    assert.deepEqual(readText(blocks[1].trim()), dump);
    const shapes = [
      { bits: 100, name: "pets", version: "2026-11" },
      { bits: 99, layout: "partitioned" },
      { bits: 1024, layout: "blocked" },
    ];
    for (const [i, shape] of shapes.entries()) {
      const text = filterOf({ ...shape, hashes: 3, seed: 7 }, ["cat", "dög", -2n]).toBase64();
      assert.equal(blocks[i + 1].trim(), text);
      agree(readText(text));
    }
    assert.equal(blocks.length, 4);
    assert.match(page, new RegExp(`text has ${blocks[1].trim().length} characters`));
    assert.deepEqual(
      dumps.map((filter) => filter.stats.byteLength),
      [120, 80, 192],
    );
    const set = [...blocks[0].matchAll(/: bits? ([\d, ]+)/g)].flatMap(([, list]) =>
      list.trim().replace(/,$/, "").split(", ").map(Number),
    );
    const bits = dumps[0].bits();
    assert.deepEqual(
      set,
      Array.from({ length: 100 }, (_, i) => i).filter((i) => (bits[i >> 3] >> (i & 7)) & 1),
    );
    assert.deepEqual(dumps[0].fold(4).positions("cat"), [7, 13, 3]);
  });

  test("payloads in the text", () => {
    const bytesAfter = (what) => {
      const after = page.slice(page.indexOf(what));
      return /`([0-9a-f]{2}( [0-9a-f]{2})+)`/
        .exec(after)[1]
        .split(" ")
        .map((byte) => parseInt(byte, 16));
    };
    const counters = read(forge({ cells: 3, bits: 4n, payload: words(bytesAfter("the counters 1, 2, 0, 15")) }));
    assert.deepEqual([0, 1, 2, 3].map(counters.cell), [1, 2, 0, 15]);
    const bits = [0, 16, 0, 16, 0, 8, 67, 129, 2, 0, 0, 0, 0, 0, 0, 0];
    const allowing = read(forge({ flags: 2, payload: [...bits, ...bytesAfter("and the empty key are")] }));
    assert.deepEqual(allowing.allowed, [utf8("cat"), utf8("")]);
    const payload = [...u64(3n), ...words(bytesAfter("The positions 3, 5, 300"))];
    assert.deepEqual(read(forge({ encoding: 2, bits: 2n ** 24n, payload })).set, [3, 5, 300]);
    assert.match(page, /first 2,680 bytes/);
    assert.equal(56 + 8 + 4 * 8 + 2 * 1024 + 24 + 64 * 8, 2680);
  });

  test("positions and answers of the examples", () => {
    const list = /^\d+(, \d+){2}$/;
    const positions = rows.filter((row) => row.length === 4 && row.slice(1).every((cell) => list.test(cell)));
    assert.equal(positions.length, 4);
    for (const [key, ...lists] of positions) {
      assert.deepEqual(
        dumps.map((filter) => filter.positions(keyOf(key)).join(", ")),
        lists,
      );
    }
    const answers = rows.filter((row) => row.length === 3 && list.test(row[1]));
    assert.equal(answers.length, 8);
    let which = -1;
    for (const [key, positions, answer] of answers) {
      if (key === "cat") which++;
      assert.equal(dumps[which].positions(key).join(", "), positions);
      assert.equal(dumps[which].has(key), answer.startsWith("possibly"), key);
    }
  });
});

describe("golden dumps", () => {
  // The Rust tests use the same index.json.
  const { dumps, variants } = JSON.parse(file("tests/golden/native/index.json"));
  const keysOf = ({ prefix, count }) => Array.from({ length: count }, (_, i) => prefix + i);

  test("every file is in the index", () => {
    const files = readdirSync(new URL("../golden/native/", import.meta.url)).filter((name) => name.endsWith(".b64"));
    assert.deepEqual(files.sort(), [...dumps, ...variants].map((dump) => dump.file).sort());
  });

  for (const golden of dumps) {
    test(golden.file, () => {
      const text = file(`tests/golden/native/${golden.file}`);
      assert.equal(text, golden.base64);
      const { filter, reader } = agree(readText(text));
      assert.equal(load(text).toBase64(), text);
      for (const field of [
        "layout",
        "bits",
        "hashes",
        "seed",
        "capacity",
        "errorRate",
        "inserted",
        "name",
        "version",
        "byteLength",
      ]) {
        assert.equal(reader.header[field], golden[field], field);
      }
      assert.equal(filter.stats.bitsSet, golden.bitsSet);
      const has = (key) => {
        const answer = reader.has(utf8(key));
        assert.equal(filter.has(key), answer);
        return answer;
      };
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

  for (const golden of variants) {
    test(golden.file, () => {
      const text = file(`tests/golden/native/${golden.file}`);
      assert.equal(text, golden.base64);
      const isPlain = golden.kind === "BloomFilter";
      const { filter, reader } = agree(readText(text), isPlain ? "core" : "variants");
      assert.deepEqual([filter.constructor.name, load(text).toBase64()], [golden.kind, text]);
      for (const field of [
        "layout",
        "bits",
        "hashes",
        "seed",
        "capacity",
        "errorRate",
        "inserted",
        "name",
        "version",
        "counterBits",
      ]) {
        assert.equal(reader.header[field], golden[field], field);
      }
      const { bitsSet, byteLength } = filter.stats;
      assert.deepEqual([bitsSet, byteLength], [golden.bitsSet, golden.byteLength]);
      const has = (key) => {
        const answer = reader.has(utf8(key));
        assert.equal(filter.has(key), answer);
        return answer;
      };
      const keys = keysOf(golden.keys);
      assert.ok(keys.every(has) && golden.members.every((key) => keys.includes(key)));
      const asked = keysOf(golden.asked);
      const possibly = asked.filter(has);
      assert.equal(possibly.length, golden.asked.possibly);
      assert.deepEqual(possibly.slice(0, 12), golden.falsePositives);
      assert.deepEqual(asked.filter((key) => !has(key)).slice(0, 12), golden.absent);
      for (const { key, stage, positions } of golden.positions)
        assert.deepEqual(reader.chain[stage].positions(utf8(key)), positions);
      if (golden.stages) {
        const { growth, tightening, rate, stages } = golden;
        for (const [index, { header, place }] of reader.chain.entries()) {
          assert.deepEqual(place, { index, stages: stages.length, growth, tightening, errorRate: rate });
          const { bits, hashes, capacity, inserted } = header;
          assert.deepEqual({ bits, hashes, capacity, inserted }, stages[index]);
        }
        assert.equal(reader.chain.length, stages.length);
        assert.ok(stages.length >= 3);
      } else {
        for (const { key, positions } of golden.positions) assert.deepEqual(filter.positions(key), positions);
      }
      if (golden.allowed) {
        assert.deepEqual(reader.allowed, golden.allowed.map(utf8));
        assert.ok(!golden.allowed.some(has));
      }
      for (const { key, count } of golden.counts ?? []) {
        assert.equal(filter.count(key), count);
        assert.equal(reader.count(utf8(key)), count);
      }

      // The keys give these cells, without the package.
      const cells = new Map();
      const most = 2 ** golden.counterBits - 1;
      const each = (key, stage, change) => {
        for (const i of stage.positions(utf8(key))) cells.set(i, change(cells.get(i) ?? 0));
      };
      const up = (cell) => Math.min(cell + 1, most);
      const down = (cell) => (cell === most ? cell : cell - 1);
      const [first] = reader.chain;
      if (golden.often) {
        for (const key of keys) each(key, first, up);
        for (const [i, key] of keys.entries()) if (i % 3 === 0) each(key, first, up);
        const often = first.positions(utf8("often"));
        for (let i = 0; i < golden.often; i++) for (const at of often) cells.set(at, up(cells.get(at) ?? 0));
        for (const key of keysOf(golden.removed)) each(key, first, up);
        for (const key of keysOf(golden.removed)) each(key, first, down);
        assert.equal([...cells.values()].filter((cell) => cell === most).length, golden.stuck);
      } else if (!golden.stages) {
        for (const key of keys) each(key, first, up);
      } else {
        // What is possibly in is left out; a stage that holds what it should is followed by another.
        const stages = reader.chain.map((stage) => ({ stage, set: new Set(), held: 0 }));
        let newest = 0;
        for (const key of keys) {
          const isIn = ({ stage, set }) => stage.positions(utf8(key)).every((i) => set.has(i));
          if (stages.slice(0, newest + 1).some(isIn)) continue;
          if (stages[newest].held === golden.stages[newest].capacity) newest++;
          for (const i of stages[newest].stage.positions(utf8(key))) stages[newest].set.add(i);
          stages[newest].held++;
        }
        for (const [index, { stage, set, held }] of stages.entries()) {
          assert.equal(held, golden.stages[index].inserted);
          for (let i = 0; i < stage.header.bits; i++) assert.equal(stage.cell(i), Number(set.has(i)));
        }
        return;
      }
      const held = [...cells].filter(([, cell]) => cell > 0);
      assert.equal(held.length, golden.bitsSet);
      for (const [i, cell] of held) assert.equal(reader.cell(i), cell);
    });
  }
});

describe("schemes of other systems", () => {
  const golden = Object.entries(JSON.parse(file("tests/golden/native-of-systems.json")));
  const asU64 = (numbers) => [
    ...new Uint8Array(BigUint64Array.from(numbers, (number) => BigInt.asUintN(64, number)).buffer),
  ];
  const asF64 = (numbers) => [...new BigUint64Array(Float64Array.from(numbers).buffer)];
  const parameters = (numbers) => entry(4, asU64(numbers));
  /** A dump of one word, or of as many as there have to be. */
  const of = (scheme, keys, { bits = 64n, numbers, ...fields } = {}) =>
    forge({
      scheme,
      keys,
      bits,
      seed: 0n,
      payload: fields.payload ?? Array(Math.ceil(Number(bits) / 64) * 8).fill(0),
      ...(numbers && { section: section([parameters(numbers)]) }),
      ...fields,
    });
  const record = (entry = 5, log2 = 0n, bytes = 8n, bits = 64n, growth = 2n, options = 0x205n) => [
    ...asF64([entry]),
    log2,
    bytes,
    bits,
    growth,
    options,
  ];
  const chained = (place, numbers) => ({ section: section([place, ...(numbers ? [parameters(numbers)] : [])]) });
  const at = (growth) => place(0, 1, { growth });

  /** What `edgebloom/compat` says of dumps: heads, or code and field. It has classes of its own, so it has a process, too. */
  function compat(dumps) {
    const program = `
      import { readFileSync } from "node:fs";
      import { load, readHeader } from ${JSON.stringify(new URL("../../pkg/compat.js", import.meta.url).href)};
      console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((text) => {
        try {
          const again = load(text).toBase64() == text;
          return { ...readHeader(text), again };
        } catch (error) {
          return [error.code ?? error.name, error.field];
        }
      })));`;
    const input = JSON.stringify(dumps.map((dump) => Buffer.from(dump).toString("base64")));
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      input,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    assert.equal(stderr, "");
    return JSON.parse(stdout);
  }
  /** The same of the reader. */
  function said(dump) {
    try {
      const { header, place } = read(dump, "compat");
      return { ...header, place };
    } catch (error) {
      return [error.code, error.field];
    }
  }
  const FIELDS = [
    "scheme",
    "bits",
    "hashes",
    "capacity",
    "errorRate",
    "inserted",
    "byteLength",
    "name",
    "version",
    "counterBits",
    "stages",
  ];
  function alike(what, theirs, ours) {
    if (Array.isArray(theirs) || Array.isArray(ours)) return assert.deepEqual(ours, theirs, what);
    assert.equal(theirs.again, true, what);
    for (const field of FIELDS) assert.equal(ours[field], theirs[field], `${what}: ${field}`);
  }

  // The reader has no XXH128, which Node does not offer; tests/js/foreign-dumps.test.mjs asks the package for that one.
  for (const [scheme, { vector, text }] of golden.filter(([scheme]) => scheme !== "pybloom-live-xxh128")) {
    test(scheme, () => {
      const one = JSON.parse(file(`tests/golden/${vector}.json`));
      const { hash } = optionsOf(vector.split("/")[0], one);
      const reader = read(readText(text), "compat");
      assert.equal(reader.header.scheme, scheme);
      const bytes = (key) =>
        keyBytes(typeof hash === "function" ? hash(foreignKeyOf(key)) : foreignKeyOf(key), reader.encoding);
      assert.ok(one.keys_in.length > 0 && one.keys_absent.length > 0);
      for (const key of [...one.keys_in, ...one.false_positives])
        assert.equal(reader.has(bytes(key)), true, JSON.stringify(key));
      for (const key of one.keys_absent) assert.equal(reader.has(bytes(key)), false, JSON.stringify(key));
      assert.ok(one.bit_positions.length > 0);
      for (const { key, indices_in_order } of one.bit_positions)
        assert.deepEqual(reader.positions(bytes(key)), indices_in_order);
    });
  }

  test("the package says the same of their heads", () => {
    const dumps = golden.map(([, { text }]) => readText(text));
    const theirs = compat(dumps);
    for (const [i, [scheme]] of golden.entries()) alike(scheme, theirs[i], said(dumps[i]));
  });

  test("the limits of the page", () => {
    const seeded = (fields) => ({ numbers: asF64([7]), ...fields });
    const five = (fields) => ({ numbers: [...asF64([7, 0.5, 99, 9]), 1n], ...fields });
    const good = [
      [9, 2],
      [10, 3],
      [10, 4],
      [10, 5],
      [10, 2, { hashes: 255 }],
      [11, 6, { hashes: 65535 }],
      [12, 6, { seed: 2n ** 32n - 1n }],
      [13, 10, { hashes: 4, numbers: record() }],
      [13, 10, { hashes: 4, numbers: record(5, 6n, 16n, 128n) }],
      [13, 10, { hashes: 4, numbers: record(5, 6n, 8n, 0n, 2n, 0x05n) }],
      [13, 10, { hashes: 4, numbers: record(5, 5n, 8n, 0n, 2n, 0x105n), bits: 32n }],
      [14, 10, { hashes: 4, numbers: record(5, 6n, 8n, 64n, 2n ** 32n - 1n, 0x201n) }],
      [15, 10, { bits: 1n }],
      [16, 4, { hashes: 8, bits: 768n }],
      [16, 5, { hashes: 8, bits: 256n }],
      [16, 10, { hashes: 8, bits: 256n }],
      [17, 3, { bits: 32n }],
      [18, 3, { bits: 96n }],
      [19, 8, seeded()],
      [20, 8, five({ bits: 63n })],
      [21, 8, seeded({ hashes: 64 })],
      [22, 8, seeded({ hashes: 1024, bits: 1024n })],
      [23, 8, five({ bits: 63n })],
      [24, 7, { bits: 63n }],
      [25, 7, { bits: 63n }],
      [26, 9, { bits: 8n }],
      // Capacities without rates, rates below 1e-18, counters, positions.
      [10, 2, { capacity: 9n }],
      [15, 10, { capacity: 9n, rate: 1e-300 }],
      [13, 10, { hashes: 4, ...chained(at(0), record()) }],
      [13, 10, { hashes: 4, ...chained(at(2 ** 32 - 1), record()) }],
      [24, 7, { bits: 63n, ...chained(at(4)) }],
      [24, 7, { bits: 63n, ...chained(place(0, 1, { rate: 1e-19 })) }],
      [1, 1],
      [1, 1, chained(at(1000))],
    ];
    const bad = [
      ...[0, 27, 255].map((scheme) => [scheme, 1, {}, "UNSUPPORTED", "scheme"]),
      ...[0, 11, 255].map((keys) => [10, keys, {}, "UNSUPPORTED", "keyEncoding"]),
      ...Array.from({ length: 9 }, (_, i) => [1, 2 + i, {}, "INVALID", "keyEncoding"]),
      ...[1, 6, 7, 8, 9, 10].map((keys) => [10, keys, {}, "INVALID", "keyEncoding"]),
      [11, 2, {}, "INVALID", "keyEncoding"],
      [13, 2, { hashes: 4, numbers: record() }, "INVALID", "keyEncoding"],
      [16, 2, { hashes: 8, bits: 256n }, "INVALID", "keyEncoding"],
      [26, 10, {}, "INVALID", "keyEncoding"],
      [1, 1, { hashes: 65 }, "INVALID", "hashes"],
      [9, 2, { hashes: 256 }, "INVALID", "hashes"],
      [11, 6, { hashes: 0 }, "INVALID", "hashes"],
      [16, 10, { bits: 256n, hashes: 7 }, "INVALID", "hashes"],
      [21, 8, seeded({ hashes: 1025, bits: 2048n }), "INVALID", "hashes"],
      [21, 8, seeded({ hashes: 65 }), "INVALID", "parameters"],
      [22, 8, seeded({ hashes: 65 }), "INVALID", "parameters"],
      ...[9, 10, 11, 12].map((scheme) => [scheme, scheme < 11 ? 2 : 6, { bits: 65n }, "INVALID", "bits"]),
      [1, 1, { bits: 2n ** 32n + 64n, words: 2 ** 26 + 1, payload: [] }, "INVALID", "bits"],
      [16, 10, { hashes: 8 }, "INVALID", "bits"],
      [17, 3, { bits: 33n }, "INVALID", "bits"],
      [26, 9, { bits: 65n }, "INVALID", "bits"],
      [16, 10, { hashes: 8, encoding: 2, bits: 2n ** 40n + 256n, payload: asU64([0n]) }, "INVALID", "bits"],
      [15, 10, { encoding: 2, bits: 2n ** 53n, payload: asU64([0n]) }, "INVALID", "bits"],
      ...[20, 23].map((scheme) => [scheme, 8, five(), "INVALID", "bits"]),
      ...[24, 25].map((scheme) => [scheme, 7, {}, "INVALID", "bits"]),
      ...[9, 10].map((scheme) => [scheme, 2, { seed: 1n }, "INVALID", "seed"]),
      [11, 6, { seed: 1n }, "INVALID", "seed"],
      [12, 6, { seed: 2n ** 32n }, "INVALID", "seed"],
      [19, 8, seeded({ seed: 1n }), "INVALID", "seed"],
      [13, 10, { hashes: 4, seed: 1n, numbers: record() }, "INVALID", "seed"],
      [26, 9, { seed: 5n }, "INVALID", "seed"],
      [1, 1, { numbers: [1n] }, "INVALID", "parameters"],
      [10, 2, { numbers: [1n] }, "INVALID", "parameters"],
      [13, 10, { hashes: 4 }, "INVALID", "parameters"],
      [19, 8, {}, "INVALID", "parameters"],
      [20, 8, seeded({ bits: 63n }), "INVALID", "parameters"],
      [19, 8, { numbers: asF64([NaN]) }, "INVALID", "parameters"],
      [21, 8, { numbers: asF64([Infinity]) }, "INVALID", "parameters"],
      [20, 8, { bits: 63n, numbers: [...asF64([7, 0.5, 99, -Infinity]), 0n] }, "INVALID", "parameters"],
      [23, 8, { bits: 63n, numbers: [...asF64([7, 0.5, 99, 9]), 2n] }, "INVALID", "parameters"],
      [19, 8, { numbers: asF64([NaN]), seed: 1n }, "INVALID", "parameters"],
      ...[
        record(6),
        record(NaN),
        record(5, 64n),
        record(5, 0n, 8n, 63n),
        record(5, 0n, 7n),
        record(5, 0n, 16n),
        record(5, 7n, 16n, 128n),
        record(5, 0n, 8n, 64n, 2n ** 32n),
        record(5, 0n, 8n, 64n, 2n, 0x215n),
        record(5, 0n, 8n, 64n, 2n, 0x305n),
        record(5, 0n, 8n, 64n, 2n, 0x201n),
        record(5, 0n, 8n, 0n, 2n, 0x05n),
        record(5, 6n, 7n, 64n, 2n, 0x05n),
      ].map((numbers) => [13, 10, { hashes: 4, numbers }, "INVALID", "parameters"]),
      [10, 2, { section: section([entry(4, Array(9).fill(0))]) }, "INVALID", "metadata length"],
      [10, 2, { section: section([entry(5, Array(8).fill(0))]) }, "UNSUPPORTED", "metadata tag"],
      [10, 2, { rate: 0.5 }, "INVALID", "capacity"],
      [1, 1, { capacity: 9n }, "INVALID", "capacity"],
      [1, 1, { capacity: 9n, rate: 1e-19 }, "INVALID", "errorRate"],
      [10, 2, { words: 2 }, "INVALID", "payloadLength"],
      [10, 2, chained(at(2)), "INVALID", "stage"],
      [19, 8, chained(at(2), asF64([7])), "INVALID", "stage"],
      [24, 7, { bits: 63n, cells: 2, payload: Array(16).fill(0), ...chained(at(2)) }, "INVALID", "cells"],
      [10, 2, { cells: 3, payload: Array(32).fill(0) }, "INVALID", "cells"],
      [10, 2, { encoding: 2, bits: 2n ** 37n - 64n, payload: asU64([1n, 5n]) }, "INVALID", "payloadEncoding"],
      [1, 1, chained(place(0, 1, { rate: 1e-19 })), "INVALID", "stage"],
      [1, 1, chained(at(0)), "INVALID", "growth"],
      [1, 1, chained(at(1001)), "INVALID", "growth"],
    ];
    const dumps = [...good, ...bad].map(([scheme, keys, fields]) => of(scheme, keys, fields));
    const theirs = compat(dumps);
    for (const [i, [scheme, keys, fields, ...error]] of [...good, ...bad].entries()) {
      const what = `scheme ${scheme}, keys ${keys}, ${String(Object.entries(fields ?? {}))}`;
      alike(what, theirs[i], said(dumps[i]));
      if (i < good.length) assert.ok(!Array.isArray(theirs[i]), `${what}: ${theirs[i]}`);
      else assert.deepEqual(theirs[i], error, what);
    }
  });

  test("stages of a chain have parameters of their own", () => {
    const numbers = record();
    const stage = (index, fields) =>
      of(13, 10, { hashes: 4, ...fields, section: section([place(index, 2), parameters(fields?.numbers ?? numbers)]) });
    const cases = [
      joined(stage(0), stage(1)),
      joined(stage(0), stage(1, { bits: 128n, numbers: record(5, 0n, 16n, 128n) })),
      joined(
        stage(0),
        of(14, 10, { hashes: 4, section: section([place(1, 2), parameters(record(5, 0n, 8n, 64n, 2n, 0x201n))]) }),
      ),
    ];
    const theirs = compat(cases);
    for (const [i, dump] of cases.entries()) alike(`case ${i}`, theirs[i], said(dump));
    assert.deepEqual(theirs[2], ["INVALID", "stage"]);
  });
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
