// Tests fill, false-positive rate, its chart and measurement, and folding.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { BloomFilter, falsePositiveRate, lowerBoundBits } from "edgebloom";
import { StaticFilter } from "edgebloom";
import { gzipSync } from "node:zlib";
import { FIRST_WORDS } from "../../www/lib/bench.js";
import { bytes, oneInOf, percent, short } from "../../www/lib/format.js";
import { divisorsOf } from "../../www/workbench/folding/divisors.js";
import { labelsAreLegible } from "./labels.mjs";
import {
  LONG_LIMIT,
  appears,
  hasAttribute,
  hasValue,
  holds,
  interrupt,
  picture,
  setShape,
  shows,
  skip,
  textOf,
  useSite,
  vanishes,
} from "./site.mjs";

const site = useSite({ page: "workbench.html" });
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const pct = (share) => percent(share, "en");
/** A rate as the page says it. */
const said = (rate) => percent(rate, "en");
const size = (count) => bytes(count);

function filled(shape, count) {
  const filter = new BloomFilter(shape);
  filter.addMany(FIRST_WORDS);
  for (let i = 1; i <= count; i++) filter.add(`key-${i}`);
  return filter;
}

/** Opens the tool, waits for its chart and runs the test. */
const withRate = (options, body) =>
  site.visit(options, async (page, context) => {
    await page.click("#tab-rate");
    await appears(page, "#rate-chart .now");
    await body(page, context);
  });

/** Adds generated keys, in another tool. */
const addMany = (page, more, times = 1) =>
  page.$eval(
    `[data-fill="${more}"]`,
    (button, times) => {
      for (let i = 0; i < times; i++) button.click();
    },
    times,
  );

/** Changes the shape of the filter in the tool for that, and returns. */
async function reshape(page, shape) {
  await page.click("#tab-shape");
  await setShape(page, shape);
  await page.click("#tab-rate");
}

/** Checks that the panel shows the figures of this filter. */
async function checkFigures(page, filter, n, exact) {
  const { bitsSet, bits, fillRatio, estimatedCount, estimatedErrorRate } = filter.stats;
  await shows(page, "#fill-bits", `${bitsSet.toLocaleString("en")} of ${bits.toLocaleString("en")} bits`);
  await shows(page, "#fill-share", pct(fillRatio));
  await shows(page, "#rate-keys", n.toLocaleString("en"));
  await shows(page, "#rate-guess", short(estimatedCount));
  // From 40% on, the share says more than "1 in 2".
  const isHigh = estimatedErrorRate > 0.4;
  await shows(page, "#fill-one-in", isHigh ? pct(estimatedErrorRate) : oneInOf(estimatedErrorRate, "en"));
  await shows(page, "#rate-own", pct(estimatedErrorRate));
  await shows(page, "#rate-exact", exact === undefined ? "–" : said(exact));
}

describe("the rate", { skip }, () => {
  test("shows fill, half-full line, exact and estimated rate as keys are added", () =>
    withRate({}, async (page) => {
      let n = 0;
      // The point is drawn together with the figures.
      const circle = () =>
        page
          .locator("#rate-chart circle.now")
          .evaluate((point) => [point.getAttribute("cx"), point.getAttribute("cy")].map(Number));
      let last = await circle();
      for (const more of [10, 10, 100]) {
        await addMany(page, more);
        n += more;
        const filter = filled({ bits: 128, hashes: 3 }, n);
        await checkFigures(page, filter, n + 12, falsePositiveRate(128, n + 12, 3, { exact: true }));
        const point = await circle();
        assert.notDeepEqual(point, last);
        assert.ok(point[1] <= last[1], "the rate goes up");
        last = point;
      }
      await hasAttribute(page, "#rate-chart", "aria-label", /At 132 keys it is .*%; half full at 30\./);
    }));

  test("without a design it warns well above half, not at half", () =>
    withRate({}, async (page) => {
      await shows(page, "#rate-verdict", /^✓?\s*One in 78 non-members gets “maybe”\.$/);
      // The fill is now the same as with the best k.
      await addMany(page, 10, 2);
      await shows(page, "#fill-share", /^5\d(\.\d)?%$/);
      await shows(page, "#rate-verdict", /^One in /);
      await hasAttribute(page, "#rate-verdict", "data-kind", "plain");
      await addMany(page, 10, 2);
      await shows(page, "#rate-verdict", /% of the bits are 1\. Use more bits or fewer keys\.$/);
      await hasAttribute(page, "#rate-verdict", "data-kind", "over");
    }));

  test("a filter at its capacity is as designed; above, it shows by how much", () =>
    site.visit({ hash: "#calculator?n=1000&p=0.01" }, async (page) => {
      await page.click("#calculator-make");
      await page.click("#tab-rate");
      await shows(page, "#rate-verdict", "Within the target: 1% with 1,000 keys.");
      await addMany(page, 100, 10);
      await shows(page, "#rate-keys", "1,012");
      await shows(page, "#fill-share", /^5[12]\.\d%$/);
      await shows(page, "#rate-verdict", "Within the target: 1% with 1,000 keys.");
      await hasAttribute(page, "#rate-verdict", "data-kind", "good");
      await holds(async () =>
        assert.ok((await page.locator("#rate-chart .label").allTextContents()).includes("target: 1%")),
      );
      await addMany(page, 100, 2);
      await shows(
        page,
        "#rate-verdict",
        /^(\d+% above|[\d.]+ times) the target of 1%\. The filter was made for 1,000 keys\.$/,
      );
      await hasAttribute(page, "#rate-verdict", "data-kind", "over");
    }));

  test("many keys at once leave no straight line or plateau in the plot", () =>
    site.visit({ hash: "#calculator?n=1000&p=0.01" }, async (page) => {
      await page.click("#calculator-make");
      await page.click("#tab-rate");
      // 12 keys in 9,600 bits: the rate is far below the nine decades of the chart.
      await appears(page, "#rate-chart path.now");
      assert.equal(await page.locator("#rate-chart circle").count(), 0, "the rate is below the plot");
      for (let i = 1; i <= 5; i++) {
        await addMany(page, 100);
        await shows(page, "#rate-keys", `${100 * i + 12}`);
      }
      await appears(page, "#rate-chart circle.now");
      const { curve, paths, trail, bottom } = await page.$eval("#rate-chart", (svg) => ({
        curve: svg.querySelector(".curve").getAttribute("d"),
        paths: [...svg.querySelectorAll("path")].map((path) => path.getAttribute("class")),
        trail: svg.querySelectorAll("circle.trail").length,
        bottom: Number(svg.querySelector(".half").getAttribute("y2")),
      }));
      assert.deepEqual(paths, ["curve"], "the trail is no line");
      assert.ok(trail >= 2 && trail <= 4, `${trail}`);
      const ys = curve.match(/[\d.]+ [\d.]+/g).map((point) => Number(point.split(" ")[1]));
      assert.ok(Math.max(...ys) <= bottom + 50);
      assert.deepEqual(
        ys,
        [...new Set(ys)].sort((a, b) => b - a),
        "it rises from point to point",
      );
    }));

  test("the band stays visible at 100%", () =>
    withRate({}, async (page) => {
      await addMany(page, 100, 10);
      await shows(page, "#rate-verdict", /^All bits are 1/);
      await shows(page, "#fill-share", "100%");
      await shows(page, "#rate-guess", "not known");
      await page.click("#rate-form button.main");
      await page.waitForSelector("#rate-band:not([hidden])", { timeout: LONG_LIMIT });
      await holds(async () => {
        const width = await page.$eval("#rate-band .band", (band) => band.getBoundingClientRect().width);
        assert.ok(width >= 8, `${width}`);
      });
    }));

  test("labels are readable on a phone, and the chart fits", () =>
    withRate({ viewport: { width: 360, height: 740 } }, async (page) => {
      for (const more of [10, 100]) {
        await addMany(page, more);
        await labelsAreLegible(page, "#rate-chart");
      }
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }));

  for (const [name, options] of [
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
  ]) {
    test(`passes axe: ${name}`, () =>
      withRate(options, async (page) => {
        await addMany(page, 100);
        await shows(page, "#rate-verdict", /Use more bits/);
        await page.evaluate(AXE);
        const violations = await page.evaluate(async () =>
          (await window.axe.run("#rate")).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`),
        );
        assert.deepEqual(violations, []);
      }));
  }

  test("partitioned and blocked layouts have their own rates", () =>
    withRate({}, async (page) => {
      await reshape(page, { layout: "partitioned" });
      let filter = filled({ bits: 192, hashes: 3, layout: "partitioned" }, 0);
      await checkFigures(page, filter, 12, falsePositiveRate(64, 12, 1, { exact: true }) ** 3);
      await reshape(page, { layout: "blocked" });
      filter = filled({ bits: 512, hashes: 3, layout: "blocked" }, 0);
      await checkFigures(page, filter, 12, undefined);
      await shows(page, "#rate-caption", /a blocked filter of this shape/);
    }));

  test("a measurement lies within 3σ of the rate computed from the bits", () =>
    withRate({}, async (page) => {
      await addMany(page, 10);
      const filter = filled({ bits: 128, hashes: 3 }, 10);
      await page.selectOption("#rate-count", "1000000");
      await page.click("#rate-form button.main");
      await page.waitForSelector("#rate-band:not([hidden])", { timeout: LONG_LIMIT });
      // The message appears together with the band.
      const text = await textOf(page, "#rate-news");
      const rate = filter.stats.estimatedErrorRate;
      const deviation = Math.sqrt((rate * (1 - rate)) / 1e6);
      const hits = Number(text.match(/^([\d,]+) of 1,000,000/)[1].replaceAll(",", ""));
      // 3σ would fail in one of 300 measurements, so the test allows 5σ.
      assert.ok(Math.abs(hits / 1e6 - rate) < 5 * deviation, text);
      assert.ok(
        text.includes(
          `Expected: ${pct(rate)}, and between ${pct(rate - 3 * deviation)} and ${pct(rate + 3 * deviation)} in 99.7%`,
        ),
        text,
      );
      const inside = Math.abs(hits / 1e6 - rate) <= 3 * deviation;
      assert.ok(text.includes(inside ? "The result is in this range." : "The result is outside this range"), text);
      await picture(page.locator("#rate"), "demo-rate");
      await addMany(page, 10);
      await shows(page, "#rate-news", "", "it was of another filter");
      await page.press("#rate-form button.main", "Enter");
      await page.focus("#rate-stop");
      await vanishes(page, "#rate-stop");
      assert.equal(await page.evaluate(() => document.activeElement.textContent), "Measure", "its button is gone");
      await interrupt(page, "#rate-form button.main", "#rate-stop");
      await shows(page, "#rate-news", "Stopped.");
    }));
});

describe("folding", { skip }, () => {
  test("the slider goes through the divisors and shows each fold", () =>
    site.visit({}, async (page) => {
      const [bits, words] = [3840, 60];
      await setShape(page, { m: bits });
      const filter = filled({ bits, hashes: 3 }, 0);
      const divisors = divisorsOf(filter.stats);
      assert.deepEqual(
        divisors,
        Array.from({ length: words }, (_, i) => i + 1).filter((divisor) => words % divisor === 0),
      );
      await hasAttribute(page, "#folding-slider", "max", String(divisors.length - 1));
      await page.click("#tab-folding");
      await page.focus("#folding-slider");
      for (const divisor of divisors.slice(1, 8)) {
        await page.keyboard.press("ArrowRight");
        const { stats } = filter.fold(divisor);
        await shows(page, "#folding-label", `Folded by ${divisor}`);
        await hasAttribute(page, "#folding-slider", "aria-valuetext", `Folded by ${divisor}`);
        await shows(page, "#folding-bits", stats.bits.toLocaleString("en"));
        await shows(page, "#folding-size", size(stats.byteLength));
        await shows(page, "#folding-fill", pct(stats.fillRatio));
        await shows(page, "#folding-rate", said(stats.estimatedErrorRate));
      }
      await page.click("#folding-shrink");
      const smallest = filter.shrink({ errorRate: 0.01 });
      await shows(
        page,
        "#folding-news",
        `The smallest fold with a false-positive rate of at most 1%: by ${bits / smallest.stats.bits}, ${size(smallest.stats.byteLength)}.`,
      );
      await page.press("#folding-take", "Enter");
      await shows(page, "#folding-news", /^The filter above is now the folded one/);
      assert.equal(await page.evaluate(() => document.activeElement.id), "folding-take", "the focus stays");
      await hasValue(page, "#shape-m", smallest.stats.bits.toLocaleString("en"));
      await shows(page, "#fill-one-in", oneInOf(smallest.stats.estimatedErrorRate, "en"));
      await page.fill("#key", "kiwi");
      await shows(page, "#verdict-headline", "Maybe in the set.");
      await picture(page, "folding");
    }));

  test("bars show list, gzip, filter, base64 and limit", () =>
    site.visit({}, async (page) => {
      await page.click('[data-fill="100"]');
      await page.click("#tab-folding");
      const filter = filled({ bits: 128, hashes: 3 }, 100);
      const list = [...FIRST_WORDS, ...Array.from({ length: 100 }, (_, i) => `key-${i + 1}`)].join("\n");
      const bound = Math.ceil(lowerBoundBits(112, filter.stats.estimatedErrorRate) / 8);
      const { byteLength } = filter.stats;
      const values = await holds(async () => {
        const all = await page.locator("#folding-bars .value").allInnerTexts();
        assert.deepEqual(
          [all[0], all[2], all[3], all[4]],
          [size(list.length), size(byteLength), size(filter.toBase64().length), size(bound)],
        );
        return all;
      });
      // gzip in the browser and in Node may differ in some bytes.
      const gzipped = parseFloat(values[1]);
      assert.ok(Math.abs(gzipped - gzipSync(list).length) <= 20, `${gzipped} ${gzipSync(list).length}`);
    }));

  test("bars show a static set of the same keys", () =>
    site.visit({}, async (page) => {
      await page.click("#tab-folding");
      const filter = filled({ bits: 128, hashes: 3 }, 0);
      const { estimatedErrorRate: errorRate, byteLength } = filter.stats;
      const { length } = StaticFilter.from(FIRST_WORDS, { errorRate }).toBytes();
      await holds(async () => {
        const all = await page.locator("#folding-bars .value").allInnerTexts();
        assert.deepEqual([all[2], all[4]], [size(byteLength), size(length)]);
      });
    }));

  test("reports filters that cannot fold", () =>
    site.visit({}, async (page) => {
      await setShape(page, { m: 7 * 64 });
      await page.click("#tab-folding");
      await page.focus("#folding-slider");
      await page.keyboard.press("End");
      await shows(page, "#folding-bits", "64");
      await page.press("#folding-take", "Enter");
      await shows(page, "#folding-news", /^The filter above is now the folded one/);
      assert.equal(await page.evaluate(() => document.activeElement.id), "folding-none", "its button is gone");
      await page.click("#tab-shape");
      await page.selectOption("#shape-layout", "blocked");
      await page.click("#tab-folding");
      await shows(page, "#folding-none", "This filter cannot be folded.");
      await vanishes(page, "#folding-controls");
    }));
});
