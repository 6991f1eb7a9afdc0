// The demo page as a person meets it: the built site, under a sub-path, in a real Chromium.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { serveSite } from "../../scripts/serve-site.mjs";
import { buildSite } from "../../scripts/site.mjs";

/** No tests of the page without a browser; `npm test` says so loudly. */
export const skip = process.env.EDGEBLOOM_NO_BROWSER ? "NO CHROMIUM: left out" : false;

/** Where `npm run test:page` wants pictures. */
const PICTURES = process.env.EDGEBLOOM_PICTURES;

/** A path that the page is not written for. */
export const BASE = "/some/sub-path/";

/**
 * Builds and serves the site and starts a browser for the tests of a file.
 */
export function useSite() {
  let folder;
  let server;
  let browser;

  before(async () => {
    if (skip) return;
    folder = mkdtempSync(join(tmpdir(), "edgebloom-site-"));
    await buildSite(folder);
    server = await serveSite(folder, { base: BASE });
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    });
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /**
   * Opens the page in a context of its own and runs `body`; fails if the page wrote an error to the console, threw, had a
   * request that failed, or asked another host.
   * @param {import("playwright-core").BrowserContextOptions & { hash?: string, expected?: RegExp }} options
   *   `expected` are errors on the console that have to come
   * @param {(page: import("playwright-core").Page, context: import("playwright-core").BrowserContext) => Promise<void>} body
   */
  async function visit({ hash = "", expected, ...options }, body) {
    const context = await browser.newContext({ locale: "en", viewport: { width: 1280, height: 900 }, ...options });
    const problems = [];
    context.on("page", (page) => {
      page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
      page.on("pageerror", (error) => problems.push(String(error)));
      page.on("requestfailed", (request) => problems.push(`failed: ${request.url()}`));
      page.on("response", (response) => response.status() >= 400 && problems.push(`${response.status()}: ${response.url()}`));
      page.on("request", (request) => {
        if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url())) problems.push(`asked: ${request.url()}`);
      });
    });
    const page = await context.newPage();
    // What does not come soon does not come.
    page.setDefaultTimeout(15_000);
    try {
      await page.goto(server.url + hash);
      await ready(page);
      await body(page, context);
      if (expected) assert.ok(problems.some((problem) => expected.test(problem)), `${expected}: ${problems}`);
      assert.deepEqual(problems.filter((problem) => !expected?.test(problem)), []);
    } catch (error) {
      if (problems.length) error.message += `\nThe page had: ${problems.join("; ")}`;
      throw error;
    } finally {
      await context.close();
    }
  }

  return {
    visit,
    get url() {
      return server.url;
    },
    get folder() {
      return folder;
    },
    get browser() {
      return browser;
    },
  };
}

/**
 * Switches the language, as a person would.
 * @param {import("playwright-core").Page} page
 * @param {"en" | "zh"} language
 */
export async function speak(page, language) {
  await page.selectOption("#language", language);
  await page.waitForSelector(`html[lang=${language == "zh" ? "zh-CN" : "en"}]`);
}

/** All panels have started. */
export const ready = (page) => page.waitForSelector("html[data-ready]");

/**
 * A picture for who looks at the page, where they are wanted.
 * @param {import("playwright-core").Page | import("playwright-core").Locator} page or a part of it
 * @param {string} name
 */
export async function picture(page, name, options = {}) {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), ...options });
}

/** A text without surplus white space. */
export const textOf = async (page, selector) => (await page.locator(selector).innerText()).replace(/\s+/g, " ").trim();
