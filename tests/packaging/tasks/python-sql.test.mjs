// docs/tasks/python-sql.md: its Python writes the files of `edgebloom build`, byte for byte, and its commands print what the page says.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isThere } from "../../../scripts/programs.mjs";
import { serveSite } from "../../../scripts/serve-site.mjs";
import { closeBrowsers, openBrowser } from "../browsers.mjs";
import { printed } from "../command.mjs";
import { makeProjects } from "../project.mjs";
import { leaveOut } from "../tools.mjs";
import { readTask, runShell, runStep, writeFiles } from "./task.mjs";

const { files, steps } = readTask("python-sql");
const stepWith = (start) => steps.filter(({ command }) => command.startsWith(start));
const missing = ["python3", "sqlite3"].filter((program) => !isThere(program, "--version"));

const WRITE = `import json, sys
from filter_file import write_filter
keys = json.load(open("keys.json", encoding="utf-8"))
write_filter("other.bloom", keys, len(keys), float(sys.argv[1]), int(sys.argv[2]))`;

let projects;
let folder;

before(async () => {
  projects = makeProjects();
  folder = projects.project("python-sql");
  writeFiles(folder, files);
  if (!missing.includes("python3")) for (const step of stepWith("python3")) await runShell(folder, step);
});
after(async () => {
  await closeBrowsers();
  projects?.remove();
});

const without = (t, ...programs) =>
  programs.some((program) => missing.includes(program) && (leaveOut(t, `there is no ${program}`), true));

test("the commands of the page are those that this file runs", () => {
  assert.deepEqual(
    steps.map(({ command }) => command.split(" ")[0]),
    ["npm", "python3", "python3", "sqlite3", "cmp", "node"],
  );
});

test("SQL and Python give the same file", async (t) => {
  if (without(t, "python3", "sqlite3")) return;
  for (const step of [...stepWith("sqlite3"), ...stepWith("cmp")]) await runShell(folder, step);
  assert.equal(readFileSync(join(folder, "taken.bloom")).length, 120_128);
});

test("Python writes the bytes of edgebloom build for other sizes, rates, seeds and keys", async (t) => {
  if (without(t, "python3")) return;
  const { BloomFilter } = await import("edgebloom");
  const cases = [
    [1, 0.01, 0],
    [17, 0.5, 2 ** 32 - 1],
    [1000, 1e-18, 7],
    [1717, 0.999, 1],
    [20_000, 0.003, 123_456_789],
  ];
  for (const [count, errorRate, seed] of cases) {
    // Keys of 1 to 81 bytes, ASCII and not.
    const keys = Array.from({ length: count }, (_, i) => `${"é布x".repeat(i % 13).slice(0, i % 37)}${i}`);
    writeFileSync(join(folder, "keys.json"), JSON.stringify(keys));
    await printed("python3", ["-c", WRITE, `${errorRate}`, `${seed}`], { cwd: folder });
    const expected = BloomFilter.from(keys, { errorRate, seed }).toBytes();
    assert.deepEqual(readFileSync(join(folder, "other.bloom")), Buffer.from(expected), `${count}, ${errorRate}`);
  }
});

test("Node", async (t) => {
  if (without(t, "python3")) return;
  for (const step of stepWith("node")) await runStep(folder, step);
});

test("a browser", async (t) => {
  if (without(t, "python3")) return;
  const { browser, hint } = await openBrowser("Chromium");
  if (!browser) return leaveOut(t, `no Chromium: ${hint}`);
  const server = await serveSite(folder);
  try {
    assert.equal(await browser.read(server.url), "is free");
  } finally {
    await server.close();
  }
});
