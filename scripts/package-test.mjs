// The tarball that users get, not the working tree: packed, installed into an empty project, used by
// `import`, `require` and its command, and looked at by publint and attw, whose warnings are failures.
// `npm run test:package -- TARBALL` only uses one: for machines that have Node and nothing else.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { Failure, at, main, npm, run } from "./run.mjs";

const CHECK = `
  if (typeof importFilter != "function" || typeof FilterHolder != "function") throw new Error("an entry is missing");
  const filter = BloomFilter.from(["mailinator.com"], { errorRate: 0.001 });
  const loaded = load(filter.toBase64());
  if (!loaded.has("mailinator.com") || loaded.has("example.org")) throw new Error("wrong answer");
`;

/** @param {string} [given] a tarball that is used and not looked at */
export async function testPackage(given) {
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-"));
  try {
    const tarball = given ? resolve(given) : pack(folder);
    use(tarball, folder);
    if (given) return console.log("package: 4 passed, 0 failed");
    run(process.execPath, [at("node_modules/publint/src/cli.js"), "run", tarball, "--strict"]);
    run(process.execPath, [at("node_modules/@arethetypeswrong/cli/dist/index.js"), tarball]);
    // Its compilers may have come only now.
    const { checkTypes } = await import("../tests/types/check.mjs");
    await checkTypes(folder);
    console.log("package: 8 passed, 0 failed");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pack(folder) {
  npm(["pack", "--pack-destination", folder, "--silent"], { cwd: at("pkg") });
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  if (!tarball) throw new Failure("npm pack wrote no tarball");
  return join(folder, tarball);
}

/** Installs it into an empty project, and asks it in four ways. */
function use(tarball, folder) {
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  npm(["install", "--no-audit", "--no-fund", "--no-save", "--silent", tarball], { cwd: folder });
  const entries = {
    BloomFilter: "",
    load: "",
    importFilter: "/compat",
    FilterHolder: "/live",
    KeyedBloomFilter: "/keyed",
    verify: "/sign",
  };
  const taken = (line) =>
    Object.entries(entries)
      .map(([name, entry]) => line(name, `"edgebloom${entry}"`))
      .join("\n");
  writeFileSync(join(folder, "a.mjs"), taken((name, from) => `import { ${name} } from ${from};`) + CHECK);
  writeFileSync(join(folder, "b.cjs"), taken((name, from) => `const { ${name} } = require(${from});`) + CHECK);
  for (const file of ["a.mjs", "b.cjs"]) run(process.execPath, [join(folder, file)], { cwd: folder });
  writeFileSync(join(folder, "list.txt"), "mailinator.com\n");
  npm(["exec", "--offline", "--", "edgebloom", "build", "-o", "f.bloom", "list.txt"], { cwd: folder });
  npm(["exec", "--offline", "--", "edgebloom", "check", "f.bloom", "mailinator.com"], { cwd: folder });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const [tarball] = process.argv.slice(2);
    if (!tarball) await build();
    await testPackage(tarball);
  });
}
