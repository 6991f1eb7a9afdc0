// unplugin-edgebloom in every bundler: the list is in the code, or an asset that the code fetches.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { ADDRESS, BUNDLERS, FOUND, mainOf, printed, useProject } from "../helpers/plugin.mjs";

const { path, put } = useProject();

/** The files of the output. */
const output = () =>
  readdirSync(path("out"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
const filters = () => output().filter((name) => name.endsWith(".bloom"));

for (const [name, build] of Object.entries(BUNDLERS)) {
  describe(name, () => {
    test("puts a small filter into the code, which runs in Node", async () => {
      assert.deepEqual(await build(path()), { warnings: [] });
      assert.deepEqual(filters(), []);
      assert.equal(await printed(path()), FOUND);
    });

    test("makes an asset of a large one, with a hash in its name", async () => {
      await build(path(), { inlineLimit: 0 });
      assert.equal(await printed(path(), { canFetch: true }), FOUND);
      const [file] = filters();
      assert.match(basename(file), /^(domains-[\w-]{8}|[0-9a-f]{64}-\w{8}|[0-9a-f]{20})\.bloom$/);
      assert.doesNotMatch(
        readFileSync(path("out/main.js"), "utf8"),
        new RegExp(readFileSync(file, "base64").slice(0, 40)),
      );
    });

    test("a page that does not use the filter does not have it", async () => {
      put("main.js", `import blocked from "${ADDRESS}";\nconsole.log(1);`);
      await build(path());
      assert.doesNotMatch(readFileSync(path("out/main.js"), "utf8"), /has\b|AAAAAAAA/);
    });
  });
}

test("a server cannot fetch its own files: code for Node contains every filter", async () => {
  for (const [name, more] of [
    ["Vite", { build: { ssr: path("main.js"), rollupOptions: {} } }],
    ["esbuild", { platform: "node" }],
    ["webpack", { target: "node" }],
  ]) {
    await BUNDLERS[name](path(), { inlineLimit: 0 }, more);
    assert.deepEqual(filters(), [], name);
    assert.equal(await printed(path()), FOUND, name);
  }
});

test("the limit of an address goes before that of the plugin", async () => {
  put("main.js", mainOf(`${ADDRESS}&inlineLimit=96`));
  await BUNDLERS.esbuild(path(), { inlineLimit: 0 });
  assert.deepEqual(filters(), [], "a filter of 96 bytes");
  put("main.js", mainOf(`${ADDRESS}&inlineLimit=95`));
  await BUNDLERS.esbuild(path());
  assert.equal(filters().length, 1);
});

test("gzip undoes base64: a filter in the code costs little more than its file", async () => {
  put("domains.txt", Array.from({ length: 10_000 }, (_, i) => `a${i}.example\n`).join(""));
  await BUNDLERS.esbuild(path(), { inlineLimit: 1e6 }, { minify: true });
  const inlined = gzipSync(readFileSync(path("out/main.js"))).length;
  await BUNDLERS.esbuild(path(), { inlineLimit: 0 }, { minify: true });
  const [file] = filters();
  const fetched = gzipSync(readFileSync(path("out/main.js"))).length + readFileSync(file).length;
  assert.ok(inlined < fetched * 1.05, `${inlined} and ${fetched} bytes`);
});
