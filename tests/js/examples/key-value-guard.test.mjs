// Filters in memory in front of real SQLite files.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { KeyValueStore, Table } from "../../../examples/key-value-guard/store.mjs";
import { assertWithinFiveSigma, printsWhatItsReadmeSays } from "./run-main.mjs";

const folder = mkdtempSync(join(tmpdir(), "edgebloom-store-"));
after(() => rmSync(folder, { recursive: true }));

const bytes = (text) => new TextEncoder().encode(text);
const sizes = { capacity: 10_000, errorRate: 0.01 };

test("reads every stored key, and absent keys at the false-positive rate", () => {
  const store = new KeyValueStore(join(folder, "pairs.db"), sizes);
  store.put(Array.from({ length: 10_000 }, (_, i) => [`stored-${i}`, bytes(`value ${i}`)]));
  for (let i = 0; i < 10_000; i++) assert.deepEqual(store.get(`stored-${i}`), bytes(`value ${i}`));
  assert.deepEqual([store.diskReads, store.unnecessary], [10_000, 0]);
  for (let i = 0; i < 50_000; i++) assert.equal(store.get(`absent-${i}`), undefined);
  assertWithinFiveSigma(store.unnecessary, 50_000, 0.01);
  assert.deepEqual([store.queries, store.diskReads], [60_000, 10_000 + store.unnecessary]);
  assert.ok(store.filter.stats.byteLength * 20 < store.diskBytes);
  store.close();
});

test("a reopened store has the filter that it was closed with", () => {
  const path = join(folder, "again.db");
  const store = new KeyValueStore(path, sizes);
  store.put([
    ["a", bytes("1")],
    ["b", bytes("2")],
  ]);
  store.close();
  const again = new KeyValueStore(path, sizes);
  assert.ok(again.filter.equals(store.filter));
  assert.deepEqual(again.get("b"), bytes("2"));
  assert.equal(again.get("c"), undefined);
  assert.equal(again.diskReads, 1);
  again.close();
});

test("absent rows and absent columns are not read from disk", () => {
  const table = new Table(join(folder, "cells.db"), { rows: 1000, cells: 4000, errorRate: 0.01 });
  table.put(Array.from({ length: 4000 }, (_, i) => [`row-${i >> 2}`, `column-${i & 3}`, bytes(`${i}`)]));
  for (let i = 0; i < 4000; i++) {
    assert.deepEqual(table.get(`row-${i >> 2}`, `column-${i & 3}`), bytes(`${i}`));
  }
  assert.deepEqual([table.diskReads, table.unnecessary], [4000, 0]);
  for (let i = 0; i < 20_000; i++) assert.equal(table.get(`row-${i % 1000}`, `absent-${i}`), undefined);
  const columns = table.unnecessary;
  assertWithinFiveSigma(columns, 20_000, 0.01);
  // A missing row is read only if two filters give a false positive.
  for (let i = 0; i < 20_000; i++) assert.equal(table.get(`absent-${i}`, "column-0"), undefined);
  assertWithinFiveSigma(table.unnecessary - columns, 20_000, 0.0001);
  table.close();
});

test("the row filter answers for rows", () => {
  const table = new Table(join(folder, "rows.db"), { rows: 100, cells: 100, errorRate: 0.001 });
  table.put([
    ["a", "x", bytes("1")],
    ["a", "y", bytes("2")],
  ]);
  assert.deepEqual(table.getRow("a"), [
    ["x", bytes("1")],
    ["y", bytes("2")],
  ]);
  assert.deepEqual(table.getRow("b"), []);
  assert.equal(table.diskReads, 1);
  table.close();
});

test("a pair differs from the joined strings", () => {
  const table = new Table(join(folder, "pairs-of.db"), { rows: 100, cells: 100, errorRate: 0.001 });
  table.put([
    ["ab", "c", bytes("1")],
    ["a", "d", bytes("2")],
  ]);
  assert.equal(table.get("a", "bc"), undefined);
  assert.equal(table.diskReads, 0);
  table.close();
});

test("prints the output in its README", () => printsWhatItsReadmeSays("key-value-guard"));
