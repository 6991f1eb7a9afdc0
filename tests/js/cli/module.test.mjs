// edgebloom build --module: a JavaScript module with a filter as base64, and its types.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { FilterReader, MapReader } from "../../../pkg/reader/index.js";
import { email } from "../../../pkg/keys.js";
import { CLI, LIMIT, useFolder } from "../helpers/command-line.mjs";

const { at, put, get, edgebloom } = useFolder();

function works(args, input) {
  const { code, stdout, stderr } = edgebloom(args, input);
  assert.deepEqual([stderr, code], ["", 0], args.join(" "));
  return stdout;
}

function assertFails(args, message, input) {
  const { code, stdout, stderr } = edgebloom(args, input);
  assert.deepEqual([code, stdout, stderr], [2, "", `edgebloom: ${message}\n`]);
}

const imported = async (name) => (await import(pathToFileURL(at(name)).href)).default;

test("writes a module and its types, for both endings", async () => {
  put("package.json", '{ "type": "module" }');
  put("list", "mailinator.com\n");
  for (const name of ["blocked.js", "blocked.mjs", "a.js.mjs"]) {
    assert.equal(works(["build", "--keys", "email", "--module", "-o", name, "list"]), "");
    const text = await imported(name);
    assert.equal(get(name).toString(), `export default "${text}";\n`);
    const blocked = FilterReader.fromBase64(text, { keys: email });
    assert.deepEqual([blocked.has("Bob@Mailinator.COM"), blocked.has("bob@example.org")], [true, false]);
  }
  // What a compiler says about the imports.
  put("use.mts", 'import a from "./blocked.js";\nimport b from "./blocked.mjs";\n[a, b] satisfies string[];\n');
  const options = { module: ts.ModuleKind.NodeNext, lib: ["lib.es5.d.ts"], strict: true, noEmit: true, types: [] };
  const program = ts.createProgram([at("use.mts")], options);
  const said = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
  assert.deepEqual(said, []);
  for (const types of ["blocked.d.ts", "blocked.d.mts"]) assert.ok(program.getSourceFile(at(types)), types);
  assert.deepEqual(
    readdirSync(at()).filter((name) => name.startsWith(".")),
    [],
    "no temporary files",
  );
});

test("standard output gets the module alone", () => {
  const stdout = works(["build", "--module"], "a\n");
  assert.match(stdout, /^export default "[\w+/]+=*";\n$/);
  assert.equal(works(["build", "--module", "-o", "-"], "a\n"), stdout);
  assert.deepEqual(readdirSync(at()), []);
  // Standard output under the name of its file.
  const fd = openSync(at("blocked.js"), "w");
  const done = spawnSync(process.execPath, [CLI, "build", "--module", "-o", "blocked.js"], {
    cwd: at(),
    input: "a\n",
    stdio: ["pipe", fd, "pipe"],
    timeout: LIMIT,
  });
  closeSync(fd);
  assert.deepEqual([done.status, get("blocked.js").toString(), readdirSync(at())], [0, stdout, ["blocked.js"]]);
});

test("a map, a static set, and JSON about the module", async () => {
  put("package.json", '{ "type": "module" }');
  put("map", "a\tx\nb\ty\n");
  works(["build", "--map", "map", "--module", "-o", "map.js"]);
  assert.equal(MapReader.fromBase64(await imported("map.js")).get("b"), "y");
  put("list", "a\n");
  const facts = JSON.parse(works(["build", "--static", "--json", "--module", "-o", "set.js", "list"]));
  assert.deepEqual([facts.output, facts.outputBytes], ["set.js", get("set.js").length]);
  assert.equal(FilterReader.fromBase64(await imported("set.js")).has("a"), true);
});

test("replaces a module behind a link, and its types beside the link", () => {
  mkdirSync(at("real"));
  put("real/blocked.js", "old");
  symlinkSync("real/blocked.js", at("blocked.js"));
  works(["build", "--module", "-o", "blocked.js"], "a\n");
  assert.match(get("real/blocked.js").toString(), /^export default /);
  assert.match(get("blocked.d.ts").toString(), /^export default base64;$/m);
});

test("errors leave the files as they are", () => {
  put("list", "a\n");
  assertFails(["build", "--module", "--base64", "-o", "x.js", "list"], "--module: pass --module or --base64, not both");
  for (const name of ["blocked.txt", "blocked.ts", "blocked.cjs", "blocked"]) {
    const message = `--module: expected a name that ends in .js or .mjs, got ${name}`;
    assertFails(["build", "--module", "-o", name, "list"], message);
  }
  assertFails(
    ["build", "--module", "-o", "x.js"],
    'no keys in the input: nothing is written, because an empty filter answers "no" to every key',
    "\n",
  );
  assertFails(
    ["build", "--module", "-o", "none/x.js", "list"],
    "none/x.d.ts: the folder none does not exist; create it first",
  );
  mkdirSync(at("y.d.ts"));
  assertFails(["build", "--module", "-o", "y.js", "list"], "y.d.ts: this is a folder; pass a file");
  for (const name of ["x.js", "x.d.ts"]) {
    put(name, "b\n");
    const message = `-o: ${name} is an input, which would be overwritten; choose another file`;
    assertFails(["build", "--module", "-o", "x.js", name], message);
    assertFails(["build", "--static", "--never", name, "--module", "-o", "x.js", "list"], message);
    put(name, "b\tv\n");
    assertFails(["build", "--map", name, "--module", "-o", "x.js"], message);
    assert.equal(get(name).toString(), "b\tv\n");
  }
  assert.deepEqual(readdirSync(at()).sort(), ["list", "x.d.ts", "x.js", "y.d.ts"]);
});

test("only build has the option", () => {
  writeFileSync(at("in"), "");
  const { code, stderr } = edgebloom(["merge", "--module", "in", "in", "-o", "x.js"]);
  assert.equal(code, 2);
  assert.match(stderr, /^edgebloom: unknown option --module/);
  assert.equal(existsSync(at("x.js")), false);
});
