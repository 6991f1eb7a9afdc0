// The inputs of the GitHub Action, its lists, and what it prints: none of them may do more than it says.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { arrival } from "../../../action/finish.mjs";
import { NAMES, readInputs } from "../../../action/inputs.mjs";
import { findLists } from "../../../action/lists.mjs";
import { at } from "../../../scripts/run.mjs";
import { listen } from "../helpers/browser.mjs";
import { ACTION } from "./composite.mjs";

const folder = mkdtempSync(join(tmpdir(), "edgebloom-inputs-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const read = (inputs, env = {}) =>
  readInputs({ RUNNER_TEMP: "/temp", GITHUB_RUN_ID: "7", ...env, INPUTS: JSON.stringify({ list: "a", ...inputs }) });
const rclone = { upload: "rclone", target: "r2:lists" };

test("the script knows the inputs of action.yml", () => {
  assert.deepEqual(Object.keys(ACTION.inputs).sort(), [...NAMES].sort());
});

test("options keep their values, also those that begin with a dash", () => {
  const { options, listOptions, version } = read({
    keys: "domain",
    column: "-x y",
    shards: "",
    static: "true",
    args: "--keep=10\n  --never=top list.txt\r\n\n--allow=own.txt\n--comments",
  });
  const common = ["--keys=domain", "--column=-x y"];
  assert.deepEqual(options, [
    ...common,
    "--static",
    "--keep=10",
    "--never=top list.txt",
    "--allow=own.txt",
    "--comments",
  ]);
  assert.deepEqual(listOptions, [...common, "--never=top list.txt", "--allow=own.txt", "--comments"]);
  assert.equal(version, JSON.parse(readFileSync(at("pkg/package.json"), "utf8")).version);
  // A map is no static set.
  assert.deepEqual(read({ list: "", static: "true", args: "--map=a" }).options, ["--map=a"]);
});

test("a set has a state and a cache of its own, outside of the workspace", () => {
  const [a, b] = ["lists/a", "lists-a"].map((output) => read({ output }));
  assert.match(a.state, /^\/temp\/edgebloom-lists-a-[0-9a-f]{12}\/state$/);
  assert.notEqual(a.state, b.state);
  assert.ok(!b.cacheKey.startsWith(a.cachePrefix) && a.cacheKey.startsWith(a.cachePrefix));
  assert.equal(read({ "state-key": "x, y\u2028" }).cachePrefix.match(/^[\w-]+$/).length, 1);
  assert.notEqual(read({}, { GITHUB_RUN_ATTEMPT: "2" }).cacheKey, read({}).cacheKey);
});

test("rejects what would do something else", () => {
  const wrong = [
    [{ list: "\n \n" }, /^list: expected files/],
    [{ keys: "domain\n--never=x" }, /^keys: expected one line/],
    [{ static: "yes" }, /^static: expected true or false/],
    [{ version: "1 --yes evil" }, /^version: /],
    [{ version: "file:../evil" }, /^version: /],
    [{ "signing-key": "x" }, /^signing-key: expected name/],
    [{ upload: "ftp" }, /^upload: expected none, pages, rclone, wrangler/],
    [{ target: "x" }, /^target: only with upload/],
    [{ "public-url": "https://lists.example/" }, /^public-url: expected the address of manifest\.json/],
    [{ "public-url": "file:///etc/manifest.json" }, /^public-url: /],
    ...["", "-r2:x", "lists", "a\nb:c"].map((target) => [{ ...rclone, target }, /^target: /]),
    ...["", "-x", "Lists", "lists/a b", "lists/--remote x"].map((target) => [
      { upload: "wrangler", target },
      /^target: /,
    ]),
    [{ upload: "pages", target: "site" }, /^target: expected a folder that contains published/],
    [{ upload: "pages", target: "..", output: "x" }, /^target: /],
    ...[".", "..", "../x", "a/../..", "/etc", "-x", "~x", "a*", "!a", "#a", "a\nb", "a/../b\u0000"].map((output) => [
      { output },
      /^output: /,
    ]),
    ...["keep=1", "--", "-o x", "--output=x", "--state=x", "--json", "--signing-key=x"].map((args) => [
      { args },
      /^args: /,
    ]),
  ];
  for (const [inputs, message] of wrong) assert.throws(() => read(inputs), { message }, JSON.stringify(inputs));
});

test("lists: files, names with *, and what is no list", async () => {
  const put = (name, text) => (writeFileSync(join(folder, name), text), join(folder, name));
  const [one, two] = ["[a] 1.txt", "[a] 2.txt"].map((name) => put(name, "x\n"));
  put("[a] 3.csv", "x\n");
  const find = (...lines) => findLists(lines, join(folder, "downloads"), []);
  assert.deepEqual(await find(join(folder, "[a] *.txt")), [one, two]);
  assert.deepEqual(await find(one, one), [one, one]);
  // Relative names are neither options nor standard input.
  assert.deepEqual(await find("package.json"), ["./package.json"]);
  await assert.rejects(find("-"), /^Error: list: \.\/-: no such file$/);
  await assert.rejects(find(join(folder, "*.none")), /no such files/);
  await assert.rejects(find(join(folder, "*", "a.txt")), /only be in the last part/);
  await assert.rejects(find(folder), /not a file/);
  await assert.rejects(find(put("empty", "")), /it is empty/);
  const pages = ["<!doctype html>", "\ufeff\n <HTML lang=en>", '<?xml version="1.0"?><Error>', "<body>"];
  for (const text of pages) await assert.rejects(find(put("page", text)), /this is an HTML or XML page/, text);
});

test("downloads: over https, whole, and no page", async (t) => {
  const answers = {
    "/good": (response) => response.end("a.example\n"),
    "/page": (response) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("a.example\n"),
    "/hidden": (response) => response.writeHead(200, { "content-type": "text/plain" }).end("\n<!DOCTYPE html>"),
    "/empty": (response) => response.end(),
    "/missing": (response) => response.writeHead(404).end("a.example\n"),
    "/busy": (response) => response.writeHead(503).end("a.example\n"),
    // The same server, by a name that is not that of this machine.
    "/moved": (response) =>
      response.writeHead(302, { location: `${origin.replace("127.0.0.1", "0.0.0.0")}/good` }).end(),
    "/half": (response) => {
      response.writeHead(200, { "content-length": 1000 });
      response.write("a.example\n", () => response.destroy());
    },
  };
  const asked = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.setHeader("connection", "close");
    answers[new URL(url, "http://host").pathname](response);
  });
  const origin = await listen(server);
  t.after(() => server.close());
  const find = (...lines) => findLists(lines, join(folder, "downloads"), [1, 1]);
  const found = await find(`${origin}/good?token=secret`, `${origin}/good`);
  assert.deepEqual(
    found.map((path) => readFileSync(path, "utf8")),
    ["a.example\n", "a.example\n"],
  );
  for (const [path, message] of Object.entries({
    "/page": /\/page: the server sends an HTML page/,
    "/hidden": /\/hidden: this is an HTML or XML page/,
    "/empty": /\/empty: it is empty/,
    "/missing": /\/missing: the server answers with status 404/,
    "/busy": /\/busy: the server answers with status 503/,
    "/half": /\/half: /,
  })) {
    await assert.rejects(find(`${origin}${path}?token=secret`), (error) => {
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  }
  await assert.rejects(find(`${origin}/moved`), /\/moved: it leads to an address without https/);
  for (const [path, times] of [
    ["/missing", 1],
    ["/busy", 3],
    ["/half", 3],
  ]) {
    assert.equal(asked.filter((url) => url.startsWith(path)).length, times, path);
  }
  await assert.rejects(find("http://lists.example/a"), /expected an address with https/);
  await assert.rejects(find("https://"), /expected an address with https/);
});

test("waits until the manifest has arrived", async (t) => {
  const answers = ["", "old", "new"];
  const server = createServer((_, response) => {
    const body = answers.length > 1 ? answers.shift() : answers[0];
    response.writeHead(body ? 200 : 404, { connection: "close" }).end(body);
  });
  const url = `${await listen(server)}/manifest.json`;
  t.after(() => server.close());
  await arrival(url, Buffer.from("new"), [1, 1]);
  await assert.rejects(arrival(url, Buffer.from("newer"), [1]), /the manifest there is not the one that was uploaded/);
  answers[0] = "";
  await assert.rejects(arrival(url, Buffer.from("new"), [1]), /the manifest there is missing/);
});

/** Runs code with log.mjs, and returns its output and the files that GitHub reads. */
function logged(code, env = {}) {
  const script = `import { annotate, inMarkdown, say, setOutputs, summarize } from ${JSON.stringify(at("action/log.mjs"))};\n${code}`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return { stdout, stderr };
}

test("nothing that is printed is a command of somebody else", () => {
  const evil = "100 %0A\r\n::set-output name=a::b\n##[add-path]/x\x1b[31m::error::c";
  const { stdout } = logged(
    `annotate("error", "a:b,c\\n::x::", ${JSON.stringify(evil)}); say("rclone", ${JSON.stringify(evil)});`,
  );
  assert.equal(
    stdout,
    [
      "::error title=a%3Ab%2Cc%0A%3A%3Ax%3A%3A::100 %250A%0D%0A::set-output name=a::b%0A## [add-path]/x [31m::error::c",
      "rclone: 100 %0A",
      "rclone: ::set-output name=a::b",
      "rclone: ## [add-path]/x [31m::error::c",
      "",
    ].join("\n"),
  );
});

test("outputs have one line, and the summary shows texts as they are", () => {
  const [outputs, summary] = ["outputs", "summary"].map((name) => join(folder, name));
  const env = { GITHUB_OUTPUT: outputs, GITHUB_STEP_SUMMARY: summary };
  const { stderr } = logged(
    `summarize(inMarkdown("<img src=x> [a](b) | \`c\`\\n# d"), process.env);
     setOutputs({ keys: 2, changed: true }, process.env);
     setOutputs({ folder: "a\\nevil=b" }, process.env);`,
    env,
  );
  assert.match(stderr, /folder: expected one line/);
  assert.equal(readFileSync(outputs, "utf8"), "keys=2\nchanged=true\n");
  assert.doesNotMatch(readFileSync(summary, "utf8"), /[<>[\]|`\\]|\n./);
});

/** A list that a stranger has written: its lines look like commands of the runner. */
test("the lines of a list are no commands", async (t) => {
  const { Runner } = await import("./composite.mjs");
  const runner = new Runner();
  t.after(() => runner.remove());
  const good = Array.from({ length: 500 }, (_, i) => `host-${i}.example`);
  runner.put("list", `${good.join("\n")}\n::set-output name=x::y\n##[add-path]/evil\n::error::evil\n`);
  const inputs = { list: "list", keys: "domain", upload: "rclone", target: "r2:a" };
  const { ok, log, outputs } = await runner.run(inputs);
  assert.ok(ok, log);
  assert.equal(outputs.keys, "500");
  const found = log.split("\n").filter((line) => /set-output|add-path|evil/.test(line));
  for (const line of found) assert.match(line, /^::warning title=edgebloom::/);
  assert.doesNotMatch(log, /##\[/);
});

before(() => process.chdir(at()));
