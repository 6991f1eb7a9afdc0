// The build for `require` outside Node's usual loader: test runners run files in a separate realm, and some tools
// supply the source of files.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { createContext, runInContext } from "node:vm";
import { at } from "../../../scripts/run.mjs";

const ENTRIES = ["index", "compat", "live", "sign", "reader", "keys", "lite"];
const MISSING = /^edgebloom: expected TextEncoder and TextDecoder, found neither$/;

/** A `require` that runs files of the package in a new realm. `builtin` finds Node's own modules there. */
function realm(globals, builtin = createRequire(import.meta.url)) {
  const context = createContext(globals);
  const modules = new Map();
  const load = (file) => {
    if (!modules.has(file)) {
      const { resolve } = createRequire(file);
      const require = (name) => (name.startsWith(".") ? load(resolve(name)) : builtin(name));
      const module = { exports: {}, require };
      modules.set(file, module);
      const text = `(function (module, exports, require) {${readFileSync(file, "utf8")}\n})`;
      runInContext(text, context, { filename: file })(module, module.exports, require);
    }
    return modules.get(file).exports;
  };
  return { context, entry: (name) => load(at("pkg/cjs", `${name}.js`)) };
}

function noBuiltin(name) {
  throw new Error(`no ${name} here`);
}

/** What both browsers and jsdom have. */
const BROWSER = { atob, btoa };

describe("a realm without TextEncoder and TextDecoder", () => {
  const ways = {
    // From Node 20.16.
    "process.getBuiltinModule": [{ process: { getBuiltinModule: createRequire(import.meta.url) } }, noBuiltin],
    "module.require": [{ process: { version: "v20.0.0" } }],
    "module.require, without process": [{}],
  };
  for (const [way, [globals, builtin]] of Object.entries(ways)) {
    test(`gets them from Node by ${way}`, async () => {
      const { context, entry } = realm({ ...BROWSER, ...globals }, builtin);
      assert.equal(runInContext("typeof TextEncoder + typeof TextDecoder", context), "undefinedundefined");
      const [edgebloom, compat, live, sign, reader, forms] = ENTRIES.map(entry);
      const long = "é€𝄞".repeat(100);
      const filter = edgebloom.BloomFilter.from(["a", long], { errorRate: 1e-9, name: "列表" });
      const loaded = edgebloom.load(filter.toBase64());
      assert.deepEqual([loaded.name, loaded.has(long), loaded.has("b")], ["列表", true, false]);
      assert.deepEqual([...filter.hasLines(`a\nb\n${long}`)], [1, 0, 1]);
      assert.equal(typeof live.LiveFilter, "function");
      assert.equal(reader.FilterReader.fromBase64(filter.toBase64()).has(long), true);
      const other = compat.createFilter({ scheme: "go-bits-and-blooms", bits: 1000, hashes: 3 });
      other.add(long);
      assert.equal(compat.load(other.toBytes()).has(long), true);
      const key = Uint8Array.from({ length: 16 }, (_, i) => i);
      assert.equal(edgebloom.KeyedBloomFilter.from([long], { key, errorRate: 1e-9 }).has(long), true);
      assert.equal(typeof sign.verify, "function");
      assert.equal(forms.domain.lookups("a.example").join(), "a.example");
      const set = edgebloom.StaticFilter.fromLines(`a\n${long}\n`, { errorRate: 1e-9 });
      assert.deepEqual([...set.hasLines(`a\nb\n${long}`)], [1, 0, 1]);
    });
  }

  test("accepts bytes of both realms", () => {
    const { context, entry } = realm({ ...BROWSER });
    const { BloomFilter } = entry("index");
    const own = runInContext("Uint8Array", context);
    assert.notEqual(own, Uint8Array);
    const filter = BloomFilter.from([Uint8Array.of(1), own.of(2)], { errorRate: 1e-9 });
    assert.deepEqual([...filter.hasMany([own.of(1), Uint8Array.of(2), Buffer.of(2), own.of(3)])], [1, 1, 1, 0]);
    const dump = filter.toBytes();
    for (const bytes of [dump, own.from(dump), Uint8Array.from(dump), Buffer.from(dump)]) {
      assert.equal(BloomFilter.fromBytes(bytes).equals(filter), true);
    }
  });

  test("reports if there are none", () => {
    for (const entry of ENTRIES) {
      const error = assertThrown(() => realm({ ...BROWSER }, () => undefined).entry(entry));
      assert.match(error.message, MISSING, entry);
    }
  });
});

function assertThrown(action) {
  try {
    action();
  } catch (error) {
    return error;
  }
  return assert.fail("no error was thrown");
}

describe("loaders that supply the source of CommonJS", () => {
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-loader-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  // Installed as npm does it.
  const home = join(folder, "node_modules");
  const loader = `export async function load(url, context, next) {
    const loaded = await next(url, context);
    if (loaded.format !== "commonjs" || !url.startsWith("file:")) return loaded;
    const { readFile } = await import("node:fs/promises");
    return { ...loaded, source: await readFile(new URL(url)) };
  }`;
  const register = `import { register } from "node:module"; register("./loader.mjs", import.meta.url);`;
  const script = `
    const { BloomFilter } = require("edgebloom");
    const { FilterReader } = require("edgebloom/reader");
    const { createFilter, load } = require("edgebloom/compat");
    const other = createFilter({ scheme: "go-bits-and-blooms", bits: 1000, hashes: 3 });
    other.add("a");
    const filter = BloomFilter.from(["a"], { errorRate: 1e-9 });
    if (!FilterReader.fromBytes(filter.toBytes()).has("a") || !load(other.toBytes()).has("a")) throw new Error("missed");
    // Two copies, as with any package with two builds: a filter file carries a filter from one to the other.
    import("edgebloom").then((it) => console.log("read by the other:", it.load(filter.toBytes()).has("a")));`;

  test("get a working package", () => {
    symlinkSync(at("node_modules"), home, "junction");
    const files = { "loader.mjs": loader, "register.mjs": register, "a.cjs": script };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, "start.mjs"), 'import "./a.cjs";');
    const { stdout, stderr } = spawnSync(process.execPath, ["--import", "./register.mjs", "start.mjs"], {
      cwd: folder,
      encoding: "utf8",
    });
    assert.match(stdout, /^read by the other: true\n$/, stderr);
  });
});
