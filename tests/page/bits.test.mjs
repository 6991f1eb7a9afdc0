// Tests the bit grid, and querying, adding and removing keys.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BloomFilter, CountingBloomFilter } from "edgebloom";
import { FIRST_WORDS } from "../../www/lib/bench.js";
import { cornerOf, geometryOf, mostHeight } from "../../www/panels/bits/geometry.js";
import { MARGIN } from "../../www/panels/bits/paint.js";
import {
  counts,
  hasAttribute,
  hasValue,
  holds,
  picture,
  settled,
  setShape,
  shows,
  skip,
  textOf,
  useSite,
} from "./site.mjs";

const site = useSite({ page: "workbench.html" });

/** A filter with the page's initial words. */
function withWords(shape = { bits: 128, hashes: 3 }, Kind = BloomFilter) {
  const filter = new Kind(shape);
  filter.addMany(FIRST_WORDS);
  return filter;
}

const bitOf = (bits, position) => (bits[position >> 3] >> (position & 7)) & 1;

/** The positions and results of the probes, once all are visible. */
async function probesOf(page, count) {
  await counts(page, "#bits-probes li", count);
  return page.locator("#bits-probes li").evaluateAll((all) =>
    all.map((item) => ({
      position: Number(item.textContent.replace(/[^\d]/g, "")),
      hit: item.classList.contains("hit"),
    })),
  );
}

/** The colours of the grid at the given points. */
const coloursAt = (page, points) =>
  page.evaluate((points) => {
    const canvas = document.querySelector("#bits-cells");
    // A copy, because the page never reads its own canvas back.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    return points.map(([x, y]) => {
      const start = 4 * (Math.floor(y * devicePixelRatio) * canvas.width + Math.floor(x * devicePixelRatio));
      return data.slice(start, start + 3).join();
    });
  }, points);

describe("the bits", { skip }, () => {
  test("shows the package's probes in order and marks set and unset bits", () =>
    site.visit({}, async (page) => {
      const filter = withWords();
      const bits = filter.bits();
      for (const key of ["grapes", "apple", "布隆过滤器", "a", "💩"]) {
        await page.locator("#key").fill("");
        await page.locator("#key").pressSequentially(key);
        const all = filter.positions(key).map((position) => ({ position, hit: bitOf(bits, position) === 1 }));
        // A query stops at the first 0.
        const first = all.findIndex(({ hit }) => !hit);
        const expected = first < 0 ? all : all.slice(0, first + 1);
        assert.deepEqual(await probesOf(page, expected.length), expected);
        await shows(page, "#verdict-headline", filter.has(key) ? "Maybe in the set." : "No, not in the set.");
        if (first < 0) continue;
        await shows(page, "#verdict-because", new RegExp(`Bit ${all[first].position} is 0`));
        await shows(page, "#verdict-by", [/the other 2 bits aren’t read/, /the other bit isn’t read/, /^$/][first]);
      }
      await page.fill("#key", "apple");
      await probesOf(page, 3);
      await picture(page, "bits");
    }));

  test("probes appear one after another, and the answer after the last; with reduced motion all at once", async () => {
    for (const [reducedMotion, expected] of /** @type {const} */ ([
      ["no-preference", [0, "", "Probe 1 of 3 …"]],
      ["reduce", [3, "maybe", "Maybe in the set."]],
    ])) {
      await site.visit({ reducedMotion }, async (page) => {
        const atOnce = await page.evaluate(() => {
          document.querySelector("#key").value = "apple";
          document.querySelector("#key").dispatchEvent(new Event("input"));
          const { kind } = document.querySelector("#verdict").dataset;
          const headline = document.querySelector("#verdict-headline").textContent;
          return [document.querySelectorAll("#bits-probes li").length, kind, headline];
        });
        assert.deepEqual(atOnce, expected);
        await counts(page, "#bits-probes li", 3);
        await shows(page, "#verdict-headline", "Maybe in the set.");
      });
    }
  });

  test("paints every bit in each layout, and every counter", () =>
    site.visit({}, async (page) => {
      for (const [shape, Kind] of [
        [{ layout: "standard", bits: 128, hashes: 3 }, BloomFilter],
        [{ layout: "partitioned", bits: 256, hashes: 4 }, BloomFilter],
        [{ layout: "blocked", bits: 1024, hashes: 4 }, BloomFilter],
        [{ layout: "standard", bits: 128, hashes: 4 }, CountingBloomFilter],
      ]) {
        await setShape(page, {
          layout: shape.layout,
          m: shape.bits,
          k: shape.hashes,
          cells: Kind === BloomFilter ? "bits" : "counters",
        });
        await hasValue(page, "#shape-m", shape.bits.toLocaleString("en"));
        const filter = withWords(shape, Kind);
        const set = new Set(FIRST_WORDS.flatMap((word) => filter.positions(word)));
        const width = await page.locator("#bits-view").evaluate((view) => view.clientWidth);
        const geometry = geometryOf({ ...filter.stats }, width - 2 * MARGIN, mostHeight(1280));
        assert.equal(geometry.group, 1);
        // Points near a corner of each cell: a counter shows its number in the middle.
        const corners = Array.from({ length: shape.bits }, (_, position) => cornerOf(geometry, position));
        const points = corners.map((corner) => corner.map((at) => at + MARGIN + Math.max(2, geometry.side / 5)));
        // The grid is painted in slices, and again after each new layout of the panel.
        await holds(async () => {
          const empty = new Set();
          const full = new Set();
          const colours = await coloursAt(page, points);
          colours.forEach((colour, position) => (set.has(position) ? full : empty).add(colour));
          assert.equal(empty.size, 1, `${shape.layout}: ${[...empty]}`);
          assert.ok(![...full].some((colour) => empty.has(colour)), `${shape.layout}: ${[...full]}`);
          if (Kind === BloomFilter) assert.equal(full.size, 1);
        });
        await picture(page, `bits-${Kind === BloomFilter ? shape.layout : "counters"}`);
      }
    }));

  test("groups millions of bits and shades groups by fill", () =>
    site.visit({}, async (page) => {
      await setShape(page, { m: 5_000_000, k: 7 });
      for (let i = 0; i < 5; i++) await page.click('[data-fill="100"]');
      await settled(page);
      await shows(page, "#bits-scale", /^Each dot is \d+ bits/);
      const filter = withWords({ bits: 5_000_000, hashes: 7 });
      for (let i = 1; i <= 500; i++) filter.add(`key-${i}`);
      const group = Number((await textOf(page, "#bits-scale")).match(/\d+/)[0]);
      await page.focus("#bits-view");
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowRight");
      const bits = filter.bits();
      let set = 0;
      for (let position = group; position < 2 * group; position++) set += bitOf(bits, position);
      await shows(page, "#bits-cell", `Bits ${group} to ${2 * group - 1}: ${set} of ${group} are 1.`);
      await picture(page, "bits-millions");
    }));

  test("a pointed or focused cell shows the keys that set it", () =>
    site.visit({}, async (page) => {
      const filter = withWords();
      const bits = filter.bits();
      const ownersOf = (position) => FIRST_WORDS.filter((word) => filter.positions(word).includes(position));
      await page.focus("#bits-view");
      await page.keyboard.press("Home");
      for (let position = 0; position < 20; position++) {
        const owners = ownersOf(position);
        assert.equal(owners.length > 0, bitOf(bits, position) === 1);
        const expected = owners.length
          ? `Bit ${position} is 1: set by ${new Intl.ListFormat("en").format(owners)}.`
          : `Bit ${position} is 0.`;
        await shows(page, "#bits-cell", expected);
        // A screen reader hears what an arrow key leads to.
        await hasAttribute(page, "#bits-view", "aria-valuetext", expected);
        await hasAttribute(page, "#bits-view", "aria-valuenow", `${position}`);
        await page.keyboard.press("ArrowRight");
      }
      const target = filter.positions("kiwi")[0];
      const width = await page.locator("#bits-view").evaluate((view) => view.clientWidth);
      const geometry = geometryOf(filter.stats, width - 2 * MARGIN, mostHeight(1280));
      const [x, y] = cornerOf(geometry, target);
      await page.locator("#bits-view").hover({ position: { x: x + MARGIN + 3, y: y + MARGIN + 3 } });
      await shows(page, "#bits-cell", new RegExp(`^Bit ${target} is 1: set by .*kiwi`));
    }));

  for (const width of [390, 1280])
    test(`long figures of the filter stay apart and on the page: ${width}`, () =>
      site.visit({ viewport: { width, height: 900 } }, async (page) => {
        for (const m of [1200, 20_000, 4_000_000]) {
          await setShape(page, { m, k: 7 });
          await settled(page);
          const boxes = await page.$$eval("#fill strong", (all) =>
            all.map((strong) => {
              const range = document.createRange();
              range.selectNodeContents(strong);
              const { left, right, top, bottom } = range.getBoundingClientRect();
              return { left, right, top, bottom };
            }),
          );
          const [share, rate] = boxes;
          assert.ok(share.right < rate.left || share.bottom <= rate.top, `${m}: ${JSON.stringify(boxes)}`);
          assert.ok(rate.right <= width, `${m}: ${JSON.stringify(boxes)}`);
        }
      }));

  test("the text about a cell is directly below the grid", () =>
    site.visit({}, async (page) => {
      const [view, cell] = await Promise.all(
        ["#bits-view", "#bits-cell"].map((selector) => page.locator(selector).boundingBox()),
      );
      const gap = cell.y - view.y - view.height;
      assert.ok(gap >= 0 && gap < 16, `${gap}`);
    }));

  test("the description of a cell follows the filter", () =>
    site.visit({}, async (page) => {
      await page.focus("#bits-view");
      await page.keyboard.press("End");
      await shows(page, "#bits-cell", "Bit 127 is 0.");
      for (let i = 0; i < 6; i++) await page.click('[data-fill="100"]');
      await shows(page, "#bits-cell", /^Bit 127 is 1: set by /);
      await setShape(page, { m: 64 });
      await shows(page, "#bits-cell", /^Point at a bit/);
    }));

  test("a bit that was touched is no probe of the next key", () =>
    site.visit({ hasTouch: true }, async (page) => {
      await page.tap("#bits-view");
      await shows(page, "#bits-cell", /^Bit \d+ is [01]/);
      await page.fill("#key", "apple");
      await shows(page, "#bits-cell", /^(Point at|Touch) a bit/);
    }));

  test("announces set bits to a screen reader when typing stops", () =>
    site.visit({}, async (page) => {
      const [a, b, c] = withWords().positions("apple");
      await page.fill("#key", "apple");
      await holds(async () =>
        assert.equal(
          await page.textContent("#bits-mirror"),
          `apple: bit ${a} is 1, bit ${b} is 1, and bit ${c} is 1. Maybe in the set. It is one of the example keys.`,
        ),
      );
      await hasAttribute(page, "#bits-mirror", "aria-live", "polite");
      await hasAttribute(page, "#bits-probes li:first-child i", "aria-label", `bit ${a} is 1`);
      await page.selectOption("#language", "zh");
      await holds(async () => assert.match(await page.textContent("#bits-mirror"), /可能在。它是示例键之一。$/));
    }));

  test("rejects invalid m and k with a sentence and keeps the filter", () =>
    site.visit({}, async (page) => {
      for (const [id, value, sentence] of [
        ["#shape-m", "many", /^m: not a whole number from 64 to 67,108,864\.$/],
        ["#shape-m", "63", /^m: /],
        ["#shape-m", "99999999999", /^m: /],
        ["#shape-m", "", /^m: /],
        ["#shape-k", "0", /^k: not a whole number from 1 to 64\.$/],
        ["#shape-k", "65", /^k: /],
        ["#shape-k", "", /^k: /],
      ]) {
        await settled(page);
        const before = await page.textContent("#shape-now");
        await page.fill(id, value);
        await page.press(id, "Enter");
        await shows(page, "#shape-news", sentence);
        await hasAttribute(page, id, "aria-describedby", "shape-news");
        await settled(page);
        assert.equal(await page.textContent("#shape-now"), before);
        await page.fill("#shape-m", "128");
        await page.fill("#shape-k", "3");
        await page.press("#shape-k", "Enter");
        await shows(page, "#shape-news", "");
      }
      for (const [shape, sentence] of [
        [{ m: "1e3" }, "m is now 1,024: this layout needs a multiple of 64."],
        [{ m: 129 }, "m is now 192: this layout needs a multiple of 64."],
        [{ layout: "partitioned", m: 128 }, "m is now 192: this layout needs a multiple of 192."],
        [{ m: 67_108_864 }, "m is now 67,108,800: this layout needs a multiple of 192."],
        [{ layout: "blocked", m: 513 }, "m is now 1,024: this layout needs a multiple of 512."],
      ]) {
        await setShape(page, shape);
        await shows(page, "#shape-news", sentence);
      }
    }));

  test("the slider changes m and keeps the keys", () =>
    site.visit({}, async (page) => {
      await page.focus("#shape-m-slider");
      // Each stop is a different multiple of 64.
      for (const m of ["192", "256", "320", "384", "448", "512"]) {
        await page.keyboard.press("ArrowRight");
        await hasValue(page, "#shape-m", m);
        await hasAttribute(page, "#shape-m-slider", "aria-valuetext", m);
      }
      await shows(page, "#shape-news", "");
      await page.fill("#key", "kiwi");
      await shows(page, "#verdict-headline", "Maybe in the set.");
      await page.click("#keys-undo");
      await hasValue(page, "#shape-m", "448");
      for (const [layout, k, last, next] of [
        ["partitioned", 5, "640", "960"],
        ["blocked", 5, "1,024", "1,536"],
      ]) {
        await setShape(page, { layout, k, m: 640 });
        await hasValue(page, "#shape-m", last);
        await page.focus("#shape-m-slider");
        await page.keyboard.press("ArrowRight");
        await hasValue(page, "#shape-m", next);
        await page.keyboard.press("Home");
        await hasValue(page, "#shape-m", layout === "blocked" ? "512" : "320");
      }
      await page.keyboard.press("End");
      await hasValue(page, "#shape-m", "16,777,216");
    }));
});
