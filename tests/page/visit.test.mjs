// Tests links and their targets, layout shifts, cost, and the page without JavaScript or WebAssembly.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { serveSite } from "../../scripts/serve-site.mjs";
import { LIMIT, appears, forwards, holds, ready, settled, shows, skip, useSite, vanishes } from "./site.mjs";

const site = useSite();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** The anchors of each page. */
const ANCHORS = {
  "": ["how", "play", "calculator", "list", "ship"],
  "workbench.html": ["play", "rate", "folding", "take-away", "bring-in", "calculator"],
};

/** Pixels from the header to the section below it. */
const distance = (page, id) =>
  page.evaluate((id) => {
    const header = document.querySelector("header").getBoundingClientRect().bottom;
    return document.getElementById(id).getBoundingClientRect().top - header;
  }, id);

/** Checks that the section is below the header and near it, or that the page is scrolled to its end. */
async function isAt(page, id) {
  await settled(page);
  await holds(async () => {
    const [away, atEnd] = [
      await distance(page, id),
      await page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2),
    ];
    assert.ok(away >= -2 && (away < 80 || atEnd), `#${id}: ${away} pixels below the header`);
  });
}

/**
 * Runs an action and returns the layout shifts that the browser reports, also those right after a click.
 */
async function shiftOf(page, act) {
  await settled(page);
  await page.evaluate(() => {
    window.shifts = [];
    window.shiftObserver?.disconnect();
    window.shiftObserver = new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        const moved = sources.map(({ node }) => node?.id || node?.className || node?.nodeName);
        window.shifts.push({ value, moved });
      }
    });
    window.shiftObserver.observe({ type: "layout-shift" });
  });
  await act();
  await settled(page);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
  return page.evaluate(() => window.shifts);
}

const sum = (shifts) => shifts.reduce((total, { value }) => total + value, 0);

describe("links", { skip }, () => {
  for (const [name, options] of Object.entries({ desktop: {}, phone: PHONE })) {
    test(`an address scrolls to its section after slow panels on a ${name}`, async () => {
      for (const [path, ids] of Object.entries(ANCHORS)) {
        for (const id of ids) await site.visit({ ...options, page: path, hash: `#${id}` }, (page) => isAt(page, id));
      }
    });

    test(`the first click on a header link scrolls to its section on a ${name}`, async () => {
      for (const id of ["how", "play", "calculator", "ship"]) {
        const context = await site.newContext(options);
        try {
          const page = await context.newPage();
          await page.goto(site.url, { waitUntil: "commit" });
          // Click as soon as the link is there: most panels have not started.
          if (options.isMobile) await page.click("#menu-button");
          await page.click(`nav a[href="#${id}"]`);
          await ready(page);
          await isAt(page, id);
        } finally {
          await context.close();
        }
      }
    });
  }

  test("a screen reader that jumps to a heading stays there", () =>
    site.visit(PHONE, async (page) => {
      await page.click("#menu-button");
      await page.click('nav a[href="#ship"]');
      await isAt(page, "ship");
      // No key and no touch tells the page of the jump.
      await page.waitForTimeout(1500);
      await page.evaluate(() => document.querySelector("#calculator").scrollIntoView({ behavior: "instant" }));
      await page.evaluate(() => document.querySelector("footer").append("one line more ".repeat(200)));
      await page.waitForTimeout(300);
      await isAt(page, "calculator");
    }));

  test("an address with calculator values opens the calculator", () =>
    site.visit({ hash: "#calculator?n=5000&p=0.02" }, (page) => isAt(page, "calculator")));

  test("links lead to existing sections", async () => {
    for (const path of Object.keys(ANCHORS)) {
      await site.visit({ page: path }, async (page) => {
        const missing = await page.evaluate(() =>
          [...document.querySelectorAll('a[href^="#"]')]
            .map((link) => link.getAttribute("href"))
            .filter((href) => !document.querySelector(href)),
        );
        assert.deepEqual(missing, []);
      });
    }
  });

  test("the pages lead to each other, and older addresses to the workbench", () =>
    site.visit({}, async (page) => {
      await page.click('nav a[href="workbench.html"]');
      await ready(page);
      await shows(page, "h1", "Workbench");
      assert.equal(await page.title(), "edgebloom: workbench");
      await page.click("header .brand");
      await ready(page);
      await appears(page, "#hero-input");
      for (const id of ["rate", "folding", "take-away", "shape", "bring-in"]) {
        await forwards(page, `${site.url}#${id}`, `${site.url}workbench.html#${id}`);
        await isAt(page, id);
        await page.click("header .brand");
        await ready(page);
      }
    }));
});

describe("movement", { skip }, () => {
  for (const [name, options] of Object.entries({ desktop: {}, phone: PHONE })) {
    test(`nothing shifts during use on a ${name}`, () =>
      site.visit(options, async (page) => {
        const steps = {
          "a query": () => page.fill("#hero-input", "gmail.com"),
          "a false positive": () => page.click("#hero-find"),
          "back to a no": () => page.click('[data-query="gmail.com"]'),
          "a key": () => page.fill("#key", "grapes"),
          "a key that is there": () => page.fill("#key", "apple"),
          "add it again": () => page.press("#key", "Enter"),
          "a new key": () => page.fill("#key", "quince"),
          add: () => page.press("#key", "Enter"),
          undo: () => page.click("#keys-undo"),
          "find a false positive": () => page.click("#keys-find"),
        };
        for (const [step, act] of Object.entries(steps)) {
          const shifts = await shiftOf(page, act);
          assert.ok(sum(shifts) < 0.02, `${step}: ${JSON.stringify(shifts)}`);
        }
      }));

    test(`nothing shifts during use of the workbench on a ${name}`, () =>
      site.visit({ ...options, page: "workbench.html" }, async (page) => {
        const steps = {
          "a key": () => page.fill("#key", "grapes"),
          add: () => page.press("#key", "Enter"),
          "find a false positive": () => page.click("#keys-find"),
          "ten keys": () => page.click('[data-fill="10"]'),
          layout: () => page.selectOption("#shape-layout", "blocked"),
          "a tool": () => page.click("#tab-folding"),
        };
        for (const [step, act] of Object.entries(steps)) {
          const shifts = await shiftOf(page, act);
          assert.ok(sum(shifts) < 0.02, `${step}: ${JSON.stringify(shifts)}`);
        }
      }));
  }

  test("nothing shifts while the page loads", async () => {
    const context = await site.newContext();
    try {
      const page = await context.newPage();
      await page.addInitScript(() => {
        window.shifts = [];
        new PerformanceObserver((list) =>
          window.shifts.push(
            ...list.getEntries().map(({ value, sources }) => ({
              value,
              moved: sources.map(({ node }) => node?.id || node?.className || node?.nodeName),
            })),
          ),
        ).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(site.url);
      await ready(page);
      await settled(page);
      const shifts = await page.evaluate(() => window.shifts);
      assert.ok(sum(shifts) < 0.02, JSON.stringify(shifts));
    } finally {
      await context.close();
    }
  });

  test("no script task takes as long as a frame during animations", async (t) => {
    await site.visit({}, async (page) => {
      const session = await page.context().newCDPSession(page);
      await page.locator("#play").scrollIntoViewIfNeeded();
      const tasks = {};
      for (const [name, act] of Object.entries({
        query: () => page.fill("#key", "grapes"),
        add: () => page.press("#key", "Enter"),
        undo: () => page.click("#keys-undo"),
        hero: () => page.click("#hero-find"),
      })) {
        const events = [];
        const note = ({ value }) => events.push(...value);
        session.on("Tracing.dataCollected", note);
        await session.send("Tracing.start", { categories: "devtools.timeline", transferMode: "ReportEvents" });
        await act();
        // Wait until the action itself is over and the animations have begun.
        await page.waitForTimeout(100);
        const from = await page.evaluate(() => performance.timeOrigin && performance.now());
        await page.waitForTimeout(1500);
        const done = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
        await session.send("Tracing.end");
        await done;
        session.off("Tracing.dataCollected", note);
        assert.ok(from > 0);
        const scripts = events.filter(({ name }) => ["FunctionCall", "TimerFire", "FireAnimationFrame"].includes(name));
        tasks[name] = Math.max(0, ...scripts.map(({ dur = 0 }) => dur / 1000));
      }
      const shown = Object.entries(tasks).map(([name, longest]) => `${name} ${longest.toFixed(1)}`);
      t.diagnostic(`longest script task in ms: ${shown.join(", ")}`);
      if (process.env.EDGEBLOOM_TIMES) for (const longest of Object.values(tasks)) assert.ok(longest <= 16, `${shown}`);
    });
  });
});

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
