// Tests the calculator and compares its numbers with those of the package. The results change in the same event as
// the input, so tests read them at once. The address and the filter in Play change later.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import {
  BloomFilter,
  capacityFor,
  estimatedCount,
  falsePositiveRate,
  hashesForRate,
  lowerBoundBits,
  minimalRate,
  optimalBits,
  optimalHashes,
} from "edgebloom";
import { bytes, grouped, oneInOf, percent, short } from "../../www/lib/format.js";
import { addressIs, field, givenOf, news, valueOf, valuesOf } from "./fields.mjs";
import { labelsAreLegible } from "./labels.mjs";
import {
  counts,
  goTo,
  hasAttribute,
  hasValue,
  holds,
  noteTasks,
  notedTasks,
  picture,
  reload,
  shows,
  skip,
  switchLanguage,
  textOf,
  useSite,
} from "./site.mjs";

const site = useSite({ page: "workbench.html" });
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const num = (value) => grouped(value);
const pct = (share) => percent(share, "en");
/** A rate as the page says it. */
const said = (rate) => percent(rate, "en");
/** The point of a k on the curve. */
const pointOf = (page, k) =>
  page
    .locator("#calculator-chart circle.point")
    .nth(k - 1)
    .evaluate((point) => {
      const { x, y, width, height } = point.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });

/** Selects the old value and types over it. */
async function type(page, name, text) {
  await field(page, name).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

describe("the calculator", { skip }, () => {
  test("starts with a million keys at 1% and shows the results", () =>
    site.visit({}, async (page) => {
      const [n, p] = [1e6, 0.01];
      const m = optimalBits(n, p);
      const k = optimalHashes(m, n);
      assert.deepEqual(await valuesOf(page), [num(n), "1%", num(m), num(k)]);
      assert.equal(await givenOf(page), "np");
      const size = Math.ceil(m / 8);
      await shows(page, "#calculator-size", `${num(size)} bytes = ${bytes(size)} = ${short(size / 2 ** 20)} MiB`);
      await shows(page, "#calculator-bits-per-key", short(m / n));
      const reached = falsePositiveRate(m, n, k);
      await shows(page, "#calculator-reached", `${num(reached * 100)}%, ${oneInOf(reached, "en")}`);
      await shows(page, "#calculator-best-hashes", short(hashesForRate(minimalRate(m, n))));
      await shows(page, "#calculator-half-full", `${num(Math.floor(estimatedCount(m, k, Math.floor(m / 2))))} keys`);
      const bound = lowerBoundBits(n, p);
      await shows(page, "#calculator-lower-bound", `${num(Math.ceil(bound))} bits, ${pct(bound / m)} of m`);
      assert.equal(new URL(page.url()).hash, "", "no field was edited");
      await picture(page, "calculator", { fullPage: true });
    }));

  test("computes from the two fields edited last", () =>
    site.visit({}, async (page) => {
      await type(page, "m", "8,000,000");
      assert.equal(await givenOf(page), "nm");
      assert.equal(await valueOf(page, "p"), pct(falsePositiveRate(8e6, 1e6, 6)));
      assert.equal(await valueOf(page, "k"), String(optimalHashes(8e6, 1e6)));

      await type(page, "p", "0.1 %");
      assert.equal(await givenOf(page), "pm");
      assert.equal(await valueOf(page, "n"), num(capacityFor(8e6, 0.001)));
      assert.equal(await valueOf(page, "k"), String(optimalHashes(8e6, capacityFor(8e6, 0.001))));

      await type(page, "n", "5000");
      assert.equal(await givenOf(page), "np");
      assert.equal(await valueOf(page, "m"), num(optimalBits(5000, 0.001)));

      await type(page, "k", "4");
      assert.equal(await givenOf(page), "nk");
      assert.equal(await valueOf(page, "p"), "6.25%");
      assert.equal(await valueOf(page, "m"), num(optimalBits(5000, 1 / 16)));

      await type(page, "m", "1 MB");
      assert.equal(await givenOf(page), "mk");
      assert.equal(await valueOf(page, "n"), num(capacityFor(8e6, 1 / 16, 4)));

      await type(page, "p", "1 in 1000");
      await type(page, "k", "5");
      assert.equal(await givenOf(page), "npk", "p and k alone tell no size");
      await shows(page, "#calculator-note", /n is also taken as given/);
      const n = Number((await valueOf(page, "n")).replaceAll(",", ""));
      const m = Number((await valueOf(page, "m")).replaceAll(",", ""));
      assert.ok(falsePositiveRate(m, n, 5) <= 0.001 && falsePositiveRate(m - 1, n, 5) > 0.001);
      await type(page, "n", "100");
      assert.equal(await givenOf(page), "npk", "the three stay");
      assert.equal(await valueOf(page, "p"), "1 in 1000");
    }));

  test("accepts units", () =>
    site.visit({}, async (page) => {
      for (const [text, n] of [
        ["120k", 120e3],
        ["1.5M", 1.5e6],
        ["1e6", 1e6],
        ["1 000 000", 1e6],
        ["2 million", 2e6],
        ["150万", 1.5e6],
        ["3 亿", 3e8],
      ]) {
        await field(page, "n").fill(text);
        assert.equal(await valueOf(page, "m"), num(optimalBits(n, 0.01)), text);
      }
      for (const [text, p] of [
        ["0.1%", 0.001],
        ["1e-3", 0.001],
        ["1 in 50", 0.02],
        ["1/8", 0.125],
      ]) {
        await field(page, "p").fill(text);
        assert.equal(await valueOf(page, "m"), num(optimalBits(3e8, p)), text);
      }
      for (const [text, m] of [
        ["64 KiB", 2 ** 19],
        ["1.5 MB", 12e6],
        ["146 kB", 1168e3],
        ["2 GiB", 2 ** 34],
        ["12 Mbit", 12e6],
        ["777", 777],
      ]) {
        await field(page, "m").fill(text);
        assert.equal(await valueOf(page, "n"), num(capacityFor(m, 0.125)), text);
      }
    }));

  test("names invalid input and keeps the results", () =>
    site.visit({}, async (page) => {
      const before = await valuesOf(page);
      for (const [name, others, bad] of [
        ["n", [1, 2, 3], ["", "-5", "0", "1e999", "words", "NaN", "1.5", "<img src=x onerror=alert(1)>"]],
        ["p", [0, 2, 3], ["", "120%", "0", "1", "-1", "1e-19", "none"]],
      ]) {
        const oldValue = await valueOf(page, name);
        for (const text of bad) {
          await field(page, name).fill(text);
          const message = await news(page);
          assert.ok(message.startsWith(`${name}: not a `) && message.includes("Type "), message);
          assert.equal(await field(page, name).getAttribute("aria-invalid"), "true");
          assert.match(await field(page, name).getAttribute("aria-describedby"), /calculator-news/);
          assert.ok(await page.locator("#calculator-make").isDisabled());
          const now = await valuesOf(page);
          for (const i of others) assert.equal(now[i], before[i]);
        }
        await field(page, name).fill(oldValue);
        assert.equal(await news(page), "");
        assert.equal(await field(page, name).getAttribute("aria-invalid"), "false");
        assert.deepEqual(await valuesOf(page), before);
      }
      for (const [name, text] of [
        ["m", "64 kb"],
        ["k", "65"],
        ["k", "2.5"],
      ]) {
        await field(page, name).fill(text);
        assert.ok((await news(page)).startsWith(`${name}: `));
      }
      assert.equal(await page.locator("#calculator img").count(), 0);
    }));

  test("reports combinations without a solution", () =>
    site.visit({}, async (page) => {
      const cases = [
        [["n", "9007199254740991"], ["p", "1e-18"], /2⁵³ − 1 bits/],
        [["p", "1 %"], ["m", "5"], /Not even one key/],
        [["p", "99.9 %"], ["m", "9e15"], /2⁵³ − 1 keys/],
        [["n", "1000"], ["k", "64"], /at most 59/],
        [["n", "1000"], ["m", "1 GB"], /above 64/],
        [["n", "1"], ["m", "9e15"], /above 64/],
      ];
      for (const [[a, x], [b, y], expected] of cases) {
        await field(page, a).fill(x);
        await field(page, b).fill(y);
        const text = await textOf(page, "#calculator");
        assert.match(text, expected);
        for (const shown of [text, ...(await valuesOf(page))]) assert.doesNotMatch(shown, /NaN|undefined|Infinity|∞/);
      }
      await field(page, "m").fill("100");
      await field(page, "n").fill("10");
      assert.equal(await news(page), "");
    }));

  test("saves its state in the address and restores it", () =>
    site.visit({}, async (page) => {
      await field(page, "n").fill("2 million");
      await field(page, "p").fill("1 in 3");
      await addressIs(page, `#calculator?p=${1 / 3}&n=2000000`);
      const before = await valuesOf(page);
      await reload(page);
      assert.deepEqual((await valuesOf(page)).slice(2), before.slice(2));
      assert.equal(await valueOf(page, "n"), "2,000,000");
      assert.equal(await givenOf(page), "np");
      await goTo(page, "#calculator?p=0.01&k=3&n=1000");
      await hasValue(page, "#calculator-n", "1,000");
      assert.equal(await givenOf(page), "npk");
      await field(page, "n").fill("typed 1");
      await goTo(page, "#keys");
      assert.equal(await valueOf(page, "n"), "typed 1", "other addresses are others' affair");
    }));

  test("reports an invalid address and ignores it", async () => {
    for (const rest of ["n=1000&p=7", "n=%3Cb%3E&k=3", "n=5", "", "p=0.1&q=2", "n=1e999&m=1", "%E0%A4%A=1&n=2"]) {
      await site.visit({ hash: `#calculator?${rest}` }, async (page) => {
        assert.match(await news(page), /^The numbers in the page address are not valid, so they were ignored\./);
        assert.equal(await valueOf(page, "n"), "1,000,000");
        assert.equal(await valueOf(page, "m"), num(optimalBits(1e6, 0.01)));
      });
    }
  });

  test("Make this filter opens it in Play", () =>
    site.visit({}, async (page) => {
      await page.locator("#calculator-make").click();
      const sized = new BloomFilter({ capacity: 1e6, errorRate: 0.01 }).stats;
      await hasValue(page, "#shape-m", num(sized.bits));
      await hasValue(page, "#shape-k", String(sized.hashes));
      await shows(page, "#play-news", `Filter made: m = ${num(sized.bits)}, k = 7.`);
      await page.waitForFunction(() => {
        const { top, bottom } = document.querySelector("#keys-form").getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      });
      await shows(page, "#keys-count", /12 example keys/, "its keys are kept");
      for (const [m, k, made] of [
        ["1,234", "5", "1,280"],
        ["1", "1", "64"],
        ["67,108,864", "3", "67,108,864"],
      ]) {
        await field(page, "m").fill(m);
        await field(page, "k").fill(k);
        if (await page.locator("#calculator-make").isDisabled()) {
          await field(page, "n").fill("1");
          await field(page, "m").fill(m);
        }
        await page.locator("#calculator-make").click();
        await hasValue(page, "#shape-m", made);
      }
      await field(page, "m").fill("67,108,865");
      assert.ok(await page.locator("#calculator-make").isDisabled());
      await shows(page, "#calculator-why", "This page makes filters of up to 67,108,864 bits.");
    }));

  test("translates every message to Chinese", () =>
    site.visit({ locale: "zh-CN" }, async (page) => {
      await page.click("#calculator-values summary");
      const LATIN = /\b(?!KiB|MiB|GiB|MB|kB|GB|MD5|SHA|Mbit|bit|bits)[A-Za-z]{3,}\b/;
      assert.doesNotMatch(await textOf(page, "#calculator"), LATIN);
      for (const [name, text] of [
        ["n", ""],
        ["p", "2"],
        ["m", "5"],
        ["p", "1 %"],
        ["k", "99"],
        ["k", "64"],
        ["n", "5"],
        ["m", "1 GB"],
        ["p", "99.9 %"],
        ["m", "9e15"],
        ["m", "900"],
        ["k", "3"],
      ]) {
        await field(page, name).fill(text);
        assert.doesNotMatch(await textOf(page, "#calculator"), LATIN);
      }
      await page.focus("#calculator-chart");
      await page.keyboard.press("Home");
      assert.doesNotMatch(await page.locator("#calculator-chart").innerHTML(), />[^<]*best/);
      await hasAttribute(page, "#calculator-chart", "aria-valuetext", /^k = 1：/);
      await switchLanguage(page, "en");
      await hasAttribute(page, "#calculator-chart", "aria-valuetext", /^k = 1: /);
    }));

  for (const [name, options] of [
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["on a phone", { viewport: { width: 360, height: 740 } }],
  ]) {
    test(`passes axe and needs no sideways scrolling: ${name}`, () =>
      site.visit(options, async (page) => {
        if (options.viewport?.width < 960) await page.click("#calculator .part summary");
        await page.click("#calculator-values summary");
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        await page.focus("#calculator-chart");
        await page.keyboard.press("End");
        await field(page, "p").fill("x");
        await page.evaluate(AXE);
        const violations = await page.evaluate(async () =>
          (await window.axe.run("#calculator")).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`),
        );
        assert.deepEqual(violations, []);
      }));
  }

  test("no calculator task blocks the page", () =>
    site.visit({}, async (page) => {
      await noteTasks(page);
      await page.focus("#calculator-chart");
      for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
      await field(page, "n").pressSequentially("5");
      const longest = Math.max(0, ...(await notedTasks(page)));
      // A time limit needs an idle machine.
      if (process.env.EDGEBLOOM_TIMES) assert.ok(longest <= 50, `${longest} ms`);
      else console.log(`longest task: ${longest} ms`);
    }));
});

describe("the curve over k", { skip }, () => {
  test("the curve shows the package's rates and best k; a click chooses k", () =>
    site.visit({}, async (page) => {
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
          said(falsePositiveRate(12_000, 1000, i + 1)),
          [i + 1 === best && "best", i + 1 === hashes && "chosen"].filter(Boolean).join(", "),
        ]);
      await holds(async () => assert.deepEqual(await table(), expected(best)));
      await page.locator("#calculator-chart").scrollIntoViewIfNeeded();
      await counts(page, "#calculator-chart circle.point", 24);
      const { x, y } = await pointOf(page, 5);
      await page.mouse.click(x, y);
      assert.deepEqual(await valuesOf(page), ["1,000", said(falsePositiveRate(12_000, 1000, 5)), "12,000", "5"]);
      assert.equal(await givenOf(page), "nmk");
      assert.deepEqual(await table(), expected(5));
      await addressIs(page, "#calculator?n=1000&m=12000&k=5");
      const labels = await page.locator("#calculator-chart .label").allTextContents();
      assert.deepEqual(labels, [`k = 5: ${said(falsePositiveRate(12_000, 1000, 5))}`, `best: k = ${best}`]);
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
      assert.equal(await valueOf(page, "p"), said(falsePositiveRate(12_000, 2000, 5)), "the three stay");
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
        const rate = said(falsePositiveRate(9585059, 1e6, k));
        await hasAttribute(page, "#calculator-chart", "aria-valuetext", `k = ${k}: ${rate}${k === 7 ? ", best" : ""}`);
        await hasValue(page, "#calculator-k", String(k));
      }
      await field(page, "p").fill("1e-9");
      assert.equal(await now(), 30);
      await hasAttribute(page, "#calculator-chart", "aria-valuemax", "40");
    }));

  test("the curve's labels are readable on a phone, and none is cut", () =>
    site.visit({ viewport: { width: 360, height: 740 } }, async (page) => {
      await page.click("#calculator .part summary");
      await page.focus("#calculator-chart");
      for (const key of ["Home", "End", "PageDown"]) {
        await page.keyboard.press(key);
        await labelsAreLegible(page, "#calculator-chart");
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      await holds(async () => {
        const viewBox = await page.getAttribute("#calculator-chart", "viewBox");
        assert.ok(Number(viewBox.split(" ")[2]) > 600, viewBox);
      });
      await labelsAreLegible(page, "#calculator-chart");
    }));
});
