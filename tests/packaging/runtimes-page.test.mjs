// Checks that docs/reference/runtimes.md has the current cases with their versions and results.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { CASES, nameOf } from "./cases.mjs";
import { LEFT_OUT, PAGE, PASSED, differences, keyOf, pageOf, rowsIn } from "./runtimes-page.mjs";

test("docs/reference/runtimes.md has exactly one row per case", () => {
  const rows = rowsIn(readFileSync(PAGE, "utf8"));
  const message = "npm run test:everywhere -- --write";
  assert.deepEqual(rows.map(keyOf), CASES.map(keyOf), message);
  for (const { result } of rows) assert.ok(result === PASSED || result.startsWith(LEFT_OUT), result);
  assert.equal(new Set(CASES.map(nameOf)).size, CASES.length);
});

test("pages round-trip, and only rows that ran can differ", () => {
  const row = (tool, result) => ({ tool, version: "1.0.0", what: "build", result });
  const [ran, leftOut, failed] = [PASSED, `${LEFT_OUT}no tool`, "FAILED"];
  const recorded = [row("a", ran), row("b", leftOut), row("c", ran)];
  assert.deepEqual(rowsIn(pageOf(recorded, ["Node 20"])), recorded);
  assert.deepEqual(differences(recorded, recorded), []);
  assert.deepEqual(differences([row("a", leftOut), row("b", ran), row("c", ran)], recorded), []);
  const found = (...rows) => differences(rows, recorded).join("\n");
  assert.match(found(row("a", failed), row("b", ran), row("c", ran)), /^\| a .*: FAILED, in the table: same answers$/);
  assert.match(found(row("a", ran), row("d", ran), row("c", ran)), /^not in .* d .*\nonly in .* b .*$/);
});
