// The reader for a script tag: one file that works in every engine with ES2020, also on pages from file://.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";
import * as keys from "edgebloom/keys";
import * as reader from "edgebloom/reader";
import { BloomFilter } from "edgebloom";
import { SCRIPT } from "../../../scripts/entries.mjs";

const text = readFileSync(new URL(`../../../pkg/${SCRIPT}`, import.meta.url), "utf8");

test("has everything of edgebloom/reader and edgebloom/keys in one global", () => {
  const context = createContext({});
  runInContext(text, context);
  assert.deepEqual(Object.keys(context), ["edgebloom"]);
  assert.deepEqual(Object.keys(context.edgebloom).sort(), [...Object.keys(keys), ...Object.keys(reader)].sort());
});

test("answers", () => {
  const base64 = BloomFilter.from(["mailinator.com"], { errorRate: 1e-6, keys: keys.email }).toBase64();
  const context = createContext({ URL, atob, btoa, base64 });
  runInContext(text, context);
  const code = `const blocked = edgebloom.FilterReader.fromBase64(base64, { keys: edgebloom.email });
    [blocked.has("Bob@Mailinator.COM"), blocked.has("bob@example.org")].join()`;
  assert.equal(runInContext(code, context), "true,false");
});
