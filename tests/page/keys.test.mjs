// Tests adding and removing keys, the search for false positives, and their messages.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BloomFilter, CountingBloomFilter } from "edgebloom";
import { FIRST_WORDS } from "../../www/lib/bench.js";
import { short } from "../../www/lib/format.js";
import { madeUp } from "../../www/lib/made-up.js";
import {
  appears,
  counts,
  hasAttribute,
  hasValue,
  holds,
  interrupt,
  picture,
  settled,
  setShape,
  shows,
  skip,
  textOf,
  useSite,
  vanishes,
} from "./site.mjs";

const site = useSite({ page: "workbench.html" });

describe("keys", { skip }, () => {
  test("Enter and the button add a key; the message says if it was new", () =>
    site.visit({}, async (page) => {
      await page.fill("#key", "tiger");
      await shows(page, "#verdict-headline", "No, not in the set.");
      await page.press("#key", "Enter");
      const before = new BloomFilter({ bits: 128, hashes: 3 });
      before.addMany(FIRST_WORDS);
      const old = before.stats.bitsSet;
      before.add("tiger");
      const set = before.stats.bitsSet - old;
      assert.ok(set > 1 && before.positions("tiger").length === new Set(before.positions("tiger")).size);
      await shows(page, "#keys-news", `Added: ${set} bits set, ${3 - set} already 1.`);
      await shows(page, "#fill-bits", `${old + set} of 128 bits`);
      await shows(page, "#verdict-headline", "Maybe in the set.");
      await shows(page, "#verdict-because", /^All 3 bits are 1\. You have added it\.$/);
      await shows(page, "#verdict-by", /tiger \(/);
      await page.click("#keys-form button.main");
      await shows(page, "#keys-news", "tiger is already added.");
      await shows(page, "#keys-count", "In the filter: 12 example keys and 1 of yours.");
      await shows(page, "#keys-known li:first-child", "tiger");
      const filter = new BloomFilter({ bits: 128, hashes: 3 });
      filter.addMany([...FIRST_WORDS, "tiger"]);
      await shows(page, "#fill-rate", `${short(filter.stats.estimatedErrorRate * 100)}% of other keys`);
      await shows(page, "#fill-one-in", `1 in ${Math.round(1 / filter.stats.estimatedErrorRate)}`);
    }));

  test("shows markup in a key as text", () =>
    site.visit({}, async (page) => {
      const key = "<img src=x onerror=alert(1)>";
      await page.fill("#key", key);
      await page.press("#key", "Enter");
      await shows(page, "#keys-known li:first-child", key);
      assert.equal(await page.locator("main img").count(), 0);
    }));

  test("the keys are one stop of the Tab key, and the arrow keys lead from one to the next", () =>
    site.visit({}, async (page) => {
      const focused = () => page.evaluate(() => document.activeElement.textContent);
      await page.focus("#keys-known button");
      const first = await focused();
      await page.keyboard.press("ArrowLeft");
      assert.equal(await focused(), FIRST_WORDS[0]);
      await page.keyboard.press("ArrowRight");
      assert.equal(await focused(), first);
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.closest("#keys-known")), null);
      await page.keyboard.press("Shift+Tab");
      assert.equal(await focused(), first);
    }));

  test("shows Remove for counters only", () =>
    site.visit({}, async (page) => {
      await vanishes(page, "#keys-remove");
      await page.selectOption("#shape-cells", "counters");
      await appears(page, "#keys-remove");
      await page.click("#keys-undo");
      await vanishes(page, "#keys-remove");
    }));

  test("without a key, Add and Remove show what is missing", () =>
    site.visit({}, async (page) => {
      await page.selectOption("#shape-cells", "counters");
      for (const button of ["#keys-form button.main", "#keys-remove"]) {
        await page.click(button);
        await shows(page, "#keys-news", "There’s no key in the field.", button);
        await holds(async () => assert.equal(await page.evaluate(() => document.activeElement.id), "key"));
        await page.click("#keys-reset");
        await shows(page, "#keys-news", "The filter has the twelve fruits again.");
        await page.selectOption("#shape-cells", "counters");
      }
      await shows(page, "#keys-count", "In the filter: 12 example keys.");
    }));

  test("counts keys by source", () =>
    site.visit({}, async (page) => {
      await page.click('[data-fill="100"]');
      await shows(page, "#keys-count", "In the filter: 12 example keys and 100 generated.");
      await page.fill("#key", "mine");
      await page.press("#key", "Enter");
      await shows(page, "#keys-count", "In the filter: 12 example keys, 1 of yours, and 100 generated.");
      // A generated key that the user then adds counts as the user's own.
      await page.fill("#key", "key-1");
      await page.press("#key", "Enter");
      await shows(page, "#keys-count", "In the filter: 12 example keys, 2 of yours, and 99 generated.");
    }));

  test("undoes every action in turn and names it", () =>
    site.visit({}, async (page) => {
      const state = async () => {
        await settled(page);
        return page.evaluate(async () => {
          const text = (selector) => document.querySelector(selector).textContent;
          const value = (selector) => document.querySelector(selector).value;
          const link = value("#take-away-link");
          return { link, count: text("#keys-count"), m: value("#shape-m"), cells: value("#shape-cells") };
        });
      };
      await page.fill("#key", "mine");
      const states = [];
      const labels = [];
      const act = async (label, action) => {
        states.push(await state());
        await action();
        labels.push(label);
        await hasAttribute(page, "#keys-undo", "aria-label", `Undo: ${label}`);
      };
      await hasAttribute(page, "#keys-undo", "aria-label", "Undo");
      await act("add mine", () => page.press("#key", "Enter"));
      await act("add 10 generated", () => page.click('[data-fill="10"]'));
      await act("new shape", () => page.selectOption("#shape-cells", "counters"));
      await act("remove mine", async () => {
        await page.fill("#key", "mine");
        await page.click("#keys-remove");
      });
      await act("new shape", () => page.selectOption("#shape-layout", "blocked"));
      await act("new shape", () => setShape(page, { m: 2048 }));
      await act("fold", async () => {
        await page.click("#tab-folding");
        await page.locator("#folding-slider").fill("1");
        await page.click("#folding-take");
        await page.click("#tab-shape");
      });
      await act("empty", () => page.click("#keys-clear"));
      await act("back to fruits", () => page.click("#keys-reset"));
      await act("new size", () => page.click("#calculator-make"));
      while (states.length) {
        const label = labels.pop();
        await hasAttribute(page, "#keys-undo", "aria-label", `Undo: ${label}`);
        await page.click("#keys-undo");
        await shows(page, "#keys-news", /^Undone: /);
        const expected = states.pop();
        await holds(async () => assert.deepEqual(await state(), expected, label));
      }
      await hasAttribute(page, "#keys-undo", "aria-label", "Undo");
      await page.press("#keys-undo", "Enter");
      await shows(page, "#keys-news", "There is nothing to undo.");
    }));

  test("a counting filter removes keys and reports a wrong removal", () =>
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
      await shows(page, "#keys-news", /^apple is not in the set\. Nothing was removed\.$/);
      // Removing a false positive lowers the counters of other keys.
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
        new RegExp(`^${wrong} was never added\\. Removing it lowered counters`),
      );
      assert.ok(missed.length);
      assert.match(news, new RegExp(`false negatives for ${new Intl.ListFormat("en").format(missed.slice(0, 5))}\\.`));
      await page.click('#keys-known [aria-label="Remove banana"]');
      await counts(page, '#keys-known button:text("banana")', 0);
    }));

  test("the false-positive search finds the first one and explains it", () =>
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
        `All ${distinct} bits are 1. You have not added it: this is a false positive.`,
      );
      await shows(page, "#keys-news", /^The page found \w+, not you\.$/);
      const by = await shows(page, "#verdict-by", /^Set by /);
      for (const position of filter.positions(madeUp(number))) assert.match(by, new RegExp(`\\b${position}\\b`));
      for (let i = 0; i < 2; i++) {
        const before = await page.inputValue("#key");
        await page.click("#keys-find");
        await page.waitForFunction((before) => document.querySelector("#key").value !== before, before);
        // The key and its messages are written together.
        assert.equal(filter.has(await page.inputValue("#key")), true, "another false positive");
      }
      await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState === "finished"));
      await picture(page.locator(".bench"), "demo-bits");
    }));

  test("a search ends when the filter changes", () =>
    site.visit({}, async (page) => {
      await setShape(page, { m: 4_000_000 });
      // Record every message, because some are replaced at once.
      await page.evaluate(() => {
        window.said = [];
        const news = document.querySelector("#keys-news");
        new MutationObserver(() => window.said.push(news.textContent)).observe(news, { childList: true });
      });
      for (const [change, then = ""] of [
        [["#shape-layout", "partitioned"]],
        [["#shape-layout", "standard"]],
        [["#keys-undo"], "Undone: the filter has its old shape again."],
        [['[data-fill="10"]'], "Added 10 generated keys."],
      ]) {
        await interrupt(page, "#keys-find", ...change);
        await appears(page, "#keys-find");
        await vanishes(page, "#keys-stop");
        await shows(page, "#keys-news", then);
        assert.deepEqual(await page.evaluate(() => window.said.splice(0)), ["0 random keys tried …", then]);
      }
      await interrupt(page, "#keys-find", "#key", "my own text");
      await vanishes(page, "#keys-stop");
      await settled(page);
      await hasValue(page, "#key", "my own text");
    }));

  test("reports saturated counters; keys removed from them stay", () =>
    site.visit({}, async (page) => {
      await page.click("#keys-clear");
      await page.selectOption("#shape-cells", "counters");
      await page.fill("#key", "zebra");
      for (let i = 0; i < 15; i++) await page.press("#key", "Enter");
      await shows(page, "#keys-news", "zebra is added again: its counters went up by one.");
      await page.press("#key", "Enter");
      await shows(page, "#keys-news", "zebra is added, but one of its counters is saturated and does not change.");
      await page.click("#keys-remove");
      await shows(page, "#keys-news", /^zebra cannot be removed: its counters are saturated\./);
      await shows(page, "#verdict-because", /You have added it\.$/);
      await page.click("#keys-clear");
      await shows(page, "#verdict-headline", "No, not in the set.");
      await page.click("#keys-undo");
      await shows(page, "#verdict-headline", "Maybe in the set.", "Undo restores the keys");
    }));

  test("counts an added false positive as new and reports false negatives", () =>
    site.visit({}, async (page) => {
      await page.selectOption("#shape-cells", "counters");
      const filter = new CountingBloomFilter({ bits: 128, hashes: 3 });
      filter.addMany(FIRST_WORDS);
      let number = 0;
      while (!filter.has(madeUp(number))) number++;
      await page.fill("#key", madeUp(number));
      await page.press("#key", "Enter");
      await shows(page, "#keys-news", /is added\. All of its counters were already above 0, and went up\.$/);
      await page.click("#keys-remove");
      await page.click("#keys-remove");
      const news = await shows(page, "#keys-news", /false negatives for/);
      const [, missed] = news.match(/false negatives for (\w+)/);
      await page.fill("#key", missed);
      await shows(
        page,
        "#verdict-because",
        /is 0 although you added this key: another key was removed and lowered it\.$/,
      );
      await settled(page);
      const count = await textOf(page, "#keys-count");
      await page.click("#keys-remove");
      await shows(page, "#keys-news", /is not in the set\. Nothing was removed\.$/);
      await settled(page);
      assert.equal(await textOf(page, "#keys-count"), count, "and it is not removed");
    }));

  test("stops an endless search; an empty filter has no false positive", () =>
    site.visit({}, async (page) => {
      await setShape(page, { m: 4_000_000 });
      await interrupt(page, "#keys-find", "#keys-stop");
      await vanishes(page, "#keys-stop");
      await shows(page, "#keys-news", /^Stopped after [\d,]+ random keys: no false positive\.$/);
      await page.press("#keys-clear", "Enter");
      await shows(page, "#keys-news", /^The filter is empty/);
      assert.equal(await page.evaluate(() => document.activeElement.id), "keys-clear", "the focus stays");
      await page.fill("#key", "kiwi");
      await shows(page, "#keys-news", "");
      await page.click("#keys-find");
      await shows(page, "#keys-news", /^The filter is empty/);
      await page.fill("#key", "apple");
      await shows(page, "#verdict-headline", "No, not in the set.");
    }));
});
