// 300 of the mutants of agree.slow.test.mjs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../../../fuzz/mutate.mjs";
import { hasPython } from "../reader/python.mjs";
import { comparePublished, smallSets } from "./agree.mjs";

const skip = hasPython() ? false : "THERE IS NO python3: the independent reader of published sets is not compared";
if (skip && process.env.CI) throw new Error(skip);

test("all readers agree on 300 mutants of published sets", { skip }, async () => {
  const { accepted } = await comparePublished(new Random(30), smallSets(), 300);
  assert.ok(accepted > 300 / 8, `${accepted}`);
});
