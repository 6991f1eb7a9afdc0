// `npm run test:everywhere`: the packed tarball in every available bundler, runtime and browser. `-- --write`
// writes docs/reference/runtimes.md; without it, a row that differs from the page is a failure.

import { readFileSync, writeFileSync } from "node:fs";
import { run as runTests } from "node:test";
import { spec } from "node:test/reporters";
import { build } from "./build.mjs";
import { bringBrowsers } from "./programs.mjs";
import { Failure, at, main } from "./run.mjs";

await main(async () => {
  await build();
  bringBrowsers();
  // Import them here: an earlier step may have installed their dependencies.
  const { CASES, nameOf } = await import("../tests/packaging/cases.mjs");
  const { LEFT_OUT, PAGE, PASSED, differences, pageOf, rowsIn } = await import("../tests/packaging/runtimes-page.mjs");

  process.env.EDGEBLOOM_EVERYWHERE = "1";
  // The table is compared below, or written.
  const files = ["fixture", "packaging", "quickstarts"].map((name) => at(`tests/packaging/${name}.test.mjs`));
  const results = new Map();
  const failed = [];
  const installed = new Set([`Node ${process.versions.node}`]);
  const stream = runTests({ files, concurrency: 1 });
  stream.on("test:pass", ({ name, skip }) => results.set(name, skip ? `${LEFT_OUT}${skip}` : PASSED));
  stream.on("test:fail", ({ name }) => failed.push(name));
  stream.on(
    "test:diagnostic",
    ({ message }) => /^(Chromium|Firefox|WebKit) \d/.test(message) && installed.add(message),
  );
  for await (const text of stream.compose(new spec())) process.stdout.write(text);

  const rows = CASES.map((one) => ({ ...one, result: results.get(nameOf(one)) ?? "FAILED" }));
  const leftOut = rows.filter(({ result }) => result.startsWith(LEFT_OUT));
  for (const row of leftOut) console.warn(`${nameOf(row)}: ${row.result}`);
  failed.push(...rows.filter(({ result }) => result === "FAILED").map(nameOf));
  if (failed.length) throw new Failure(`failed, or not run:\n${[...new Set(failed)].join("\n")}`);
  if (process.argv.includes("--write")) return writeFileSync(PAGE, pageOf(rows, [...installed]));
  const different = differences(rows, rowsIn(readFileSync(PAGE, "utf8")));
  if (different.length)
    throw new Failure(`docs/reference/runtimes.md is not what was found; -- --write:\n${different.join("\n")}`);
  console.log(
    `docs/reference/runtimes.md is what was found, in ${rows.length - leftOut.length} of ${rows.length} rows`,
  );
});
