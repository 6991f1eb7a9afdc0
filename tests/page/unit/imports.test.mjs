// Checks that the demo page imports only public names of the package.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import * as edgebloom from "edgebloom";
import * as compat from "edgebloom/compat";
import * as keys from "edgebloom/keys";
import * as reader from "edgebloom/reader";

const root = fileURLToPath(new URL("../../../www/", import.meta.url));
const scripts = readdirSync(root, { recursive: true }).filter(
  (name) => name.endsWith(".js") && !name.includes("node_modules"),
);
const EXPORTS = {
  edgebloom,
  "edgebloom/compat": compat,
  "edgebloom/keys": keys,
  "edgebloom/reader": reader,
};

test("imports only the page's own files and public names of the package", () => {
  let ofPackage = 0;
  for (const script of scripts) {
    const text = readFileSync(join(root, script), "utf8");
    for (const [, names = "", from] of text.matchAll(/^import (?:(\{[^}]*\}) from )?"([^"]+)";$/gms)) {
      if (from.startsWith(".")) {
        const inside = relative(root, join(root, dirname(script), from));
        assert.ok(!inside.startsWith(".."), `${script}: ${from}`);
        continue;
      }
      assert.ok(from in EXPORTS, `${script}: ${from}`);
      for (const name of names.match(/\w+/g)) {
        ofPackage++;
        assert.ok(name in EXPORTS[from], `${script}: ${name}`);
      }
    }
    for (const [, from] of text.matchAll(/\bimport\("([^"]+)"\)/g)) {
      if (!from.startsWith(".")) assert.ok(from in EXPORTS, `${script}: ${from}`);
    }
  }
  assert.ok(ofPackage > 15, `${ofPackage}`);
});
