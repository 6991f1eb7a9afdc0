// Fill, error rate, the chart and the measurement; folding; speed.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BloomFilter, falsePositiveRate, lowerBoundBits } from "edgebloom";
import { StaticFilter } from "edgebloom/static";
import { gzipSync } from "node:zlib";
import { FIRST_WORDS } from "../../www/lib/bench.js";
import { bytes, percent, short } from "../../www/lib/format.js";
import { divisorsOf } from "../../www/panels/folding/divisors.js";
import {
  LONG_LIMIT,
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

const site = useSite();

const pct = (share) => percent(share, "en");
const size = (count) => bytes(count, "en");

function filled(shape, count) {
  const filter = new BloomFilter(shape);
  filter.addMany(FIRST_WORDS);
  for (let i = 1; i <= count; i++) filter.add(`key-${i}`);
  return filter;
}

/** The figures of the panel are those of a filter made here. */
async function checkFigures(page, filter, n, exact) {
  const { bitsSet, bits, fillRatio, estimatedCount, estimatedErrorRate, saturated } = filter.stats;
  await shows(
    page,
    "#rate-fill-text",
    `${bitsSet.toLocaleString("en")} of ${bits.toLocaleString("en")} cells are set: ${pct(fillRatio)}.` +
      (saturated ? " More than half: from here on the false-positive rate climbs steeply." : ""),
  );
  await hasAttribute(page, "#rate-meter", "aria-valuenow", String(Math.round(fillRatio * 100)));
  await shows(page, "#rate-keys", n.toLocaleString("en"));
  await shows(page, "#rate-guess", short(estimatedCount, "en"));
  await shows(page, "#rate-estimated", pct(estimatedErrorRate));
  await shows(page, "#rate-exact", exact === undefined ? "–" : pct(exact));
}

describe("the rate", { skip }, () => {
  test("fill, half-full line, exact and estimated rate as keys come", () =>
    site.visit({}, async (page) => {
      let n = 0;
      // Drawn with the figures.
      const circle = () =>
        page
          .locator("#rate-chart circle")
          .evaluate((point) => [point.getAttribute("cx"), point.getAttribute("cy")].map(Number));
      let last = await circle();
      for (const more of [10, 10, 100]) {
        await page.click(`[data-fill="${more}"]`);
        n += more;
        const filter = filled({ bits: 128, hashes: 3 }, n);
        await checkFigures(page, filter, n + 12, falsePositiveRate(128, n + 12, 3, { exact: true }));
        const point = await circle();
        assert.notDeepEqual(point, last);
        assert.ok(point[1] <= last[1], "the rate goes up");
        last = point;
      }
      assert.equal(await page.locator("#rate-meter.over").count(), 1);
      await hasAttribute(page, "#rate-chart", "aria-label", /At 132 keys it is .* %; half full at 30\./);
    }));

  test("partitioned and blocked have their own", () =>
    site.visit({}, async (page) => {
      await page.selectOption("#shape-layout", "partitioned");
      let filter = filled({ bits: 192, hashes: 3, layout: "partitioned" }, 0);
      await checkFigures(page, filter, 12, falsePositiveRate(64, 12, 1, { exact: true }) ** 3);
      await page.selectOption("#shape-layout", "blocked");
      filter = filled({ bits: 512, hashes: 3, layout: "blocked" }, 0);
      await checkFigures(page, filter, 12, undefined);
      await shows(page, "#rate-caption", /what a blocked filter of this shape says of itself/);
    }));

  test("a measurement lies within 3σ of what the bits say", () =>
    site.visit({}, async (page) => {
      await page.click('[data-fill="10"]');
      const filter = filled({ bits: 128, hashes: 3 }, 10);
      await page.selectOption("#rate-count", "1000000");
      await page.click("#rate-form button.main");
      await page.waitForSelector("#rate-band:not([hidden])", { timeout: LONG_LIMIT });
      // Said with the band.
      const text = await textOf(page, "#rate-news");
      const rate = filter.stats.estimatedErrorRate;
      const deviation = Math.sqrt((rate * (1 - rate)) / 1e6);
      const hits = Number(text.match(/^([\d,]+) of 1,000,000/)[1].replaceAll(",", ""));
      // One in three hundred measurements is outside; here five deviations, so that the test does not cry wolf.
      assert.ok(Math.abs(hits / 1e6 - rate) < 5 * deviation, text);
      assert.ok(
        text.includes(
          `These bits let ${pct(rate)} be expected, and between ${pct(rate - 3 * deviation)} and ${pct(rate + 3 * deviation)}`,
        ),
        text,
      );
      const inside = Math.abs(hits / 1e6 - rate) <= 3 * deviation;
      assert.ok(text.includes(inside ? "It is inside." : "It is outside"), text);
      await picture(page.locator("#rate"), "demo-rate");
      await page.click('[data-fill="1"]');
      await shows(page, "#rate-news", "", "it was of another filter");
      await interrupt(page, "#rate-form button.main", "#rate-stop");
      await shows(page, "#rate-news", "Stopped.");
    }));
});

describe("folding", { skip }, () => {
  test("the slider goes through the divisors and shows what each fold is", () =>
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
      await page.focus("#folding-slider");
      for (const divisor of divisors.slice(1, 8)) {
        await page.keyboard.press("ArrowRight");
        const { stats } = filter.fold(divisor);
        await shows(page, "#folding-label", `Folded by ${divisor}`);
        await shows(page, "#folding-bits", stats.bits.toLocaleString("en"));
        await shows(page, "#folding-size", size(stats.byteLength));
        await shows(page, "#folding-fill", pct(stats.fillRatio));
        await shows(page, "#folding-rate", pct(stats.estimatedErrorRate));
      }
      await page.click("#folding-shrink");
      const smallest = filter.shrink({ errorRate: 0.01 });
      await shows(
        page,
        "#folding-news",
        `The smallest fold with a false-positive rate of at most 1 %: by ${bits / smallest.stats.bits}, ${size(smallest.stats.byteLength)}.`,
      );
      await page.click("#folding-take");
      await hasValue(page, "#shape-m", smallest.stats.bits.toLocaleString("en"));
      await shows(page, "#rate-estimated", pct(smallest.stats.estimatedErrorRate));
      await page.fill("#key", "kiwi");
      await shows(page, "#verdict-headline", "Maybe in the set.");
      await picture(page, "folding");
    }));

  test("the bars: list, gzip, filter, base64, limit", () =>
    site.visit({}, async (page) => {
      await page.click('[data-fill="100"]');
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
      // Browsers and Node need not compress alike, to the byte.
      const gzipped = parseFloat(values[1]);
      assert.ok(Math.abs(gzipped - gzipSync(list).length) <= 20, `${gzipped} ${gzipSync(list).length}`);
    }));

  test("the bars: a static set of the same keys", () =>
    site.visit({}, async (page) => {
      const filter = filled({ bits: 128, hashes: 3 }, 0);
      const { estimatedErrorRate: errorRate, byteLength } = filter.stats;
      const { length } = StaticFilter.from(FIRST_WORDS, { errorRate }).toBytes();
      await holds(async () => {
        const all = await page.locator("#folding-bars .value").allInnerTexts();
        assert.deepEqual([all[2], all[4]], [size(byteLength), size(length)]);
      });
    }));

  test("what cannot be folded is said to be so", () =>
    site.visit({}, async (page) => {
      await setShape(page, { m: 7 * 64 });
      await page.focus("#folding-slider");
      await page.keyboard.press("End");
      await shows(page, "#folding-bits", "64");
      await page.selectOption("#shape-layout", "blocked");
      await shows(page, "#folding-none", "This filter cannot be folded.");
      await vanishes(page, "#folding-controls");
    }));
});

describe("speed", { skip }, () => {
  test("has() against Set, both of them real", () =>
    site.visit({}, async (page) => {
      await page.click("#speed-run");
      await page.waitForSelector("#speed-bars dt", { timeout: LONG_LIMIT });
      // All that is said of it is there at once.
      const names = await page.locator("#speed-bars dt").allInnerTexts();
      assert.deepEqual(names, ["filter.has(key)", "set.has(key)", "filter.hasLines(bytes)"]);
      for (const value of await page.locator("#speed-bars .value").allInnerTexts()) {
        const [, millions, nanoseconds] = value.match(/^([\d.,]+) million per second, ([\d.,]+) ns each$/);
        // The two are the same figure, each with three digits.
        assert.ok(Math.abs(Number(millions) * Number(nanoseconds.replaceAll(",", "")) - 1000) < 15, value);
      }
      await shows(page, "#speed-news", /million queries per second/);
      await shows(
        page,
        "#speed-note",
        /The filter is 120 kB; the keys alone, without the Set around them, are 2\.4 MB/,
      );
    }));
});
