// Importing the package where WebAssembly is forbidden or missing: Chromium before 115 on the main thread, a
// Content-Security-Policy, and other engines. An app still works if it imports the package only when needed.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { BloomFilter } from "edgebloom";
import { fromHex } from "../../../pkg/api/hex.js";
import { at } from "../../../scripts/run.mjs";

/** The errors of the engines. */
const REFUSALS = {
  "Chromium before 115":
    'new RangeError("WebAssembly.Compile is disallowed on the main thread, if the buffer size is larger than 4KB. Use WebAssembly.compile, or compile on a worker thread.")',
  "a policy":
    "new WebAssembly.CompileError(\"WebAssembly.Module(): Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source of script\")",
};
const ENTRIES = ["index", "compat"];

/** Runs a program whose WebAssembly.Module throws; returns the JSON that it prints. */
function run(refusal, program) {
  const before = `
    const Real = WebAssembly.Module;
    const refusal = ${refusal};
    WebAssembly.Module = class { constructor(bytes) { if (bytes.byteLength > 4096) throw refusal; return new Real(bytes); } };
    const summary = (error) => ({ name: error.name, message: error.message, isCause: error.cause === refusal });`;
  const args = ["--input-type=module", "--eval", `${before}\n${program}`];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: at("pkg"), encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

for (const [who, refusal] of Object.entries(REFUSALS)) {
  // Node can also import the files of cjs.
  for (const folder of [".", "./cjs"]) {
    test(`${who}: the error of ${folder} gives the cause and the remedy`, () => {
      const found = run(
        refusal,
        `const found = {};
        for (const entry of ${JSON.stringify(ENTRIES)}) {
          found[entry] = await import(\`${folder}/\${entry}.js\`).then(() => "no error", summary);
        }
        console.log(JSON.stringify(found));`,
      );
      for (const entry of ENTRIES) {
        const { name, message, isCause } = found[entry];
        assert.deepEqual([name, isCause], ["Error", true], `${entry}: ${message}`);
        for (const part of [
          /^edgebloom: /,
          /Chromium .*115/,
          /in a worker/,
          /'wasm-unsafe-eval'/,
          /Node .*--jitless/,
        ]) {
          assert.match(message, part);
        }
        assert.doesNotMatch(message, /page/, "there is none in Node and in workers");
      }
    });
  }
}

test("an engine without WebAssembly gets the same error", () => {
  const found = run(
    "undefined",
    `delete globalThis.WebAssembly;
    console.log(JSON.stringify(await import("./index.js").then(() => "no error", summary)));`,
  );
  assert.match(found.message, /^edgebloom: WebAssembly could not be compiled/);
});

test("Node without WebAssembly gets an error about Node", () => {
  for (const folder of [".", "./cjs"]) {
    const args = ["--jitless", "--input-type=module", "--eval", `await import("${folder}/index.js");`];
    const { stderr, status } = spawnSync(process.execPath, args, { cwd: at("pkg"), encoding: "utf8" });
    assert.equal(status, 1);
    assert.match(stderr, /^Error: edgebloom: WebAssembly could not be compiled: Node .*--jitless/m);
  }
});

test("the import can be caught and repeated in a worker", () => {
  const found = run(
    REFUSALS["Chromium before 115"],
    `let edgebloom;
    try {
      edgebloom = await import("./index.js");
    } catch {}
    const { Worker } = await import("node:worker_threads");
    const code = 'import { parentPort } from "node:worker_threads"; parentPort.postMessage(Object.keys(await import("./index.js")))';
    const worker = new Worker(code, { eval: true });
    worker.once("message", (names) => console.log(JSON.stringify({ here: typeof edgebloom, there: names })));`,
  );
  assert.equal(found.here, "undefined");
  assert.ok(found.there.includes("BloomFilter"));
});

test("entry points that only query need no WebAssembly", () => {
  for (const [live, reader] of [
    ["./api/live/index.js", "./reader/index.js"],
    ["./node/live.js", "./node/reader.js"],
    ["./cjs/live.js", "./cjs/reader.js"],
  ]) {
    const file = BloomFilter.from(["a"], { errorRate: 1e-6 }).toBase64();
    const found = run(
      "undefined",
      `delete globalThis.WebAssembly;
      const [{ LiveFilter }, { FilterReader }] = [await import("${live}"), await import("${reader}")];
      const file = ${JSON.stringify(file)};
      // Node's own has WebAssembly in it.
      const arrayBuffer = async () => new TextEncoder().encode(file).buffer;
      const response = { ok: true, status: 200, url: "", headers: { get: () => null }, arrayBuffer };
      const one = new LiveFilter("https://lists.example/a", { fetch: async () => response, store: null });
      await one.ready();
      one.stop();
      const filters = [one, FilterReader.fromBase64(file)];
      console.log(JSON.stringify(filters.map((filter) => [...filter.hasMany(["a", "b"])])));`,
    );
    assert.deepEqual(found, [
      [1, 0],
      [1, 0],
    ]);
  }
});

test("reads the digits of the module in every engine", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  const digits = Buffer.from(bytes).toString("hex");
  const { Buffer: own } = globalThis;
  const { fromHex: builtIn } = Uint8Array;
  try {
    Uint8Array.fromHex = undefined;
    assert.deepEqual(new Uint8Array(fromHex(digits)), bytes);
    globalThis.Buffer = undefined;
    assert.deepEqual(fromHex(digits), bytes);
    Uint8Array.fromHex = (text) => new Uint8Array(own.from(text, "hex"));
    assert.deepEqual(fromHex(digits), bytes);
  } finally {
    globalThis.Buffer = own;
    if (builtIn) Uint8Array.fromHex = builtIn;
    else delete Uint8Array.fromHex;
  }
});
