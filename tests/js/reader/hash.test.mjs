// The reader's hash of each kind of key, and of a file, against a hash in BigInt.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hashBytes, lanes, scrambled } from "../../../pkg/reader/hash.js";
import { hashKey, keyBytes } from "../../../pkg/reader/key.js";
import { lanesOf } from "../helpers/format-reader.mjs";
import { utf8 } from "../helpers/helpers.mjs";

/** Around the blocks of 16 bytes, and around the limits of the loop over characters and of the buffer for keys. */
const LENGTHS = [...Array(70).keys(), 127, 128, 129, 255, 256, 257, 1365, 1366, 4095, 4096, 4097, 5000];
const SEEDS = [0, 1, 16, 0xffffffff];
const hashed = () => [...lanes].map((lane) => BigInt(lane >>> 0));

function agrees(key, bytes) {
  const seed = SEEDS[bytes.length % SEEDS.length];
  const text = `${bytes.length} bytes, seed ${seed}`;
  for (const salt of [0, 0x73686172]) {
    hashKey(key, scrambled(seed), salt);
    assert.deepEqual(hashed(), lanesOf(bytes, seed, salt), text);
  }
  assert.deepEqual(new Uint8Array(keyBytes(key)), bytes, text);
  // At an odd place of a larger buffer, between other bytes.
  const around = new Uint8Array(bytes.length + 20).fill(0xff);
  around.set(bytes, 3);
  hashBytes(around.subarray(3, 3 + bytes.length), scrambled(seed));
  assert.deepEqual(hashed(), lanesOf(bytes, seed), text);
}

for (const [name, character] of Object.entries({ ASCII: "aZ", Cyrillic: "бЯ", Chinese: "中龥", pairs: "😀𐀀" })) {
  test(`strings of ${name}, also with other characters at each end`, () => {
    for (const length of LENGTHS) {
      const text = character.repeat(length).slice(0, length);
      for (const key of [text, `é${text}`, `${text}é`, `中${text}x`, `abcd${text}`, `\ud800${text}`, `${text}\udfff`]) {
        agrees(key, new Uint8Array(utf8(key)));
      }
    }
  });
}

test("bytes and numbers", () => {
  for (const length of LENGTHS) {
    const bytes = Uint8Array.from({ length }, (_, i) => 31 * i + length);
    agrees(bytes, bytes);
  }
  for (const number of [0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n)]) {
    agrees(number, new Uint8Array(BigInt64Array.of(number).buffer));
  }
});

test("a key leaves nothing behind for a shorter one", () => {
  const long = new Uint8Array(4000).fill(0xff);
  for (let length = 0; length < 40; length++) {
    agrees(long, long);
    agrees("x".repeat(length), new Uint8Array(length).fill(120));
    agrees(long, long);
    agrees("中".repeat(length), new Uint8Array(utf8("中".repeat(length))));
  }
});
