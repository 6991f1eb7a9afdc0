// The examples in docs/reference/format: hashes, positions, files and answers. tests/golden/format-examples.json has
// the same values as the pages.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as forms from "edgebloom/keys";
import { load } from "../../../pkg/index.js";
import { agree, bytesOf, filterOf } from "../helpers/agree.mjs";
import { THREE, bitsOf, forge, u64, words } from "../helpers/forge.mjs";
import {
  fnv32,
  fnv64,
  keyBytes,
  lanesOf,
  murmur2,
  murmur3x64,
  murmur3x86,
  murmur64a,
  read,
  readText,
  sequence,
  sparkMurmur3,
  xxh64,
} from "../helpers/format-reader.mjs";
import { goldenJson, textOf, utf8 } from "../helpers/helpers.mjs";

describe("the examples in docs/reference/format/index.md", () => {
  const examples = goldenJson("format-examples.json");
  const hex = (digits) => (number) => `0x${number.toString(16).padStart(digits, "0")}`;
  const [hex32, hex64] = [hex(8), hex(16)];
  const fromHex = (bytes) => bytes.split(" ").map((byte) => parseInt(byte, 16));
  /** A key for the package: numbers become BigInts. */
  const keyOf = (key) => (typeof key === "number" ? BigInt(key) : key);
  const dumps = examples.filters.map(({ text }) => load(text));

  const EACH = Uint8Array.from({ length: 256 }, (_, i) => i);
  /** SMHasher's verification value, which the page describes: its first 32 bits. */
  const checkOf = (hash, Words) => {
    const all = Array.from(EACH, (i) => hash(EACH.subarray(0, i), 256 - i)).flat();
    const words = Words === BigUint64Array ? all : all.map(Number);
    return hash(new Uint8Array(Words.from(words).buffer), 0)[0] % 2n ** 32n;
  };

  test("MurmurHash3 x86 128", () => {
    assert.equal(examples.murmur3x86.length, 6);
    for (const [text, seed, ...lanes] of examples.murmur3x86)
      assert.deepEqual(murmur3x86(utf8(text), seed).map(hex32), lanes);
    assert.equal(checkOf(murmur3x86, Uint32Array), 0xb3ece62an);
  });

  test("MurmurHash3 x64 128", () => {
    assert.equal(examples.murmur3.length, 8);
    for (const [text, seed, ...both] of examples.murmur3)
      assert.deepEqual(murmur3x64(utf8(text), seed).map(hex64), both);
    assert.equal(checkOf(murmur3x64, BigUint64Array), 0x6384ba69n);
  });

  test("hashes of other systems", () => {
    assert.equal(examples.otherHashes.length, 5);
    for (const [text, ...values] of examples.otherHashes) {
      const [bytes, units] = [1, 3].map((encoding) => keyBytes(text, encoding));
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
    // The table of limits has the names and ids of the package.
    const ids = Object.entries(goldenJson("native-of-systems.json")).map(([name, { text }]) => [
      readText(text)[6],
      name,
    ]);
    const named = goldenJson("schemes.json").filter(({ name }) => ids.some(([, other]) => other === name));
    assert.deepEqual(
      named.map(({ scheme, name }) => [scheme, name]),
      ids.sort(([a], [b]) => a - b),
    );
  });

  test("hashes and numbers of the examples", () => {
    const { hashes, numbers } = examples;
    assert.deepEqual([hashes.length, numbers.length], [4, 4]);
    for (const [key, ...lanes] of hashes) assert.deepEqual(lanesOf(bytesOf(keyOf(key)), 7).map(hex32), lanes);
    for (const [key, ...both] of numbers) {
      const [h1, h2, h3, h4] = lanesOf(bytesOf(keyOf(key)), 7);
      const [x, y] = [sequence(h1, h2), sequence(h3, h4)];
      assert.equal(both.length, 7);
      assert.deepEqual(
        both.map((_, i) => hex32((i < 4 ? x : y).next().value)),
        both,
      );
    }
  });

  test("files of the examples", () => {
    const dump = [];
    for (const [offset, bytes] of examples.file) {
      assert.equal(offset, dump.length);
      dump.push(...fromHex(bytes));
    }
    assert.equal(dump.length, 120);
    assert.deepEqual(readText(examples.filters[0].text), Uint8Array.from(dump));
    for (const { options, text } of examples.filters) {
      assert.equal(filterOf(options, ["cat", "dög", -2n]).toBase64(), text);
      agree(readText(text));
    }
    assert.deepEqual(
      dumps.map((filter) => filter.stats.byteLength),
      [120, 112, 192],
    );
    const [first] = dumps;
    const bits = first.bits();
    assert.deepEqual(
      [...new Set(["cat", "dög", -2n].flatMap((key) => first.positions(key)))].sort((a, b) => a - b),
      Array.from({ length: 128 }, (_, i) => i).filter((i) => (bits[i >> 3] >> (i & 7)) & 1),
    );
    // Folding joins two words into one.
    assert.deepEqual(
      first.fold(2).positions("cat"),
      examples.positions[0][1].map((position) => position % 64),
    );
  });

  test("payloads quoted in the prose", () => {
    const { payloads } = examples;
    const counters = read(
      forge({ cells: 3, bits: 64n, payload: [...fromHex(payloads.counters), ...Array(30).fill(0)] }),
    );
    assert.deepEqual([0, 1, 2, 3].map(counters.cell), [1, 2, 0, 15]);
    const bits = bitsOf(THREE, { bits: 128n, hashes: 3, seed: 7 });
    const excepting = read(forge({ flags: 2, payload: [...bits, ...words(fromHex(payloads.exceptions))] }));
    assert.deepEqual(excepting.exceptions, [utf8(""), utf8("cat")]);
    const payload = [...u64(3n), ...words(fromHex(payloads.positions))];
    assert.deepEqual(read(forge({ encoding: 2, bits: 2n ** 24n, payload })).set, [3, 5, 300]);
  });

  test("positions and answers of the examples", () => {
    assert.equal(examples.positions.length, 4);
    for (const [key, ...lists] of examples.positions) {
      assert.deepEqual(
        dumps.map((filter) => filter.positions(keyOf(key))),
        lists,
      );
    }
    assert.equal(examples.filters.flatMap(({ answers }) => answers).length, 8);
    for (const [i, { answers }] of examples.filters.entries()) {
      for (const [key, positions, answer] of answers) {
        assert.deepEqual(dumps[i].positions(key), positions);
        assert.equal(dumps[i].has(key), answer.startsWith("maybe"), key);
      }
    }
  });
});

test("key forms: the vectors in docs/reference/format/published.md", () => {
  const [, table] = /\n```text\nForm +Text +Entry +Query\n([^`]+)\n```/.exec(
    textOf("docs/reference/format/published.md"),
  );
  const character = (_, digits) => String.fromCharCode(Number.parseInt(digits, 16));
  const rows = table.split("\n").map((row) => row.split(/ {2,}/));
  assert.ok(rows.length >= 24);
  for (const [form, quoted, entry, query] of rows) {
    const text = quoted.replace(/\\u([\da-f]{4})/g, character);
    const [ofEntry, ofQuery] = [entry, query].map((keys) => (keys === "–" ? [] : keys.split(",")));
    assert.deepEqual(forms[form].entries(text), ofEntry, `the entry ${text}`);
    assert.deepEqual(forms[form].lookups(text), ofQuery, `the query ${text}`);
  }
});

test("docs/reference/format/static.md has the files of its rows", () => {
  const blocks = textOf("docs/reference/format/static.md").match(/(?<=```text\n)60ZMV.*(?=\n```)/g);
  const rows = goldenJson("static/index.json");
  assert.deepEqual(
    blocks,
    ["one-column", "one-key"].map((name) => rows.find(({ row }) => row === name).base64),
  );
});
