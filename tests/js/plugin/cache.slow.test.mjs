// The cache of unplugin-edgebloom: a list is built once, and again when something changes.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { builtFilter } from "../../../unplugin-edgebloom/build.js";
import { readQuery } from "../../../unplugin-edgebloom/options.js";
import { FilterReader } from "../../../pkg/reader/index.js";
import {
  BUNDLERS,
  FOUND,
  LIST,
  mainOf,
  printed,
  useProject,
  withNodeOptions,
  withoutBuilding,
} from "../helpers/plugin.mjs";

const { path, put, cached } = useProject();

const built = (query, list = path("domains.txt")) => {
  const { args, form } = readQuery(query);
  return builtFilter(list, args, form, path("cache"));
};

test("a second build, also in another bundler and of another file, builds nothing", async () => {
  await BUNDLERS.esbuild(path());
  const files = cached();
  assert.equal(files.length, 1);
  put("copy.txt", LIST);
  put("main.js", mainOf("./copy.txt?keys=email&errorRate=0.001&filter"));
  await withoutBuilding(() => BUNDLERS.Rollup(path()));
  assert.equal(await printed(path()), FOUND);
  assert.deepEqual(cached(), files);
  // That the variable works.
  put("domains.txt", `${LIST}example.net\n`);
  await assert.rejects(
    withoutBuilding(() => built("keys=email")),
    /no WebAssembly/,
  );
});

test("other content and other options make another filter", async () => {
  const first = await built("keys=email");
  put("domains.txt", `${LIST}example.net\n`);
  const second = await built("keys=email");
  await built("keys=domain");
  await built("keys=email&errorRate=0.5");
  await built("keys=email&static");
  assert.equal(cached().length, 5);
  put("domains.txt", LIST);
  assert.deepEqual((await withoutBuilding(() => built("keys=email"))).bytes, first.bytes);
  assert.notDeepEqual(first.bytes, second.bytes);
  assert.deepEqual(readFileSync(first.file), Buffer.from(first.bytes));
});

test("a damaged file of the cache is built again", async () => {
  const { bytes, file } = await built("keys=email");
  for (const damage of [bytes.subarray(0, 40), Buffer.alloc(0), Buffer.from(bytes).fill(1, 60, 61), Buffer.from("x")]) {
    writeFileSync(file, damage);
    assert.deepEqual((await built("keys=email")).bytes, bytes);
    assert.deepEqual(readFileSync(file), Buffer.from(bytes));
  }
});

test("many builds at a time leave one file", async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => built("keys=email")));
  for (const { bytes } of all) assert.deepEqual(bytes, all[0].bytes);
  assert.equal(cached().length, 1);
});

/** Edits the list while the command line starts: after its hash was computed, and before it is read. */
const whileEdited = (code, query) => {
  const script = put("edit.cjs", `const list = ${JSON.stringify(path("domains.txt"))};\n${code}`);
  return withNodeOptions(`--require "${script}"`, () => built(query));
};

test("a list that changes while it is read is read again", async () => {
  const { bytes, file } = await whileEdited('require("node:fs").writeFileSync(list, "example.net\\n");', "keys=raw");
  assert.equal(FilterReader.fromBytes(bytes).has("example.net"), true);
  assert.deepEqual(await withoutBuilding(() => built("keys=raw")), { bytes, file, warnings: [] });
  assert.equal(cached().length, 1, "the filter of the other list is not kept");
  const growing = whileEdited('require("node:fs").appendFileSync(list, "example.net\\n");', "keys=raw&static");
  await assert.rejects(growing, /domains\.txt: the list keeps changing/);
  assert.equal(cached().length, 1);
});

test("gzip, and every form of keys", async () => {
  const { gzipSync } = await import("node:zlib");
  writeFileSync(join(path(), "domains.txt.gz"), gzipSync(LIST));
  const forms = await import("../../../pkg/keys.js");
  for (const [name, exported, list, query] of [
    ["email", "email", "domains.txt.gz", "a@mailinator.com"],
    ["domain", "domain", "domains.txt.gz", "https://mailinator.com/x"],
    ["url", "url", "domains.txt.gz", "https://mailinator.com/x"],
    ["sha256", "sha256", "domains.txt.gz", "mailinator.com"],
    [
      "sha1-hex",
      "sha1Hex",
      put("hashes.txt", "5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8\n"),
      "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8",
    ],
    ["sha256-hex", "sha256Hex", put("hashes256.txt", `${"5BAA61E4".repeat(8)}\n`), "5baa61e4".repeat(8)],
    ["raw", undefined, "domains.txt.gz", "mailinator.com"],
  ]) {
    const { form } = readQuery(`filter&keys=${name}`);
    assert.equal(form?.name, exported);
    assert.equal(form?.rule.name, exported && forms[exported].name);
    const { bytes } = await built(`keys=${name}`, list.startsWith("/") ? list : path(list));
    assert.equal(FilterReader.fromBytes(bytes, form && { keys: form.rule }).has(query), true, name);
  }
});
