// The report on instruction counts. `npm run test:instructions` counts them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { OTHER_COMPILER, TOLERANCE, compared } from "../../../benches/instructions/run.mjs";
import { at } from "../../../scripts/run.mjs";

test("reports counts outside the tolerance and paths on one side only", () => {
  const recorded = { same: 100, within: 100, slower: 100, faster: 100, gone: 100 };
  const now = { same: 100, within: 102.9, slower: 103.1, faster: 96.9, unknown: 100 };
  assert.deepEqual(compared(recorded, now, TOLERANCE), ["slower", "faster", "gone", "unknown"]);
  assert.equal(TOLERANCE, 0.03);
  assert.ok(OTHER_COMPILER > TOLERANCE);
});

test("every path is recorded, natively and in wasm", () => {
  const { rustc, target, counts } = JSON.parse(readFileSync(at("benches/instructions/recorded.json"), "utf8"));
  assert.match(rustc, /^1\.\d+\.\d+/);
  assert.match(target, /linux/);
  for (const part of ["native", "edgebloom"]) {
    const own = Object.entries(counts).filter(([name]) => name.startsWith(`${part}: `));
    for (const verb of ["contains", "insert"])
      assert.ok(
        own.some(([name]) => name.includes(verb)),
        `${part}: ${verb}`,
      );
    for (const [name, count] of own) assert.ok(count > 1, name);
  }
});
