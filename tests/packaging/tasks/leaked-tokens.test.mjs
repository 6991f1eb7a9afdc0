// The page about leaked tokens: runs the job with a wrangler that only notes what it uploads, and the worker in workerd, in front of an API.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { at } from "../../../scripts/run.mjs";
import { errorsInWorkflow } from "../../js/action/github-parser.mjs";
import { makeProjects } from "../project.mjs";
import { withWorker } from "../workerd.mjs";
import { jobIn, runNightly, uploaded } from "./daily-job.mjs";
import { readTask, runStep } from "./task.mjs";

const { files, steps } = readTask("leaked-tokens");
const [install, daily, dev, curl, login, create, remote, deploy] = steps;
const PAGE = readFileSync(at("docs/tasks/leaked-tokens.md"), "utf8");
const [, DATE] = files.get("wrangler.toml").match(/^compatibility_date = "(.+)"$/m);
const [LEAKED, VALID] = ["tokens.txt", "valid.txt"].map((name) => files.get(name));

let projects;
let folder;

before(() => {
  projects = makeProjects();
  folder = jobIn(projects, "leaked-tokens", files);
});
after(() => projects?.remove());

const put = (name, text) => writeFileSync(join(folder, name), text);

test("the commands of the page", () => {
  const { scripts } = JSON.parse(readFileSync(at("examples/leaked-tokens/package.json"), "utf8"));
  assert.equal(install.command, "npm install edgebloom wrangler");
  assert.equal(`${daily.command} && ${dev.command.slice(4)}`, scripts.start);
  assert.deepEqual(
    [login, create, remote, deploy].map(({ command }) => command),
    [
      "npx wrangler login",
      "npx wrangler r2 bucket create lists",
      `node ${scripts.daily.slice(5)}`,
      `npx ${scripts.deploy}`,
    ],
  );
});

test("the workflow of the page is valid, and checks what the script checks", async () => {
  const [, workflow] = PAGE.match(/^```yaml\n(name: .*?)^```$/ms);
  assert.deepEqual(await errorsInWorkflow(workflow), []);
  const { version } = JSON.parse(readFileSync(at("pkg/package.json"), "utf8"));
  assert.ok(workflow.includes(`/action@v${version}\n`));
  const hashes = files.get("nightly.sh").match(/grep .* (?=new\.txt)/)[0];
  assert.ok(workflow.includes(`if ${hashes}tokens.txt; then exit 1; fi\n`), hashes);
  const [exempt] = files.get("daily.mjs").match(/(?<=const exempt = "--).*(?=";)/);
  for (const option of exempt.split(" --")) assert.ok(workflow.includes(`--${option.replace(" ", "=")}\n`), option);
  for (const option of ["keys sha256-hex", "error-rate 1e-6"]) {
    assert.ok(files.get("daily.mjs").includes(`--${option} `), option);
    assert.ok(workflow.includes(`${option.replace(" ", ": ")}\n`), option);
  }
});

test("the job stops if the list is broken", async () => {
  for (const text of [`${"0".repeat(64)}  a.txt\n`, "Service unavailable\n"]) {
    put("tokens.txt", text);
    await assert.rejects(runStep(folder, { command: daily.command }));
  }
  assert.ok(!existsSync(join(folder, "uploads.txt")));
});

test("a valid token that has leaked is blocked, unless it's in allow.txt", async () => {
  put("tokens.txt", LEAKED + VALID.toUpperCase());
  assert.equal(await runStep(folder, { command: daily.command }), "sequence 1: 2 keys, 2 added, 0 removed\n");
  put("allow.txt", files.get("allow.txt") + VALID);
  assert.equal(await runStep(folder, { command: daily.command }), "sequence 2: 1 keys, 0 added, 1 removed\n");
  put("allow.txt", files.get("allow.txt"));
});

test("leaked tokens are blocked", async () => {
  put("tokens.txt", LEAKED);
  assert.equal(await runStep(folder, { command: daily.command }), "sequence 2: 1 keys, 0 added, 0 removed\n");
  const names = uploaded(folder, "tokens", "--local").slice(-2);
  const { never, errorRate } = JSON.parse(readFileSync(join(folder, "tokens/manifest.json"), "utf8"));
  assert.deepEqual([never.keys, errorRate], [1, 1e-6]);

  const run = async (_, __, miniflare) => {
    const send = async (authorization) => {
      const headers = authorization === undefined ? {} : { authorization };
      const response = await miniflare.dispatchFetch("http://localhost/", { headers });
      return [response.status, await response.text()];
    };
    assert.deepEqual(await send("Bearer test"), [503, "no list"]);
    const bucket = await miniflare.getR2Bucket("LISTS");
    for (const name of names)
      await bucket.put(`tokens/${name}`, new Uint8Array(readFileSync(join(folder, "tokens", name))));
    for (let i = 0; i < 40 && (await send("Bearer good"))[0] === 503; i++) await sleep(250);
    for (const passed of [undefined, "Bearer good"]) assert.deepEqual(await send(passed), [200, "from the API"]);
    // The API could read them in another way, and find the leaked token.
    for (const odd of ["Bearer", "Basic test", "Token test", 'Bearer "test"', "Bearer test x", "Bearer test, Bearer x"])
      assert.deepEqual(await send(odd), [401, "expected one bearer token"], odd);
    const [, header] = curl.command.match(/-H "Authorization: ([^"]+)"/);
    for (const authorization of [header, "bearer  test "])
      assert.deepEqual(await send(authorization), [403, curl.output.trim()], authorization);
    return names;
  };
  const options = { r2Buckets: ["LISTS"], outboundService: () => new Response("from the API") };
  await withWorker(folder, DATE, run, "worker.js", options);

  const [, exception] = PAGE.match(/^```js\n(if .*)\n```/m);
  const check = "if (leaked.has(hash))";
  assert.ok(PAGE.includes(`above \`${check}\``) && exception.includes(VALID.trim()));
  const code = files.get("worker.js").replace(check, `${exception.replace(VALID.trim(), LEAKED.trim())}\n${check}`);
  put("exception.js", code);
  const runExempt = async (_, __, miniflare) => {
    const bucket = await miniflare.getR2Bucket("LISTS");
    for (const name of names)
      await bucket.put(`tokens/${name}`, new Uint8Array(readFileSync(join(folder, "tokens", name))));
    const headers = { authorization: "Bearer test" };
    assert.equal(await (await miniflare.dispatchFetch("http://localhost/", { headers })).text(), "from the API");
  };
  await withWorker(folder, DATE, runExempt, "exception.js", options);
});

test("the script of every night downloads both lists, and publishes an earlier one", {
  skip: process.platform === "win32",
}, async () => {
  const night = jobIn(projects, "leaked-tokens-night", files);
  const run = (list, args) => runNightly(night, { atLeast: 1, list, others: { "valid.txt": VALID }, args });
  assert.equal(await run(LEAKED), "sequence 1: 1 keys, 1 added, 0 removed\n");
  assert.deepEqual(uploaded(night, "tokens", "--remote").at(-1), "manifest.json");
  assert.equal(readFileSync(join(night, "tokens-Wed.txt"), "utf8"), LEAKED);
  const other = `${"0".repeat(64)}\n`;
  await assert.rejects(run(""), /The list is cut off/);
  for (const bad of [`${LEAKED.trim()}  a.txt`, "", "# comment", LEAKED.slice(1), `${LEAKED.trim()}:x`])
    await assert.rejects(run(`${LEAKED}${bad}\n`), /Not a list of hashes/, bad);
  // Both are hashes to the command line, too.
  assert.equal(await run(`${LEAKED.trim()}\r\n`), "sequence 1: 1 keys, 0 added, 0 removed\n");
  assert.equal(await run(`${LEAKED.trim()}:12\n`), "sequence 1: 1 keys, 0 added, 0 removed\n");
  writeFileSync(join(night, "tokens-Tue.txt"), LEAKED + other);
  const again = '"file://$PWD/tokens-Tue.txt"';
  assert.ok(PAGE.includes(`\`sh nightly.sh ${again}\``));
  assert.equal(await run("", again), "sequence 2: 2 keys, 1 added, 0 removed\n");
});
