// What the pieces of LiveFilter import: the arrows point down.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { at } from "../../../scripts/run.mjs";
import { textOf } from "../helpers/helpers.mjs";

const FOLDER = "pkg/api/live";
const importsOf = (file) =>
  [...textOf(`${FOLDER}/${file}`).matchAll(/^import .* from "\.\/(.*)";$/gm)].map(([, name]) => name);

test("the poller and the store cache know nothing of filters", () => {
  const own = ["runtime.js", "tasks.js"];
  for (const [file, allowed] of Object.entries({
    "runtime.js": [],
    "tasks.js": ["runtime.js"],
    "poller.js": own,
    "store-cache.js": [...own, "sha256.js"],
    "request.js": [],
    "lru-cache.js": [],
  })) {
    assert.deepEqual(
      importsOf(file).filter((name) => !allowed.includes(name)),
      [],
      file,
    );
  }
});

test("only the entry point imports the classes that users see", () => {
  const faces = ["live-filter.js", "sharded-filter.js"];
  const files = readdirSync(at(FOLDER)).filter((file) => file !== "index.js");
  assert.ok(files.length > 10);
  for (const file of files) {
    const imported = importsOf(file);
    assert.deepEqual(
      imported.filter((name) => faces.includes(name)),
      [],
      file,
    );
  }
});
