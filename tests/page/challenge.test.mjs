// Tests the challenge of the playground, and that the workbench begins where it ends.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BloomFilter } from "edgebloom";
import { FIRST_WORDS } from "../../www/lib/bench.js";
import { hasAttribute, hasValue, ready, shows, skip, switchLanguage, textOf, useSite } from "./site.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

const site = useSite();

describe("the challenge", { skip }, () => {
  /** Words that a fresh filter answers with "maybe" or "no", though they were never added. */
  function strangers() {
    const filter = new BloomFilter({ bits: 128, hashes: 3 });
    filter.addMany(FIRST_WORDS);
    const words = Array.from({ length: 500 }, (_, i) => String(i));
    return { lie: words.find((word) => filter.has(word)), truth: words.find((word) => !filter.has(word)) };
  }

  test("what was typed and never added is a try, once; a maybe is a lie that one can ask for again", () =>
    site.visit({}, async (page) => {
      const { lie, truth } = strangers();
      await shows(page, "#caught", "Caught by you 0 lies in 0 tries");
      for (const word of [truth, "apple", "", truth]) await page.fill("#key", word);
      await shows(page, "#caught", "Caught by you 0 lies in 1 try");
      const early = await page.evaluate((lie) => {
        document.querySelector("#key").value = lie;
        document.querySelector("#key").dispatchEvent(new Event("input"));
        return document.querySelector("#caught strong").textContent;
      }, lie);
      assert.equal(early, "0 lies", "threads are still flying");
      await shows(page, "#caught", `Caught by you 1 lie ${lie} in 2 tries`);
      await shows(page, "#keys-news", "You made it lie, in 2 tries.");
      await page.fill("#key", "apple");
      await page.click("#caught button");
      await hasValue(page, "#key", lie);
      await shows(page, "#verdict-because", /^All \d bits are 1\. You have not added it/);
      await shows(page, "#caught", `Caught by you 1 lie ${lie} in 2 tries`);
    }));

  test("a lie that the page found is not caught by the user", () =>
    site.visit({}, async (page) => {
      await page.click("#keys-find");
      await shows(page, "#keys-news", /^Found after/);
      await shows(page, "#caught", "Caught by you 0 lies in 0 tries");
    }));

  test("the next word replaces the one that was added", () =>
    site.visit({}, async (page) => {
      await page.click("#key");
      for (const word of ["tiger", "zebra"]) {
        await page.keyboard.type(word);
        await page.keyboard.press("Enter");
        await hasValue(page, "#key", word);
      }
      await shows(page, "#keys-count", "In the filter: 12 example keys and 2 of yours.");
    }));

  test("the workbench begins with the keys of the playground, and with the examples in another tab", () =>
    site.visit({}, async (page, context) => {
      await page.fill("#key", "tiger");
      await page.press("#key", "Enter");
      await page.click('[data-fill="10"]');
      await shows(page, "#keys-count", "In the filter: 12 example keys, 1 of yours, and 10 generated.");
      const bits = await textOf(page, "#fill-bits");
      await page.click(".play-next a");
      await ready(page);
      await shows(page, "h1", "Workbench");
      await shows(page, "#keys-count", "In the filter: 12 example keys, 1 of yours, and 10 generated.");
      await shows(page, "#fill-bits", bits);
      // Generated keys are new ones.
      await page.click('[data-fill="10"]');
      await shows(page, "#keys-count", "In the filter: 12 example keys, 1 of yours, and 20 generated.");
      await page.click("#keys-reset");
      await shows(page, "#keys-count", "In the filter: 12 example keys.");
      const other = await context.newPage();
      await other.goto(`${site.url}workbench.html`);
      await shows(other, "#keys-count", "In the filter: 12 example keys.");
    }));

  for (const [name, options, most] of [
    ["desktop", {}, 640],
    ["phone", PHONE, 950],
  ])
    test(`all of it is on one screen on a ${name}`, () =>
      site.visit(options, async (page) => {
        for (const language of ["en", "zh"]) {
          await switchLanguage(page, language);
          const { height } = await page.locator("#play").boundingBox();
          assert.ok(height <= most, `${language}: ${height}`);
          await page.click("#keys-find");
          await hasAttribute(page, "#verdict", "data-kind", "maybe");
          const cut = await page.$eval("#verdict", ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
          assert.ok(cut <= 0, `${language}: ${cut} pixels of the verdict are cut off`);
        }
      }));
});
