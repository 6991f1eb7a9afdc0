// Tests the tarball that users get, not the working tree: packs it, installs it into an empty project, uses it through `import`,
// `require` and its command, and checks it with publint and attw. Their warnings are failures.
// `npm run test:package -- TARBALL` only uses a tarball, for machines that have only Node.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "./build.mjs";
import { at, mainOf, npm, run } from "./run.mjs";

const NAMES = {
  edgebloom: "BloomFilter, load",
  "edgebloom/compat": "importFilter",
  "edgebloom/live": "FilterHolder",
  "edgebloom/keyed": "KeyedBloomFilter",
  "edgebloom/keys": "sha1",
  "edgebloom/sign": "verify",
};
const CHECK = `
  if (![${Object.values(NAMES)}].every((one) => typeof one === "function")) throw new Error("a name is missing");
  const filter = BloomFilter.from(["mailinator.com"], { errorRate: 0.001 });
  const loaded = load(filter.toBase64());
  if (!loaded.has("mailinator.com") || loaded.has("example.org")) throw new Error("wrong answer");
`;

/**
 * Packs pkg. Returns the path of the tarball.
 * @param {string} folder
 * @param {import("./run.mjs").RunOptions} [options]
 */
export function pack(folder, options) {
  npm(["pack", "--pack-destination", folder, "--silent"], { cwd: at("pkg"), quiet: true, ...options });
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  return join(folder, tarball);
}

/** @param {string} [given] a tarball to use without the checks */
export async function testPackage(given) {
  const cwd = mkdtempSync(join(tmpdir(), "edgebloom-"));
  const write = (/** @type {string} */ name, /** @type {string} */ text) => writeFileSync(join(cwd, name), text);
  const lines = (/** @type {(entry: [string, string]) => string} */ line) =>
    Object.entries(NAMES).map(line).join("\n") + CHECK;
  try {
    const tarball = given ? resolve(given) : pack(cwd);
    write("package.json", '{ "private": true }');
    write(
      "a.mjs",
      lines(([entry, names]) => `import { ${names} } from "${entry}";`),
    );
    write(
      "b.cjs",
      lines(([entry, names]) => `const { ${names} } = require("${entry}");`),
    );
    write("list.txt", "mailinator.com\n");
    npm(["install", "--no-audit", "--no-fund", "--no-save", "--silent", tarball], { cwd });
    for (const file of ["a.mjs", "b.cjs"]) run(process.execPath, [file], { cwd });
    for (const command of ["build -o f.bloom list.txt", "check f.bloom mailinator.com"])
      npm(["exec", "--offline", "--", "edgebloom", ...command.split(" ")], { cwd });
    if (given) return;
    run(process.execPath, [at("node_modules/publint/src/cli.js"), "run", tarball, "--strict"]);
    run(process.execPath, [at("node_modules/@arethetypeswrong/cli/dist/index.js"), tarball]);
    // Import it here: an earlier step may have installed its compilers.
    const { checkTypes } = await import("../tests/types/check.mjs");
    await checkTypes(cwd);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

await mainOf(import.meta, async () => {
  const [tarball] = process.argv.slice(2);
  if (!tarball) await build();
  await testPackage(tarball);
});
