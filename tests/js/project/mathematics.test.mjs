// docs/reference/mathematics.md has the rates of the golden file, and every formula of the package.

import assert from "node:assert/strict";
import test from "node:test";
import * as edgebloom from "edgebloom";
import { goldenJson, textOf } from "../helpers/helpers.mjs";

const page = textOf("docs/reference/mathematics.md");

test("the page has the rates of the golden file", () => {
  const [, section] = page.split("\n## False-positive rates by m/n and k\n");
  const rows = section.split("\n## ")[0].match(/^\| \d+ \|.*\|$/gm);
  // From 8 on, the page has every second row, from 16 on every fourth.
  const golden = goldenJson("articles/fp_table.json").rows.filter(
    ({ m_over_n: ratio }) => ratio <= 8 || ratio % (ratio <= 16 ? 2 : 4) === 0,
  );
  assert.equal(golden.length, 15);
  assert.deepEqual(
    rows.map((row) => row.slice(2, -2).replaceAll("*", "").split(" | ").map(Number)),
    golden.map(({ m_over_n: ratio, k_optimal_rounded3: best, cells }) => [
      ratio,
      Number(best),
      ...cells.map(({ rounded3 }) => Number(rounded3)),
    ]),
  );
});

test("the page covers all exported formulas and B1 to B14", () => {
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
