// The Python reader, which was written only from the documents: golden files and random files.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../../../fuzz/mutate.mjs";
import { comparePython, hasPython, python } from "./python.mjs";

const skip = hasPython() ? false : "THERE IS NO python3: the independent reader is not compared";
if (skip && process.env.CI) throw new Error(skip);

test("golden files give the recorded answers", { skip }, () => {
  assert.match(python(["--golden"]), /; 0 differences/);
});

test("300 random files give the same answers", { skip }, () => {
  assert.equal(comparePython(new Random(5), 300, 12), 3600);
});
