// Random filters and mutated files: the reader and the module give the same results. agree.slow.test.mjs tests more.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../../../fuzz/mutate.mjs";
import { goldenJson } from "../helpers/helpers.mjs";
import { compare, compareMutants, randomFilter, smallFiles } from "./agree.mjs";

const { dumps, variants } = goldenJson("native/index.json");
const FILES = [...dumps, ...variants, ...goldenJson("static/index.json")].map(({ base64 }) =>
  Buffer.from(base64, "base64"),
);

test("500 random filters give the same answers", () => {
  const random = new Random(1);
  for (let i = 0; i < 500; i++) {
    const filter = randomFilter(random);
    compare(filter, random, 20);
    filter.free();
  }
});

test("accepts and rejects the same of 20,000 mutated files", () => {
  const random = new Random(2);
  const { mutants, resealed, accepted } = compareMutants(smallFiles(random, FILES), random, 20_000);
  assert.ok(resealed > mutants / 2 && accepted > resealed / 20, `${accepted} of ${resealed} accepted`);
});
