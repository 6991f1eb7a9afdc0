// Every kind of dump of every system goes through the command line and back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, goesThere, isRecognised, kindsOf } from "../helpers/convert.mjs";
import { SYSTEMS } from "../helpers/foreign-vectors.mjs";

for (const system of SYSTEMS) {
  const kinds = kindsOf(system);
  test(`${system}: dumps with the same answers, and back, ${kinds.length} kinds`, () => {
    for (const kind of kinds) goesThere(system, kind);
  });

  test(`${system}: without --from, ${kinds.length} kinds`, () => {
    for (const kind of kinds) isRecognised(system, kind);
  });
}

test("so many were compared", (t) => {
  t.diagnostic(JSON.stringify(counted));
  // As many as there were at least: more systems bring more.
  assert.ok(counted.filters >= 49 && counted.answers >= 7534);
});
