// Native files of filters in other systems' schemes. They are frozen. `edgebloom/compat` reads them, and the default
// entry point rejects them.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load, readHeader } from "../../../pkg/compat.js";
import { BloomFilter } from "../../../pkg/index.js";
import { keyOf, optionsOf } from "../helpers/foreign-vectors.mjs";
import { goldenJson } from "../helpers/helpers.mjs";

const GOLDEN = new URL("../../golden/", import.meta.url);
const dumps = Object.entries(goldenJson("native-of-systems.json"));

/** The schemes with lower ids come from articles; no file uses them. */
const FIRST_OF_FILES = 9;

test("every scheme has a file with its id", () => {
  assert.deepEqual(
    Object.fromEntries(dumps.map(([scheme, { text }]) => [scheme, Buffer.from(text, "base64")[6]])),
    Object.fromEntries(
      goldenJson("schemes.json").flatMap(({ scheme, name }) => (scheme < FIRST_OF_FILES ? [] : [[name, scheme]])),
    ),
  );
});

for (const [scheme, { vector, text }] of dumps) {
  test(`${scheme}: the file answers like the system`, () => {
    const one = JSON.parse(readFileSync(new URL(`${vector}.json`, GOLDEN), "utf8"));
    const { hash } = optionsOf(vector.split("/")[0], one);
    const filter = load(text, typeof hash === "function" ? { hash } : undefined);
    assert.equal(filter.toBase64(), text);
    assert.equal(readHeader(text).scheme, scheme);
    assert.throws(() => BloomFilter.fromBase64(text), { code: "WRONG_CLASS", field: "class" });
    for (const key of [...one.keys_in, ...one.false_positives]) assert.equal(filter.has(keyOf(key)), true);
    for (const key of one.keys_absent) assert.equal(filter.has(keyOf(key)), false);
  });
}

test("the default entry point rejects them and names the scheme", () => {
  const program = `
    import { BloomFilter, load, readHeader } from ${JSON.stringify(new URL("../../../pkg/index.js", import.meta.url).href)};
    const found = [];
    for (const text of ${JSON.stringify(dumps.map(([, { text }]) => text))}) {
      for (const read of [(text) => BloomFilter.fromBase64(text), load, readHeader]) {
        try { read(text); found.push("read"); } catch (error) { found.push([error.name, error.code, error.field].join()); }
      }
    }
    console.log(JSON.stringify([found.length, [...new Set(found)]]));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  assert.equal(stderr, "");
  assert.deepEqual(JSON.parse(stdout), [dumps.length * 3, ["FilterFormatError,WRONG_CLASS,class"]]);
});
