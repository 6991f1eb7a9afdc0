// 100,000 changed files of maps: the reader and the module give the same results.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../../../fuzz/mutate.mjs";
import { compareMaps } from "./map-mutants.mjs";

test("module and reader agree on 100,000 mutants", () => {
  const accepted = compareMaps(new Random(6), 100_000);
  assert.ok(accepted > 16_000, `${accepted}`);
});
