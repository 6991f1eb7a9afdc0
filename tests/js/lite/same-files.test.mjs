// `edgebloom/lite` writes the files of `edgebloom`. same-files.slow.test.mjs tests more.

import { test } from "node:test";
import { Random } from "../../../fuzz/mutate.mjs";
import { compareRandom, compareSize } from "./same-files.mjs";

test("1,000 random filters have the same bytes", () => {
  const random = new Random(34);
  for (let i = 0; i < 1000; i++) compareRandom(random);
});

test("1,000 random capacities and rates give the same size, or the same error", () => {
  const random = new Random(35);
  for (let i = 0; i < 1000; i++) compareSize(random);
});
