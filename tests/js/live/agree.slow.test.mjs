// 10,000 mutants of manifests, shards and layers: both clients, the command line and the Python reader give the same results. Each takes the
// readers 5 ms; EDGEBLOOM_MUTANTS=1000000 runs more (docs/maintainers/testing.md).

import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../../../fuzz/mutate.mjs";
import { hasPython } from "../reader/python.mjs";
import { comparePublished, smallSets } from "./agree.mjs";

const skip = hasPython() ? false : "THERE IS NO python3: the independent reader of published sets is not compared";
if (skip && process.env.CI) throw new Error(skip);

const count = Number(process.env.EDGEBLOOM_MUTANTS ?? 10_000);

test(`all readers agree on ${count} mutants of published sets`, { skip }, async (t) => {
  const counts = await comparePublished(new Random(31), smallSets(), count);
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.accepted > counts.mutants / 8, JSON.stringify(counts));
});
