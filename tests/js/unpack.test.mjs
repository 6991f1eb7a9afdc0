// What scripts/inline.mjs packs comes out again, byte for byte.

import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import lzma from "lzma";
import { unpack } from "../../pkg/api/compat/unpack.js";
import { bytes } from "../../pkg/wasm/compat-inline.js";

const HEADER_BYTES = 13;
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url));

/** Numbers that repeat over short and long distances. */
function repetitive(length) {
  let state = 1;
  return Uint8Array.from({ length }, (_, i) => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return i % 997 < 500 ? (i * i) >> 9 : state >> 20;
  });
}

test("LZMA is undone", () => {
  const inputs = [
    Uint8Array.of(7),
    new Uint8Array(100_000),
    new Uint8Array(randomBytes(70_000)),
    repetitive(300_000),
    read("pkg/wasm/core.wasm"),
    read("README.md"),
    read("tests/golden/articles/hashes.json"),
  ];
  for (const input of inputs) {
    const packed = Uint8Array.from(lzma.compress(input, 9)).subarray(HEADER_BYTES);
    const out = unpack(packed, input.length);
    assert.equal(Buffer.compare(out, input), 0, createHash("sha256").update(input).digest("hex"));
  }
});

test("the inlined module is the module", () => {
  assert.equal(Buffer.compare(bytes(), read("pkg/wasm/compat.wasm")), 0);
});
