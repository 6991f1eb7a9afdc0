// The page about a daily list: runs the job of two days with a wrangler that only notes what it uploads, and the worker in workerd.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { at } from "../../../scripts/run.mjs";
import { makeProjects } from "../project.mjs";
import { withWorker } from "../workerd.mjs";
import { jobIn, runNightly, uploaded } from "./daily-job.mjs";
import { readTask, runStep } from "./task.mjs";

const { files, steps } = readTask("daily-list-worker");
const [install, daily, dev, curl, login, create, remote, deploy] = steps;
const [, DATE] = files.get("wrangler.toml").match(/^compatibility_date = "(.+)"$/m);
const PUBLISH =
  "npx edgebloom publish --json --static --keys domain --error-rate 0.001 --state domains.state -o domains domains.txt";

let projects;
let folder;

before(() => {
  projects = makeProjects();
  folder = jobIn(projects, "daily-list-worker", files);
});
after(() => projects?.remove());

test("the commands of the page", () => {
  const { scripts } = JSON.parse(readFileSync(at("examples/daily-list-worker/package.json"), "utf8"));
  assert.equal(install.command, "npm install edgebloom wrangler");
  assert.equal(scripts.start, `${daily.command} && wrangler dev`);
  assert.deepEqual(
    [dev, login, create, remote, deploy].map(({ command }) => command),
    [
      "npx wrangler dev",
      "npx wrangler login",
      "npx wrangler r2 bucket create lists",
      `node ${scripts.daily.slice(5)}`,
      `npx ${scripts.deploy}`,
    ],
  );
});

test("a Worker follows the list from one day to the next", async () => {
  await runStep(folder, daily);
  const first = uploaded(folder, "domains", "--local");
  assert.deepEqual([first.length, first.at(-1)], [2, "manifest.json"]);

  const worker = join(folder, "worker.js");
  const code = files.get("worker.js").replace("3_600_000", "1000").replace("7_200_000", "1000");
  assert.ok(!code.includes("00_000"), code);
  writeFileSync(worker, code);
  const run = async (ask, _, miniflare) => {
    const bucket = await miniflare.getR2Bucket("LISTS");
    const put = async (names) => {
      for (const name of names)
        await bucket.put(`domains/${name}`, new Uint8Array(readFileSync(join(folder, "domains", name))));
    };
    const answer = async (key) => JSON.parse(await ask(`?key=${encodeURIComponent(key)}`));

    assert.equal(await ask("?key=mailinator.com"), "no list yet");
    await put(first);
    // The next try is due after a second or so.
    for (let i = 0; i < 40 && (await ask("?key=mailinator.com")) === "no list yet"; i++) await sleep(250);
    const [, address] = curl.command.match(/^curl "(.+)"$/);
    assert.equal(`${await ask(new URL(address).search)}\n`, curl.output);
    assert.deepEqual(await answer("https://example.org/x"), { answer: "no", sequence: 1 });

    writeFileSync(join(folder, "domains.txt"), "mailinator.com\nyopmail.com\n");
    assert.equal(await runStep(folder, { command: daily.command }), "sequence 2: 2 keys, 1 added, 1 removed\n");
    const second = uploaded(folder, "domains", "--local");
    assert.equal(second.at(-1), "manifest.json");
    await put(second);
    // After a pause, the first request waits for the update.
    await sleep(2500);
    assert.deepEqual(await answer("https://www.yopmail.com/"), { answer: "maybe", sequence: 2 });
    assert.deepEqual(await answer("https://guerrillamail.com/"), { answer: "no", sequence: 2 });
    assert.match(await ask(""), /expected a host name/);
  };
  await withWorker(folder, DATE, run, "worker.js", { r2Buckets: ["LISTS"] });
});

test("the script of every night leaves domains out, keeps the list, and publishes an earlier one", {
  skip: process.platform === "win32",
}, async () => {
  const night = jobIn(projects, "daily-nightly", files);
  const run = (list, args) => runNightly(night, { atLeast: 2, list, args });
  const list = (name) => readFileSync(join(night, name), "utf8");
  assert.equal(await run("a.example\nb.example\n"), "sequence 1: 2 keys, 2 added, 0 removed\n");
  const kept = "domains-Wed.txt";
  assert.deepEqual(
    readdirSync(night).filter((name) => /^domains-/.test(name)),
    [kept],
  );
  writeFileSync(join(night, "domains-Tue.txt"), list(kept));
  writeFileSync(join(night, "allow.txt"), "# wrong\r\nB.Example\r\n");
  assert.equal(await run("a.example\nb.example\nc.example\n"), "sequence 2: 2 keys, 1 added, 1 removed\n");
  // A domain whose parent is listed can't be left out.
  writeFileSync(join(night, "allow.txt"), "x.c.example\n");
  await assert.rejects(
    run("a.example\nb.example\nc.example\n"),
    /--allow: "x\.c\.example" can't get "no", because "c\.example" is on the list/,
  );
  // A list that the job refuses isn't kept.
  const before = list(kept);
  await assert.rejects(run("\n"), /The list is cut off/);
  await assert.rejects(run("\n\n\n"), /no keys/);
  assert.equal(list(kept), before);
  const page = readFileSync(at("docs/tasks/daily-list-worker.md"), "utf8");
  const again = '"file://$PWD/domains-Tue.txt"';
  assert.ok(page.includes(`\`sh nightly.sh ${again}\``));
  writeFileSync(join(night, "allow.txt"), "");
  // What was rejected has left no trace.
  assert.equal(await run("", again), "sequence 3: 2 keys, 1 added, 1 removed\n");
  assert.equal(uploaded(night, "domains", "--remote").at(-1), "manifest.json");
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
      await bucket.put(`domains/${name}`, new Uint8Array(readFileSync(join(folder, "domains", name))));
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask("?key=mailinator.com")));
    assert.deepEqual(answers, Array(20).fill(`{"answer":"maybe","reads":${names.length}}`));
  };
  await withWorker(folder, DATE, run, "burst.js", { r2Buckets: ["LISTS"] });
});

test("the exception of the page is for a domain and its subdomains", async () => {
  const page = readFileSync(at("docs/tasks/daily-list-worker.md"), "utf8");
  const [, exception] = page.match(/above `(?:.|\n)*?```js\n(.*)\n```/);
  const answer = "return Response.json({ answer: blocked";
  assert.ok(files.get("worker.js").includes(answer) && exception.includes("example.com"), exception);
  writeFileSync(
    join(folder, "exception.js"),
    files.get("worker.js").replace(answer, `${exception.replace("example.com", "mailinator.com")}\n${answer}`),
  );
  writeFileSync(join(folder, "domains.txt"), "mailinator.com\nyopmail.com\n");
  await runStep(folder, { command: daily.command });
  const names = uploaded(folder, "domains", "--local");
  const run = async (ask, _, miniflare) => {
    const bucket = await miniflare.getR2Bucket("LISTS");
    for (const name of names)
      await bucket.put(`domains/${name}`, new Uint8Array(readFileSync(join(folder, "domains", name))));
    const answer = async (key) => JSON.parse(await ask(`?key=${key}`)).answer;
    assert.deepEqual(await Promise.all(["mailinator.com", "https://A.Mailinator.com/x", "yopmail.com"].map(answer)), [
      "no",
      "no",
      "maybe",
    ]);
  };
  await withWorker(folder, DATE, run, "exception.js", { r2Buckets: ["LISTS"] });
});

test("a broken list stops the job", async () => {
  writeFileSync(join(folder, "domains.txt"), "<!doctype html>\n<title>Not found</title>\n");
  await assert.rejects(runStep(folder, { command: daily.command }));
  assert.deepEqual(uploaded(folder, "domains", "--local"), []);
});
