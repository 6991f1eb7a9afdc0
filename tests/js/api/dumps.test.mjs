// Files and base64 strings of plain filters in the public API, valid and damaged.

import assert from "node:assert/strict";
import test from "node:test";
import { BloomFilter, FilterFormatError, load, readHeader } from "edgebloom";
import { keys } from "../helpers/helpers.mjs";
import { assertRejected, sized } from "../helpers/plain-filters.mjs";

test("files and base64 strings round-trip", () => {
  const filter = sized(100, { name: "blocked domains 布", version: "2026-11-20" });
  filter.addMany(keys(100));
  const bytes = filter.toBytes();
  const text = filter.toBase64();
  assert.equal(text, Buffer.from(bytes).toString("base64"));
  for (const loaded of [
    BloomFilter.fromBytes(bytes),
    BloomFilter.fromBase64(text),
    load(bytes),
    load(text),
    BloomFilter.fromBase64(text.replaceAll("+", "-").replaceAll("/", "_")),
  ]) {
    assert.ok(loaded.equals(filter));
    assert.equal(loaded.name, "blocked domains 布");
    assert.equal(loaded.version, "2026-11-20");
    assert.equal(loaded.toBase64(), text);
  }
  const { bitsSet, fillRatio, estimatedCount, estimatedErrorRate, overHalfFull, ...head } = filter.stats;
  const header = { ...head, salt: 0, name: filter.name, version: filter.version, counterBits: 1, subFilters: 1 };
  assert.deepEqual(readHeader(bytes), header);
  assert.deepEqual(readHeader(bytes.subarray(0, 160)), header);
  assert.deepEqual(readHeader(text.slice(0, 400)), header);
  for (const wrong of [5, null, undefined, {}, new ArrayBuffer(8)]) {
    assertRejected(() => load(wrong), TypeError, "bytes");
    assertRejected(() => readHeader(wrong), TypeError, "bytes");
    assertRejected(() => BloomFilter.fromBytes(wrong), TypeError, "bytes");
    assertRejected(() => BloomFilter.fromBase64(wrong), TypeError, "base64");
  }
  assertRejected(() => BloomFilter.fromBytes(text), TypeError, "bytes");
});

test("rejects a wrong value in each field, and the module keeps working", () => {
  const bytes = BloomFilter.from(keys(200), { errorRate: 0.01 }).toBytes();
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = bytes.slice();
    flipped[bit >> 3] ^= 1 << (bit & 7);
    assert.throws(() => load(flipped), FilterFormatError, `bit ${bit}`);
  }
  for (let length = 0; length < bytes.length; length++) {
    assert.throws(() => load(bytes.subarray(0, length)), { name: "FilterFormatError", code: "TRUNCATED" });
  }
  const huge = bytes.slice();
  new DataView(huge.buffer).setBigUint64(16, 2n ** 32n, true);
  assert.throws(() => load(huge), { name: "FilterFormatError", code: "INVALID", field: "payloadLength" });
  new DataView(huge.buffer).setUint32(12, 2 ** 26, true);
  assert.throws(() => load(huge), { name: "FilterFormatError", code: "TRUNCATED", field: "length" });
  assertRejected(() => load(huge), FilterFormatError, "length");
});

test("100,000 mutated base64 strings never load as another filter", () => {
  const filter = BloomFilter.from(keys(60), { errorRate: 0.05 });
  const text = filter.toBase64();
  let state = 1;
  const below = (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const characters = "ABCxyz019+/-_= \n\t=\u00e9\ud800";
  let same = 0;
  for (let i = 0; i < 100_000; i++) {
    let mutated = text;
    for (let j = below(3); j >= 0; j--) {
      const at = below(mutated.length);
      const character = characters[below(characters.length)];
      mutated = mutated.slice(0, at) + [character, "", character + mutated[at]][below(3)] + mutated.slice(at + 1);
    }
    try {
      const loaded = BloomFilter.fromBase64(mutated);
      assert.ok(loaded.equals(filter), mutated);
      loaded.free();
      same++;
    } catch (error) {
      if (!(error instanceof FilterFormatError)) throw error;
    }
  }
  assert.ok(same < 8_000, `${same}`);
  for (const bad of [
    "",
    text.slice(0, -1),
    `${text}\n\n`,
    ` ${text}`,
    text.replace(/=*$/, ""),
    `${text}====`,
    text.replace(/(.{76})/g, "$1\n"),
  ]) {
    assertRejected(() => load(bad), FilterFormatError);
  }
});
