const { writeFileSync } = require("node:fs");
const { answers } = require("./answers.cjs");

test("answers", async () => {
  const found = await answers();
  expect(found.load).toHaveLength(1000);
  writeFileSync("found.json", JSON.stringify(found));
});
