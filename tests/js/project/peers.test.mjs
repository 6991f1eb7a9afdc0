// The comparison in the README matches the measurements in benches/results/peers.md. Nothing is measured here.

import assert from "node:assert/strict";
import test from "node:test";
import { textOf } from "../helpers/helpers.mjs";

/** The text between the markers of a file. */
function tableIn(path) {
  const text = textOf(path);
  const found = [...text.matchAll(/^<!-- peers -->\n(.*?)^<!-- \/peers -->$/gms)];
  assert.equal(found.length, 1, `${path}: one table between <!-- peers --> and <!-- /peers -->`);
  return found[0][1].trim();
}

test("every bundle size matches sizes.json", () => {
  const bundle = JSON.parse(textOf("sizes.json"))["import { BloomFilter } from edgebloom"];
  const size = String(Math.round(bundle / 1000));
  for (const path of ["README.md", "README.zh-CN.md", "benches/results/peers.md"]) {
    assert.equal(/^\| edgebloom [\d.]+ \| ([\d.]+) \|/m.exec(tableIn(path))[1], size, path);
  }
  for (const path of ["README.md", "README.zh-CN.md"]) {
    assert.equal(/^\| `BloomFilter`[^|]*`edgebloom`[^|]*\|[^|]*\| ([\d.]+) \|$/m.exec(textOf(path))[1], size, path);
  }
});

test("the README's comparison matches benches/results/peers.md", () => {
  assert.equal(tableIn("README.md"), tableIn("benches/results/peers.md"));
});
