// Adding, removing, looking for false positives, and what the page says of it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BloomFilter, CountingBloomFilter } from "edgebloom";
import { FIRST_WORDS } from "../../www/lib/bench.js";
import { short } from "../../www/lib/format.js";
import { madeUp } from "../../www/panels/keys/false-positive.js";
import {
  appears,
  counts,
  hasValue,
  interrupt,
  picture,
  rests,
  setShape,
  shows,
  skip,
  textOf,
  useSite,
  vanishes,
} from "./site.mjs";

const site = useSite();

describe("keys", { skip }, () => {
  test("a key is added by Enter and by the button; news says whether it was new", () =>
    site.visit({}, async (page) => {
      await page.fill("#key", "tiger");
      await shows(page, "#verdict-headline", "No, not in the set.");
      await page.press("#key", "Enter");
      await shows(page, "#keys-news", "tiger is added: it was certainly new.");
      await shows(page, "#verdict-headline", "Maybe in the set.");
      await shows(page, "#verdict-because", /^All 3 bits are 1\. You have added it\.$/);
      await shows(page, "#verdict-by", /tiger \(/);
      await page.click("#keys-form button.main");
      await shows(page, "#keys-news", "tiger is added, and no bit has changed: all of its bits were 1 before.");
      await shows(page, "#keys-count", "13 keys added by hand.");
      await shows(page, "#keys-known li:last-child", "tiger ×2");
      const filter = new BloomFilter({ bits: 128, hashes: 3 });
      filter.addMany([...FIRST_WORDS, "tiger", "tiger"]);
      await shows(page, "#rate-estimated", `${short(filter.stats.estimatedErrorRate * 100, "en")} %`);
    }));

  test("markup in a key is text", () =>
    site.visit({}, async (page) => {
      const key = "<img src=x onerror=alert(1)>";
      await page.fill("#key", key);
      await page.press("#key", "Enter");
      await shows(page, "#keys-known li:last-child", key);
      assert.equal(await page.locator("main img").count(), 0);
    }));

  test("a plain filter has no removal, and says why", () =>
    site.visit({}, async (page) => {
      await page.fill("#key", "apple");
      await page.click("#keys-remove");
      await shows(page, "#keys-news", /^A bit does not say how many keys/);
      await rests(page);
      await shows(page, "#keys-count", "12 keys added by hand.");
    }));

  test("a counting filter removes; a wrong removal is found out", () =>
    site.visit({}, async (page) => {
      await page.selectOption("#shape-cells", "counters");
      await page.fill("#key", "apple");
      await page.click("#keys-remove");
      await shows(page, "#keys-news", "apple is removed once.");
      const filter = new CountingBloomFilter({ bits: 128, hashes: 3 });
      filter.addMany(FIRST_WORDS);
      filter.remove("apple");
      await shows(page, "#verdict-headline", filter.has("apple") ? "Maybe in the set." : "No, not in the set.");
      await page.click("#keys-remove");
      await shows(page, "#keys-news", /^apple is not in the set: there is nothing to remove/);
      // A false positive, removed: it takes from others.
      let number = 0;
      while (!filter.has(madeUp(number))) number++;
      const wrong = madeUp(number);
      filter.remove(wrong);
      const missed = FIRST_WORDS.slice(1).filter((word) => !filter.has(word));
      await page.fill("#key", wrong);
      await page.click("#keys-remove");
      const news = await shows(
        page,
        "#keys-news",
        new RegExp(`^${wrong} was never added and has been removed all the same`),
      );
      assert.ok(missed.length);
      assert.match(news, new RegExp(`now ${new Intl.ListFormat("en").format(missed.slice(0, 5))} would be missed`));
      await page.click('#keys-known [aria-label="Remove banana"]');
      await counts(page, '#keys-known button:text("banana")', 0);
    }));

  test("find me a false positive finds the first one there is, and explains it", () =>
    site.visit({}, async (page) => {
      const filter = new BloomFilter({ bits: 128, hashes: 3 });
      filter.addMany(FIRST_WORDS);
      let number = 0;
      while (!filter.has(madeUp(number))) number++;
      await page.click("#keys-find");
      await hasValue(page, "#key", madeUp(number));
      const distinct = new Set(filter.positions(madeUp(number))).size;
      await shows(
        page,
        "#verdict-because",
        `All ${distinct} bits are 1. Nobody has added it: this is a false positive.`,
      );
      const expected = short(1 / filter.stats.estimatedErrorRate, "en");
      await shows(
        page,
        "#keys-news",
        `${madeUp(number)} was never added, and the filter says maybe. Made-up keys tried: ${number + 1}; about ${expected} were to be expected.`,
      );
      const by = await shows(page, "#verdict-by", /^Set by /);
      for (const position of filter.positions(madeUp(number))) assert.match(by, new RegExp(`\\b${position}\\b`));
      for (let i = 0; i < 2; i++) {
        const before = await page.inputValue("#key");
        await page.click("#keys-find");
        await page.waitForFunction((before) => document.querySelector("#key").value !== before, before);
        // It is written with all that is said of it.
        assert.equal(filter.has(await page.inputValue("#key")), true, "and another one the next time");
      }
      await page.waitForFunction(() => !document.querySelector("#bits-probes li.waiting"));
      // The README has this one and demo-rate, as docs/images.
      await picture(page.locator(".bench"), "demo-bits");
    }));

  test("a search ends when the filter changes, wherever that is done", () =>
    site.visit({}, async (page) => {
      await setShape(page, { m: 4_000_000 });
      // None of the sentences is the last one's.
      await page.evaluate(() => {
        window.said = [];
        const news = document.querySelector("#keys-news");
        new MutationObserver(() => window.said.push(news.textContent)).observe(news, { childList: true });
      });
      for (const change of [
        ["#shape-layout", "partitioned"],
        ["#shape-layout", "standard"],
        ["#keys-undo"],
        ['[data-fill="1"]'],
      ]) {
        await interrupt(page, "#keys-find", ...change);
        await appears(page, "#keys-find");
        await vanishes(page, "#keys-stop");
        await shows(page, "#keys-news", "");
        assert.deepEqual(await page.evaluate(() => window.said.splice(0)), ["0 made-up keys tried …", ""]);
      }
      await interrupt(page, "#keys-find", "#key", "my own text");
      await vanishes(page, "#keys-stop");
      await rests(page);
      await hasValue(page, "#key", "my own text");
    }));

  test("full counters are told of, and what is removed from them stays", () =>
    site.visit({}, async (page) => {
      await page.click("#keys-clear");
      await page.selectOption("#shape-cells", "counters");
      await page.fill("#key", "zebra");
      for (let i = 0; i < 15; i++) await page.press("#key", "Enter");
      await shows(page, "#keys-news", "zebra is in once more: its counters went up by one.");
      await page.press("#key", "Enter");
      await shows(page, "#keys-news", "zebra is added, but one of its counters is full and stays where it is.");
      await page.click("#keys-remove");
      await shows(page, "#keys-news", /^zebra cannot be removed any more: its counters are full/);
      await shows(page, "#verdict-because", /You have added it\.$/);
      await page.click("#keys-clear");
      await shows(page, "#verdict-headline", "No, not in the set.");
      await page.click("#keys-undo");
      await shows(page, "#verdict-headline", "Maybe in the set.", "emptying is taken back");
    }));

  test("a false positive that is added to counters was not in before; a missed key is told of", () =>
    site.visit({}, async (page) => {
      await page.selectOption("#shape-cells", "counters");
      const filter = new CountingBloomFilter({ bits: 128, hashes: 3 });
      filter.addMany(FIRST_WORDS);
      let number = 0;
      while (!filter.has(madeUp(number))) number++;
      await page.fill("#key", madeUp(number));
      await page.press("#key", "Enter");
      await shows(page, "#keys-news", /is added: all of its counters were above 0 before, and went up\.$/);
      await page.click("#keys-remove");
      await page.click("#keys-remove");
      const news = await shows(page, "#keys-news", /would be missed/);
      const [, missed] = news.match(/now (\w+)[ ,].*would be missed/);
      await page.fill("#key", missed);
      await shows(page, "#verdict-because", /is 0 although you have added it: a wrong removal took from it\.$/);
      await rests(page);
      const count = await textOf(page, "#keys-count");
      await page.click("#keys-remove");
      await shows(page, "#keys-news", /is not in the set: there/);
      await rests(page);
      assert.equal(await textOf(page, "#keys-count"), count, "and it is not removed");
    }));

  test("a search without an end can be stopped, and an empty filter has none", () =>
    site.visit({}, async (page) => {
      await setShape(page, { m: 4_000_000 });
      await interrupt(page, "#keys-find", "#keys-stop");
      await vanishes(page, "#keys-stop");
      await shows(page, "#keys-news", /^Stopped after [\d,]+ made-up keys, without one\.$/);
      await page.click("#keys-clear");
      await page.click("#keys-find");
      await shows(page, "#keys-news", /^The filter is empty/);
      await page.fill("#key", "apple");
      await shows(page, "#verdict-headline", "No, not in the set.");
    }));
});
