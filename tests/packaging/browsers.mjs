// Opens a real browser when a test first needs it.

import { setTimeout as sleep } from "node:timers/promises";
import { findChromium, findFirefox, findWebKit, freePort } from "../../scripts/programs.mjs";
import { start } from "./command.mjs";
import { openChromium } from "../js/helpers/browser.mjs";

const PATIENCE = 30_000;

/** The text of #answers, or undefined while it is empty. */
const answers = () => document.querySelector("#answers")?.textContent || undefined;

/** How to find and open each browser. `read` returns the text of #answers on a page. */
const BROWSERS = {
  Chromium: {
    find: () => (process.env.EDGEBLOOM_NO_BROWSER ? undefined : findChromium()?.browser),
    hint: "install chromium and chromedriver, or set CHROMIUM and CHROMEDRIVER",
    async open(executablePath) {
      const browser = await openChromium({ executablePath });
      return { version: browser.version(), close: () => browser.close(), read: (url) => readPage(browser, url) };
    },
  },
  Firefox: {
    find: findFirefox,
    hint: "install firefox-esr, or set FIREFOX",
    async open(executablePath) {
      const { launch } = await import("puppeteer-core");
      const browser = await launch({ browser: "firefox", executablePath, headless: true });
      const version = (await browser.version()).replace(/^\D+/, "");
      return { version, close: () => browser.close(), read: (url) => readPage(browser, url) };
    },
  },
  WebKit: {
    find: findWebKit,
    hint: "install webkit2gtk-driver, xvfb and xauth",
    open: openWebKit,
  },
};

/** @typedef {keyof typeof BROWSERS} Browser */

const opened = new Map();

/**
 * A browser, or undefined with a hint how to install it.
 * @param {Browser} name
 * @returns {Promise<{ browser?: { version: string, read: (url: string) => Promise<string> }, hint: string }>}
 */
export async function openBrowser(name) {
  const { find, hint, open } = BROWSERS[name];
  if (!opened.has(name)) {
    const found = find();
    opened.set(name, found && (await open(found)));
  }
  return { browser: opened.get(name), hint };
}

/** Closes all browsers that were opened. */
export async function closeBrowsers() {
  await Promise.all([...opened.values()].map((browser) => browser?.close()));
  opened.clear();
}

/** Works with playwright and puppeteer: both have these methods. */
async function readPage(browser, url) {
  const page = await browser.newPage();
  const problems = [];
  const failed = new Promise((_, reject) => {
    page.on("console", (message) => {
      if (message.type() === "error" && !message.location().url?.endsWith("/favicon.ico"))
        problems.push(message.text());
    });
    page.on("pageerror", (error) => {
      problems.push(String(error));
      reject(new Error(`${url}: ${error}`));
    });
  });
  try {
    await page.goto(url);
    // playwright takes its options as the third argument. puppeteer needs none: its default limit is the same.
    const found = page.waitForFunction(answers, undefined, { timeout: PATIENCE });
    const handle = await Promise.race([found, failed]).catch((error) => {
      throw new Error([error.message, ...problems].join("\n"));
    });
    const text = await handle.jsonValue();
    if (problems.length) throw new Error(`${url}: ${problems.join("\n")}`);
    return text;
  } finally {
    await page.close();
  }
}

/** Drives WebKitGTK on a virtual display, with only the WebDriver commands that the tests need. */
async function openWebKit({ driver, browser, xvfb }) {
  const display = start(xvfb, ["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"]);
  const processes = [display];
  const stop = () => Promise.all(processes.map((one) => one.stop()));
  const port = await freePort();
  const call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`WebKitWebDriver: ${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const until = async (what, ask) => {
    for (const started = performance.now(); performance.now() - started < PATIENCE; await sleep(100)) {
      const found = await ask();
      if (found) return found;
    }
    throw new Error(`WebKit: no ${what} after ${PATIENCE / 1000} s\n${processes.map(({ all }) => all).join("")}`);
  };
  try {
    const number = await until("display", () => display.out.trim());
    processes.push(start(driver, [`--port=${port}`], { env: { DISPLAY: `:${number}` } }));
    await until("driver", () => call("GET", "/status").catch(() => undefined));
    const options = { binary: browser, args: ["--automation"] };
    const alwaysMatch = { "webkitgtk:browserOptions": options };
    const session = await call("POST", "/session", { capabilities: { alwaysMatch } });
    const at = `/session/${session.sessionId}`;
    const script = `return (${answers})()`;
    return {
      version: session.capabilities.browserVersion,
      async read(url) {
        await call("POST", `${at}/url`, { url });
        return until(`answers on ${url}`, () => call("POST", `${at}/execute/sync`, { script, args: [] }));
      },
      async close() {
        await call("DELETE", at).catch(() => {});
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
