// 300,000 changed files of maps: the reader and the module give the same results.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../../../fuzz/mutate.mjs";
import { compareMaps } from "./map-mutants.mjs";

test("module and reader agree on 300,000 mutants", () => {
  const accepted = compareMaps(new Random(6), 300_000);
  assert.ok(accepted > 50_000, `${accepted}`);
});
