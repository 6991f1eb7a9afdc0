// The page about leaked passwords: publishes the list, bundles the form, and types passwords in a real browser.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { findChromium } from "../../../scripts/programs.mjs";
import { at } from "../../../scripts/run.mjs";
import { serveSite } from "../../../scripts/serve-site.mjs";
import { openChromium } from "../../js/helpers/browser.mjs";
import { printed } from "../command.mjs";
import { makeProjects } from "../project.mjs";
import { commandOf, leaveOut } from "../tools.mjs";
import { readTask, runShell, runStep, writeFiles } from "./task.mjs";

const { files, steps } = readTask("leaked-passwords");
const [install, publish, check, serve] = steps;
const LEAKED = "This password may have leaked. Please choose another one.";
const UNKNOWN = "We couldn't check this password.";
const FINE = "This password is not on the list.";

let projects;
let folder;

before(async () => {
  projects = makeProjects();
  folder = projects.project("leaked-passwords");
  writeFiles(folder, files);
  // The state is outside of the folder.
  await runStep(folder, publish, { XDG_STATE_HOME: `${folder}.state`, LOCALAPPDATA: `${folder}.state` });
});
after(() => projects?.remove());

test("npm start runs the commands of the page", () => {
  const { scripts } = JSON.parse(readFileSync(at("examples/leaked-passwords/package.json"), "utf8"));
  assert.equal(install.command, "npm install edgebloom esbuild");
  assert.equal(`npx ${scripts["publish-list"]}`, publish.command);
  assert.equal(scripts.start, `npm run publish-list && ${serve.command.replace("npx ", "")}`);
});

test("the set has shards, and finds a digest in lower case", async () => {
  await runStep(folder, check);
  const { shards } = JSON.parse(readFileSync(join(folder, "leaked/manifest.json"), "utf8"));
  assert.equal(shards.length, 2);
});

test("hash.mjs makes the list from passwords", async () => {
  writeFileSync(join(folder, "passwords.txt"), "password\r\n123456\n\nqwerty\nletmein");
  const digests = await runShell(folder, { command: "node hash.mjs < passwords.txt" });
  const listed = files.get("leaked.txt").replace(/:.*/g, "").toLowerCase();
  assert.equal(digests, listed);
});

test("the form rejects leaked passwords, and sends nothing but requests for shards", async (t) => {
  const found = process.env.EDGEBLOOM_NO_BROWSER ? undefined : findChromium();
  if (!found) return leaveOut(t, "no Chromium");
  const [, name, ...args] = serve.command.split(" ");
  assert.deepEqual([name, args.pop()], ["esbuild", "--servedir=."]);
  await printed(commandOf(at(), name), args, { cwd: folder });
  const server = await serveSite(folder, { headers: { "content-security-policy": "default-src 'self'" } });
  const browser = await openChromium({ executablePath: found.browser });
  try {
    const page = await browser.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    let requests = [];
    page.on("request", (request) => requests.push(request.url().slice(server.url.length)));
    const hintAfter = async (password, act) => {
      await page.fill("#password", "");
      await page.locator("#password").blur();
      await page.waitForFunction(() => document.querySelector("#password-hint").textContent === "");
      await page.fill("#password", password);
      await act();
      await page.waitForFunction(() => document.querySelector("#password-hint").textContent);
      return page.textContent("#password-hint");
    };
    const leave = () => page.locator("#password").blur();
    const save = () => page.click("button");

    await page.goto(server.url);
    assert.equal(await hintAfter("letmein", leave), LEAKED);
    assert.equal(await page.getAttribute("#password", "aria-invalid"), "true");
    assert.equal(await hintAfter("a long and rare sentence 7", save), FINE);
    assert.equal(await page.getAttribute("#password", "aria-invalid"), "false");
    assert.equal(await hintAfter("password", save), LEAKED);
    // The button stays below the pointer when the click itself leaves the field and takes the warning away.
    await page.fill("#password", "letmein");
    await leave();
    await page.waitForFunction((text) => document.querySelector("#password-hint").textContent === text, LEAKED);
    await page.fill("#password", "a long and rare sentence 8");
    await page.click("button", { delay: 200 });
    await page.waitForFunction((text) => document.querySelector("#password-hint").textContent === text, FINE);
    const fetched = requests.filter((path) => path.startsWith("leaked/"));
    assert.ok(fetched.includes("leaked/manifest.json") && fetched.length <= 5, fetched.join());
    assert.ok(requests.every((path) => !/[?#]|letmein/.test(path)));

    requests = [];
    assert.equal(await hintAfter("letmein", leave), LEAKED);
    assert.deepEqual(requests, [], "a shard is fetched once");
    await page.reload();
    assert.equal(await hintAfter("letmein", leave), LEAKED);
    assert.ok(!requests.some((path) => path.startsWith("leaked/files/")), requests.join());
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
    await server.close();
  }
});

test("with LiveFilter, the host learns nothing", async (t) => {
  const found = process.env.EDGEBLOOM_NO_BROWSER ? undefined : findChromium();
  if (!found) return leaveOut(t, "no Chromium");
  const whole = projects.project("leaked-whole");
  writeFiles(whole, files);
  await runStep(
    whole,
    { command: publish.command.replace("--shards auto ", "") },
    { XDG_STATE_HOME: `${whole}.state` },
  );
  const page = readFileSync(at("docs/tasks/leaked-passwords.md"), "utf8");
  const [, instance] = page.match(/^(const leaked = new LiveFilter\(.*)$/m);
  const [, lines] = page.match(/^```js\n( {4}await leaked\.ready\(\);\n.*\n)```$/m);
  const code = files
    .get("form.js")
    .replaceAll("ShardedFilter }", "LiveFilter }")
    .replace(/^const leaked = .*$/m, instance)
    .replace(/^ {4}return await leaked.*\n/m, lines);
  writeFileSync(join(whole, "form.js"), code);
  const [, name, ...args] = serve.command.split(" ");
  await printed(commandOf(at(), name), args.slice(0, -1), { cwd: whole });
  const server = await serveSite(whole);
  const browser = await openChromium({ executablePath: found.browser });
  try {
    const tab = await browser.newPage();
    await tab.goto(server.url);
    for (const [password, hint] of [
      ["letmein", LEAKED],
      ["a long and rare sentence 7", FINE],
    ]) {
      await tab.fill("#password", password);
      await tab.press("#password", "Enter");
      await tab.waitForFunction((text) => document.querySelector("#password-hint").textContent === text, hint);
    }
  } finally {
    await browser.close();
    await server.close();
  }
});

test("the server looks up passwords in the same files", async () => {
  const script = `
    import { isLeaked } from "./server.mjs";
    console.log(await isLeaked("letmein"), await isLeaked("a long and rare sentence 7"));
  `;
  const answers = await printed(process.execPath, ["--input-type=module", "-e", script], { cwd: folder });
  assert.equal(answers, "true false\n");
  const page = readFileSync(at("docs/tasks/leaked-passwords.md"), "utf8");
  const [, code] = /this prints `true`:\n\n```sh\nnode -e '(.+)'\n```/.exec(page);
  assert.equal(await printed(process.execPath, ["-e", code], { cwd: folder }), "true\n");
});

test("a set that can't be fetched locks nobody out, and says so", async (t) => {
  const found = process.env.EDGEBLOOM_NO_BROWSER ? undefined : findChromium();
  if (!found) return leaveOut(t, "no Chromium");
  const server = await serveSite(folder);
  const browser = await openChromium({ executablePath: found.browser });
  try {
    const page = await browser.newPage();
    const problems = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.route("**/leaked/**", (route) => route.abort());
    await page.goto(server.url);
    await page.fill("#password", "letmein");
    await page.click("button");
    await page.waitForFunction((text) => document.querySelector("#password-hint").textContent === text, UNKNOWN);
    assert.ok(
      problems.some((text) => text.includes("NETWORK") || text.includes("FilterFetchError")),
      problems.join(),
    );
  } finally {
    await browser.close();
    await server.close();
  }
});
