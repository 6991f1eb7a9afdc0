// Helpers for the tests of plain filters.

import assert from "node:assert/strict";
import { BloomFilter } from "edgebloom";
import { assertRejected as assertThrows } from "./helpers.mjs";

export const LAYOUTS = ["standard", "partitioned", "blocked"];
export const sized = (n, more) => new BloomFilter({ capacity: n, errorRate: 0.01, ...more });

/** Asserts that a call throws this error, and that the WebAssembly module still works. */
export function assertRejected(call, Kind, field) {
  assertThrows(call, Kind, field);
  const filter = sized(10);
  assert.equal(filter.add("still"), true);
  assert.equal(filter.has("still"), true);
  filter.free();
}
