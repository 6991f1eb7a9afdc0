// `npm run test:everywhere`: the packed tarball in every bundler, runtime and browser that can be had. `-- --write`
// writes docs/RUNTIMES.md; without it, a row that is not as the page has it is a failure.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { run as runTests } from "node:test";
import { spec } from "node:test/reporters";
import { bringBrowsers } from "./programs.mjs";
import { build } from "./build.mjs";
import { Failure, at, main } from "./run.mjs";

const FAILED = "FAILED";
const COMMAND = "npm run test:everywhere -- --write";

/** Runs all tests of the folder; what came of each by its name, and the browsers that they used. */
async function results() {
  process.env.EDGEBLOOM_EVERYWHERE = "1";
  // The table is compared below, or written.
  const files = ["fixture", "packaging", "quickstarts"].map((name) => at(`tests/packaging/${name}.test.mjs`));
  const byName = new Map();
  const installed = new Set([`Node ${process.versions.node}`]);
  const stream = runTests({ files, concurrency: 1 });
  stream.on("test:pass", ({ name, skip }) => byName.set(name, skip ? `left out: ${skip}` : undefined));
  stream.on("test:fail", ({ name }) => byName.set(name, FAILED));
  stream.on(
    "test:diagnostic",
    ({ message }) => /^(Chromium|Firefox|WebKit) \d/.test(message) && installed.add(message),
  );
  for await (const text of stream.compose(new spec())) process.stdout.write(text);
  return { byName, installed: [...installed] };
}

await main(async () => {
  await build();
  bringBrowsers();
  const { CASES, nameOf } = await import("../tests/packaging/cases.mjs");
  const { LEFT_OUT, PAGE, PASSED, differences, keyOf, pageOf, rowsIn } = await import(
    "../tests/packaging/runtimes-page.mjs"
  );

  const { byName, installed } = await results();
  const rows = CASES.map((one) => {
    const name = nameOf(one);
    if (!byName.has(name)) byName.set(name, FAILED);
    return { ...one, result: byName.get(name) ?? PASSED };
  });
  const width = Math.max(...rows.map((row) => keyOf(row).length));
  for (const row of rows) console.log(`${keyOf(row).padEnd(width)} ${row.result}`);
  console.log();
  const leftOut = rows.filter(({ result }) => result.startsWith(LEFT_OUT));
  for (const row of leftOut) console.warn(`LEFT OUT: ${nameOf(row)}: ${row.result.slice(LEFT_OUT.length)}`);

  const failed = [...byName].filter(([, result]) => result === FAILED).map(([name]) => name);
  if (failed.length) throw new Failure(`failed, or not run:\n${failed.join("\n")}`);
  if (process.argv.includes("--write")) {
    writeFileSync(PAGE, pageOf(rows, installed));
    return console.log(`written: ${PAGE}`);
  }
  const different = differences(rows, existsSync(PAGE) ? rowsIn(readFileSync(PAGE, "utf8")) : []);
  if (different.length) {
    throw new Failure(`docs/RUNTIMES.md is not what was found:\n${different.join("\n")}\nTo write it: ${COMMAND}`);
  }
  console.log(`docs/RUNTIMES.md is what was found, in ${rows.length - leftOut.length} of ${rows.length} rows`);
});
