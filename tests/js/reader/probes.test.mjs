// The words that probes select, where a double cannot hold the product of which they are the upper half.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lanes } from "../../../pkg/reader/hash.js";
import { reduce, visit } from "../../../pkg/reader/probes.js";

const exact = (x, span) => Number((BigInt(x >>> 0) * BigInt(span)) >> 32n);
/** The inverse of an odd number modulo 2^32. */
function inverse(odd) {
  let number = odd | 0;
  for (let i = 0; i < 5; i++) number = Math.imul(number, 2 - Math.imul(odd, number));
  return number;
}
/** The low 32 bits of products: so far from a multiple of 2^32. */
const DISTANCES = [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 511, 1023, 1024, 1025, 2048].flatMap((i) => [i, 0 - i]);
const SPANS = [
  1, 3, 5, 0x1fffff, 0x200001, 0x3ffffff, 0x3fffffd, 0x2aaaaab, 0x7ffffff, 0x7fffffff, 0xfffffffb, 0xffffffff,
];
let seed = 1;
const random = () => (seed = (Math.imul(seed, 0x2c9277b5) + 0x6d2b79f5) >>> 0);
for (let bits = 2; bits <= 32; bits++) for (let i = 0; i < 50; i++) SPANS.push(((random() >>> (32 - bits)) | 1) >>> 0);

test("reduces to the upper half of the exact product", () => {
  let rounded = 0;
  for (const span of SPANS) {
    for (const distance of DISTANCES) {
      const x = Math.imul(distance, inverse(span));
      assert.equal(Math.imul(x, span), distance);
      assert.equal(reduce(x, span), exact(x, span), `${x} ${span}`);
      if (Math.floor(((x >>> 0) * span) / 2 ** 32) !== exact(x, span)) rounded++;
    }
  }
  assert.ok(rounded > 1000, `a double alone is wrong ${rounded} times`);
  assert.equal(reduce(-1, 2 ** 32), 2 ** 32 - 1);
});

test("a probe selects the same word", () => {
  let rounded = 0;
  const words = SPANS.filter((span) => span <= 2 ** 26);
  for (const span of words) {
    for (const distance of DISTANCES) {
      const x = Math.imul(distance, inverse(span));
      lanes[0] = x;
      lanes[2] = 0;
      const positions = [];
      visit(
        { bytes: new Uint8Array(), bits: 64 * span, hashes: 1, scale: span / 2 ** 32, step: 0, blocks: 0 },
        positions,
      );
      assert.deepEqual(positions, [64 * exact(x, span)], `${x} ${span}`);
      if (Math.floor(((x >>> 0) * span) / 2 ** 32) !== exact(x, span)) rounded++;
    }
  }
  assert.ok(rounded > 100, `a double alone is wrong ${rounded} times`);
});
