// Tests the cost of a visit, and the page without JavaScript, WebAssembly or a network.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { serveSite } from "../../scripts/serve-site.mjs";
import { LIMIT, appears, ready, settled, shows, skip, useSite, vanishes } from "./site.mjs";

const site = useSite();

describe("cost", { skip }, () => {
  test("loads at most 80 kB before the first query", async (t) => {
    const server = await serveSite(site.folder);
    const context = await site.newContext({ serviceWorkers: "block" });
    try {
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send("Network.enable");
      const received = new Map();
      const names = new Map();
      session.on("Network.responseReceived", ({ requestId, response }) => names.set(requestId, response.url));
      session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
        received.set(requestId, encodedDataLength),
      );
      // Hold back the filter. What the first query does not need is loaded after it.
      let release;
      const released = new Promise((resolve) => (release = resolve));
      await page.route("**/lists/*", (route) => released.then(() => route.continue()));
      await page.goto(server.url);
      await page.waitForSelector("html[data-usable]");
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(500);
      // The bytes received until then, with headers.
      const files = [...received].map(([id, bytes]) => [names.get(id).replace(server.url, ""), bytes]);
      release();
      await ready(page);
      await settled(page);
      const all = [...received.values()].reduce((total, bytes) => total + bytes, 0);
      const needed = files.filter(([name]) => !name.startsWith("lists/"));
      const total = needed.reduce((total, [, bytes]) => total + bytes, 0);
      t.diagnostic(`until the first query: ${total} bytes of ${needed.length} files; until all is ready: ${all}`);
      assert.ok(total <= 80_000, JSON.stringify(needed));
    } finally {
      await context.close();
      await server.close();
    }
  });

  for (const [when, isScrolling] of Object.entries({ "after the opening": false, "when somebody scrolls": true })) {
    test(`the sections that need WebAssembly start ${when}`, async () => {
      const context = await site.newContext();
      try {
        const page = await context.newPage();
        await page.goto(site.url);
        if (isScrolling) await page.evaluate(() => scrollTo(0, 200));
        const started = await page.waitForFunction(() => {
          if (document.querySelector("#play").dataset.started === undefined) return undefined;
          return { answer: document.querySelector("#hero-headline").textContent };
        });
        const { answer } = await started.jsonValue();
        assert.equal(answer === "Maybe.", !isScrolling, answer);
        await ready(page);
      } finally {
        await context.close();
      }
    });
  }

  test("gives the first answer without long tasks, on fast and slow machines", async (t) => {
    const server = await serveSite(site.folder);
    try {
      for (const [name, cpu, bytesPerSecond, most] of [
        ["fast", 1, -1, 1000],
        ["slow", 4, 1.6e6 / 8, 3000],
      ]) {
        const times = [];
        const longest = [];
        for (let i = 0; i < 3; i++) {
          const context = await site.newContext({ serviceWorkers: "block" });
          const page = await context.newPage();
          const session = await context.newCDPSession(page);
          await session.send("Network.enable");
          await session.send("Network.emulateNetworkConditions", {
            offline: false,
            latency: bytesPerSecond > 0 ? 150 : 0,
            downloadThroughput: bytesPerSecond,
            uploadThroughput: bytesPerSecond,
          });
          await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
          // The page says by itself when it's ready: to ask it would add tasks of our own.
          await page.addInitScript(() => {
            const durations = [0];
            const note = (list) => durations.push(...list.getEntries().map(({ duration }) => duration));
            new PerformanceObserver(note).observe({ type: "longtask", buffered: true });
            let usable;
            new MutationObserver((_, observer) => {
              const { dataset } = document.documentElement;
              if (dataset.usable !== undefined) usable ??= performance.now();
              if (dataset.ready === undefined) return;
              observer.disconnect();
              setTimeout(() => console.info(JSON.stringify({ usable, longest: Math.max(...durations) })), 500);
            }).observe(document, { subtree: true, attributes: true });
          });
          const said = page.waitForEvent("console", {
            predicate: (message) => message.type() === "info",
            timeout: LIMIT,
          });
          await page.goto(server.url, { waitUntil: "commit" });
          const { usable, longest: task } = JSON.parse((await said).text());
          times.push(usable);
          longest.push(task);
          await context.close();
        }
        times.sort((a, b) => a - b);
        longest.sort((a, b) => a - b);
        t.diagnostic(`${name}: usable after ${times.map(Math.round)} ms, longest task ${longest.map(Math.round)} ms`);
        if (process.env.EDGEBLOOM_TIMES) {
          assert.ok(times[1] <= most, `${name}: ${times}`);
          assert.ok(longest[1] <= 100, `${name}: ${longest}`);
        }
      }
    } finally {
      await server.close();
    }
  });
});

/** Checks that nothing can be used that would do nothing. */
async function hasNoControl(page) {
  for (const selector of ["input", "button", "select", "textarea", "nav a", ".skip"]) {
    for (const element of await page.locator(selector).all())
      assert.equal(await element.isVisible(), false, await element.evaluate((element) => element.outerHTML));
  }
}

describe("restricted browsers", { skip }, () => {
  test("who goes offline during the opening reads where the rest of the page is missing, and gets it back", async () => {
    const context = await site.newContext({ serviceWorkers: "block" });
    try {
      const page = await context.newPage();
      await page.goto(site.url);
      await page.waitForFunction(() => "started" in document.querySelector("#how").dataset);
      await context.setOffline(true);
      await page.evaluate(() => dispatchEvent(new Event("scroll")));
      await page.locator("#ship + .failed").waitFor();
      await page.click('nav [data-t="page.navList"]');
      await page.waitForFunction(() => {
        const { top, bottom } = document.querySelector(".failed").getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
      await shows(
        page,
        "main > .failed",
        /^Part of this page could not be loaded\. If you’re offline, it loads when you’re back\./,
      );
      await context.setOffline(false);
      await page.waitForFunction(() => "ready" in document.documentElement.dataset);
    } finally {
      await context.close();
    }
  });

  test("without 'wasm-unsafe-eval' queries work and building explains the error", async () => {
    const policy = readFileSync(join(site.folder, "index.html"), "utf8")
      .match(/Content-Security-Policy" content="([^"]+)"/)[1]
      .replace(" 'wasm-unsafe-eval'", "");
    const server = await serveSite(site.folder, { headers: { "content-security-policy": policy } });
    const context = await site.newContext({ serviceWorkers: "block" });
    try {
      const page = await context.newPage();
      await page.goto(server.url);
      await ready(page);
      await page.fill("#hero-input", "bob@mailinator.com");
      await shows(page, "#hero-headline", "Maybe.");
      await page.click("#hero-find");
      await shows(page, "#hero-headline", /^Caught it lying/);
      for (const id of ["play", "calculator", "list", "ship"]) {
        await shows(page, `#${id} .no-wasm`, /script-src has no 'wasm-unsafe-eval'/);
        await appears(page, `#${id} .no-wasm`);
      }
      await vanishes(page, "#key");
      await page.goto(`${server.url}workbench.html`);
      await ready(page);
      for (const id of ["play", "calculator", "bring-in"])
        await shows(page, `#${id} .no-wasm`, /script-src has no 'wasm-unsafe-eval'/);
    } finally {
      await context.close();
      await server.close();
    }
  });

  test("without JavaScript a sentence says so, and no dead control is visible", async () => {
    const context = await site.newContext({ javaScriptEnabled: false });
    try {
      const page = await context.newPage();
      await page.goto(site.url);
      const note = page.locator(".no-script");
      assert.match(await note.innerText(), /^This page needs JavaScript: it computes everything in your browser\./);
      const { y } = await note.boundingBox();
      assert.ok(y < 200, `${y}`);
      await hasNoControl(page);
    } finally {
      await context.close();
    }
  });

  for (const [path, script] of Object.entries({ "": "main.js", "workbench.html": "workbench.js" })) {
    test(`without ${script} a sentence says so, and no dead control is visible`, async () => {
      const context = await site.newContext({ serviceWorkers: "block" });
      try {
        const page = await context.newPage();
        await page.route(`**/${script}`, (route) => route.abort());
        await page.goto(site.url + path);
        await shows(
          page,
          ".failed",
          /^Part of this page could not be loaded\. If you’re offline, it loads when you’re back\./,
        );
        await hasNoControl(page);
        // The story can be read without its script.
        if (!path) await appears(page, "#how h3");
      } finally {
        await context.close();
      }
    });
  }

  test("fonts are self-hosted, small and licensed", () => {
    const fonts = readdirSync(join(site.folder, "fonts"));
    const sizes = fonts
      .filter((name) => name.endsWith(".woff2"))
      .map((name) => readFileSync(join(site.folder, "fonts", name)).length);
    assert.equal(sizes.length, 2);
    assert.ok(
      sizes.every((size) => size <= 25_000),
      `${sizes}`,
    );
    assert.equal(fonts.filter((name) => name.endsWith(".LICENSE.txt")).length, 2);
  });
});
