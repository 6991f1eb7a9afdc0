import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { answers } from "./answers.mjs";

test("answers", async () => {
  const found = await answers();
  expect(found.load).toHaveLength(1000);
  writeFileSync("found.json", JSON.stringify(found));
});
