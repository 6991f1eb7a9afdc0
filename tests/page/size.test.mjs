// Tests the two sliders for the size of a filter, and compares their numbers with those of the package.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { optimalBits, optimalHashes } from "edgebloom";
import { bytes, percent, short } from "../../www/lib/format.js";
import { staticBytes } from "../../www/panels/calculator/static-size.js";
import { KEY_STOPS, RATE_STOPS } from "../../www/panels/calculator/stops.js";
import { addressIs } from "./fields.mjs";
import { forwards, goTo, hasAttribute, hasValue, reload, shows, skip, useSite } from "./site.mjs";

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
        const k = optimalHashes(m, 1e9);
        const [bloom, set] = [Math.ceil(m / 8), staticBytes(1e9, rate)].map((count) => bytes(count, "en"));
        await shows(page, "#calculator-keys-value", "1,000,000,000");
        await shows(page, "#calculator-rate-value", said(rate));
        await shows(page, "#calculator-bloom-size", bloom);
        await shows(page, "#calculator-static-size", `≈ ${set}`);
        const probes = `${k} ${k === 1 ? "probe" : "probes"}`;
        await shows(page, "#calculator-bloom-facts", `${short(m / 1e9, "en")} bits per key, ${probes}`);
        await hasAttribute(page, "#calculator-rate", "aria-valuetext", `${said(rate)}, ${bloom}`);
      }
      await addressIs(page, "#calculator?n=1000000000&p=0.1");
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

  test("saves its state in the address, restores it and ignores what it cannot read", () =>
    site.visit({ hash: "#calculator?n=5000&p=0.02" }, async (page) => {
      await shows(page, "#calculator-keys-value", "5,000");
      await shows(page, "#calculator-rate-value", "2%");
      await page.focus("#calculator-keys");
      await page.keyboard.press("ArrowRight");
      await addressIs(page, "#calculator?n=10000&p=0.02");
      await reload(page);
      await shows(page, "#calculator-keys-value", "10,000");
      for (const rest of ["n=1000&p=7", "n=5", "", "n=1e999&p=0.1", "n=0&p=0.1", "n=x&p=0.1"]) {
        await goTo(page, `#calculator?${rest}`);
        await shows(page, "#calculator-keys-value", "10,000", rest);
      }
      await goTo(page, "#calculator?p=0.000002&n=300");
      await shows(page, "#calculator-rate-value", "1 in 500,000");
      await page.click("#calculator-more");
      await hasValue(page, "#calculator-n", "300");
      assert.equal(page.url(), `${site.url}workbench.html#calculator?n=300&p=0.000002`);
    }));

  test("an address with m or k leads to the workbench", async () => {
    for (const hash of ["n=5000&k=4", "m=80000&p=0.02", "n=5000&m=80000&k=4"]) {
      await site.visit({}, async (page) => {
        await page.goto("about:blank");
        await forwards(page, `${site.url}#calculator?${hash}`, `${site.url}workbench.html#calculator?${hash}`);
        await hasValue(page, "#calculator-k", /^\d+$/);
      });
    }
    await site.visit({}, async (page) => {
      const hash = "#calculator?k=4&n=6000";
      await forwards(page, site.url + hash, `${site.url}workbench.html${hash}`);
      await hasValue(page, "#calculator-n", "6,000");
    });
  });
});
