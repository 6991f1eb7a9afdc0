// docs/reference/mathematics.md and docs/reference/format: the tables that scripts/tables.mjs writes are current and
// complete.

import assert from "node:assert/strict";
import test from "node:test";
import * as edgebloom from "edgebloom";
import { PAGES, TABLES, bitsOf, withTables } from "../../../scripts/tables.mjs";
import { goldenJson, textOf } from "../helpers/helpers.mjs";

test("the page has the tables of scripts/tables.mjs", () => {
  assert.equal(Object.keys(PAGES).length, 5);
  for (const file in PAGES) {
    const page = textOf(file);
    assert.equal(page, withTables(page, file), "run node scripts/tables.mjs");
  }
  const page = textOf("docs/reference/mathematics.md");
  assert.throws(() => withTables(page.replace("table: rates", "table: rate")), /"rate"/);
  assert.throws(() => withTables("no tables"), /have no place/);
});

test("the page has the rates of the golden file", () => {
  const [, rows] = TABLES.rates;
  assert.deepEqual(
    rows.map((row) => row.map((cell) => Number(`${cell}`.replaceAll("*", "")))),
    goldenJson("articles/fp_table.json").rows.map(({ m_over_n: ratio, k_optimal_rounded3: best, cells }) => [
      ratio,
      Number(best),
      ...cells.map(({ rounded3 }) => Number(rounded3)),
    ]),
  );
});

test("the page covers all exported formulas and B1 to B14", () => {
  const page = textOf("docs/reference/mathematics.md");
  for (const { name } of [
    edgebloom.capacityFor,
    edgebloom.estimatedCount,
    edgebloom.falsePositiveRate,
    edgebloom.hashesForRate,
    edgebloom.lowerBoundBits,
    edgebloom.memoryComparison,
    edgebloom.minimalRate,
    edgebloom.optimalBits,
    edgebloom.optimalHashes,
  ]) {
    assert.ok(page.includes(`\`${name}(`), name);
  }
  const ids = [...page.matchAll(/^\| B(\d+) \|/gm)].map(([, id]) => Number(id));
  assert.deepEqual(
    ids,
    Array.from({ length: 14 }, (_, i) => i + 1),
  );
  // Every function on the page exists in the crate.
  const crate = textOf("src/params.rs");
  for (const [, name] of page.matchAll(/^\| (?:B\d+)? *\|.*\| `([a-z_]+)` \|$/gm)) {
    assert.ok(crate.includes(`pub fn ${name}(`), name);
  }
});

test("limits are shown as powers of two only if they are", () => {
  assert.equal(bitsOf({ multipleOf: 256, most: 2 ** 40 }), "a multiple of 256, up to 2^40");
  assert.equal(bitsOf({ multipleOf: 1, most: 2 ** 32 }), "1 to 2^32");
  assert.equal(bitsOf({ multipleOf: 64, most: 64 * (2 ** 31 - 1) }), "a multiple of 64, up to 137,438,953,408");
  assert.equal(bitsOf({ multipleOf: 1, most: 2 ** 52 - 1 }), "1 to 4,503,599,627,370,495");
});
