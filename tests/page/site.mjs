// The demo page as a person meets it: the built site, under a sub-path, in a real Chromium.
//
// The page writes much of what it shows some time after it was asked: what comes over the network, what a worker says,
// what is drawn in slices (each change of the filter is). So what a test says of the page is waited for: `shows`,
// `hasValue`, and `holds` for everything else; before it says that something has not changed, `rests`.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { serveSite } from "../../scripts/serve-site.mjs";
import { buildPlayground } from "../../scripts/playground.mjs";
import { NO_BROWSER, openChromium } from "../js/helpers/browser.mjs";

/** No tests of the page without a browser; `npm test` says so loudly. */
export const skip = NO_BROWSER;

/** Where `npm run test:page` wants pictures. */
const PICTURES = process.env.EDGEBLOOM_PICTURES;

/** Milliseconds by which the server's answers are held up, and twice that at most, to find what depends on time. */
const SLOW = Number(process.env.EDGEBLOOM_SLOW || 0);

/** How many times slower the processor of a page is then. */
const SLOWER = 4;

/** What has not come after so many milliseconds does not come. */
export const LIMIT = SLOW ? 120_000 : 30_000;

/** The same, for what keeps a processor busy for long. */
export const LONG_LIMIT = 4 * LIMIT;

/** A path that the page is not written for. */
export const BASE = "/some/sub-path/";

/** The server of the tests of a file; the service worker's questions wait, too. */
export const serve = (folder) => serveSite(folder, { base: BASE, hold: SLOW ? holding() : undefined });

/** Waits for a time by chance, which is the same in each run. */
function holding() {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return new Promise((resolve) => setTimeout(resolve, SLOW * (1 + state / 2 ** 32)));
  };
}

/** @param {import("playwright-core").Page} page */
async function slowDown(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

/** Pages that are being loaded anew, which breaks off what they were loading. */
const reloading = new WeakSet();

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
    await buildPlayground(folder);
    server = await serve(folder);
    browser = await openChromium();
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /**
   * A context of its own, with the limit of all waits, for pages that `visit` is not for.
   * @param {import("playwright-core").BrowserContextOptions} [options]
   */
  async function newContext(options) {
    const context = await browser.newContext({ locale: "en", viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(LIMIT);
    // A page that is closed at once need not be slow.
    if (SLOW) context.on("page", (page) => slowDown(page).catch(() => {}));
    return context;
  }

  /**
   * Opens the page in a context of its own and runs `body`; fails if the page wrote an error to the console, threw, had a
   * request that failed, or asked another host.
   * @param {import("playwright-core").BrowserContextOptions & { hash?: string, expected?: RegExp, tool?: Tool }} options
   *   `expected` are errors on the console that have to come, `tool` is the one that is opened first
   * @param {(page: import("playwright-core").Page, context: import("playwright-core").BrowserContext) => Promise<void>} body
   */
  async function visit({ hash = "", expected, tool, ...options }, body) {
    const context = await newContext(options);
    const problems = [];
    context.on("page", (page) => {
      page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
      page.on("pageerror", (error) => problems.push(String(error)));
      page.on("requestfailed", (request) => {
        const { errorText } = request.failure() ?? {};
        if (errorText !== "net::ERR_ABORTED" || !reloading.has(page))
          problems.push(`failed: ${request.url()} ${errorText}`);
      });
      page.on(
        "response",
        (response) => response.status() >= 400 && problems.push(`${response.status()}: ${response.url()}`),
      );
      page.on("request", (request) => {
        if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url()))
          problems.push(`asked: ${request.url()}`);
      });
    });
    const page = await context.newPage();
    try {
      await page.goto(server.url + hash);
      await ready(page);
      if (tool) await openTool(page, tool);
      await body(page, context);
      // What the page has still to say.
      await rests(page);
      if (expected)
        await holds(() =>
          assert.ok(
            problems.some((problem) => expected.test(problem)),
            `${expected}: ${problems}`,
          ),
        );
      assert.deepEqual(
        problems.filter((problem) => !expected?.test(problem)),
        [],
      );
    } catch (error) {
      if (problems.length) error.message += `\nThe page had: ${problems.join("; ")}`;
      throw error;
    } finally {
      await context.close();
    }
  }

  return {
    visit,
    newContext,
    get url() {
      return server.url;
    },
    get folder() {
      return folder;
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
  await page.waitForSelector(`html[lang=${language === "zh" ? "zh-CN" : "en"}]`);
}

/** All panels have started. */
export const ready = (page) => page.waitForSelector("html[data-ready]");

/** @param {import("playwright-core").Page} page that is loaded anew */
export async function reload(page) {
  reloading.add(page);
  await page.reload();
  reloading.delete(page);
  await ready(page);
}

/**
 * Another part of the page, or another filter, by the address. The page's listeners come before the one that is added here.
 * @param {import("playwright-core").Page} page
 * @param {string} hash
 */
export const goTo = (page, hash) =>
  page.evaluate(
    (hash) =>
      new Promise((resolve) => {
        addEventListener("hashchange", resolve, { once: true });
        location.hash = hash;
      }),
    hash,
  );

/** More than there are panels. */
const TURNS = 40;

/**
 * A change of the filter is drawn: panel by panel, with a message between two of them where that takes long. Messages come in
 * the order in which they were sent, so that of as many here the last comes after all of those.
 * @param {import("playwright-core").Page} page
 */
export const rests = (page) =>
  page.evaluate(async (turns) => {
    for (let i = 0; i < turns; i++) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(port1.close());
        port2.postMessage(0);
      });
    }
  }, TURNS);

/**
 * Tries an assertion until it holds; in the end it fails with what it says. It must change nothing.
 * @template T
 * @param {() => T | Promise<T>} check
 * @returns {Promise<T>} what it gives
 */
export async function holds(check) {
  for (const end = Date.now() + LIMIT; ; ) {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof assert.AssertionError)) throw error;
      if (Date.now() > end) {
        error.message += ` (waited for ${LIMIT} ms)`;
        throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A text without surplus white space, as it is now: what it is compared with is to be waited for. */
export const textOf = async (page, selector) => (await page.locator(selector).innerText()).replace(/\s+/g, " ").trim();

/** @param {string} what @param {string} found @param {string | RegExp} expected */
function fits(what, found, expected) {
  const same = typeof expected === "string" ? found === expected : expected.test(found);
  assert.ok(
    same,
    `${what}: expected ${typeof expected === "string" ? JSON.stringify(expected) : expected}, found ${JSON.stringify(found)}`,
  );
  return found;
}

/**
 * Waits until an element has a text.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 * @param {string | RegExp} expected all of it without surplus white space, or something in it
 * @param {string} [what] for the failure
 * @returns {Promise<string>} the text
 */
export const shows = (page, selector, expected, what = "") =>
  holds(async () => fits(`${selector} ${what}`.trim(), await textOf(page, selector), expected));

/** The same of what stands in a field. */
export const hasValue = (page, selector, expected, what = "") =>
  holds(async () => fits(`${selector} ${what}`.trim(), await page.inputValue(selector), expected));

/** The same of an attribute; one that is not there is "null". */
export const hasAttribute = (page, selector, name, expected, what = "") =>
  holds(async () =>
    fits(`${selector} ${name} ${what}`.trim(), String(await page.getAttribute(selector, name)), expected),
  );

/**
 * Waits until there are so many elements.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 * @param {number} expected
 */
export const counts = (page, selector, expected) =>
  holds(async () =>
    assert.equal(await page.locator(selector).count(), expected, `${selector}: expected ${expected} of them`),
  );

/** Waits until an element can be seen, or cannot. */
export const appears = (page, selector) => page.waitForSelector(selector, { state: "visible" });
export const vanishes = (page, selector) => page.waitForSelector(selector, { state: "hidden" });

/**
 * Clicks what begins long work and, while it is done, does what ends it: in the page, as a driver may take longer than
 * the work.
 * @param {import("playwright-core").Page} page
 * @param {string} begin
 * @param {string} end a button, or a field that is given a value
 * @param {string} [value]
 */
export const interrupt = (page, begin, end, value) =>
  page.evaluate(
    async ([begin, end, value]) => {
      document.querySelector(begin).click();
      await new Promise((resolve) => setTimeout(resolve));
      const ending = document.querySelector(end);
      if (ending.hidden) throw new Error(`${begin} has not begun anything, or it is over`);
      if (value === undefined) return ending.click();
      ending.value = value;
      for (const type of ["input", "change"]) ending.dispatchEvent(new Event(type, { bubbles: true }));
    },
    [begin, end, value],
  );

/** @typedef {"shape" | "rate" | "folding" | "take-away"} Tool of the filter in Play */

/**
 * Shows one of the tools, as a person would.
 * @param {import("playwright-core").Page} page
 * @param {Tool} tool
 */
export const openTool = (page, tool) => page.click(`#tab-${tool}`);

/**
 * Gives the filter another shape, and waits until all panels have it.
 * @param {import("playwright-core").Page} page
 * @param {{ cells?: string, layout?: string, k?: number, m?: number }} shape
 */
export async function setShape(page, { cells, layout, k, m }) {
  await openTool(page, "shape");
  for (const [id, choice] of [
    ["#shape-cells", cells],
    ["#shape-layout", layout],
  ]) {
    if (choice === undefined) continue;
    await page.selectOption(id, choice);
    await rests(page);
  }
  for (const [id, value] of [
    ["#shape-k", k],
    ["#shape-m", m],
  ]) {
    if (value === undefined) continue;
    await page.fill(id, String(value));
    await page.press(id, "Enter");
    await rests(page);
  }
}

/** Begins to note the tasks that stall the page. */
export async function noteTasks(page) {
  await page.evaluate(() => {
    window.tasks = [];
    const note = ({ startTime, duration }) => window.tasks.push({ startTime, duration });
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "longtask" });
  });
  await notedTasks(page);
}

/**
 * How many milliseconds each of them took. The browser tells of them later, one after the other: when it has told of one
 * that is made here, it has told of all before.
 * @returns {Promise<number[]>}
 */
export async function notedTasks(page) {
  const at = await page.evaluate(
    () =>
      new Promise((resolve) =>
        setTimeout(() => {
          const now = performance.now();
          while (performance.now() < now + 100);
          resolve(now);
        }),
      ),
  );
  const noted = await page.waitForFunction((at) => {
    const own = window.tasks.findIndex(({ startTime, duration }) => startTime <= at + 1 && at <= startTime + duration);
    return (
      own >= 0 &&
      window.tasks
        .splice(0, own + 1)
        .slice(0, -1)
        .map(({ duration }) => duration)
    );
  }, at);
  return noted.jsonValue();
}

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
