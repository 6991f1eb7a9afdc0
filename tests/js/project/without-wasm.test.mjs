// The entry points that only query contain no WebAssembly and import no file that does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";
import { ENTRIES, sourceOf } from "../../../scripts/entries.mjs";
import { at } from "../../../scripts/run.mjs";

const FORBIDDEN = /(^|\/)(wasm\/|api\/(engines?|bloom-filter|load|loading|compiled)\.js$)/;

for (const entry of ENTRIES.filter(({ plain }) => plain)) {
  for (const minify of [false, true]) {
    test(`no WebAssembly in the bundle of edgebloom/${entry.name}${minify ? ", minified" : ""}`, async () => {
      const { outputFiles, metafile } = await build({
        absWorkingDir: at(),
        entryPoints: [at("pkg", sourceOf(entry))],
        bundle: true,
        format: "esm",
        minify,
        metafile: true,
        treeShaking: minify,
        write: false,
      });
      const inputs = Object.keys(metafile.inputs);
      assert.ok(inputs.length > 3);
      assert.deepEqual(
        inputs.filter((name) => FORBIDDEN.test(name)),
        [],
      );
      assert.doesNotMatch(outputFiles[0].text, /WebAssembly/);
      if (entry.name === "reader") {
        assert.deepEqual(
          inputs.filter((name) => !name.startsWith("pkg/reader/")),
          [],
        );
      }
    });
  }
}

test("the check detects WebAssembly", async () => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: at(),
    entryPoints: ["pkg/index.js"],
    bundle: true,
    format: "esm",
    metafile: true,
    write: false,
  });
  assert.ok(Object.keys(metafile.inputs).some((name) => FORBIDDEN.test(name)));
  assert.match(outputFiles[0].text, /WebAssembly/);
});
