// The page about sign-up forms: builds the filter, bundles the form, starts the server, and types addresses in a real browser.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { at } from "../../../scripts/run.mjs";
import { findChromium } from "../../../scripts/programs.mjs";
import { openChromium } from "../../js/helpers/browser.mjs";
import { printed, whileServed } from "../command.mjs";
import { makeProjects } from "../project.mjs";
import { commandOf, leaveOut } from "../tools.mjs";
import { addPackages, readTask, runStep, writeFiles } from "./task.mjs";

const { files, steps } = readTask("signup-emails");
const [install, build, check, bundle, serve] = steps;
const HINT = /^This looks like a disposable address\./;

let projects;
let folder;
let browser;

before(async () => {
  projects = makeProjects();
  folder = projects.project("signup-emails");
  addPackages(folder, "disposable-email-domains");
  writeFiles(folder, files);
  await runStep(folder, build);
});
after(async () => {
  await browser?.close();
  projects?.remove();
});

test("npm start runs the commands of the page", () => {
  const { scripts } = JSON.parse(readFileSync(at("examples/signup-emails/package.json"), "utf8"));
  assert.match(install.command, /^npm install edgebloom /);
  assert.deepEqual([`npx ${scripts.filter}`, `npx ${scripts.bundle}`], [build.command, bundle.command]);
  assert.ok(scripts.start.endsWith(` && ${serve.command}`));
});

test("the file finds the addresses, and has the size of the page", async () => {
  await runStep(folder, check);
  const page = readFileSync(at("docs/tasks/signup-emails.md"), "utf8");
  const kilobytes = Math.round(readFileSync(join(folder, "disposable.bloom")).length / 1000);
  assert.ok(page.includes(`in a file of ${kilobytes} kB`), `${kilobytes} kB`);
});

/** Adds a page to the browser, types addresses there, and returns the hint and the requests for each. */
async function typed(url, addresses) {
  const page = await browser.newPage();
  const requests = [];
  page.on("request", (request) => requests.push(request.url().slice(url.length)));
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) problems.push(message.text());
  });
  await page.goto(url);
  await page.focus("#email");
  await page.waitForResponse((response) => response.url().endsWith("/disposable.bloom"));
  const answers = [];
  for (const address of addresses) {
    requests.length = 0;
    await page.fill("#email", address);
    const answer = page.waitForResponse(/\/disposable\?/, { timeout: 1000 }).catch(() => undefined);
    await page.locator("#email").blur();
    await answer;
    await page.waitForTimeout(100);
    answers.push([await page.textContent("#email-hint"), [...requests]]);
  }
  assert.deepEqual(problems, []);
  await page.close();
  return answers;
}

/** A domain that is "maybe", but not on the list. */
async function falsePositive() {
  const keys = Array.from({ length: 2000 }, (_, i) => `someone@domain-${i}.com`);
  const out = await printed(
    process.execPath,
    [join(folder, "node_modules/edgebloom/cli.js"), "check", "disposable.bloom", ...keys],
    { cwd: folder },
  );
  const found = out.split("\n").filter((line) => line.startsWith("maybe\t"));
  assert.ok(found.length >= 5 && found.length <= 60, `${found.length} of 2,000`);
  return found[0].slice("maybe\tsomeone@".length);
}

const bundlers = {
  bundled: async () => {
    const [, name, ...args] = bundle.command.split(" ");
    assert.equal(name, "esbuild");
    await printed(commandOf(at(), name), args, { cwd: folder });
  },
  "without a bundler": async () => {
    const code = files.get("form.js").replace(/^import .*\n/gm, "");
    const iife = readFileSync(join(folder, "node_modules/edgebloom/edgebloom-reader.iife.js"), "utf8");
    writeFileSync(join(folder, "bundle.js"), `${iife}\nconst { email, fetchFilter } = edgebloom;\n${code}`);
  },
};

for (const [name, prepare] of Object.entries(bundlers)) {
  test(`the form, ${name}, asks the server only about a maybe`, async (t) => {
    const found = process.env.EDGEBLOOM_NO_BROWSER ? undefined : findChromium();
    if (!found) return leaveOut(t, "no Chromium");
    browser ??= await openChromium({ executablePath: found.browser });
    await prepare();
    const wrong = await falsePositive();
    const [node, ...args] = serve.command.split(" ");
    assert.equal(node, "node");
    await whileServed(process.execPath, args, { cwd: folder, env: { PORT: "0" } }, async (url) => {
      const [listed, subdomain, popular, false_, unfinished] = await typed(`${url}/`, [
        "Bob@Mailinator.COM",
        "bob@x.mailinator.com",
        "bob@gmail.com",
        `someone@${wrong}`,
        "bob@",
      ]);
      assert.match(listed[0], HINT);
      assert.match(subdomain[0], HINT);
      assert.deepEqual(subdomain[1], ["disposable?domain=x.mailinator.com"]);
      assert.deepEqual(popular, ["", []]);
      assert.deepEqual(false_, ["", [`disposable?domain=${wrong}`]]);
      assert.deepEqual(unfinished, ["", []]);
      const sent = await fetch(`${url}/sign-up`, { method: "POST", body: "email=bob%40x.mailinator.com" });
      assert.equal(await sent.text(), "Open the link that we've sent you.");
    });
  });
}
