// The page about a daily list: runs the job of two days with a wrangler that only notes what it uploads, and the worker in workerd.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { at, npm } from "../../../scripts/run.mjs";
import { makeProjects } from "../project.mjs";
import { withWorker } from "../workerd.mjs";
import { readTask, runStep, writeFiles } from "./task.mjs";

const { files, steps } = readTask("daily-list-worker");
const [install, daily, dev, curl, create, remote, deploy] = steps;
const [, DATE] = files.get("wrangler.toml").match(/^compatibility_date = "(.+)"$/m);
const PUBLISH =
  "npx edgebloom publish --json --static --keys domain --error-rate 0.001 --state state -o blocked domains.txt";
const UPLOADS = "uploads.txt";
const NOTE = `#!/usr/bin/env node
require("node:fs").appendFileSync("${UPLOADS}", process.argv.slice(2).join(" ") + "\\n");
`;

let projects;
let folder;

before(() => {
  projects = makeProjects();
  folder = projects.project("daily-list-worker");
  writeFiles(folder, files);
  mkdirSync(join(folder, "wrangler"));
  writeFileSync(
    join(folder, "wrangler/package.json"),
    '{ "name": "wrangler", "version": "4.0.0", "bin": "wrangler.js" }',
  );
  writeFileSync(join(folder, "wrangler/wrangler.js"), NOTE);
  npm(["install", "--offline", "--no-audit", "--no-fund", "./wrangler"], { cwd: folder, quiet: true });
});
after(() => projects?.remove());

/** The files that the job has uploaded since the last call, in order. */
function uploaded() {
  const lines = readFileSync(join(folder, UPLOADS), "utf8").trim().split("\n");
  writeFileSync(join(folder, UPLOADS), "");
  return lines.map((line) => {
    const [, file, where] = line.match(/^r2 object put lists\/blocked\/(\S+) --file blocked\/\1 (--\w+)$/) ?? [];
    assert.equal(where, "--local", line);
    return file;
  });
}

test("the commands of the page", () => {
  const { scripts } = JSON.parse(readFileSync(at("examples/daily-list-worker/package.json"), "utf8"));
  assert.equal(install.command, "npm install edgebloom wrangler");
  assert.equal(scripts.start, `${daily.command} && wrangler dev`);
  assert.deepEqual(
    [dev, create, remote, deploy].map(({ command }) => command),
    [
      "npx wrangler dev",
      "npx wrangler r2 bucket create lists",
      `node ${scripts.daily.slice(5)}`,
      `npx ${scripts.deploy}`,
    ],
  );
});

test("a Worker follows the list from one day to the next", async () => {
  await runStep(folder, daily);
  const first = uploaded();
  assert.deepEqual([first.length, first.at(-1)], [2, "manifest.json"]);

  const worker = join(folder, "worker.js");
  const code = files.get("worker.js").replace("3_600_000", "1000");
  assert.notEqual(code, files.get("worker.js"));
  writeFileSync(worker, code);
  const run = async (ask, _, miniflare) => {
    const bucket = await miniflare.getR2Bucket("LISTS");
    const put = async (names) => {
      for (const name of names)
        await bucket.put(`blocked/${name}`, new Uint8Array(readFileSync(join(folder, "blocked", name))));
    };
    const answer = async (url) => JSON.parse(await ask(`?url=${encodeURIComponent(url)}`));

    assert.equal(await ask("?url=mailinator.com"), "no list yet");
    await put(first);
    // The next try is due after a second or so.
    for (let i = 0; i < 40 && (await ask("?url=mailinator.com")) === "no list yet"; i++) await sleep(250);
    const [, address] = curl.command.match(/^curl "(.+)"$/);
    assert.equal(`${await ask(new URL(address).search)}\n`, curl.output);
    assert.deepEqual(await answer("https://example.org/x"), { answer: "no", sequence: 1 });

    writeFileSync(join(folder, "domains.txt"), "mailinator.com\nyopmail.com\n");
    assert.equal(await runStep(folder, { command: daily.command }), "sequence 2: 2 keys, 1 added, 1 removed\n");
    const second = uploaded();
    assert.equal(second.at(-1), "manifest.json");
    await put(second);
    for (let i = 0; i < 40 && (await answer("mailinator.com")).sequence === 1; i++) await sleep(250);
    assert.deepEqual(await answer("https://www.yopmail.com/"), { answer: "maybe", sequence: 2 });
    assert.deepEqual(await answer("https://guerrillamail.com/"), { answer: "no", sequence: 2 });
    assert.deepEqual(await answer(""), { answer: "maybe", sequence: 2 });
  };
  await withWorker(folder, DATE, run, "worker.js", { r2Buckets: ["LISTS"] });
});

test("one of many first requests loads the list, and the others wait for it", async () => {
  // `reads` belongs to the isolate, and each answer has it.
  const code = files
    .get("worker.js")
    .replace("const object =", "reads++;\n  await scheduler.wait(200);\n  const object =")
    .replace("let blocked;", "let blocked;\nlet reads = 0;")
    .replace("sequence: blocked.sequence", "reads");
  writeFileSync(join(folder, "burst.js"), code);
  const { files: names } = JSON.parse(await runStep(folder, { command: PUBLISH }));
  const run = async (ask, _, miniflare) => {
    const bucket = await miniflare.getR2Bucket("LISTS");
    for (const name of names)
      await bucket.put(`blocked/${name}`, new Uint8Array(readFileSync(join(folder, "blocked", name))));
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask("?url=mailinator.com")));
    assert.deepEqual(answers, Array(20).fill(`{"answer":"maybe","reads":${names.length}}`));
  };
  await withWorker(folder, DATE, run, "burst.js", { r2Buckets: ["LISTS"] });
});

test("hashes, in any case", async () => {
  const page = readFileSync(at("docs/tasks/daily-list-worker.md"), "utf8");
  const [, lines] = page.match(/^```js\n(const hash = [^`]*)```$/m);
  const hash = "9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08";
  const day = projects.project("hashes");
  writeFiles(day, files);
  const job = files
    .get("daily.mjs")
    .replace("--keys domain ", "--keys sha256-hex ")
    .replaceAll("domains.txt", "hashes.txt");
  // No uploads here.
  writeFileSync(join(day, "daily.mjs"), job.replace(/^for .*\n/m, ""));
  const code = files
    .get("worker.js")
    .replace("import { domain }", "import { sha256Hex }")
    .replace("keys: domain,", "keys: sha256Hex,")
    .replace(/^ {4}const url = .*\n.*\n/m, lines);
  writeFileSync(join(day, "worker.js"), code);
  for (const text of [`${hash}  a.txt\n`, "Service unavailable\n"]) {
    writeFileSync(join(day, "hashes.txt"), text);
    await assert.rejects(runStep(day, { command: "node daily.mjs" }));
  }
  writeFileSync(join(day, "hashes.txt"), `${hash}\r\n`);
  assert.equal(await runStep(day, { command: "node daily.mjs" }), "sequence 1: 1 keys, 1 added, 0 removed\n");
  const { set } = JSON.parse(readFileSync(join(day, "blocked/manifest.json"), "utf8"));
  const run = async (ask, _, miniflare) => {
    const bucket = await miniflare.getR2Bucket("LISTS");
    for (const name of ["manifest.json", `files/${set.base.sha256}.bloom`])
      await bucket.put(`blocked/${name}`, new Uint8Array(readFileSync(join(day, "blocked", name))));
    const answer = async (query) => JSON.parse(await ask(`?hash=${query}`)).answer;
    assert.deepEqual([await answer(hash), await answer(hash.toLowerCase())], ["maybe", "maybe"]);
    assert.equal(await answer("0".repeat(64)), "no");
    assert.equal(await ask("?hash=abc"), "not a SHA-256 hash");
  };
  await withWorker(day, DATE, run, "worker.js", { r2Buckets: ["LISTS"] });
});

test("a broken list stops the job", async () => {
  writeFileSync(join(folder, "domains.txt"), "<!doctype html>\n<title>Not found</title>\n");
  await assert.rejects(runStep(folder, { command: daily.command }));
  assert.equal(readFileSync(join(folder, UPLOADS), "utf8"), "");
});
