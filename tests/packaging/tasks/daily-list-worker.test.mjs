// The page about a daily list: runs the job of two days with a wrangler that only notes what it uploads, and the worker in workerd.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { at, npm } from "../../../scripts/run.mjs";
import { makeProjects } from "../project.mjs";
import { withWorker } from "../workerd.mjs";
import { readTask, runShell, runStep, writeFiles } from "./task.mjs";

const [CONSTANTS, TOP, END] = ["daily.mjs for tokens", "worker.js for tokens", "end of worker.js for tokens"];
const LISTS = ["tokens.txt", "valid.txt"];
const { files, steps } = readTask("daily-list-worker", [CONSTANTS, TOP, END, ...LISTS]);
const [install, daily, dev, curl, login, create, remote, deploy, dailyTokens, devTokens, curlToken] = steps;
const [, DATE] = files.get("wrangler.toml").match(/^compatibility_date = "(.+)"$/m);
const PUBLISH =
  "npx edgebloom publish --json --static --keys domain --error-rate 0.001 --state domains.state -o domains domains.txt";
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
    const [, file, where] = line.match(/^r2 object put lists\/domains\/(\S+) --file domains\/\1 (--\w+)$/) ?? [];
    assert.equal(where, "--local", line);
    return file;
  });
}

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
  const first = uploaded();
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
    const second = uploaded();
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
  const night = projects.project("daily-nightly");
  // The page's list has two million lines.
  const script = files.get("nightly.sh");
  assert.ok(script.includes("-ge 1900000"));
  writeFiles(night, new Map([...files, ["nightly.sh", script.replace("1900000", "2")]]));
  cpSync(join(folder, "wrangler"), join(night, "wrangler"), { recursive: true });
  npm(["install", "--offline", "--no-audit", "--no-fund", "./wrangler"], { cwd: night, quiet: true });
  const run = (source, ...args) => {
    writeFileSync(join(night, "source.txt"), source);
    // It's always Wednesday.
    const stubs =
      'curl() { case $3 in file:*) cp "${3#file://}" new.txt;; *) cp source.txt new.txt; esac; }; date() { echo Wed; }; ';
    return runShell(night, { command: `${stubs}set -- ${args.join(" ")}; . ./nightly.sh` });
  };
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
  assert.match(readFileSync(join(night, UPLOADS), "utf8"), /^r2 object put lists\/domains\/\S+ --file \S+ --remote$/m);
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

test("leaked tokens", async () => {
  const day = projects.project("tokens");
  const changed = new Map([
    ["daily.mjs", files.get("daily.mjs").replace(/^const list =.*^const exempt.*?\n/ms, () => files.get(CONSTANTS))],
    [
      "worker.js",
      files
        .get("worker.js")
        .replace(/^.*?(?=\n\/\*\*)/s, () => files.get(TOP))
        .replace(/^ *const key =.*/ms, () => files.get(END)),
    ],
    ...[...LISTS, "wrangler.toml"].map((name) => [name, files.get(name)]),
  ]);
  for (const [name, text] of changed)
    assert.equal(text, readFileSync(at("examples/daily-list-worker/tokens", name), "utf8"), name);
  writeFiles(day, changed);
  cpSync(join(folder, "wrangler"), join(day, "wrangler"), { recursive: true });
  npm(["install", "--offline", "--no-audit", "--no-fund", "./wrangler"], { cwd: day, quiet: true });
  for (const text of [`${"0".repeat(64)}  a.txt\n`, "Service unavailable\n"]) {
    writeFileSync(join(day, "tokens.txt"), text);
    await assert.rejects(runStep(day, dailyTokens));
  }
  const [listed, valid] = LISTS.map((name) => files.get(name));
  for (const both of [listed + valid, valid.toUpperCase() + listed]) {
    writeFileSync(join(day, "tokens.txt"), both);
    await assert.rejects(
      runStep(day, dailyTokens),
      RegExp(`--never: "${valid.trim()}" can't get "no", because it is on`),
    );
  }
  // As the page says, a token that's on both lists can be unblocked.
  const page = readFileSync(at("docs/tasks/daily-list-worker.md"), "utf8");
  const [unblocking] = page.match(/const exempt = "--never valid\.txt --allow.*?;/);
  const daily = changed.get("daily.mjs").replace(/const exempt = .*?;/, unblocking);
  writeFiles(
    day,
    new Map([
      ["daily.mjs", daily],
      ["allow.txt", valid],
    ]),
  );
  assert.equal(await runStep(day, { command: dailyTokens.command }), "sequence 1: 1 keys, 1 added, 0 removed\n");
  for (const name of ["tokens", "tokens.state"]) rmSync(join(day, name), { recursive: true });
  writeFiles(day, changed);
  assert.equal(await runStep(day, { command: dailyTokens.command }), "sequence 1: 1 keys, 1 added, 0 removed\n");
  const { set, never, errorRate } = JSON.parse(readFileSync(join(day, "tokens/manifest.json"), "utf8"));
  assert.deepEqual([never.keys, errorRate], [1, 1e-6]);

  const run = async (ask, _, miniflare) => {
    const send = async (authorization) => {
      const response = await miniflare.dispatchFetch("http://localhost/", { headers: { authorization } });
      return [response.status, await response.text()];
    };
    assert.deepEqual(await send("Bearer test"), [503, "no list yet"]);
    const bucket = await miniflare.getR2Bucket("LISTS");
    for (const name of ["manifest.json", `files/${set.base.sha256}.bloom`])
      await bucket.put(`tokens/${name}`, new Uint8Array(readFileSync(join(day, "tokens", name))));
    for (let i = 0; i < 40 && (await ask()) === "no list yet"; i++) await sleep(250);
    assert.equal(await ask(), "from the API");
    assert.deepEqual(await send("Bearer good"), [200, "from the API"]);
    // The API could read them in another way, and find the leaked token.
    for (const odd of ["Bearer", "Basic test", "Token test", 'Bearer "test"', "Bearer test x", "Bearer test, Bearer x"])
      assert.deepEqual(await send(odd), [401, "expected one bearer token"], odd);
    const [, header] = curlToken.command.match(/-H "Authorization: ([^"]+)"/);
    for (const authorization of [header, "bearer  test "])
      assert.deepEqual(await send(authorization), [403, curlToken.output.trim()], authorization);
  };
  const options = { r2Buckets: ["LISTS"], outboundService: () => new Response("from the API") };
  await withWorker(day, DATE, run, "worker.js", options);
  assert.equal(devTokens.command, `${dev.command} --local-upstream localhost:9000 --upstream-protocol http`);

  // Without the last step, `?key=` looks up a hash in any case.
  const [head] = files.get("worker.js").match(/^.*?(?=\n\/\*\*)/s);
  writeFileSync(
    join(day, "lookup.js"),
    files.get("worker.js").replace(head, () => files.get(TOP)),
  );
  const hash = files.get("tokens.txt").trim();
  const lookUp = async (ask, _, miniflare) => {
    const bucket = await miniflare.getR2Bucket("LISTS");
    for (const name of ["manifest.json", `files/${set.base.sha256}.bloom`])
      await bucket.put(`tokens/${name}`, new Uint8Array(readFileSync(join(day, "tokens", name))));
    const answer = async (key) => JSON.parse(await ask(`?key=${key}`)).answer;
    assert.deepEqual([await answer(hash), await answer(hash.toUpperCase())], ["maybe", "maybe"]);
    assert.equal(await answer("0".repeat(64)), "no");
    assert.match(await ask("?key=abc"), /expected a SHA-256 digest/);
  };
  await withWorker(day, DATE, lookUp, "lookup.js", { r2Buckets: ["LISTS"] });
});

test("a broken list stops the job", async () => {
  writeFileSync(join(folder, "domains.txt"), "<!doctype html>\n<title>Not found</title>\n");
  await assert.rejects(runStep(folder, { command: daily.command }));
  assert.equal(readFileSync(join(folder, UPLOADS), "utf8"), "");
});
