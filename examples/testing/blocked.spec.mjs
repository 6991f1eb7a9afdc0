import { isBlocked } from "./blocked.mjs";
import { LISTED, falsePositiveOf, filterOf } from "./helpers.mjs";

const filter = filterOf(LISTED, { bits: 64, hashes: 1 });

test.each([
  ["Mailinator.com", true],
  ["example.org", false],
  [falsePositiveOf(filter), false],
])("%s: %s", async (domain, expected) => {
  expect(await isBlocked(domain, filter, async (key) => LISTED.includes(key))).toBe(expected);
});
