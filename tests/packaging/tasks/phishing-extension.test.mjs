// docs/tasks/phishing-extension.md: publishes the list, and loads the extension into Chromium.

import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../../scripts/programs.mjs";
import { at } from "../../../scripts/run.mjs";
import { NO_BROWSER } from "../../js/helpers/browser.mjs";
import { printed, served } from "../command.mjs";
import { makeProjects } from "../project.mjs";
import { scriptOf } from "../tools.mjs";
import { addPackages, readTask, runStep, writeFiles } from "./task.mjs";

const { files, steps } = readTask("phishing-extension");
const [install, publish, check, build, serve] = steps;
/** Files with the address of the server. */
const WITH_PORT = ["serve.mjs", "src/background.js", "src/warning.js"];

let projects;
/** @type {string} */
let folder;
let origin;
let env;
before(async () => {
  projects = makeProjects();
  folder = projects.project("phishing-extension");
  addPackages(folder, "esbuild", "@esbuild");
  env = { XDG_STATE_HOME: join(folder, "state"), LOCALAPPDATA: join(folder, "state") };
  writeFiles(folder, files);
  const port = await freePort();
  origin = `http://localhost:${port}`;
  for (const name of WITH_PORT)
    writeFileSync(join(folder, name), readFileSync(join(folder, name), "utf8").replaceAll("8080", String(port)));
});
after(() => projects?.remove());

test("the commands", async () => {
  assert.equal(install.command, "npm install edgebloom esbuild");
  await runStep(folder, publish, env);
  await runStep(folder, check);
  // Its command is a script or a program, depending on how npm has installed it.
  const [npx, esbuild, ...args] = build.command.split(" ");
  assert.deepEqual([npx, esbuild], ["npx", "esbuild"]);
  await printed(scriptOf(folder, esbuild), args, { cwd: folder });
  assert.equal(serve.command, "node serve.mjs");
});

test("in Chromium", { skip: NO_BROWSER, timeout: 120_000 }, async () => {
  const server = await served(process.execPath, ["serve.mjs"], { cwd: folder });
  let context = await openWithExtension();
  try {
    let page = await context.newPage();
    /** Opens an address, which a warning aborts, and waits until the tab has reached `end`. */
    const visit = async (address, end) => {
      await page.goto(address).catch(() => {});
      await until(() => (typeof end === "string" ? page.url() === end : end.test(page.url())));
      return page.locator("body").innerText();
    };
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    await until(async () => (await sequenceIn(worker)) === 1);

    assert.equal(await visit(`${origin}/`, `${origin}/`), "You are at /");
    const shown = await visit(`${origin}/login`, /\/warning\.html/);
    await page.locator("h1").waitFor();
    const warning = (await page.innerText("main")).split("\n").filter((line) => line && line !== "Continue anyway");
    assert.deepEqual(warning.join("\n").replace(origin, "http://localhost:8080").split("\n"), warningOnPage(), shown);

    await page.click("button");
    await page.waitForURL(`${origin}/login`);
    assert.equal(await visit(`${origin}/login`, `${origin}/login`), "You are at /login");

    // A redirect, from a host that is not listed.
    const redirect = await served(process.execPath, ["-e", redirectTo("http://phish.example/login")], {});
    await visit(redirect.url, /\/warning\.html\?url=http%3A%2F%2Fphish\.example%2Flogin$/);
    await redirect.stop();

    // An update. The server still has the first list, so the new entry is a false positive for it.
    appendFileSync(join(folder, "phishing.txt"), "http://localhost/innocent\n");
    await runStep(folder, publish, env);
    await worker.evaluate(() => chrome.alarms.create("update", { delayInMinutes: 0.001, periodInMinutes: 60 }));
    await until(async () => (await sequenceIn(worker)) === 2);
    const seen = [];
    page.on("framenavigated", (frame) => seen.push(new URL(frame.url()).pathname));
    await page.goto(`${origin}/innocent`).catch(() => {});
    await until(() => seen.includes("/warning.html") && seen.at(-1) === "/innocent");

    // The next start needs no server.
    await server.stop();
    await context.close();
    context = await openWithExtension();
    page = await context.newPage();
    await visit("http://bank-login.example/", /\/warning\.html/);
    await page.locator("h1").waitFor();
  } finally {
    await context.close();
    await server.stop();
  }
});

test("in Chromium, with a list in the extension and no server", { skip: NO_BROWSER, timeout: 120_000 }, async () => {
  const page = readFileSync(at("docs/tasks/phishing-extension.md"), "utf8");
  const [, command] = page.match(/\(`(npx edgebloom build [^`]+)`\)/);
  const [, lines] = page.match(/replace two lines in `check`:\n\n {2}```js\n(.*?) {2}```\n/s);
  await runStep(folder, { command });
  const background = join(folder, "src/background.js");
  const code = readFileSync(background, "utf8");
  const old = "  await phishing.ready();\n  if (!phishing.has(address)) return;\n";
  assert.ok(code.includes(old));
  writeFileSync(background, `import { fetchFilter } from "edgebloom/reader";\n${code.replace(old, lines)}`);
  const [, esbuild, ...args] = build.command.split(" ");
  await printed(scriptOf(folder, esbuild), args, { cwd: folder });
  const context = await openWithExtension("new-profile");
  try {
    // In a new profile, the extension listens only after its worker has run.
    if (!context.serviceWorkers().length) await context.waitForEvent("serviceworker");
    const tab = await context.newPage();
    await until(async () => {
      await tab.goto("http://bank-login.example/").catch(() => {});
      return tab.waitForURL(/\/warning\.html/, { timeout: 1000 }).then(
        () => true,
        () => false,
      );
    });
    await tab.locator("h1").waitFor();
  } finally {
    await context.close();
  }
});

async function openWithExtension(profile = "profile") {
  const { chromium } = await import("playwright-core");
  const extension = join(folder, "build/extension");
  return chromium.launchPersistentContext(join(folder, profile), {
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ],
  });
}

/** The lines of the warning on the page. */
const warningOnPage = () => {
  const page = readFileSync(at("docs/tasks/phishing-extension.md"), "utf8");
  return [...page.matchAll(/^> (.+)$/gm)].map(([, line]) => line.replace(/[*`]/g, ""));
};

/** The sequence number of the manifest that the extension has stored; undefined before the first. */
const sequenceIn = (worker) =>
  worker.evaluate(async () => {
    const cache = await caches.open("edgebloom");
    const address = (await cache.keys()).find(({ url }) => url.endsWith("/manifest.json"));
    return address && JSON.parse(await (await cache.match(address)).text()).sequence;
  });

async function until(isDone) {
  for (let tries = 100; !(await isDone()); tries--) {
    assert.ok(tries, `never: ${isDone}`);
    await sleep(100);
  }
}

/** A server that redirects. */
const redirectTo = (address) =>
  `const server = require("node:http").createServer((_, response) => response.writeHead(302, { location: "${address}" }).end());
  server.listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + server.address().port));`;
