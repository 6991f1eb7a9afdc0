// The command line converts every kind of file of every system to edgebloom and back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, convertsBothWays, isRecognized, kindsOf } from "../helpers/convert.mjs";
import { SYSTEMS } from "../helpers/foreign-vectors.mjs";

for (const system of SYSTEMS) {
  const kinds = kindsOf(system);
  test(`${system}: converts and restores ${kinds.length} kinds with the same answers`, () => {
    for (const kind of kinds) convertsBothWays(system, kind);
  });

  test(`${system}: recognizes ${kinds.length} kinds without --from`, () => {
    for (const kind of kinds) isRecognized(system, kind);
  });
}

test("compares the recorded number of files", (t) => {
  t.diagnostic(JSON.stringify(counted));
  // At least the recorded number: a new system adds files.
  assert.ok(counted.filters >= 49 && counted.answers >= 7534);
});
