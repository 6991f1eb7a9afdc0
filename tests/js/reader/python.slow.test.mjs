// 5,000 random files: the module, the JavaScript reader and the Python reader give the same results.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../../../fuzz/mutate.mjs";
import { comparePython, hasPython } from "./python.mjs";

const skip = hasPython() ? false : "THERE IS NO python3: the independent reader is not compared";
if (skip && process.env.CI) throw new Error(skip);

test("5,000 random files give the same answers", { skip }, (t) => {
  let answers = 0;
  for (let seed = 100; seed < 105; seed++) answers += comparePython(new Random(seed), 1000, 10);
  t.diagnostic(`${answers} answers`);
  assert.equal(answers, 50_000);
});
