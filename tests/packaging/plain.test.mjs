// Plain JavaScript of the package where a platform changes it or has little: after React Native's Babel preset, which compiles classes, in an engine
// without the globals of browsers; and as ES modules in Jest with jsdom.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { BloomFilter } from "edgebloom";
import { email } from "edgebloom/keys";
import { at } from "../../scripts/run.mjs";
import { printed } from "./command.mjs";
import { makeProjects } from "./project.mjs";
import { bring, scriptOf } from "./tools.mjs";

const FILE = BloomFilter.from(["mailinator.com"], { errorRate: 1e-6, keys: email, name: "größe" }).toBytes();

let projects;
before(() => {
  projects = makeProjects();
});
after(() => projects?.remove());

/** A script with some modules of the package, compiled by React Native's preset. */
async function compiled(tool, contents) {
  const require = createRequire(join(tool, "package.json"));
  const babel = require("@babel/core");
  const presets = [
    [require.resolve("@react-native/babel-preset"), { disableImportExportTransform: true, enableBabelRuntime: false }],
  ];
  const setup = ({ onLoad }) =>
    onLoad({ filter: /\bpkg\b.*\.js$/ }, async ({ path: filename }) => {
      const options = { filename, babelrc: false, configFile: false, presets };
      return { contents: (await babel.transformAsync(readFileSync(filename, "utf8"), options)).code };
    });
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: at() },
    bundle: true,
    format: "iife",
    globalName: "edgebloom",
    write: false,
    plugins: [{ name: "babel", setup }],
  });
  assert.doesNotMatch(outputFiles[0].text, /\bclass \w+ extends\b/);
  return outputFiles[0].text;
}

test("the reader after React Native's preset", async (t) => {
  const tool = bring("react-native", t);
  if (!tool) return;
  const script = await compiled(
    tool,
    'export * from "./pkg/reader/index.js"; export { email } from "./pkg/api/keys/key-forms.js";',
  );
  const code = `(() => {
    const { FilterReader, FilterFormatError, FilterFetchError, email, fetchFilter } = edgebloom;
    const reader = FilterReader.fromBytes(Uint8Array.from(FILE), { keys: email });
    const errors = [new Uint8Array(9), Uint8Array.from(FILE.slice(0, 70))].map((bytes) => {
      try { return FilterReader.fromBytes(bytes); } catch (error) { return [error.code, error instanceof FilterFormatError, error instanceof FilterFetchError].join(); }
    });
    return fetchFilter({ status: 404, ok: false, url: "https://a.example/", headers: { get: () => null }, arrayBuffer: async () => new ArrayBuffer(0) })
      .catch((error) => [reader.name, ...reader.hasMany(["Bob@Mailinator.COM", "a@b.example"]), ...errors, error.code, error instanceof FilterFetchError].join(" "));
  })()`;
  const context = createContext({ FILE: [...FILE], URL });
  const found = await runInContext(`${script}\n;${code}`, context);
  assert.equal(found, "größe 1 0 MAGIC,true,false TRUNCATED,true,false STATUS true");
});

test("edgebloom/lite after React Native's preset", async (t) => {
  const tool = bring("react-native", t);
  if (!tool) return;
  const script = await compiled(
    tool,
    'export * from "./pkg/lite/index.js"; export { email } from "./pkg/api/keys/key-forms.js";',
  );
  const code = `(() => {
    const { BloomFilter, email } = edgebloom;
    const filter = BloomFilter.fromBytes(Uint8Array.from(FILE), { keys: email });
    const isSame = [...filter.toBytes()].join() === FILE.join();
    return [isSame, filter.has("Bob@Mailinator.COM"), filter.add("new.example"), filter.has("a@new.example")].join();
  })()`;
  assert.equal(runInContext(`${script}\n;${code}`, createContext({ FILE: [...FILE], URL })), "true,true,true,true");
});

test("ES modules in Jest with jsdom", async (t) => {
  const tool = bring("jest", t);
  if (!tool) return;
  const folder = projects.project("jest-modules", tool);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module", "jest": { "transform": {} } }');
  writeFileSync(
    join(folder, "answers.test.js"),
    `/** @jest-environment jsdom */
import { email } from "edgebloom/keys";
import { BloomFilter } from "edgebloom/lite";
import { LiveFilter } from "edgebloom/live";
import { FilterReader } from "edgebloom/reader";

test("answers", () => {
  expect(typeof document + typeof TextDecoder + typeof LiveFilter).toBe("objectundefinedfunction");
  const base64 = "${Buffer.from(FILE).toString("base64")}";
  for (const Class of [BloomFilter, FilterReader]) {
    const filter = Class.fromBase64(base64, { keys: email });
    expect(filter.name).toBe("größe");
    expect([filter.has("Bob@Mailinator.COM"), filter.has("a@b.example")]).toEqual([true, false]);
    expect(filter).toEqual(Class.fromBase64(base64, { keys: email }));
    expect(filter).not.toEqual(Class.fromBytes(BloomFilter.from(["b"], { errorRate: 0.1, name: "größe" }).toBytes()));
  }
});
`,
  );
  await printed(process.execPath, ["--experimental-vm-modules", scriptOf(folder, "jest")], {
    cwd: folder,
    seconds: 120,
  });
});
