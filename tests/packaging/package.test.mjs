// The tarball that users get, not the working tree: installed into an empty project, used through `import`, `require` and its
// command, and checked with publint and attw. Their warnings are failures.
//
// `npm run test:package -- TARBALL` only installs and uses a tarball. This works on machines that have only Node, so the file imports no
// packages.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { at, npm, run } from "../../scripts/run.mjs";
import { pack } from "./pack.mjs";

const NAMES = {
  edgebloom: "BloomFilter, KeyedBloomFilter, StaticFilter, load",
  "edgebloom/compat": "importFilter",
  "edgebloom/reader": "FilterReader",
  "edgebloom/live": "LiveFilter",
  "edgebloom/keys": "sha1",
  "edgebloom/sign": "verify",
};
const CHECK = `
  if (![${Object.values(NAMES)}].every((one) => typeof one === "function")) throw new Error("a name is missing");
  const filter = BloomFilter.from(["mailinator.com"], { errorRate: 0.001 });
  const loaded = load(filter.toBase64());
  if (!loaded.has("mailinator.com") || loaded.has("example.org")) throw new Error("wrong answer");
`;

const [given] = process.argv.slice(2);
const skip = given ? "the tarball is only used" : false;
const cwd = mkdtempSync(join(tmpdir(), "edgebloom-"));
let tarball = given && resolve(given);

before(async () => {
  if (!given) {
    const { build } = await import("../../scripts/build.mjs");
    await build();
    tarball = pack(cwd);
  }
  writeFileSync(join(cwd, "package.json"), '{ "private": true }');
  npm(["install", "--no-audit", "--no-fund", "--no-save", "--silent", tarball], { cwd, quiet: true });
});
after(() => rmSync(cwd, { recursive: true, force: true }));

/** Runs a script that imports all names, with one line per entry point. */
function runScript(file, line) {
  const imports = Object.entries(NAMES).map(([entry, names]) => line(entry, names));
  writeFileSync(join(cwd, file), imports.join("\n") + CHECK);
  run(process.execPath, [file], { cwd, quiet: true });
}

test("import", () => runScript("a.mjs", (entry, names) => `import { ${names} } from "${entry}";`));

test("require", () => runScript("b.cjs", (entry, names) => `const { ${names} } = require("${entry}");`));

test("edgebloom/lite, through import and require", () => {
  const check =
    'const lite = BloomFilter.from(["a"], { errorRate: 0.01 }); if (!lite.has("a") || lite.has("b")) throw new Error("wrong answer");';
  writeFileSync(join(cwd, "lite.mjs"), `import { BloomFilter } from "edgebloom/lite";\n${check}`);
  writeFileSync(join(cwd, "lite.cjs"), `const { BloomFilter } = require("edgebloom/lite");\n${check}`);
  for (const file of ["lite.mjs", "lite.cjs"]) run(process.execPath, [file], { cwd, quiet: true });
});

test("the command builds a filter and finds its key", () => {
  writeFileSync(join(cwd, "list.txt"), "mailinator.com\n");
  for (const command of ["build -o f.bloom list.txt", "check f.bloom mailinator.com"])
    npm(["exec", "--offline", "--", "edgebloom", ...command.split(" ")], { cwd, quiet: true });
});

test("publint", { skip }, () => {
  run(process.execPath, [at("node_modules/publint/src/cli.js"), "run", tarball, "--strict"], { quiet: true });
});

test("attw", { skip }, () => {
  run(process.execPath, [at("node_modules/@arethetypeswrong/cli/dist/index.js"), tarball], { quiet: true });
});
