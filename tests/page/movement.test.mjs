// Tests that nothing shifts, and how long the tasks of animations are.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ready, settled, skip, useSite } from "./site.mjs";

const site = useSite();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

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
