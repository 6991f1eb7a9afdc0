// Compares the package with the tests' own reader (format-reader.mjs), which was written from docs/reference/format.

import assert from "node:assert/strict";
import {
  BloomFilter,
  CountingBloomFilter,
  FilterFormatError,
  ScalableBloomFilter,
  load,
  readHeader,
} from "../../../pkg/index.js";
import { formOf } from "./load-any.mjs";
import { read } from "./format-reader.mjs";
import { thrown, utf8 } from "./helpers.mjs";

const integer = (key) => new Uint8Array(BigInt64Array.of(key).buffer);

export const bytesOf = (key) => (typeof key === "bigint" ? integer(key) : typeof key === "string" ? utf8(key) : key);

export const filterOf = (options, keys = []) => {
  const filter = new BloomFilter(options);
  filter.addMany(keys);
  return filter;
};

/** Reads a file with each entry point; the keys are the reader's names for the entry points. */
const ENTRIES = {
  core: (dump) => BloomFilter.fromBytes(dump, formOf(dump)),
  variants: (dump) => load(dump, formOf(dump)),
};

/** Asserts that both accept this file, report the same header and write the same bytes again. */
export function agree(dump, entry = "core") {
  const filter = ENTRIES[entry](dump);
  const reader = read(dump, entry);
  assert.deepEqual(reader.header, { ...readHeader(dump) });
  assert.deepEqual(filter.toBytes(), dump);
  if (!reader.growth && !reader.set) {
    const cells = filter.bits();
    assert.deepEqual(cells, reader.payload.subarray(0, cells.length));
    assert.deepEqual(filter.toBytes(), dump);
  }
  return { filter, reader };
}

/** Asserts that both reject this file with the same code and field: the given ones, if any. */
export function assertRejected(dump, code, field, what = "", entry = "core") {
  const ours = thrown(() => ENTRIES[entry](dump));
  assert.ok(ours instanceof FilterFormatError, `${what}: the package answered ${ours}`);
  const theirs = thrown(() => read(dump, entry));
  assert.ok(theirs?.code, `${what}: the reader answered ${theirs}`);
  const error = [ours.code, ours.field];
  assert.deepEqual(error, [theirs.code, theirs.field], what);
  if (code) assert.deepEqual(error, [code, field], what);
}

/** Asserts that the WebAssembly modules still work after errors. */
export function stillWorks() {
  const { filter } = agree(filterOf({ capacity: 100, errorRate: 0.01 }, ["a", "b"]).toBytes());
  assert.deepEqual([filter.has("a"), filter.has("b"), filter.has("c")], [true, true, false]);
  const counting = new CountingBloomFilter({ bits: 128, hashes: 3 });
  const scalable = new ScalableBloomFilter({ capacity: 1, errorRate: 0.01 });
  for (const one of [counting, scalable]) {
    one.addMany(["a", "b"]);
    const { filter } = agree(one.toBytes(), "variants");
    assert.deepEqual([filter.has("a"), filter.has("b"), filter.has("c")], [true, true, false]);
  }
}

/** Asserts that a file is rejected with each byte changed, at each shorter length and at some longer ones. */
export function everyDamage(dump, entry, changes) {
  for (let offset = 0; offset < dump.length; offset++) {
    for (const change of changes) {
      const damaged = dump.slice();
      damaged[offset] ^= change;
      assertRejected(damaged, undefined, undefined, `byte ${offset} is ${damaged[offset]}`, entry);
    }
  }
  for (let length = 0; length < dump.length; length++) {
    assertRejected(dump.subarray(0, length), "TRUNCATED", "length", `${length} bytes`, entry);
  }
  for (let more = 1; more <= 64; more++) {
    for (const fill of [0, 255]) {
      const longer = new Uint8Array(dump.length + more).fill(fill);
      longer.set(dump);
      assertRejected(longer, "TRAILING_BYTES", "length", `${more} more bytes`, entry);
    }
  }
  stillWorks();
}

export const ANY_CHANGE = Array.from({ length: 255 }, (_, i) => i + 1);

export const ONE_BIT = [1, 2, 4, 8, 16, 32, 64, 128];

/** The file of a filter after a change. */
export const dumpAfter = (filter, change) => {
  change(filter);
  return filter.toBytes();
};
