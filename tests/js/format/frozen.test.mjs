// The counts of tests/golden/frozen in the package: WebAssembly gives the same false positives and positions as native
// Rust (tests/rust/foreign/frozen.rs).

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { checksum } from "../helpers/format-reader.mjs";
import { FOREIGN_IDS, goldenJson } from "../helpers/helpers.mjs";
import { loadAny, readAnyHeader } from "../helpers/load-any.mjs";

const rows = goldenJson("frozen/counts.json");
const HASHED = 1000;
/** With so many bits, an empty filter of these schemes is stored as positions: as bits it would take half a gigabyte. */
const [SPARSE, INT64, INT32] = [2 ** 24, 4, 5];

/** The file of an empty filter, as docs/reference/format/index.md describes it. */
function dumpOf({ scheme, keyEncoding, bits, hashes, seed, capacity, parameters }) {
  const sparse = bits >= SPARSE;
  const numbers = new Uint8Array(BigInt64Array.from(parameters, BigInt).buffer);
  const head = new Uint8Array(56 + (numbers.length && 16 + numbers.length));
  const view = new DataView(head.buffer);
  head.set([0xeb, 0x46, 0x4c, 0x54, 1, numbers.length ? 1 : 0, scheme, 1, keyEncoding, sparse ? 2 : 1]);
  const payload = new Uint8Array(sparse ? 8 : Math.ceil(bits / 64) * 8);
  view.setUint16(10, hashes, true);
  view.setUint32(12, payload.length / 8, true);
  view.setBigUint64(16, BigInt(bits), true);
  view.setUint32(24, seed, true);
  view.setBigUint64(32, BigInt(capacity), true);
  if (numbers.length) {
    view.setUint32(56, 8 + numbers.length, true);
    view.setUint16(64, 4, true);
    view.setUint32(68, numbers.length, true);
    head.set(numbers, 72);
  }
  return Uint8Array.of(...head, ...payload, ...new Uint8Array(BigUint64Array.of(checksum(head, payload)).buffer));
}

/** The 128-bit hash that is the key. */
const hash = (text) => BigInt.asIntN(128, BigInt(`0x${createHash("sha256").update(text).digest("hex").slice(0, 32)}`));

/** Key number `i`: a string, or a number if the key encoding has no strings. */
function key(keyEncoding, prefix, i) {
  if (keyEncoding !== INT64 && keyEncoding !== INT32) return `${prefix}-${i}`;
  return BigInt(prefix === "member" ? i : 1_000_000 + i);
}

for (const row of rows) {
  const { scheme, keyEncoding, bits, hashes, members, asked } = row;
  test(`scheme ${scheme}, key encoding ${keyEncoding}, ${bits} bits, ${hashes} hashes`, () => {
    const filter = loadAny(dumpOf(row), { hash });
    assert.deepEqual(filter.positions(key(keyEncoding, "member", 0)), row.first);
    const digest = createHash("sha256");
    for (let i = 0; i < HASHED; i++) {
      digest.update(BigUint64Array.from(filter.positions(key(keyEncoding, "member", i)), BigInt));
    }
    assert.equal(digest.digest("hex"), row.positions);
    for (let i = 0; i < members; i++) filter.add(key(keyEncoding, "member", i));
    for (let i = 0; i < members; i++) assert(filter.has(key(keyEncoding, "member", i)));
    let found = 0;
    for (let i = 0; i < asked; i++) found += filter.has(key(keyEncoding, "absent", i));
    assert.equal(found, row.falsePositives);
    filter.free();
  });
}

test("every scheme of the module has a row", () => {
  const ids = [...new Set(rows.map(({ scheme }) => scheme))].sort((a, b) => a - b);
  // The schemes of keyed filters are frozen in tests/golden/keyed.
  assert.deepEqual(ids, [1, 2, 3, ...FOREIGN_IDS]);
  assert.equal(readAnyHeader(dumpOf(rows[0])).scheme, "native");
});
