// The comparison in the README is the one that was measured: docs/PEERS.md. No times are taken here.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

/** What stands between the markers of a file. */
function tableIn(path) {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const found = [...text.matchAll(/^<!-- peers -->\n(.*?)^<!-- \/peers -->$/gms)];
  assert.equal(found.length, 1, `${path}: one table between <!-- peers --> and <!-- /peers -->`);
  return found[0][1].trim();
}

test("the README's comparison is that of docs/PEERS.md", () => {
  assert.equal(tableIn("README.md"), tableIn("docs/PEERS.md"));
});
