// The types of imported lists, and of the plugin in the configuration of each bundler.

import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { test } from "node:test";
import ts from "typescript";
import { at } from "../../../scripts/run.mjs";
import { useProject } from "../helpers/plugin.mjs";

const { path, put } = useProject();

/** What a strict compiler says about a file. */
function problemsIn(name, text, types = []) {
  for (const linked of ["unplugin-edgebloom", "vite", "webpack", "rollup", "esbuild"]) {
    const target = linked.startsWith("un") ? at(linked) : at("node_modules", linked);
    try {
      symlinkSync(target, path(`node_modules/${linked}`), "junction");
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
  }
  const options = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    preserveSymlinks: true,
    types,
  };
  const host = ts.createCompilerHost(options);
  host.getCurrentDirectory = () => path();
  const program = ts.createProgram([put(name, text)], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

const ADDRESSES = [
  "./domains.txt?filter",
  "./domains.txt?keys=email&errorRate=0.03&filter",
  "./domains.txt?filter&keys=email&errorRate=0.001",
  ...["domain", "email", "url", "sha1-hex", "sha256-hex", "sha256"].map(
    (form) => `../lists/a.csv?filter&column=x&keys=${form}`,
  ),
  ...["0.01", "0.001", "0.0001", "1e-6"].map((rate) => `./domains.txt?filter&keys=email&errorRate=${rate}`),
  "./domains.txt?filter&keys=email&static",
];

test("an imported list is a FilterReader, wherever the address says `filter`", () => {
  const imports = ADDRESSES.map((address, i) => `import list${i} from "${address}";\n`).join("");
  const uses = `import type { FilterReader } from "edgebloom/reader";
const all = [${ADDRESSES.map((_, i) => `list${i}`)}];
export const readers: FilterReader[] = all;
// That it is not any.
${ADDRESSES.map((_, i) => `// @ts-expect-error\nlist${i}.hash("a");\n`).join("")}
export const answer: boolean = all[0].has("a");
`;
  assert.deepEqual(problemsIn("use.ts", imports + uses, ["unplugin-edgebloom/filter"]), []);
  assert.deepEqual(problemsIn("two.ts", `/// <reference types="unplugin-edgebloom/filter" />\n${imports}${uses}`), []);
  assert.match(problemsIn("not.ts", imports).join(), /Cannot find module/);
});

test("the plugin fits the configuration of each bundler", () => {
  const text = `import type { UserConfig } from "vite";
import type { Configuration } from "webpack";
import type { RollupOptions } from "rollup";
import type { BuildOptions } from "esbuild";
import vite from "unplugin-edgebloom/vite";
import webpack from "unplugin-edgebloom/webpack";
import rollup from "unplugin-edgebloom/rollup";
import esbuild from "unplugin-edgebloom/esbuild";
export const a: UserConfig = { plugins: [vite()] };
export const b: Configuration = { plugins: [webpack({ inlineLimit: 0 })] };
export const c: RollupOptions = { plugins: [rollup({ cacheDir: "x" })] };
export const d: BuildOptions = { plugins: [esbuild({})] };
// @ts-expect-error
vite({ inlinelimit: 1 });
// @ts-expect-error
webpack({ inlineLimit: "1" });
`;
  assert.deepEqual(problemsIn("config.ts", text), []);
});
