// 10,000 random filters and 200,000 mutated files: the reader and the module give the same results.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../../../fuzz/mutate.mjs";
import { goldenJson } from "../helpers/helpers.mjs";
import { compare, compareMutants, randomFilter, smallFiles } from "./agree.mjs";

const { dumps, variants } = goldenJson("native/index.json");
const FILES = [...dumps, ...variants, ...goldenJson("static/index.json")].map(({ base64 }) =>
  Buffer.from(base64, "base64"),
);

test("10,000 random filters give the same answers", (t) => {
  const random = new Random(3);
  let answers = 0;
  for (let i = 0; i < 10_000; i++) {
    const filter = randomFilter(random);
    answers += compare(filter, random, 30);
    filter.free();
  }
  t.diagnostic(`${answers} answers`);
});

test("accepts and rejects the same of 200,000 mutated files", (t) => {
  const total = { mutants: 0, resealed: 0, accepted: 0 };
  for (let seed = 10; seed < 12; seed++) {
    const random = new Random(seed);
    const counts = compareMutants(smallFiles(random, FILES), random, 100_000);
    for (const name in counts) total[name] += counts[name];
  }
  t.diagnostic(JSON.stringify(total));
  assert.ok(total.resealed > total.mutants / 2 && total.accepted > total.resealed / 20, JSON.stringify(total));
});
