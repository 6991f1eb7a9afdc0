// The example list has one number of domains, and each of its files one size: on the page, in the worker and in the documents.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { FilterReader, MapReader } from "edgebloom/reader";
import { publish } from "../../../examples/edge-worker/publish.mjs";
import { writeExample } from "../../../scripts/playground.mjs";
import { at, filesBelow } from "../../../scripts/run.mjs";

const read = (name) => readFileSync(at(name), "utf8");

/** Documents that name the list, with the figures that each must have. */
const DOCUMENTS = {
  "README.md": ["keys", "bloomSize", "staticSize", "gzipSize", "readerSize"],
  "README.zh-CN.md": ["keys", "bloomSize", "staticSize", "gzipSize", "readerSize"],
  "docs/index.md": ["keys", "bloomSize", "gzipSize"],
  "docs/zh/index.md": ["keys", "bloomSize", "gzipSize"],
  "docs/deploy/cloudflare.md": ["keys"],
  "docs/zh/deploy/cloudflare.md": ["keys"],
  "examples/edge-worker/README.md": ["keys", "bloomSize", "gzipSize"],
};

const folder = mkdtempSync(join(tmpdir(), "edgebloom-figures-"));
let example;
before(async () => {
  example = await writeExample(folder);
});
after(() => rmSync(folder, { recursive: true }));

const fileOf = (name) => readFileSync(join(folder, name));

test("the files have the list that the figures are of", () => {
  const { file, count, bytes, bits } = example;
  const keys = gunzipSync(fileOf(`${file}.txt.gz`))
    .toString()
    .split("\n");
  assert.deepEqual([keys.length, new Set(keys).size], [count, count], "each domain once");
  assert.ok(
    keys.every((key) => key.includes(".")),
    "the page does not look up one label alone",
  );
  const reader = FilterReader.fromBytes(fileOf(`${file}.bloom`));
  assert.deepEqual(
    [reader.stats.inserted, reader.stats.bits, reader.stats.byteLength],
    [count, bits, bytes.bloomBytes],
  );
  assert.equal(reader.hasMany(keys).indexOf(0), -1);
  assert.equal(fileOf(`${file}.txt.gz`).length, bytes.gzipBytes);
});

test("the worker has the same keys, and a filter with the same bits", async () => {
  const published = join(folder, "published");
  const facts = await publish(undefined, published);
  const { set } = JSON.parse(readFileSync(join(published, "manifest.json"), "utf8"));
  assert.deepEqual([facts.keys, set.keys], [example.count, example.count]);
  const bitsOf = (file) => file.subarray(file.length - 8 - example.bits / 8, file.length - 8);
  const base = readFileSync(join(published, "files", `${set.base.sha256}.bloom`));
  assert.equal(FilterReader.fromBytes(base).stats.bits, example.bits);
  assert.ok(bitsOf(base).equals(bitsOf(fileOf(`${example.file}.bloom`))));
  assert.equal(`${Math.round(facts.setBytes / 1000)} kB`, example.bloomSize, "the worker's page rounds in this way");
});

test("documents have these figures, and no others", () => {
  for (const [name, figures] of Object.entries(DOCUMENTS)) {
    // README.md has the size of the reader in a column of kB.
    for (const figure of figures)
      assert.ok(read(name).includes(example[figure].replace(/^(7\.\d) kB$/, "$1")), `${name}: ${figure}`);
    for (const old of [/121,570/, /\b(111|679|683|689) kB/]) assert.doesNotMatch(read(name), old, name);
  }
  for (const name of filesBelow("www").filter((name) => /\.(js|html)$/.test(name) && !name.includes("node_modules"))) {
    const [other] =
      read(name)
        .match(/\b12[12],\d{3}\b/g)
        ?.filter((count) => count !== example.keys) ?? [];
    assert.equal(other, undefined, name);
  }
});

test("`never` makes false positives a certain no, and every label is right", () => {
  const { prefix, saved } = example.part;
  const [plain, never] = [".bloom", "-never.bloom"].map((ending) => FilterReader.fromBytes(fileOf(prefix + ending)));
  assert.ok(saved.length > 0, "choose another first letter");
  for (const domain of saved) assert.deepEqual([plain.has(domain), never.has(domain)], [true, false], domain);
  const labels = MapReader.fromBytes(fileOf(`${prefix}-labels.map`));
  const part = gunzipSync(fileOf(`${example.file}.txt.gz`))
    .toString()
    .split("\n")
    .filter((key) => key.startsWith(prefix));
  assert.ok(part.length > 1000, `${part.length}`);
  for (const key of part) assert.ok(never.has(key) && labels.get(key) === "disposable", key);
  assert.ok(never.stats.universe > saved.length, `${never.stats.universe}`);
  assert.deepEqual(
    ["gmail.com", "example.org"].map((key) => labels.get(key)),
    ["well-known", undefined],
  );
});
