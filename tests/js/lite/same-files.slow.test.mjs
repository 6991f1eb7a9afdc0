// 10,000 random filters and 3,000 sizes: `edgebloom/lite` and `edgebloom` agree.

import { test } from "node:test";
import { Random } from "../../../fuzz/mutate.mjs";
import { compareRandom, compareSize } from "./same-files.mjs";

test("10,000 random filters have the same bytes", (t) => {
  const random = new Random(36);
  let bytes = 0;
  for (let i = 0; i < 10_000; i++) bytes += compareRandom(random);
  t.diagnostic(`${bytes} bytes`);
});

test("3,000 random capacities and rates give the same size, or the same error", () => {
  const random = new Random(37);
  for (let i = 0; i < 3_000; i++) compareSize(random);
});
