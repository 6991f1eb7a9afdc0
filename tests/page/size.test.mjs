// Tests the two sliders for the size of a filter and the curve over k, and compares their numbers with those of the
// package.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { falsePositiveRate, optimalBits, optimalHashes } from "edgebloom";
import { bytes, grouped, percent, short } from "../../www/lib/format.js";
import { staticBytes } from "../../www/panels/calculator/static-size.js";
import { KEY_STOPS, RATE_STOPS } from "../../www/panels/calculator/stops.js";
import { addressIs, field, givenOf, isOpen, news, valueOf, valuesOf, visitFields } from "./fields.mjs";
import { labelsAreLegible } from "./labels.mjs";
import { counts, goTo, hasAttribute, holds, shows, skip, useSite } from "./site.mjs";

const site = useSite();
const withFields = visitFields(site);

const num = (value) => grouped(value, "en");
const pct = (share) => percent(share, "en");

/** The point of a k on the curve. */
const pointOf = (page, k) =>
  page
    .locator("#calculator-chart circle.point")
    .nth(k - 1)
    .evaluate((point) => {
      const { x, y, width, height } = point.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });

describe("the size", { skip }, () => {
  test("the sliders give the size of a Bloom filter and of a static set", () =>
    site.visit({}, async (page) => {
      assert.equal(await isOpen(page), false);
      await page.focus("#calculator-keys");
      await page.keyboard.press("End");
      await page.focus("#calculator-rate");
      for (const [key, rate] of [
        ["End", 1e-9],
        ["Home", 0.5],
        ["ArrowRight", 0.2],
        ["ArrowRight", 0.1],
      ]) {
        await page.keyboard.press(key);
        const m = optimalBits(1e9, rate);
        const k = optimalHashes(m, 1e9);
        const [bloom, set] = [Math.ceil(m / 8), staticBytes(1e9, rate)].map((count) => bytes(count, "en"));
        await shows(page, "#calculator-keys-value", "1,000,000,000");
        await shows(page, "#calculator-rate-value", pct(rate));
        await shows(page, "#calculator-bloom-size", bloom);
        await shows(page, "#calculator-static-size", `≈ ${set}`);
        const probes = `${k} ${k === 1 ? "probe" : "probes"}`;
        await shows(page, "#calculator-bloom-facts", `${short(m / 1e9, "en")} bits per key, ${probes}`);
        await shows(
          page,
          "#calculator-sentence",
          `1,000,000,000 keys with a false-positive rate of ${pct(rate)} take ${bloom}: ` +
            `${short(m / 1e9, "en")} bits per key, ${probes} per key. ` +
            `A static set takes about ${set}.`,
        );
        await hasAttribute(page, "#calculator-rate", "aria-valuetext", `${pct(rate)}, ${bloom}`);
      }
      await addressIs(page, "#calculator?n=1000000000&p=0.1");
      assert.equal(await valueOf(page, "n"), "1,000,000,000", "the fields have the same state");
      await shows(page, "#calculator-why", /up to 67,108,864 bits/);
    }));

  test("more keys keep bits per key and k; another rate uses the best k", () =>
    withFields({ hash: "#calculator?n=1000&m=8000&k=3" }, async (page) => {
      await page.focus("#calculator-keys");
      await page.keyboard.press("ArrowRight");
      assert.deepEqual(await valuesOf(page), ["2,000", pct(falsePositiveRate(16_000, 2000, 3)), "16,000", "3"]);
      await page.focus("#calculator-rate");
      await page.keyboard.press("End");
      const m = optimalBits(2000, 1e-9);
      assert.deepEqual(await valuesOf(page), ["2,000", "1e-9", num(m), String(optimalHashes(m, 2000))]);
      // A slider also leads from invalid values back to valid ones.
      await field(page, "n").fill("words");
      await page.focus("#calculator-keys");
      await page.keyboard.press("ArrowLeft");
      assert.equal(await valueOf(page, "n"), "1,000");
      assert.equal(await news(page), "");
    }));

  for (const [name, viewport] of [
    ["on a desktop", { width: 1280, height: 900 }],
    ["on a phone", { width: 360, height: 740 }],
  ]) {
    test(`a slider stays under the pointer: ${name}`, () =>
      withFields({ viewport }, async (page) => {
        for (const id of ["calculator-keys", "calculator-rate"]) {
          const slider = page.locator(`#${id}`);
          await slider.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
          await page.evaluate(() => {
            window.shifted = 0;
            new PerformanceObserver((list) => {
              for (const { value } of list.getEntries()) window.shifted += value;
            }).observe({ type: "layout-shift" });
          });
          /** The boxes of the slider and of everything above or beside it. */
          const boxes = () =>
            slider.evaluate((slider) => {
              const { bottom } = slider.getBoundingClientRect();
              return [...document.querySelectorAll("#calculator *")]
                .map((element) => [element, element.getBoundingClientRect()])
                .filter(
                  ([element, box]) =>
                    (element === slider || !element.closest("svg, .bar")) && box.top <= bottom && box.height,
                )
                .map(([{ id, className, tagName }, { left, top, width, height }]) =>
                  [tagName, id || className, left, top, width, height].join(),
                );
            });
          const before = await boxes();
          assert.ok(before.length > 5);
          const { x, y, width, height } = await slider.boundingBox();
          await page.mouse.move(x + 8, y + height / 2);
          await page.mouse.down();
          const seen = new Set();
          for (let step = 0; step <= 40; step++) {
            await page.mouse.move(x + 8 + ((width - 16) * step) / 40, y + height / 2);
            seen.add(await slider.inputValue());
            assert.deepEqual(await boxes(), before, `${id} at ${await slider.inputValue()}`);
          }
          await page.mouse.up();
          const stops = id === "calculator-keys" ? KEY_STOPS : RATE_STOPS;
          assert.equal(seen.size, stops.length, "it went through all stops");
          await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
          const shifted = await page.evaluate(() => window.shifted);
          assert.ok(shifted < 0.02, `${id}: ${shifted}`);
        }
      }));
  }

  test("an address with m or k opens the four fields; n and p do not", async () => {
    for (const [hash, open] of [
      ["n=5000&p=0.02", false],
      ["n=5000&k=4", true],
      ["m=80000&p=0.02", true],
      ["n=5000&m=80000&k=4", true],
    ]) {
      await site.visit({ hash: `#calculator?${hash}` }, async (page) => {
        assert.equal(await isOpen(page), open, hash);
        if (!open) await goTo(page, "#calculator?k=4&n=6000");
        await holds(async () => assert.equal(await isOpen(page), true));
      });
    }
  });

  test("the curve shows the package's rates and best k; a click chooses k", () =>
    withFields({}, async (page) => {
      await field(page, "n").fill("1000");
      await field(page, "m").fill("12,000");
      const best = optimalHashes(12_000, 1000);
      await page.click("#calculator-values summary");
      const table = () =>
        page.$$eval("#calculator-values tbody tr", (rows) =>
          rows.map((row) => [...row.cells].map((c) => c.textContent)),
        );
      const expected = (hashes) =>
        Array.from({ length: 24 }, (_, i) => [
          String(i + 1),
          pct(falsePositiveRate(12_000, 1000, i + 1)),
          [i + 1 === best && "best", i + 1 === hashes && "chosen"].filter(Boolean).join(", "),
        ]);
      await holds(async () => assert.deepEqual(await table(), expected(best)));
      await page.locator("#calculator-chart").scrollIntoViewIfNeeded();
      await counts(page, "#calculator-chart circle.point", 24);
      const { x, y } = await pointOf(page, 5);
      await page.mouse.click(x, y);
      assert.deepEqual(await valuesOf(page), ["1,000", pct(falsePositiveRate(12_000, 1000, 5)), "12,000", "5"]);
      assert.equal(await givenOf(page), "nmk");
      assert.deepEqual(await table(), expected(5));
      await addressIs(page, "#calculator?n=1000&m=12000&k=5");
      const labels = await page.locator("#calculator-chart .label").allTextContents();
      assert.deepEqual(labels, [`k = 5: ${pct(falsePositiveRate(12_000, 1000, 5))}`, `best: k = ${best}`]);
      const middles = await page.$$eval("#calculator-chart .chosen, #calculator-chart .best", (marks) =>
        marks.map((mark) => {
          const { x, width } = mark.getBoundingClientRect();
          return x + width / 2;
        }),
      );
      for (const [i, k] of [5, best].entries())
        assert.ok(Math.abs(middles[i] - (await pointOf(page, k)).x) < 1, `${k}`);
      // The scale is logarithmic.
      const [one, two, three] = await Promise.all([1, 2, 3].map((k) => pointOf(page, k)));
      const log = (k) => Math.log(falsePositiveRate(12_000, 1000, k));
      const share = (two.y - one.y) / (three.y - one.y);
      assert.ok(Math.abs(share - (log(2) - log(1)) / (log(3) - log(1))) < 0.02, `${share}`);
      await field(page, "n").fill("2000");
      assert.equal(await valueOf(page, "p"), pct(falsePositiveRate(12_000, 2000, 5)), "the three stay");
    }));

  test("the curve works by keyboard and extends to the best k", () =>
    site.visit({}, async (page) => {
      const chart = page.locator("#calculator-chart");
      await chart.focus();
      const now = async () => Number(await chart.getAttribute("aria-valuenow"));
      assert.equal(await now(), 7);
      for (const [key, k] of [
        ["ArrowRight", 8],
        ["ArrowUp", 9],
        ["ArrowLeft", 8],
        ["ArrowDown", 7],
        ["PageUp", 11],
        ["PageDown", 7],
        ["Home", 1],
        ["ArrowLeft", 1],
        ["End", 24],
        ["ArrowRight", 24],
      ]) {
        await page.keyboard.press(key);
        assert.equal(await now(), k, key);
        const rate = pct(falsePositiveRate(9585059, 1e6, k));
        await hasAttribute(page, "#calculator-chart", "aria-valuetext", `k = ${k}: ${rate}${k === 7 ? ", best" : ""}`);
        await shows(page, "#calculator-bloom-facts", k === 1 ? /1 probe$/ : new RegExp(`${k} probes$`));
      }
      await page.focus("#calculator-rate");
      await page.keyboard.press("End");
      assert.equal(await now(), 30);
      await hasAttribute(page, "#calculator-chart", "aria-valuemax", "40");
    }));

  test("the curve's labels are readable on a phone, and none is cut", () =>
    site.visit({ viewport: { width: 360, height: 740 } }, async (page) => {
      await page.focus("#calculator-chart");
      for (const key of ["Home", "End", "PageDown"]) {
        await page.keyboard.press(key);
        await labelsAreLegible(page, "#calculator-chart");
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      await holds(async () => {
        const viewBox = await page.getAttribute("#calculator-chart", "viewBox");
        assert.ok(Number(viewBox.split(" ")[2]) > 800, viewBox);
      });
      await labelsAreLegible(page, "#calculator-chart");
    }));
});
