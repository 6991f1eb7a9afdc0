// Tests that motion shows cause and effect, tools stay in place, and slow answers show progress.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BloomFilter } from "edgebloom";
import { FIRST_WORDS } from "../../www/lib/bench.js";
import { counts, hasAttribute, holds, openTool, settled, setShape, shows, skip, useSite } from "./site.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

const site = useSite();

/** The initial filter of the page. */
function first() {
  const filter = new BloomFilter({ bits: 128, hashes: 3 });
  filter.addMany(FIRST_WORDS);
  return filter;
}

/** The number of moving elements of a class at this moment. */
const flying = (page, selector) => page.locator(`#bits-flight ${selector}`).count();

/** Starts to record the largest number of moving elements of each kind. */
const watchFlight = (page) =>
  page.evaluate(() => {
    const flight = document.querySelector("#bits-flight");
    window.flights = [];
    window.flightObserver?.disconnect();
    window.flightObserver = new MutationObserver(() => {
      const all = [...flight.children].map((element) => ({
        kind: element.getAttribute("class"),
        delay: parseFloat(element.style.animationDelay),
        backwards: element.style.animationDirection === "reverse",
      }));
      if (all.length) window.flights.push(all);
    });
    window.flightObserver.observe(flight, { childList: true });
  });

/** The recorded flight with the most elements. */
const flightOf = async (page) => {
  await holds(async () => assert.ok(await page.evaluate(() => window.flights.length), "something flies"));
  await settled(page);
  return page.evaluate(() => window.flights.reduce((most, all) => (all.length > most.length ? all : most)));
};

describe("motion", { skip }, () => {
  test("a query draws one line per probe, 80 ms apart", () =>
    site.visit({}, async (page) => {
      const filter = first();
      await watchFlight(page);
      await page.fill("#key", "grapes");
      const lines = await flightOf(page);
      const set = filter.bits();
      const hits = filter.positions("grapes").map((position) => (set[position >> 3] >> (position & 7)) & 1);
      assert.deepEqual(
        lines.map(({ kind }) => kind),
        hits.map((hit) => (hit ? "hit" : "miss")),
      );
      assert.deepEqual(
        lines.map(({ delay }) => delay),
        [0, 80, 160],
      );
    }));

  test("adding flips new bits, set bits pulse, and undo reverses it", () =>
    site.visit({}, async (page) => {
      const filter = first();
      const bits = filter.bits();
      const key = "grapes";
      const kinds = filter
        .positions(key)
        .map((position) => ((bits[position >> 3] >> (position & 7)) & 1 ? "pulse" : "set"));
      assert.ok(kinds.includes("set"));
      await page.fill("#key", key);
      await counts(page, "#bits-flight path", 3);
      await watchFlight(page);
      await page.press("#key", "Enter");
      const added = await flightOf(page);
      assert.deepEqual(
        added.slice(3).map(({ kind, delay }) => [kind, delay]),
        kinds.map((kind, i) => [kind, i * 80 + 250]),
      );
      await watchFlight(page);
      await page.click("#keys-undo");
      const undone = await flightOf(page);
      assert.ok(undone.slice(0, 3).every(({ backwards }) => backwards));
      assert.deepEqual(
        undone.slice(3).map(({ kind }) => kind),
        kinds.map((kind) => (kind === "set" ? "unset" : kind)),
      );
      // The grid below the animation shows the bits of the filter.
      await shows(page, "#verdict-headline", "No, not in the set.");
    }));

  test("a hundred keys stream in, each bit once, and out again", () =>
    site.visit({}, async (page) => {
      await setShape(page, { m: 1024 });
      const filter = new BloomFilter({ bits: 1024, hashes: 3 });
      filter.addMany(FIRST_WORDS);
      const before = filter.stats.bitsSet;
      for (let i = 1; i <= 100; i++) filter.add(`key-${i}`);
      await watchFlight(page);
      await page.click('[data-fill="100"]');
      const cells = await flightOf(page);
      assert.equal(cells.length, filter.stats.bitsSet - before);
      assert.ok(cells.every(({ kind }) => kind === "set"));
      const delays = cells.map(({ delay }) => delay);
      assert.deepEqual(
        delays,
        [...delays].sort((a, b) => a - b),
      );
      assert.ok(delays.at(-1) > 800);
      await watchFlight(page);
      await page.click("#keys-undo");
      const flight = await flightOf(page);
      assert.equal(flight.length, cells.length);
      assert.ok(flight.every(({ kind }) => kind === "unset"));
    }));

  test("reduced motion shows the final state at once", () =>
    site.visit({ reducedMotion: "reduce" }, async (page) => {
      await watchFlight(page);
      await page.fill("#key", "grapes");
      await page.press("#key", "Enter");
      await page.click('[data-fill="100"]');
      await page.click("#keys-undo");
      await shows(page, "#keys-news", /^Undone/);
      assert.equal(await flying(page, "*"), 0);
      assert.deepEqual(await page.evaluate(() => window.flights), []);
      await counts(page, "#bits-probes li:not(.waiting)", 3);
    }));
});

describe("tools", { skip }, () => {
  for (const [name, options] of Object.entries({ desktop: {}, phone: PHONE })) {
    test(`the slider of m stays under the pointer on a ${name}`, () =>
      site.visit(options, async (page) => {
        const slider = page.locator("#shape-m-slider");
        await slider.scrollIntoViewIfNeeded();
        await settled(page);
        const box = () => slider.evaluate((element) => element.getBoundingClientRect().top + scrollY);
        const before = await box();
        const most = Number(await slider.getAttribute("max"));
        for (const stop of [0, 5, 20, 40, most - 5, 3, 12]) {
          await slider.fill(String(Math.min(stop, Number(await slider.getAttribute("max")))));
          await settled(page);
          assert.ok(Math.abs((await box()) - before) < 1, `at stop ${stop}: ${await box()}, was ${before}`);
        }
      }));
  }

  test("arrow keys change tabs, which show one tool each", () =>
    site.visit({}, async (page) => {
      await page.focus("#tab-shape");
      for (const [key, tool] of [
        ["ArrowRight", "rate"],
        ["ArrowRight", "folding"],
        ["End", "take-away"],
        ["ArrowRight", "shape"],
        ["ArrowLeft", "take-away"],
      ]) {
        await page.keyboard.press(key);
        await hasAttribute(page, `#tab-${tool}`, "aria-selected", "true");
        await counts(page, ".tool:not([hidden])", 1);
        await counts(page, `#${tool}:not([hidden])`, 1);
      }
    }));

  test("the hint fits a touch screen or a mouse", async () => {
    await site.visit(PHONE, (page) => shows(page, "#bits-cell", "Touch a bit to see which keys set it."));
    await site.visit({}, (page) =>
      shows(page, "#bits-cell", /^Point at a bit, or focus the grid and use the arrow keys/),
    );
  });

  test("a full filter keeps the limit among its bars", () =>
    site.visit({}, async (page) => {
      await setShape(page, { m: 64, k: 8 });
      await page.click('[data-fill="100"]');
      await openTool(page, "folding");
      await shows(page, "#folding-rate-before", "100%");
      await shows(page, "#folding-bars", /limit|least/i);
    }));

  test("the search for the keys of a bit shows progress for a million keys", () =>
    site.visit({}, async (page) => {
      await page.setInputFiles("#list-file", {
        name: "million.txt",
        mimeType: "text/plain",
        buffer: Buffer.from(Array.from({ length: 1_000_000 }, (_, i) => `key number ${i}`).join("\n")),
      });
      await shows(page, "#list-news", /^1,000,000 keys/);
      await page.evaluate(() => {
        window.said = [];
        const by = document.querySelector("#verdict-by");
        new MutationObserver(() => window.said.push(by.textContent)).observe(by, { childList: true });
      });
      await page.fill("#key", "key number 7");
      await shows(page, "#verdict-by", /Set by key number 7 \(/);
      const messages = (await page.evaluate(() => window.said)).filter(Boolean);
      assert.equal(messages[0], "Looking for the keys that set these bits …");
    }));
});
