// Tests that motion shows cause and effect, tools stay in place, and slow answers show progress.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BloomFilter } from "edgebloom";
import { FLIGHT, STEP } from "../../www/drawing/threads.js";
import { FIRST_WORDS, PLAY_WORDS } from "../../www/lib/bench.js";
import { cornerOf, geometryOf, mostHeight } from "../../www/panels/bits/geometry.js";
import { MARGIN } from "../../www/panels/bits/paint.js";
import { counts, hasAttribute, holds, openTool, settled, setShape, shows, skip, useSite } from "./site.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

const WORKBENCH = { page: "workbench.html" };

const site = useSite();

/** The initial filter of the page. */
function first() {
  const filter = new BloomFilter({ bits: 128, hashes: 3 });
  filter.addMany(PLAY_WORDS);
  return filter;
}

/** Starts to record how threads and cells move: what is added, and the classes that threads get. */
const watchFlight = (page) =>
  page.evaluate(() => {
    const flight = document.querySelector("#bits-flight");
    window.flights = [];
    window.flightObserver?.disconnect();
    window.flightObserver = new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        for (const element of type === "attributes" ? [target] : addedNodes) {
          if (type === "attributes" && element.tagName !== "path") continue;
          const kind = element.getAttribute("class").trim();
          window.flights.push({
            tag: element.tagName,
            kind,
            at: performance.now(),
            delay: parseFloat(element.style.animationDelay),
          });
        }
      }
    });
    window.flightObserver.observe(flight, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["class"],
    });
  });

/** The recorded moves, after `count` of them. */
const movesOf = async (page, count) => {
  await holds(async () => assert.ok((await page.evaluate(() => window.flights.length)) >= count, "something flies"));
  await settled(page);
  return page.evaluate(() => window.flights);
};

/** Where the threads begin and end, in pixels of the window. */
const endsOf = (page) =>
  page.locator("#bits-flight path").evaluateAll((all) =>
    all.map((path) => {
      const { left, top } = path.ownerSVGElement.getBoundingClientRect();
      return [0, path.getTotalLength()].map((at) => {
        const { x, y } = path.getPointAtLength(at);
        return [x + left, y + top];
      });
    }),
  );

describe("motion", { skip }, () => {
  test("threads leave the letters one after another and land on the bits; the answer comes last", () =>
    site.visit({}, async (page) => {
      // What is shown for a moment, a busy machine may not find in time.
      await page.evaluate(() => {
        const verdict = document.querySelector("#verdict");
        const headline = document.querySelector("#verdict-headline");
        window.seen = [];
        const note = () => window.seen.push(`${verdict.dataset.kind}: ${headline.textContent}`);
        new MutationObserver(note).observe(verdict, { subtree: true, childList: true, attributes: true });
      });
      await page.fill("#key", "apple");
      await shows(page, "#verdict-headline", "Maybe in the set.");
      const seen = await page.evaluate(() => [...new Set(window.seen)]);
      assert.deepEqual(seen.slice(0, 1).concat(seen.slice(-1)), [": Probe 1 of 3 …", "maybe: Maybe in the set."]);
      const filter = first();
      const field = await page.locator("#key").boundingBox();
      const view = await page.locator("#bits-view").boundingBox();
      const geometry = geometryOf(filter.stats, view.width - 2 * MARGIN, mostHeight(1280));
      const ends = await endsOf(page);
      assert.equal(ends.length, 3);
      for (const [i, position] of filter.positions("apple").entries()) {
        const [[x, y], to] = ends[i];
        assert.ok(x > field.x && x < field.x + 100 && y > field.y && y < field.y + field.height, `${x} ${y}`);
        const at = cornerOf(geometry, position).map((corner) => corner + MARGIN + geometry.side / 2);
        assert.ok(Math.hypot(to[0] - view.x - at[0], to[1] - view.y - at[1]) < 2, `${to} for ${at}`);
      }
      await page.fill("#key", "");
      await watchFlight(page);
      await page.fill("#key", "apple");
      const moves = await movesOf(page, 6);
      assert.deepEqual(
        moves.map(({ kind }) => kind),
        [...Array(3).fill("thread"), ...Array(3).fill("thread maybe")],
      );
      for (const [i, least] of [STEP, STEP, FLIGHT].entries())
        assert.ok(moves[i + 1].at - moves[i].at >= least - 5, `${i}: ${moves[i + 1].at - moves[i].at}`);
    }));

  test("a query stops at the first 0: its thread snaps, and the others go back", () =>
    site.visit({}, async (page) => {
      const filter = first();
      const bits = filter.bits();
      const isSet = (position) => (bits[position >> 3] >> (position & 7)) & 1;
      // A key whose second bit is the first 0.
      let number = 0;
      const zeroOf = (key) => filter.positions(key).findIndex((position) => !isSet(position));
      while (zeroOf(`key ${number}`) !== 1) number++;
      const key = `key ${number}`;
      await watchFlight(page);
      await page.fill("#key", key);
      const moves = await movesOf(page, 4);
      assert.deepEqual(
        moves.map(({ kind }) => kind),
        ["thread", "thread", "thread retracted", "thread snapped"],
      );
      await counts(page, "#bits-probes li", 2);
      await shows(page, "#bits-probes", filter.positions(key).slice(0, 2).join(" "));
      await shows(page, "#verdict-by", "The query stops there: the other bit isn’t read.");
    }));

  test("any key skips the flight", () =>
    site.visit({}, async (page) => {
      await page.fill("#key", "apple");
      await hasAttribute(page, "#verdict", "data-kind", "");
      const kind = await page.evaluate(() => {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift", bubbles: true }));
        return document.querySelector("#verdict").dataset.kind;
      });
      assert.equal(kind, "maybe");
      await counts(page, "#bits-flight path", 3);
    }));

  test("adding flips new bits when threads land, then the figures change; undo takes the threads back", () =>
    site.visit({}, async (page) => {
      const filter = first();
      const bits = filter.bits();
      const key = "grapes";
      const kinds = filter
        .positions(key)
        .map((position) => ((bits[position >> 3] >> (position & 7)) & 1 ? "pulse" : "set"));
      assert.ok(kinds.includes("set"));
      const before = `${filter.stats.bitsSet} of 128 bits`;
      filter.add(key);
      const after = `${filter.stats.bitsSet} of 128 bits`;
      await page.fill("#key", key);
      await shows(page, "#verdict-headline", "No, not in the set.");
      await shows(page, "#fill-bits", before);
      await watchFlight(page);
      const early = await page.evaluate(() => {
        document.querySelector("#keys-form").requestSubmit();
        return ["#fill-bits", "#keys-news"].map((selector) => document.querySelector(selector).textContent);
      });
      assert.deepEqual(early, [before, ""]);
      await shows(page, "#fill-bits", after);
      const cells = (await movesOf(page, 6)).filter(({ tag }) => tag === "rect");
      assert.deepEqual(
        cells.map(({ kind, delay }) => [kind, delay]),
        kinds.map((kind, i) => [kind, i * STEP + FLIGHT]),
      );
      await shows(page, "#keys-news", /^Added: \d bits? set, \d already 1\.$/);
      await watchFlight(page);
      await page.click("#keys-undo");
      const undone = await movesOf(page, 6);
      assert.deepEqual(
        undone.filter(({ tag }) => tag === "path").map(({ kind }) => kind),
        Array(3).fill("thread maybe retracted"),
      );
      assert.deepEqual(
        undone.filter(({ tag }) => tag === "rect").map(({ kind }) => kind),
        kinds.map((kind) => (kind === "set" ? "unset" : kind)),
      );
      // The grid below the animation shows the bits of the filter.
      await shows(page, "#verdict-headline", "No, not in the set.");
      await shows(page, "#fill-bits", before);
    }));

  test("a hundred keys stream in, each bit once, and out again", () =>
    site.visit(WORKBENCH, async (page) => {
      await setShape(page, { m: 1024 });
      const filter = new BloomFilter({ bits: 1024, hashes: 3 });
      filter.addMany(FIRST_WORDS);
      const before = filter.stats.bitsSet;
      for (let i = 1; i <= 100; i++) filter.add(`key-${i}`);
      await watchFlight(page);
      await page.click('[data-fill="100"]');
      const cells = await movesOf(page, filter.stats.bitsSet - before);
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
      const flight = await movesOf(page, cells.length);
      assert.equal(flight.length, cells.length);
      assert.ok(flight.every(({ kind }) => kind === "unset"));
    }));

  test("reduced motion shows the final state at once", () =>
    site.visit({ ...WORKBENCH, reducedMotion: "reduce" }, async (page) => {
      await watchFlight(page);
      await page.fill("#key", "grapes");
      await page.press("#key", "Enter");
      await page.click('[data-fill="100"]');
      await page.click("#keys-undo");
      await shows(page, "#keys-news", /^Undone/);
      await counts(page, "#bits-flight *", 0);
      assert.deepEqual(await page.evaluate(() => window.flights), []);
    }));
});

describe("tools", { skip }, () => {
  for (const [name, options] of Object.entries({ desktop: WORKBENCH, phone: { ...WORKBENCH, ...PHONE } })) {
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
    site.visit(WORKBENCH, async (page) => {
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
    site.visit(WORKBENCH, async (page) => {
      await setShape(page, { m: 64, k: 8 });
      await page.click('[data-fill="100"]');
      await openTool(page, "folding");
      await shows(page, "#folding-rate-before", "100%");
      await shows(page, "#folding-bars", /limit|least/i);
    }));
});
