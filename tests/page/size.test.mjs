// Tests the calculator of the first page, and compares its numbers with those of the package.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BloomFilter, optimalBits } from "edgebloom";
import { bytes, percent, short } from "../../www/lib/format.js";
import { staticBytes } from "../../www/panels/calculator/static-size.js";
import { KEY_STOPS, RATE_STOPS } from "../../www/panels/calculator/stops.js";
import { addressIs } from "./fields.mjs";
import {
  forwards,
  goTo,
  hasAttribute,
  hasValue,
  reload,
  shows,
  skip,
  switchLanguage,
  textOf,
  useSite,
} from "./site.mjs";

const site = useSite();

/** A rate as the page says it. */
const said = (rate) => percent(rate, "en");

describe("the size", { skip }, () => {
  test("the sliders give the size of a Bloom filter and of a static set", () =>
    site.visit({}, async (page) => {
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
        const [bloom, set] = [Math.ceil(m / 8), staticBytes(1e9, rate)].map((count) => bytes(count));
        await hasValue(page, "#calculator-keys-value", "1,000,000,000");
        await hasValue(page, "#calculator-rate-value", said(rate));
        await shows(page, "#calculator-bloom-size", bloom);
        await shows(page, "#calculator-static-size", `≈ ${set}`);
        await shows(page, "#calculator-bloom-facts", `${short(m / 1e9)} bits per key, takes new keys`);
        await hasAttribute(page, "#calculator-rate", "aria-valuetext", said(rate));
        await shows(page, "#calculator-news", `Bloom filter ${bloom}, static set ≈ ${set}`);
      }
      await addressIs(page, "#calculator?n=1000000000&p=0.1");
    }));

  test("says where the list itself is the smallest", () =>
    site.visit({}, async (page) => {
      await shows(page, "#calculator-gzip-facts", /^[\d.]+ bytes per key$/);
      // The reader counts: at 1%, a filter alone is smaller from the first keys on.
      await page.fill("#calculator-keys-value", "1000");
      await shows(page, "#calculator-gzip-facts", /^[\d.]+ bytes per key, no reader: smallest$/);
      await page.fill("#calculator-keys-value", "1");
      await shows(page, "#calculator-text-facts", /, no reader: smallest$/);
      await shows(page, "#calculator-gzip-facts", /^[\d.]+ bits per key \+ 20 B header$/);
    }));

  test("a number can be typed, and is written out afterwards", () =>
    site.visit({}, async (page) => {
      for (const [keys, rate, n, p, shown] of [
        ["1.5m", "0.1%", 1.5e6, 0.001, ["1,500,000", "0.1%"]],
        ["1,5M", "0,1%", 1.5e6, 0.001, ["1,500,000", "0.1%"]],
        ["250k", "1 in 1000", 250e3, 0.001, ["250,000", "0.1%"]],
        ["2,000", "0.02", 2000, 0.02, ["2,000", "2%"]],
        ["3 亿", "1e-12", 3e8, 1e-12, ["300,000,000", "1e-12"]],
        ["100", "1 in 3", 100, 1 / 3, ["100", "33.3%"]],
      ]) {
        await page.fill("#calculator-keys-value", keys);
        await page.fill("#calculator-rate-value", rate);
        await hasValue(page, "#calculator-rate-value", rate, "it stays as it is while somebody types");
        await addressIs(page, `#calculator?n=${n}&p=${p}`);
        await page.press("#calculator-rate-value", "Enter");
        await hasValue(page, "#calculator-keys-value", shown[0]);
        await hasValue(page, "#calculator-rate-value", shown[1]);
        // The size of a real file, with its header. Larger ones are rounded up, by less than a thousandth.
        if (n > 2000) continue;
        const file = new BloomFilter({ capacity: n, errorRate: p }).toBytes();
        await shows(page, "#calculator-bloom-size", bytes(file.length));
      }
      await hasValue(page, "#calculator-keys", "0", "the slider follows");
    }));

  test("what a maybe does chooses the rate", () =>
    site.visit({}, async (page) => {
      const chosen = () => page.locator("#calculator-uses [aria-pressed='true']").allTextContents();
      assert.deepEqual(await chosen(), ["A server checks: 1%"]);
      await page.click("#calculator-uses button:last-child");
      await hasValue(page, "#calculator-rate-value", "1 in 1,000,000");
      await shows(page, "#calculator-bloom-size", bytes(Math.ceil(optimalBits(1e6, 1e-6) / 64) * 8 + 64));
      assert.deepEqual(await chosen(), ["It’s blocked: 1 in a million"]);
      await page.fill("#calculator-rate-value", "5%");
      await addressIs(page, "#calculator?n=1000000&p=0.05");
      assert.deepEqual(await chosen(), []);
    }));

  test("few keys do not pay for the header, and a static set names its limit", () =>
    site.visit({}, async (page) => {
      for (const [keys, rate, bloom, set] of [
        ["10", "50%", "6.4 bits per key + 64 B header", "6.4 bits per key + 72 B header"],
        ["10000", "60%", /^1\.\d+ bits per key, takes new keys$/, "not above 50%"],
        ["10000", "1e-12", /^57\.5 bits per key, takes new keys$/, "not below 1 in 4 billion"],
        ["5b", "1%", /^9\.59 bits per key, takes new keys$/, "at most 4 billion keys"],
      ]) {
        await page.fill("#calculator-keys-value", keys);
        await page.fill("#calculator-rate-value", rate);
        await shows(page, "#calculator-bloom-facts", bloom);
        await shows(page, "#calculator-static-facts", set);
      }
    }));

  test("nothing is said about the beginnings of a number", () =>
    site.visit({}, async (page) => {
      const field = "#calculator-rate-value";
      await page.evaluate(() => {
        window.said = [];
        for (const part of document.querySelectorAll("#calculator [role='status']"))
          new MutationObserver(() => part.textContent && window.said.push(part.textContent)).observe(part, {
            childList: true,
          });
      });
      await page.fill(field, "");
      await page.locator(field).pressSequentially("1 in 1000");
      await shows(page, "#calculator-news", /^Bloom filter /);
      assert.equal((await page.evaluate(() => window.said)).length, 1);
      await page.locator(field).pressSequentially("x");
      assert.equal(await page.textContent("#calculator-rate-news"), "");
      await shows(page, "#calculator-rate-news", /^Not a rate/);
    }));

  test("what is not a number is named; the text stays, and the last sizes are dimmed", () =>
    site.visit({}, async (page) => {
      const before = await textOf(page, ".amounts");
      const isDimmed = () => page.locator(".amounts").evaluate((sizes) => getComputedStyle(sizes).opacity < 0.5);
      const height = () => page.locator("#calculator").evaluate((section) => section.offsetHeight);
      const high = await height();
      for (const [id, message, texts] of [
        ["keys", /^Not a number/, ["", "many", "<b>", "1,5"]],
        ["keys", /^A whole number from 1 to 10¹²/, ["0", "1.5", "2e12"]],
        ["rate", /^Not a rate/, ["", "little"]],
        ["rate", /^From 10⁻¹⁵ to below 100%\.$/, ["-1", "100%", "1e-16", "1 in 1"]],
        ["rate", /^From 10⁻¹⁵ to below 100%\. For 1%, type 1%\.$/, ["1"]],
        ["rate", /^No filter has 0/, ["0", "0%", "0 in 5"]],
      ]) {
        const field = `#calculator-${id}-value`;
        for (const text of texts) {
          await page.fill(field, text);
          await page.locator(field).blur();
          await shows(page, `#calculator-${id}-news`, message);
          await hasAttribute(page, field, "aria-invalid", "true");
          assert.equal(await page.isVisible(`#calculator-${id}-hint`), false);
          assert.equal(await textOf(page, ".amounts"), before);
          assert.ok(await isDimmed());
          assert.equal(await height(), high, "a message moves nothing");
          await hasValue(page, field, text);
        }
        // The other number alone gives no sizes.
        if (id === "keys") {
          await page.focus("#calculator-rate");
          await page.keyboard.press("ArrowRight");
          assert.equal(await textOf(page, ".amounts"), before);
          assert.ok(await isDimmed());
          await page.keyboard.press("ArrowLeft");
          await page.fill(field, "1,000,000");
          assert.equal(await textOf(page, ".amounts"), before);
          assert.equal(await isDimmed(), false);
        }
      }
      await switchLanguage(page, "zh");
      await shows(page, "#calculator-rate-news", /^过滤器做不到 0/);
      await hasValue(page, "#calculator-rate-value", "0 in 5");
      await page.focus("#calculator-rate");
      await page.keyboard.press("ArrowRight");
      await shows(page, "#calculator-rate-news", "");
      await hasValue(page, "#calculator-rate-value", "0.5%");
      await hasAttribute(page, "#calculator-rate-value", "aria-invalid", "false");
    }));

  test("all bars have one scale, which ends at the list as text", () =>
    site.visit({}, async (page) => {
      const all = await page.locator(".amounts > div").evaluateAll((rows) =>
        rows.map((row) => ({
          share: row.querySelector("[id$=-bar]").offsetWidth / row.querySelector("[aria-hidden]").offsetWidth,
          size: row.querySelector("[id$=-size]").textContent,
        })),
      );
      const [bloom, set, text, gzip] = all.map(({ share }) => share);
      // Of the example list: 15.2 bytes per domain, 37% of them gzipped.
      assert.deepEqual(
        all.map(({ size }) => size),
        ["1.2 MB", "≈ 843 kB", "≈ 15.2 MB", "≈ 5.58 MB"],
      );
      assert.equal(text, 1);
      for (const [share, megabytes] of [
        [bloom, 1.2],
        [set, 0.843],
        [gzip, 5.58],
      ])
        assert.ok(Math.abs(share - megabytes / 15.2) < 0.005, `${megabytes}: ${share}`);
    }));

  for (const [name, viewport] of [
    ["on a desktop", { width: 1280, height: 900 }],
    ["on a phone", { width: 360, height: 740 }],
  ]) {
    test(`a slider stays under the pointer: ${name}`, () =>
      site.visit({ viewport }, async (page) => {
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
                    (element === slider || !element.closest("svg, [id$=-bar]")) && box.top <= bottom && box.height,
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

  test("saves its state in the address, restores it and ignores what it cannot read", () =>
    site.visit({ hash: "#calculator?n=5000&p=0.02" }, async (page) => {
      await hasValue(page, "#calculator-keys-value", "5,000");
      await hasValue(page, "#calculator-rate-value", "2%");
      await page.focus("#calculator-keys");
      await page.keyboard.press("ArrowRight");
      await addressIs(page, "#calculator?n=10000&p=0.02");
      await reload(page);
      await hasValue(page, "#calculator-keys-value", "10,000");
      for (const rest of ["n=1000&p=7", "n=5", "", "n=1e999&p=0.1", "n=0&p=0.1", "n=x&p=0.1"]) {
        await goTo(page, `#calculator?${rest}`);
        await hasValue(page, "#calculator-keys-value", "10,000", rest);
      }
      await goTo(page, "#calculator?p=0.000002&n=300");
      await hasValue(page, "#calculator-rate-value", "1 in 500,000");
      await page.click("#calculator-more");
      await hasValue(page, "#calculator-n", "300");
      assert.equal(page.url(), `${site.url}workbench.html#calculator?n=300&p=0.000002`);
    }));

  test("an address with m or k leads to the workbench", async () => {
    for (const hash of ["n=5000&k=4", "m=80000&p=0.02", "n=5000&m=80000&k=4"]) {
      await site.visit({}, async (page) => {
        // Leaving would abort the request for a font.
        await page.evaluate(() => document.fonts.ready);
        await page.goto("about:blank");
        await forwards(page, `${site.url}#calculator?${hash}`, `${site.url}workbench.html#calculator?${hash}`);
        await hasValue(page, "#calculator-k", /^\d+$/);
      });
    }
    await site.visit({}, async (page) => {
      await page.evaluate(() => document.fonts.ready);
      const hash = "#calculator?k=4&n=6000";
      await forwards(page, site.url + hash, `${site.url}workbench.html${hash}`);
      await hasValue(page, "#calculator-n", "6,000");
    });
  });
});
