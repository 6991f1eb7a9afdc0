// The entry points as Node loads them: few files, the names of pkg/api, the same classes everywhere, and no unneeded
// work.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { ENTRIES as ALL, sourceOf } from "../../../scripts/entries.mjs";
import { at } from "../../../scripts/run.mjs";

const require = createRequire(import.meta.url);
const ENTRIES = ["index", "compat", "live", "sign", "reader", "lite", "keys"];
const nameOf = (entry) => (entry === "index" ? "edgebloom" : `edgebloom/${entry}`);
const namesOf = (module) =>
  Object.keys(module)
    .filter((name) => name !== "default" && name !== "module.exports")
    .sort();

const source = {};
const imported = {};
const required = {};
for (const entry of ENTRIES) {
  source[entry] = await import(at("pkg", sourceOf(ALL.find(({ name }) => name === entry))));
  imported[entry] = await import(nameOf(entry));
  required[entry] = require(`../../../pkg/cjs/${entry}.js`);
}

for (const [way, entries] of Object.entries({ import: imported, require: required })) {
  describe(way, () => {
    test("has the names of the source, and classes keep their names", () => {
      for (const entry of ENTRIES) {
        assert.deepEqual(namesOf(entries[entry]), namesOf(source[entry]), entry);
        for (const name of namesOf(entries[entry]).filter((one) => /^[A-Z]/.test(one))) {
          assert.equal(entries[entry][name].name, name);
          assert.notEqual(entries[entry][name], source[entry][name], "it is the source itself");
        }
      }
    });

    test("gives all entry points the same classes, except those of errors", () => {
      const classes = new Map();
      // `edgebloom/lite` has a BloomFilter of its own.
      for (const entry of ENTRIES.filter((one) => one !== "lite")) {
        for (const name of namesOf(entries[entry]).filter((one) => /^[A-Z].*(?<!Error)$/.test(one))) {
          if (classes.has(name)) assert.equal(entries[entry][name], classes.get(name), `${entry}: ${name}`);
          classes.set(name, entries[entry][name]);
        }
      }
      assert.ok(classes.size > 8, `${classes.size}`);
      const { index, compat } = entries;
      assert.ok(index.KeyedBloomFilter.prototype instanceof index.BloomFilter);
      assert.ok(!(compat.CompatFilter.prototype instanceof index.BloomFilter));
    });
  });
}

test("an error is an instance of its class in every entry point, for import and require", () => {
  const thrown = (fail) => {
    try {
      fail();
    } catch (error) {
      return error;
    }
  };
  const all = [imported, required].flatMap((entries) => Object.values(entries));
  const errors = [imported, required].flatMap(({ index, reader, sign }) => [
    thrown(() => index.BloomFilter.fromBase64("?")),
    thrown(() => reader.FilterReader.fromBase64("?")),
    new reader.FilterFetchError("STATUS", "status", "200", 404, ""),
    new index.FilterFetchError("STATUS", "status", "200", 404, ""),
    new sign.FilterSignatureError("altered", "signature", "a", "b", ""),
  ]);
  const seen = new Set();
  for (const error of errors) {
    for (const name of ["FilterFormatError", "FilterFetchError", "FilterSignatureError"]) {
      for (const { [name]: Class } of all.filter((entry) => name in entry)) {
        assert.equal(error instanceof Class, error.name === name);
        assert.equal(error instanceof class extends Class {}, false, "a subclass");
        seen.add(Class);
      }
    }
  }
  assert.ok(seen.size > 6, "there are copies");
  for (const nothing of [undefined, null, {}, new Error("other")]) {
    assert.equal(nothing instanceof imported.index.FilterFormatError, false);
  }
});

/** The number of WebAssembly modules that a process has compiled after some code. */
function loaded(code) {
  const counted = `
    let compiled = 0;
    WebAssembly.Module = new Proxy(WebAssembly.Module, { construct: (...args) => (compiled++, Reflect.construct(...args)) });
    ${code}
    console.log(compiled);`;
  // Runs in the repository, where Node finds the package by its name.
  return Number(
    execFileSync(process.execPath, ["--input-type=module", "-e", counted], { cwd: at("tests"), encoding: "utf8" }),
  );
}

test("an entry point compiles only its own module", () => {
  for (const [entry, modules] of Object.entries({
    index: 1,
    compat: 1,
    live: 0,
    sign: 0,
    reader: 0,
    lite: 0,
    keys: 0,
  })) {
    assert.equal(loaded(`await import("${nameOf(entry)}");`), modules, entry);
    const required = `(await import("node:module")).createRequire(${JSON.stringify(at("tests/x.js"))})("../pkg/cjs/${entry}.js");`;
    assert.equal(loaded(required), modules, `require, ${entry}`);
  }
});

test("Node loads few files", () => {
  const { exports } = JSON.parse(readFileSync(at("pkg/package.json"), "utf8"));
  for (const entry of ENTRIES) {
    const { node } = exports[entry === "index" ? "." : `./${entry}`];
    assert.equal(node.default.default, `./node/${entry}.js`);
    assert.equal(node.require.default, `./cjs/${entry}.js`);
  }
  // One file with the shared code, one for each module, and the module as base64.
  const importsOf = (file) =>
    [...readFileSync(at("pkg/node", file), "utf8").matchAll(/^(?:\} from|import|export \* from) *"([^"]*)"/gm)].map(
      ([, name]) => name,
    );
  const loaded = new Set();
  const visit = (file) => {
    for (const name of importsOf(file)) {
      if (!loaded.has(name)) loaded.add(name) && name.startsWith("./") && visit(name.slice(2));
    }
  };
  visit("index.js");
  assert.ok(loaded.size <= 5, [...loaded].join());
});

test("reader and lite are one file each, and edgebloom two: each further file takes a start longer", () => {
  const loadedBy = (file, files = new Set()) => {
    if (files.has(file)) return files;
    files.add(file);
    for (const [, name] of readFileSync(at("pkg/node", file), "utf8").matchAll(/from "\.\/([^"]+)"/g))
      loadedBy(name, files);
    return files;
  };
  for (const file of ["reader.js", "lite.js"]) assert.deepEqual([...loadedBy(file)], [file]);
  assert.equal(loadedBy("index.js").size, 2);
});

test("stack traces point to readable lines", () => {
  // Node prints the line that throws. If the module were on that line, the message would be hard to find.
  for (const folder of ["cjs", "node"]) {
    const files = readdirSync(at("pkg", folder)).filter((name) => name.endsWith(".js"));
    assert.ok(files.length > ENTRIES.length, folder);
    for (const file of files) {
      for (const line of readFileSync(at("pkg", folder, file), "utf8").split("\n")) {
        assert.ok(
          line.length < 500 || /^ *"[A-Za-z0-9+/=]+";?$|^var text = "/.test(line),
          `${folder}/${file}: ${line.slice(0, 80)}`,
        );
      }
    }
  }
  const program = (code) =>
    spawnSync(process.execPath, ["--input-type=module", "-e", code], { cwd: at("tests"), encoding: "utf8" });
  for (const [code, message] of [
    [
      'import { BloomFilter } from "edgebloom"; BloomFilter.fromBase64("a");',
      /^TypeError|FilterFormatError: base64: /m,
    ],
    [
      'import { BloomFilter } from "edgebloom"; const f = BloomFilter.from(["a"], { errorRate: 0.1 }); f.free(); f.has("a");',
      /TypeError: filter has been freed/,
    ],
    ['import { load } from "edgebloom/compat"; load(new Uint8Array(60));', /FilterFormatError: magic: /],
    [
      'import { createRequire } from "node:module"; createRequire(import.meta.url)("edgebloom").load("?");',
      /FilterFormatError: base64: /,
    ],
  ]) {
    const { stderr, status } = program(code);
    assert.notEqual(status, 0);
    assert.match(stderr, message);
    assert.ok(stderr.length < 4000, `${stderr.length} characters for ${code}`);
  }
});
