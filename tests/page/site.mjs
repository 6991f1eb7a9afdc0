// Serves the built demo page under a sub-path and opens it in Chromium, for the tests of the page.
//
// The page shows many results later: responses of the network, messages of workers, and drawings in slices after each
// change of the filter. So tests wait: with `shows` and `hasValue`, and with `holds` for other assertions. Before a test
// checks that nothing has changed, it calls `settled`.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { serveSite } from "../../scripts/serve-site.mjs";
import { buildPlayground } from "../../scripts/playground.mjs";
import { NO_BROWSER, openChromium } from "../js/helpers/browser.mjs";

/** Why the tests of the page are skipped, if there is no browser. `npm test` prints it. */
export const skip = NO_BROWSER;

/** The folder for pictures, if they are wanted. */
const PICTURES = process.env.EDGEBLOOM_PICTURES;

/** Finds bugs of timing: delays each response of the server by this many milliseconds, at most twice as many. */
const SLOW = Number(process.env.EDGEBLOOM_SLOW || 0);

/** How many times slower the page's processor is with `SLOW`. */
const SLOWER = 4;

/** Milliseconds after which a wait fails. */
export const LIMIT = SLOW ? 120_000 : 30_000;

/** The limit of waits for long computations, in milliseconds. */
export const LONG_LIMIT = 4 * LIMIT;

/** The path of the page: not the root, because users may put the page anywhere. */
export const BASE = "/some/sub-path/";

/** Starts the server for the tests of a file. With `SLOW` it also delays requests of the service worker. */
export const serve = (folder) => serveSite(folder, { base: BASE, hold: SLOW ? holding() : undefined });

/** Waits for a pseudo-random time. Each run has the same sequence of times. */
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

/** Pages that are being left, which aborts their requests. */
const leaving = new WeakSet();

/** @template T @param {import("playwright-core").Page} page @param {() => Promise<T>} act that leaves it */
async function whileLeaving(page, act) {
  if (leaving.has(page)) return act();
  leaving.add(page);
  try {
    return await act();
  } finally {
    leaving.delete(page);
  }
}

/**
 * Builds and serves the site and starts a browser for the tests of a file.
 * @param {import("playwright-core").BrowserContextOptions & { page?: string }} [usual] options of each `visit`
 */
export function useSite(usual = {}) {
  let folder;
  let server;
  let browser;

  before(async () => {
    if (skip) return;
    folder = mkdtempSync(join(tmpdir(), "edgebloom-site-"));
    await buildPlayground(folder, "https://docs.example/");
    server = await serve(folder);
    browser = await openChromium();
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /**
   * A new context with the limit of all waits, for pages that are not opened with `visit`.
   * @param {import("playwright-core").BrowserContextOptions} [options]
   */
  async function newContext(options) {
    const context = await browser.newContext({ locale: "en", viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(LIMIT);
    // A page that is closed at once does not need to be slow, so errors are ignored.
    if (SLOW) context.on("page", (page) => slowDown(page).catch(() => {}));
    return context;
  }

  /**
   * Opens the page in a new context and runs `body`. Fails if the page throws, writes an error to the console, has a
   * failed request or sends a request to another host.
   * @param {import("playwright-core").BrowserContextOptions & { page?: string, hash?: string, expected?: RegExp, tool?: Tool }} options
   *   `page`: another page than the first, such as workbench.html. `expected`: an error that must appear on the console. `tool`: the tool to open before `body`
   * @param {(page: import("playwright-core").Page, context: import("playwright-core").BrowserContext) => Promise<void>} body
   */
  async function visit(given, body) {
    const { page: path = "", hash = "", expected, tool, ...options } = { ...usual, ...given };
    const context = await newContext(options);
    const problems = [];
    context.on("page", (page) => {
      for (const name of ["goto", "reload", "goBack"]) {
        const go = page[name].bind(page);
        page[name] = (...given) =>
          page.url() === "about:blank" ? go(...given) : whileLeaving(page, () => go(...given));
      }
      page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
      page.on("pageerror", (error) => problems.push(String(error)));
      page.on("requestfailed", (request) => {
        const { errorText } = request.failure() ?? {};
        // The browser fetches the icon late, and a link that is followed by then aborts it.
        const isOver = leaving.has(page) || request.url().endsWith("/icon.svg");
        if (errorText !== "net::ERR_ABORTED" || !isOver) problems.push(`failed: ${request.url()} ${errorText}`);
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
      await page.goto(server.url + path + hash);
      await ready(page);
      if (tool) await openTool(page, tool);
      await body(page, context);
      // Wait for late errors.
      await settled(page);
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
 * Switches the language with the page's control.
 * @param {import("playwright-core").Page} page
 * @param {"en" | "zh"} language
 */
export async function switchLanguage(page, language) {
  await page.selectOption("#language", language);
  await page.waitForSelector(`html[lang=${language === "zh" ? "zh-CN" : "en"}]`);
}

/** Waits until all panels have started. `waitForSelector` would look only twice a second. */
export async function ready(page) {
  // Somebody who scrolls needn't wait until the first section has shown its opening.
  await page.evaluate(() => dispatchEvent(new Event("scroll")));
  await page.waitForFunction(() => "ready" in document.documentElement.dataset);
  // The second font is asked for only now, and a page that is left before it comes would abort the request.
  await page.evaluate(() => document.body.offsetWidth && document.fonts.ready.then(() => {}));
}

/**
 * Opens an address that leads to another one.
 * @param {import("playwright-core").Page} page
 * @param {string} from
 * @param {string} to
 */
export async function forwards(page, from, to) {
  await whileLeaving(page, async () => {
    await page.goto(from, { waitUntil: "commit" });
    await page.waitForURL(to);
    await ready(page);
  });
}

/** @param {import("playwright-core").Page} page to reload */
export const reload = (page) => leave(page, () => page.reload());

/**
 * Leaves a page for another one.
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<unknown>} act
 */
export async function leave(page, act) {
  await whileLeaving(page, act);
  await ready(page);
}

/**
 * Changes the hash of the address, to open another section or filter. Resolves after the page's own listeners have run,
 * because the page has added them earlier.
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

/** More than the number of panels. */
const TURNS = 40;

/**
 * Waits until a change of the filter is drawn. The page draws panel by panel, and if that takes long, it sends itself a
 * message before the next panel. Messages arrive in order, so this sends more messages than there are panels.
 * @param {import("playwright-core").Page} page
 */
export const settled = (page) =>
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
 * Repeats an assertion until it holds, or fails with its error after the limit. The assertion must not change the page.
 * @template T
 * @param {() => T | Promise<T>} check
 * @returns {Promise<T>} the value of `check`
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

/** The current text of an element, with single spaces. It does not wait: put comparisons in `holds`. */
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
 * @param {string | RegExp} expected a string: the whole text, with single spaces; a RegExp: a match in it
 * @param {string} [what] a name for the message of a failure
 * @returns {Promise<string>} the text
 */
export const shows = (page, selector, expected, what = "") =>
  holds(async () => fits(`${selector} ${what}`.trim(), await textOf(page, selector), expected));

/** Waits until a field has a value. */
export const hasValue = (page, selector, expected, what = "") =>
  holds(async () => fits(`${selector} ${what}`.trim(), await page.inputValue(selector), expected));

/** Waits until an attribute has a value. A missing attribute is "null". */
export const hasAttribute = (page, selector, name, expected, what = "") =>
  holds(async () =>
    fits(`${selector} ${name} ${what}`.trim(), String(await page.getAttribute(selector, name)), expected),
  );

/**
 * Waits until there are `expected` elements.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 * @param {number} expected
 */
export const counts = (page, selector, expected) =>
  holds(async () =>
    assert.equal(await page.locator(selector).count(), expected, `${selector}: expected ${expected} of them`),
  );

/** Waits until an element is visible. */
export const appears = (page, selector) => page.waitForSelector(selector, { state: "visible" });
export const vanishes = (page, selector) => page.waitForSelector(selector, { state: "hidden" });

/**
 * Clicks a button that starts long work, then uses the control that ends it. Both happen inside the page, because the
 * work may be over before a second command of the driver arrives.
 * @param {import("playwright-core").Page} page
 * @param {string} begin
 * @param {string} end a button, or a field that gets the value
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

/** @typedef {"shape" | "rate" | "folding" | "take-away"} Tool of the filter on the workbench */

/**
 * Opens a tool with its tab.
 * @param {import("playwright-core").Page} page
 * @param {Tool} tool
 */
export const openTool = (page, tool) => page.click(`#tab-${tool}`);

/**
 * Changes the shape of the filter and waits until all panels show it.
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
    await settled(page);
  }
  for (const [id, value] of [
    ["#shape-k", k],
    ["#shape-m", m],
  ]) {
    if (value === undefined) continue;
    await page.fill(id, String(value));
    await page.press(id, "Enter");
    await settled(page);
  }
}

/** Starts to record long tasks of the page. */
export async function noteTasks(page) {
  await page.evaluate(() => {
    window.tasks = [];
    const note = ({ startTime, duration }) => window.tasks.push({ startTime, duration });
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "longtask" });
  });
  await notedTasks(page);
}

/**
 * The durations of the long tasks since the last call, in milliseconds. The browser reports tasks later, but in order.
 * So this function runs a long task of its own: once that is reported, all earlier ones are reported.
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
 * Saves a picture, if `EDGEBLOOM_PICTURES` names a folder.
 * @param {import("playwright-core").Page | import("playwright-core").Locator} page or a part of it
 * @param {string} name
 */
export async function picture(page, name, options = {}) {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), ...options });
}
