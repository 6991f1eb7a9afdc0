// Tests the challenge of the playground, and that the workbench begins where it ends.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BloomFilter } from "edgebloom";
import { PLAY_WORDS } from "../../www/lib/bench.js";
import { MARGIN } from "../../www/panels/bits/paint.js";
import {
  counts,
  hasAttribute,
  hasValue,
  interrupt,
  leave,
  reload,
  settled,
  shows,
  skip,
  switchLanguage,
  textOf,
  useSite,
} from "./site.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

const site = useSite();

describe("the challenge", { skip }, () => {
  /** Words that a fresh filter answers with "maybe" or "no", though they were never added. */
  function strangers() {
    const filter = new BloomFilter({ bits: 128, hashes: 3 });
    filter.addMany(PLAY_WORDS);
    const words = Array.from({ length: 500 }, (_, i) => String(i));
    const truths = words.filter((word) => !filter.has(word));
    return { lie: words.find((word) => filter.has(word)), truth: truths[0], truths };
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
      await shows(page, "#caught", `Caught by you 1 lie in 2 tries ${lie}`);
      await shows(page, "#keys-news", "Your first lie, in 2 tries.");
      await page.fill("#key", "apple");
      await shows(page, "#verdict-headline", "Maybe in the set.");
      await page.click("#caught button");
      await hasValue(page, "#key", lie);
      await shows(page, "#verdict-headline", "You made it lie.");
      await shows(page, "#verdict-because", /^All \d bits are 1\. You have not added it/);
      await shows(page, "#caught", `Caught by you 1 lie in 2 tries ${lie}`);
      // The threads stay with the marks, whatever else is added.
      for (const button of ['[data-fill="100"]', "#keys-undo"]) {
        await page.click(button);
        await settled(page);
        await counts(page, "#bits-flight .thread.maybe", 3);
      }
    }));

  test("after ten tries without a lie, there is a hint; a lie that is added is none any more", () =>
    site.visit({ reducedMotion: "reduce" }, async (page) => {
      const { lie, truths } = strangers();
      for (const [i, word] of truths.slice(0, 10).entries()) {
        await page.fill("#key", "");
        await page.fill("#key", word);
        await shows(page, "#caught", `Caught by you 0 lies in ${i + 1} ${i ? "tries" : "try"}`);
        await shows(page, "#keys-news", i < 9 ? "" : /^No luck in 10 tries\. .* “Find a false positive”\.$/);
      }
      assert.equal(await textOf(page, "#keys-find"), "Find a false positive");
      await page.fill("#key", lie);
      await shows(page, "#verdict-headline", "You made it lie.");
      await page.press("#key", "Enter");
      await shows(page, "#verdict-headline", "Maybe in the set.");
    }));

  test("a word that is typed slowly is one try", () =>
    site.visit({ reducedMotion: "reduce" }, async (page) => {
      const { truth } = strangers();
      for (const letter of `${truth}zz`) {
        await page.locator("#key").pressSequentially(letter);
        // Each beginning counts, until it is one.
        await shows(page, "#caught", /in 1 try/);
        await page.waitForTimeout(700);
      }
      await shows(page, "#caught", /in 1 try/);
      // Another word that begins like it is another try.
      await page.press("#key", "ControlOrMeta+a");
      await page.keyboard.type(`${truth}zz9`);
      await shows(page, "#caught", /in 2 tries/);
    }));

  test("an answer that was there is a try, also if another word is typed over it at once", () =>
    site.visit({ reducedMotion: "reduce" }, async (page) => {
      await page.focus("#key");
      for (const word of ["zz", "yy9", "xx", "ww7", "vv"]) {
        await page.keyboard.press("ControlOrMeta+a");
        await page.keyboard.type(word);
      }
      await shows(page, "#caught", /in 5 tries/);
    }));

  test("a lie that the page found is not caught by the user", () =>
    site.visit({}, async (page) => {
      await page.click("#keys-find");
      await shows(page, "#keys-news", /^The page found \w+, not you\.$/);
      await shows(page, "#caught", "Caught by you 0 lies in 0 tries");
    }));

  test("nor is one that the page found right after a word was added", () =>
    site.visit({}, async (page) => {
      await page.fill("#key", "cow");
      await page.press("#key", "Enter");
      // Before the pause after which a typed word counts.
      await interrupt(page, "#keys-form button.main", "#keys-find");
      await shows(page, "#keys-news", /^The page found \w+, not you\.$/);
      const found = await page.inputValue("#key");
      // Nor is it when it is typed again.
      await page.fill("#key", "");
      await page.fill("#key", found);
      await page.waitForTimeout(1000);
      await shows(page, "#caught", "Caught by you 0 lies in 1 try");
      await shows(page, "#keys-news", "");
    }));

  test("a lie counts once, and its message goes with its word", () =>
    site.visit({ reducedMotion: "reduce" }, async (page) => {
      const { lie, truth } = strangers();
      // Its beginnings are typed over before they count.
      await page.locator("#key").pressSequentially(lie);
      await shows(page, "#caught", `Caught by you 1 lie in 1 try ${lie}`);
      await page.fill("#key", truth);
      await shows(page, "#caught", `Caught by you 1 lie in 2 tries ${lie}`);
      await page.fill("#key", lie);
      await page.waitForTimeout(1000);
      await shows(page, "#caught", `Caught by you 1 lie in 2 tries ${lie}`);
      await shows(page, "#keys-news", "");
      // In a fuller filter, the truth becomes a lie.
      for (let i = 0; i < 3; i++) await page.click('[data-fill="100"]');
      await page.fill("#key", "");
      await page.fill("#key", truth);
      await shows(page, "#keys-news", "2 lies in 2 tries.");
      await shows(page, "#fill-rate", "of other keys");
    }));

  test("places that coincide are said, with the key that set a bit first", () =>
    site.visit({ reducedMotion: "reduce" }, async (page) => {
      await page.fill("#key", "zebra");
      await page.press("#key", "Enter");
      await shows(page, "#verdict-because", "Two of its three places coincide; both bits are 1. You have added it.");
      await shows(page, "#verdict-by", "Set by cherry (47) and zebra (7).");
      await page.click("#keys-undo");
      await shows(
        page,
        "#verdict-because",
        "Bit 7 is 0. If this key had been added, it would be 1. Two of its three places coincide.",
      );
      // The bits that are not read, not the places.
      await page.fill("#key", "Apple");
      await shows(page, "#verdict-because", /^Bit 56 is 0\. .* Two of its three places coincide\.$/);
      await shows(page, "#verdict-by", "The query stops there: the other bit isn’t read.");
    }));

  test("on a narrow phone, all probes and counts are in sight, and nothing moves", () =>
    site.visit({ ...PHONE, reducedMotion: "reduce" }, async (page) => {
      const top = () => page.$eval("#keys-find", (button) => button.offsetTop);
      for (const language of ["en", "zh"]) {
        await switchLanguage(page, language);
        for (const width of [320, 360, 390, 430]) {
          await page.setViewportSize({ width, height: 844 });
          await page.fill("#key", "");
          const before = await top();
          for (const [word, fill] of [["apple", "10"], ["zz", "100"], [strangers().lie]]) {
            await page.fill("#key", word);
            const cut = await page.evaluate(() =>
              [...document.querySelectorAll("#bits-probes, #bits-probes li, #fill span, #fill strong, #caught")]
                .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth)
                .map((element) => element.outerHTML),
            );
            assert.deepEqual(cut, [], `${language} ${width} ${word}`);
            assert.equal(await top(), before, `${language} ${width} ${word}`);
            if (fill) await page.click(`[data-fill="${fill}"]`);
            assert.equal(await top(), before, `${language} ${width} +${fill}`);
          }
          const [chip, count] = await page.$$eval("#caught button, #caught dd:first-of-type", (all) =>
            all.map((element) => element.getBoundingClientRect().toJSON()).sort((a, b) => b.left - a.left),
          );
          assert.ok(chip.left >= count.right, `${language} ${width}: the word beside the count`);
          for (let i = 0; i < 2; i++) await page.click("#keys-undo");
        }
      }
    }));

  test("the next word replaces the one that was added", () =>
    site.visit({}, async (page) => {
      await page.click("#key");
      for (const word of ["tiger", "zebra"]) {
        await page.keyboard.type(word);
        await page.keyboard.press("Enter");
        await hasValue(page, "#key", word);
      }
      await shows(page, "#keys-count", "In the filter: 29 example keys and 2 of yours.");
    }));

  test("words that are added without a pause are tries, too, and none is added twice", () =>
    site.visit({}, async (page) => {
      const { lie, truth } = strangers();
      await page.click("#key");
      for (const word of [truth, lie]) {
        await page.keyboard.type(word);
        await page.keyboard.press("Enter");
      }
      await shows(page, "#caught", `Caught by you 1 lie in 2 tries ${lie}`);
      await page.keyboard.press("Enter");
      await shows(page, "#keys-news", `${lie} is already added.`);
      await shows(page, "#keys-count", "In the filter: 29 example keys and 2 of yours.");
      await shows(page, "#keys-known li:first-child", lie);
      await shows(page, "#caught", `Caught by you 1 lie in 2 tries ${lie}`);
    }));

  test("keys of spaces are neither asked for nor added", () =>
    site.visit({}, async (page) => {
      await page.fill("#key", "   ");
      await shows(page, "#verdict-headline", "Type a key to see the answer.");
      await page.press("#key", "Enter");
      await shows(page, "#keys-news", "There’s no key in the field.");
      await shows(page, "#keys-count", "In the filter: 29 example keys.");
    }));

  test("generated keys answer the last word again; what they make of it is no lie of the user's", () =>
    site.visit({}, async (page) => {
      await page.fill("#key", "sky");
      // Before the pause after which a typed word counts.
      await page.click('[data-fill="100"]');
      await hasValue(page, "#key", "sky");
      await shows(page, "#verdict-headline", "Maybe in the set.");
      await shows(page, "#verdict-because", "All 3 bits are 1. You have not added it: this is a false positive.");
      const rate = await textOf(page, "#fill-one-in");
      await shows(page, "#keys-news", `Added 100 generated keys. Now ${rate} of other keys get “maybe”.`);
      await page.click("#keys-form button.main");
      await shows(page, "#keys-news", "Added: 0 bits set, 3 already 1.");
      await page.waitForTimeout(1000);
      await shows(page, "#caught", "Caught by you 0 lies in 1 try");
    }));

  test("about one word in ten is a lie at first", () =>
    site.visit({}, (page) => shows(page, "#fill-one-in", "1 in 10")));

  test("on a phone, the answer follows the field and the bits, above the keyboard", () =>
    site.visit({ ...PHONE, reducedMotion: "reduce" }, async (page) => {
      const boxes = () =>
        page.evaluate(() =>
          ["#key", "#bits-view", "#verdict"]
            .map((selector) => document.querySelector(selector).getBoundingClientRect())
            .map(({ top, bottom }) => [top, bottom]),
        );
      const before = await boxes();
      for (const [word, answer] of [
        ["sky", "No, not in the set."],
        ["apple", "Maybe in the set."],
      ]) {
        await page.fill("#key", word);
        await shows(page, "#verdict-headline", answer);
        const [field, bits, answered] = await boxes();
        assert.ok(field[1] <= bits[0] + MARGIN && bits[1] <= answered[0], `${[field, bits, answered]}`);
        assert.ok(answered[1] - field[0] < 400, "field, bits and answer above a keyboard");
        assert.equal(bits[0] - field[0], before[1][0] - before[0][0], "nothing moves");
      }
    }));

  test("the workbench begins with the keys of the playground, which come back from it; a reload and another tab begin with the examples", () =>
    site.visit({}, async (page, context) => {
      await page.fill("#key", "tiger");
      await page.press("#key", "Enter");
      await page.click('[data-fill="10"]');
      await shows(page, "#keys-count", "In the filter: 29 example keys, 1 of yours, and 10 generated.");
      const bits = await textOf(page, "#fill-bits");
      await leave(page, () => page.click(".play-next a"));
      await shows(page, "h1", "Workbench");
      await shows(page, "#keys-count", "In the filter: 29 example keys, 1 of yours, and 10 generated.");
      await shows(page, "#fill-bits", bits);
      // Generated keys are new ones.
      await page.click('[data-fill="10"]');
      await shows(page, "#keys-count", "In the filter: 29 example keys, 1 of yours, and 20 generated.");
      await leave(page, () => page.click('header a[href="./"]'));
      await shows(page, "#keys-count", "In the filter: 29 example keys, 1 of yours, and 20 generated.");
      await reload(page);
      await shows(page, "#keys-count", "In the filter: 29 example keys.");
      const other = await context.newPage();
      await other.goto(`${site.url}workbench.html`);
      await shows(other, "#keys-count", "In the filter: 12 example keys.");
    }));

  for (const [name, options, most] of [
    ["desktop", {}, 640],
    ["phone", PHONE, 980],
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
