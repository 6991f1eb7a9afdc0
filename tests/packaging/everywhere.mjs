// `npm run test:everywhere`: the packed tarball in every available bundler, runtime and browser. It installs Firefox and WebKit. `-- --write`
// writes the results into benches/results/runtimes.md.

import { readFileSync, writeFileSync } from "node:fs";
import { run as runTests } from "node:test";
import { spec } from "node:test/reporters";
import { build } from "../../scripts/build.mjs";
import { bringBrowsers } from "../../scripts/programs.mjs";
import { Failure, at, main } from "../../scripts/run.mjs";

const PAGE = at("benches/results/runtimes.md");

await main(async () => {
  await build();
  bringBrowsers();
  // Import it here: an earlier step may have installed its dependencies.
  const { CASES, nameOf } = await import("./cases.mjs");

  process.env.EDGEBLOOM_EVERYWHERE = "1";
  const files = ["fixture", "packaging", "quickstarts"].map((name) => at(`tests/packaging/${name}.test.mjs`));
  const results = new Map();
  const failed = [];
  const installed = new Set([`Node ${process.versions.node}`]);
  const stream = runTests({ files, concurrency: 1 });
  stream.on("test:pass", ({ name, skip }) => results.set(name, skip ? `left out: ${skip}` : "same answers"));
  stream.on("test:fail", ({ name }) => failed.push(name));
  stream.on(
    "test:diagnostic",
    ({ message }) => /^(Chromium|Firefox|WebKit) \d/.test(message) && installed.add(message),
  );
  for await (const text of stream.compose(new spec())) process.stdout.write(text);

  const rows = CASES.map((one) => ({ ...one, result: results.get(nameOf(one)) ?? "FAILED" }));
  for (const row of rows.filter(({ result }) => result.startsWith("left out"))) console.warn(nameOf(row), row.result);
  failed.push(...rows.filter(({ result }) => result === "FAILED").map(nameOf));
  if (failed.length) throw new Failure(`failed, or not run:\n${[...new Set(failed)].join("\n")}`);
  if (!process.argv.includes("--write")) return;
  const lines = rows.map(({ tool, version, what, result }) => `| ${tool} | ${version} | ${what} | ${result} |\n`);
  const page = readFileSync(PAGE, "utf8")
    .replace(/(?<=^\| --- .*\n)(\| .*\n)+/m, () => lines.join(""))
    .replace(/(?<=^Installed versions of Node and the browsers: ).*$/m, `${[...installed].join(", ")}.`);
  writeFileSync(PAGE, page);
});
