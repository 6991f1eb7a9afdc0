// Shared helpers for the tests of plain filters.

import assert from "node:assert/strict";
import { BloomFilter } from "edgebloom";
import { refused as isRefused } from "./helpers.mjs";

export const LAYOUTS = ["standard", "partitioned", "blocked"];
export const sized = (n, more) => new BloomFilter({ capacity: n, errorRate: 0.01, ...more });

/** Asserts what is thrown, and that the module still answers. */
export function refused(call, Kind, field) {
  isRefused(call, Kind, field);
  const filter = sized(10);
  assert.equal(filter.add("still"), true);
  assert.equal(filter.has("still"), true);
  filter.free();
}
