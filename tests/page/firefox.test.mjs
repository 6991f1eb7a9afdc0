// Tests the main path in Firefox, if it is installed: type, add, find, change the layout, measure and import.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { BloomFilter } from "edgebloom";
import { findFirefox } from "../../scripts/programs.mjs";
import { buildPlayground } from "../../scripts/playground.mjs";
import { FIRST_WORDS } from "../../www/lib/bench.js";
import { LIMIT, LONG_LIMIT, holds, serve } from "./site.mjs";

const executablePath = findFirefox();
const skip = executablePath ? false : "NO FIREFOX: left out; install firefox-esr, or set FIREFOX";

let folder;
let server;
let browser;

before(async () => {
  if (skip) return console.warn(skip);
  folder = mkdtempSync(join(tmpdir(), "edgebloom-firefox-"));
  await buildPlayground(join(folder, "site"));
  server = await serve(join(folder, "site"));
  const { launch } = await import("puppeteer-core");
  browser = await launch({
    // Firefox ESR cannot set a viewport as puppeteer does it, but a window.
    defaultViewport: null,
    args: ["--width=1280", "--height=1000"],
    browser: "firefox",
    executablePath,
    headless: true,
    timeout: LONG_LIMIT,
  });
});

after(async () => {
  await browser?.close();
  await server?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test("supports the main path in Firefox", { skip, timeout: 3 * LONG_LIMIT }, async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(LIMIT);
  const problems = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(server.url);
  await page.waitForSelector("html[data-ready]");
  const text = (selector) => page.$eval(selector, (element) => element.textContent.replace(/\s+/g, " ").trim());
  // The page's policy blocks puppeteer's own way to wait for a function.
  const until = (check) => holds(async () => assert.ok(await page.evaluate(check), String(check)));
  const shows = (selector, expected) => holds(async () => assert.equal(await text(selector), expected));
  const shapeIs = (m) => holds(async () => assert.equal(await page.$eval("#shape-m", (input) => input.value), m));
  const clear = (selector) =>
    page.$eval(selector, (input) => {
      input.value = "";
    });

  await page.type("#hero-input", "Bob@Gmail.com");
  await shows("#hero-headline", "No. One bit proved it.");
  await page.click("#hero-find");
  await holds(async () => assert.match(await text("#hero-headline"), /^Caught it lying/));
  await until(() => document.querySelectorAll("#hero-strip .hit").length === 7);

  await page.type("#key", "apple");
  await shows("#verdict-headline", "Maybe in the set.");
  const filter = new BloomFilter({ bits: 128, hashes: 3 });
  filter.addMany(FIRST_WORDS);
  await until(() => document.querySelectorAll("#bits-probes li").length === 3);
  const probes = await page.$$eval("#bits-probes li", (items) => items.map((item) => Number(item.textContent)));
  assert.deepEqual(probes, filter.positions("apple"));

  await clear("#key");
  await page.type("#key", "zebra");
  await page.keyboard.press("Enter");
  await holds(async () => assert.match(await text("#keys-news"), /^Added: \d bits? set, \d already 1\.$/));
  await page.click("#keys-find");
  await until(() => /^The page found/.test(document.querySelector("#keys-news").textContent));

  await page.$eval("#ship", (section) => section.scrollIntoView());
  await page.select("#ship-labels", "gmail.com");
  await shows("#ship-labels-answer", '"well-known"');

  await page.goto(`${server.url}workbench.html`);
  await page.waitForSelector("html[data-ready]");
  await page.select("#shape-layout", "partitioned");
  await shapeIs("192");

  await page.click("#tab-rate");
  await page.click("#rate-form button.main");
  await until(() => /The result is (in|outside) this range/.test(document.querySelector("#rate-news").textContent));

  const base64 = BloomFilter.from(["brought"], { errorRate: 0.01 }).toBase64();
  await page.type("#bring-in textarea", base64);
  await page.$$eval("#bring-in button", (buttons) => buttons.find((button) => button.textContent === "Import").click());
  await shapeIs("64");
  await clear("#key");
  await page.type("#key", "brought");
  await shows("#verdict-headline", "Maybe in the set.");

  await page.select("#language", "zh");
  await until(() => document.querySelector("h1").textContent === "工作台");
  assert.deepEqual(problems, []);
});
