// Adding, removing, looking for false positives, and what the page says of it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BloomFilter, CountingBloomFilter } from "edgebloom";
import { FIRST_WORDS } from "../../www/lib/bench.js";
import { short } from "../../www/lib/format.js";
import { madeUp } from "../../www/panels/keys/false-positive.js";
import { picture, skip, textOf, useSite } from "./site.mjs";

const site = useSite();

describe("keys", { skip }, () => {
  test("a key is added by Enter and by the button; news says whether it was new", () =>
    site.visit({}, async (page) => {
      await page.fill("#key", "zebra");
      assert.equal(await textOf(page, "#verdict-headline"), "Definitely not in it.");
      await page.press("#key", "Enter");
      assert.equal(await textOf(page, "#keys-news"), "zebra is added: it was certainly new.");
      assert.equal(await textOf(page, "#verdict-headline"), "Possibly in it.");
      assert.match(await textOf(page, "#verdict-because"), /^All 3 bits are 1\. You have added it\.$/);
      assert.match(await textOf(page, "#verdict-by"), /zebra \(/);
      await page.click("#keys-form button.main");
      assert.equal(await textOf(page, "#keys-news"), "zebra is added, and no bit has changed: all of its bits were 1 before.");
      assert.equal(await textOf(page, "#keys-count"), "13 keys added by hand.");
      assert.equal(await page.locator("#keys-known li").last().innerText(), "zebra ×2");
      const filter = new BloomFilter({ bits: 128, hashes: 3 });
      filter.addMany([...FIRST_WORDS, "zebra", "zebra"]);
      assert.equal(await textOf(page, "#rate-estimated"), `${short(filter.stats.estimatedErrorRate * 100, "en")} %`);
    }));

  test("markup in a key is text", () =>
    site.visit({}, async (page) => {
      const key = "<img src=x onerror=alert(1)>";
      await page.fill("#key", key);
      await page.press("#key", "Enter");
      assert.equal(await page.locator("#keys-known li").last().innerText(), key);
      assert.equal(await page.locator("main img").count(), 0);
    }));

  test("a plain filter has no removal, and says why", () =>
    site.visit({}, async (page) => {
      await page.fill("#key", "apple");
      await page.click("#keys-remove");
      assert.match(await textOf(page, "#keys-news"), /^A bit does not say how many keys/);
      assert.equal(await textOf(page, "#keys-count"), "12 keys added by hand.");
    }));

  test("a counting filter removes; a wrong removal is found out", () =>
    site.visit({}, async (page) => {
      await page.selectOption("#shape-cells", "counters");
      await page.fill("#key", "apple");
      await page.click("#keys-remove");
      assert.equal(await textOf(page, "#keys-news"), "apple is removed once.");
      const filter = new CountingBloomFilter({ bits: 128, hashes: 3 });
      filter.addMany(FIRST_WORDS);
      filter.remove("apple");
      assert.equal(await textOf(page, "#verdict-headline"), filter.has("apple") ? "Possibly in it." : "Definitely not in it.");
      await page.click("#keys-remove");
      assert.match(await textOf(page, "#keys-news"), /^apple is definitely not in it: there is nothing to remove/);
      // A false positive, removed: it takes from others.
      let number = 0;
      while (!filter.has(madeUp(number))) number++;
      const wrong = madeUp(number);
      filter.remove(wrong);
      const missed = FIRST_WORDS.slice(1).filter((word) => !filter.has(word));
      await page.fill("#key", wrong);
      await page.click("#keys-remove");
      const news = await textOf(page, "#keys-news");
      assert.match(news, new RegExp(`^${wrong} was never added and has been removed all the same`));
      assert.ok(missed.length);
      assert.match(news, new RegExp(`now ${new Intl.ListFormat("en").format(missed.slice(0, 5))} would be missed`));
      await page.click('#keys-known [aria-label="Remove banana"]');
      assert.equal(await page.locator("#keys-known button", { hasText: "banana" }).count(), 0);
    }));

  test("find me a false positive finds the first one there is, and explains it", () =>
    site.visit({}, async (page) => {
      const filter = new BloomFilter({ bits: 128, hashes: 3 });
      filter.addMany(FIRST_WORDS);
      let number = 0;
      while (!filter.has(madeUp(number))) number++;
      await page.click("#keys-find");
      await page.waitForFunction(() => document.querySelector("#key").value);
      assert.equal(await page.inputValue("#key"), madeUp(number));
      const distinct = new Set(filter.positions(madeUp(number))).size;
      assert.equal(await textOf(page, "#verdict-because"), `All ${distinct} bits are 1. Nobody has added it: this is a false positive.`);
      const expected = short(1 / filter.stats.estimatedErrorRate, "en");
      assert.equal(
        await textOf(page, "#keys-news"),
        `${madeUp(number)} was never added, and the filter says possibly. Made-up keys tried: ${number + 1}; about ${expected} were to be expected.`,
      );
      const by = await textOf(page, "#verdict-by");
      for (const position of filter.positions(madeUp(number))) assert.match(by, new RegExp(`\\b${position}\\b`));
      for (let i = 0; i < 2; i++) {
        const before = await page.inputValue("#key");
        await page.click("#keys-find");
        await page.waitForFunction((before) => document.querySelector("#key").value !== before, before);
        assert.equal(filter.has(await page.inputValue("#key")), true, "and another one the next time");
      }
      await page.waitForFunction(() => !document.querySelector("#bits-probes li.waiting"));
      // The README has this one and demo-rate, as docs/images.
      await picture(page.locator(".bench"), "demo-bits");
    }));

  test("a search ends when the filter changes, wherever that is done", () =>
    site.visit({}, async (page) => {
      await page.fill("#shape-m", "4000000");
      await page.press("#shape-m", "Enter");
      for (const change of [
        () => page.selectOption("#shape-layout", "partitioned"),
        () => page.selectOption("#shape-layout", "standard"),
        () => page.click("#keys-undo"),
        () => page.click('[data-fill="1"]'),
      ]) {
        await page.click("#keys-find");
        assert.match(await textOf(page, "#keys-news"), /made-up keys tried …$/);
        await change();
        assert.equal(await page.isVisible("#keys-find"), true);
        assert.equal(await page.isVisible("#keys-stop"), false);
        assert.equal(await textOf(page, "#keys-news"), "");
      }
      await page.click("#keys-find");
      await page.fill("#key", "my own text");
      assert.equal(await page.isVisible("#keys-stop"), false);
      assert.equal(await page.inputValue("#key"), "my own text");
    }));

  test("full counters are told of, and what is removed from them stays", () =>
    site.visit({}, async (page) => {
      await page.click("#keys-clear");
      await page.selectOption("#shape-cells", "counters");
      await page.fill("#key", "zebra");
      for (let i = 0; i < 15; i++) await page.press("#key", "Enter");
      assert.equal(await textOf(page, "#keys-news"), "zebra is in once more: its counters went up by one.");
      await page.press("#key", "Enter");
      assert.equal(await textOf(page, "#keys-news"), "zebra is added, but one of its counters is full and stays where it is.");
      await page.click("#keys-remove");
      assert.match(await textOf(page, "#keys-news"), /^zebra cannot be removed any more: its counters are full/);
      assert.match(await textOf(page, "#verdict-because"), /You have added it\.$/);
      await page.click("#keys-clear");
      assert.equal(await textOf(page, "#verdict-headline"), "Definitely not in it.");
      await page.click("#keys-undo");
      assert.equal(await textOf(page, "#verdict-headline"), "Possibly in it.", "emptying is taken back");
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
      assert.match(await textOf(page, "#keys-news"), /is added: all of its counters were above 0 before, and went up\.$/);
      await page.click("#keys-remove");
      await page.click("#keys-remove");
      const news = await textOf(page, "#keys-news");
      const [, missed] = news.match(/now (\w+)[ ,].*would be missed/);
      await page.fill("#key", missed);
      assert.match(await textOf(page, "#verdict-because"), /is 0 although you have added it: a wrong removal took from it\.$/);
      const count = await textOf(page, "#keys-count");
      await page.click("#keys-remove");
      assert.match(await textOf(page, "#keys-news"), /definitely not in it/);
      assert.equal(await textOf(page, "#keys-count"), count, "and it is not removed");
    }));

  test("a search without an end can be stopped, and an empty filter has none", () =>
    site.visit({}, async (page) => {
      await page.fill("#shape-m", "4000000");
      await page.press("#shape-m", "Enter");
      await page.click("#keys-find");
      await page.click("#keys-stop");
      await page.waitForFunction(() => document.querySelector("#keys-stop").hidden);
      assert.match(await textOf(page, "#keys-news"), /^Stopped after [\d,]+ made-up keys, without one\.$/);
      await page.click("#keys-clear");
      await page.click("#keys-find");
      assert.match(await textOf(page, "#keys-news"), /^The filter is empty/);
      await page.fill("#key", "apple");
      assert.equal(await textOf(page, "#verdict-headline"), "Definitely not in it.");
    }));
});
