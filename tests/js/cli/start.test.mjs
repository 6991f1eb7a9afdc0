// If the command line cannot start or fails, it exits with 2. Exit code 1 would mean that no key is in the set: a
// script would then accept blocked keys.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { transform } from "esbuild";
import { BloomFilter } from "../../../pkg/index.js";
import { CLI, LIMIT, useFolder } from "../helpers/command-line.mjs";

const { at, put } = useFolder();

/** Runs `check` with other flags of Node; `cli` may be another file. */
function runCheck(flags, { keys = ["nope"], cli = CLI, input = "" } = {}) {
  put("filter", BloomFilter.from(["a"], { errorRate: 1e-9 }).toBytes());
  const done = spawnSync(process.execPath, [...flags, cli, "check", "filter", ...keys], {
    cwd: at(),
    encoding: "utf8",
    input,
    timeout: LIMIT,
  });
  return [done.status, done.stdout, done.stderr];
}

function assertFails(flags, message, more) {
  const [code, stdout, stderr] = runCheck(flags, more);
  // V8 may print a warning.
  const [line, ...others] = stderr.split("\n").filter((one) => one && !one.startsWith("Warning: disabling flag"));
  assert.match(line, message);
  assert.match(line, /^edgebloom: /);
  assert.deepEqual([code, stdout, others], [2, "", []], flags.join(" "));
}

test("control: works without the obstacle", () => {
  assert.deepEqual(runCheck([]), [1, "no\tnope\n", ""]);
  assert.deepEqual(runCheck([], { keys: ["a"] }), [0, "maybe\ta\n", ""]);
});

test("without WebAssembly it exits with 2 and says what to do", () => {
  put("without.cjs", "delete globalThis.WebAssembly;");
  const says = /this Node has no WebAssembly; run it without --jitless/;
  for (const flags of [["--jitless"], ["--no-expose-wasm"], ["--require", "./without.cjs"]]) assertFails(flags, says);
});

test("with too little memory for WebAssembly it exits with 2", () => {
  assertFails(["--wasm-max-mem-pages=1"], /cannot start: .*memory/i);
});

test("with an old Node it exits with 2 and names the version needed", () => {
  put(
    "old.cjs",
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "16.20.2" }, configurable: true });',
  );
  assertFails(
    ["--require", "./old.cjs"],
    /^edgebloom: Node: expected version 20 or newer, got 16\.20\.2; install a newer one$/,
  );
});

test("an old Node can parse the file with that message", async () => {
  const source = readFileSync(CLI, "utf8");
  const [old, today] = await Promise.all(["node12.20", "esnext"].map((target) => transform(source, { target })));
  assert.equal(old.code, today.code);
  // Old versions have no "node:" names, and static imports are resolved before any code runs.
  assert.doesNotMatch(source, /^import |node:|\bawait\b/m);
});

test("with a file missing from the package it exits with 2", () => {
  mkdirSync(at("half"));
  put("half/package.json", '{ "type": "module" }');
  copyFileSync(CLI, at("half/cli.js"));
  assertFails([], /cannot start: Cannot find module .*the package may be incomplete/, { cli: "half/cli.js" });
});

test("an uncaught error exits with 2 and prints one line", () => {
  for (const [name, code] of [
    ["thrown.cjs", 'setTimeout(() => { throw new Error("out of\\n order"); }, 300);'],
    ["rejected.cjs", 'setTimeout(() => Promise.reject(new Error("out of order")), 300);'],
    ["nothing.cjs", 'setTimeout(() => { throw "out of order"; }, 300);'],
  ]) {
    put(
      name,
      `${code} const { read } = require("node:fs"); require("node:fs").read = (...all) => setTimeout(read, 5000, ...all);`,
    );
    assertFails(["--require", `./${name}`], /^edgebloom: out of +order$/, { keys: [] });
  }
});
