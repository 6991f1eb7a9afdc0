// Tests the story: that its bits, counts and rates are those of the package, and that it works with hands, keyboard, phone and reduced motion.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { BloomFilter, optimalHashes } from "edgebloom";
import { percent } from "../../www/lib/format.js";
import {
  ADDED,
  BITS,
  MOST_KEYS,
  PROBES,
  fallingIn,
  falsePositive,
  keysOf,
  ownersOf,
  positionsOf,
  strangersTo,
} from "../../www/panels/story/bits.js";
import { LEAST, LISTED, MOST, listed, trade } from "../../www/panels/story/trade.js";
import {
  counts,
  goTo,
  hasAttribute,
  hasValue,
  holds,
  reload,
  noteTasks,
  notedTasks,
  settled,
  shows,
  skip,
  switchLanguage,
  useSite,
} from "./site.mjs";

const site = useSite();

const STEPS = ["hash", "add", "query", "collide", "fill", "trade"];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
/** With the bars of the browser. */
const LOW_PHONE = { ...PHONE, viewport: { width: 390, height: 664 } };
const STILL = { reducedMotion: /** @type {const} */ ("reduce"), hash: "#how" };

const pct = (share) => percent(share, "en");
/** The bits that some keys set in the package's filter, halved. */
const onesOf = (keys) => {
  const filter = new BloomFilter({ bits: 2 * BITS, hashes: PROBES });
  const ones = new Set(keys.flatMap((key) => filter.positions(key).map((position) => position >> 1)));
  filter.free();
  return ones;
};
/** The bits that are 1 on the page. */
const onesOn = (page) =>
  page.$$eval("#story-row .bit", (bits) =>
    bits.flatMap((bit, i) => {
      if ((bit.querySelector("b").textContent === "1") !== bit.classList.contains("one")) throw new Error(`bit ${i}`);
      return bit.classList.contains("one") ? [i] : [];
    }),
  );
const sorted = (positions) => [...new Set(positions)].sort((a, b) => a - b);
const rowShows = (page, keys) => holds(async () => assert.deepEqual(await onesOn(page), sorted(onesOf(keys))));
const probed = (page) =>
  page.$$eval("#story-row .bit", (bits) => bits.flatMap((bit, i) => (bit.classList.contains("probed") ? [i] : [])));
/** Each stranger has its own dot, and the figure counts the amber ones. @param {boolean[]} answers */
const dotsShow = async (page, answers) => {
  await holds(async () =>
    assert.deepEqual(
      await page.$$eval("#story-dots i", (dots) => dots.map((dot) => dot.classList.contains("maybe"))),
      answers,
    ),
  );
  await shows(page, "#story-count", String(answers.filter(Boolean).length));
};
const open = (page, step) => page.click(`#story-tab-${step}`);

describe("the story", { skip }, () => {
  test("plays when it comes into view: a bit changes after its thread, the sentence comes last", () =>
    site.visit({}, async (page) => {
      assert.equal(await page.locator("#story-threads .thread").count(), 0);
      await page.evaluate(() => {
        window.seen = [];
        const note = () => {
          const state = [
            document.querySelectorAll("#story-threads .thread").length,
            document.querySelectorAll("#story-row .probed").length,
            document.querySelector("#story-says").textContent ? 1 : 0,
          ].join();
          if (window.seen.at(-1) !== state) window.seen.push(state);
        };
        new MutationObserver(note).observe(document.querySelector("#story"), {
          subtree: true,
          childList: true,
          attributes: true,
        });
        document.querySelector("#how").scrollIntoView({ behavior: "instant" });
      });
      await shows(
        page,
        "#story-says",
        "apple → bits 7, 25, and 14. Three, so that you can follow them; the filter above uses seven.",
      );
      const seen = await page.evaluate(() => window.seen);
      const order = ["1,0,0", "1,1,0", "2,1,0", "2,2,0", "3,2,0", "3,3,0", "3,3,1"];
      assert.deepEqual(
        seen.filter((state) => order.includes(state)),
        order,
      );
      assert.deepEqual(sorted(positionsOf("apple")), await probed(page));
    }));

  test("typing sends the threads of what is typed, from its own letters", () =>
    site.visit(STILL, async (page) => {
      await shows(page, "#story-says", /^apple →/);
      for (const key of ["a", "apples", "a longer key"]) {
        await page.fill("#story-key", key);
        await holds(async () => assert.deepEqual(await probed(page), sorted(positionsOf(key))));
        await counts(page, "#story-threads .thread", PROBES);
        const labels = await page.locator("#story-row .probed span").allTextContents();
        assert.deepEqual(labels.map(Number), sorted(positionsOf(key)));
        const [p, q, r] = positionsOf(key);
        await shows(page, "#story-says", `${key} → bits ${p}, ${q}, and ${r}`);
      }
      // The thread ends in its bit.
      const ends = await page.$$eval("#story-threads .thread", (threads) =>
        threads.map((thread) => {
          const { x, y } = thread.getPointAtLength(thread.getTotalLength());
          const { left, top } = document.querySelector("#story-threads").getBoundingClientRect();
          return [...document.querySelectorAll("#story-row .bit")].findIndex((bit) => {
            const box = bit.firstChild.getBoundingClientRect();
            return box.left <= x + left && x + left <= box.right && box.top <= y + top && y + top <= box.bottom;
          });
        }),
      );
      assert.deepEqual(ends, positionsOf("a longer key"));
    }));

  test("a key whose places are the same says so", () =>
    site.visit(STILL, async (page) => {
      await shows(page, "#story-says", /^apple →/);
      await page.fill("#story-key", "zebra");
      await shows(page, "#story-says", /^zebra → bits 23, 23, and 3: two of its three places are the same$/);
      await switchLanguage(page, "zh");
      await page.fill("#story-key", "zebra ");
      await page.fill("#story-key", "zebra");
      await shows(page, "#story-says", /其中两个位置相同。$/);
    }));

  test("only writing flips a bit; reading rings it, and what is there already does not move", () =>
    site.visit({ hash: "#how" }, async (page) => {
      await shows(page, "#story-says", /^apple →/);
      await page.evaluate(() => {
        window.moved = [];
        document.addEventListener("animationstart", ({ animationName, target }) => {
          if (target.closest("#story-row")) window.moved.push(animationName);
        });
      });
      // An animation that has begun is told in the next frame.
      const moved = () =>
        page.evaluate(async () => {
          for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
          return window.moved.splice(0);
        });
      await moved();
      await open(page, "query");
      await shows(page, "#story-says", /^No\./);
      assert.deepEqual(await moved(), ["bit-read", "bit-read"], "a 1, then a 0");
      await open(page, "add");
      await shows(page, "#story-says", /^3 keys, and/);
      const flips = (await moved()).filter((name) => name === "bit-flip");
      assert.equal(flips.length, onesOf(ADDED).size);
    }));

  test("another false positive comes after the keys that were tried", () =>
    site.visit({ hash: "#how?step=collide" }, async (page) => {
      await shows(page, "#story-says", /^Maybe\./);
      const { key, misses } = falsePositive(ADDED, falsePositive(ADDED).next);
      await page.evaluate(() => {
        window.tries = [];
        const input = document.querySelector("#story-key");
        const note = () => window.tries.at(-1) !== input.value && window.tries.push(input.value);
        new MutationObserver(note).observe(document.querySelector("#story-row"), { subtree: true, attributes: true });
      });
      await page.click("#story-find");
      await shows(page, "#story-says", /tries\.$/);
      const tries = await page.evaluate(() => window.tries);
      assert.equal(tries.pop(), key);
      assert.ok(tries.length >= Math.min(misses.length, 10), `${tries}`);
      assert.ok(
        tries.every((name) => misses.includes(name)),
        `${tries}`,
      );
      await holds(async () => assert.deepEqual(await probed(page), sorted(positionsOf(key))));
    }));

  test("adding sets the bits of three keys, in the words and in the row", () =>
    site.visit({ hash: "#how" }, async (page) => {
      await open(page, "add");
      await rowShows(page, ADDED);
      await shows(
        page,
        "#story-says",
        `3 keys, and ${onesOf(ADDED).size} of 32 bits are 1: apple and mango share the outlined one. Now type a word and add it.`,
      );
      const owners = await page.locator("#story-row .one span").allTextContents();
      assert.deepEqual(
        owners,
        sorted(onesOf(ADDED)).map((position) => ADDED.find((key) => positionsOf(key).includes(position))),
      );
      await hasValue(page, "#story-key", "", "it is the reader's turn");
      const all = ADDED.flatMap((key) => [...new Set(positionsOf(key))]);
      const shared = all.filter((bit, i) => all.indexOf(bit) < i);
      assert.deepEqual(await probed(page), sorted(shared), "and the bit that two share is outlined");
      const sharers = ADDED.filter((key) => positionsOf(key).includes(shared[0]));
      assert.deepEqual([shared.length, sharers], [1, ["apple", "mango"]]);
    }));

  test("the reader's word: what it changed, and it stays for the later steps", () =>
    site.visit(STILL, async (page) => {
      await open(page, "add");
      await shows(page, "#story-says", /^3 keys, and/);
      assert.equal(await page.locator("#story-reset").isVisible(), false);
      const own = [];
      for (const word of ["sunny", "zebra", "Zoë", "fig", "sunny"]) {
        const keys = [...ADDED, ...own];
        await page.fill("#story-key", word);
        await rowShows(page, keys);
        await page.click("#story-add");
        await rowShows(page, [...keys, word]);
        const fresh = onesOf([...keys, word]).size - onesOf(keys).size;
        const says = keys.includes(word)
          ? `${word} is in the row already. Adding it again changes nothing.`
          : fresh
            ? `Added ${word}: ${fresh} bit${fresh === 1 ? "" : "s"} set${onesOf([word]).size > fresh ? `, ${onesOf([word]).size - fresh} already 1` : ""}${onesOf([word]).size === 2 ? "; two of its three places are the same" : ""}.`
            : `Added ${word}, but nothing changed: all 3 bits were already 1. It would have got “maybe” anyway.`;
        await shows(page, "#story-says", says);
        if (!keys.includes(word)) own.push(word);
      }
      assert.ok(
        (await page.locator("#story-row .one span").allTextContents()).includes("sunny"),
        "its name is below its bit",
      );
      for (const step of ["query", "collide"]) {
        await open(page, step);
        await rowShows(page, [...ADDED, ...own]);
      }
      assert.notEqual(await page.inputValue("#story-key"), "fig", "it was added");
      await open(page, "fill");
      await page.fill("#story-fill", "4");
      await hasValue(page, "#story-key", "sunny", "the fourth key");
      await open(page, "add");
      await page.click("#story-reset");
      await rowShows(page, ADDED);
    }));

  test("Enter on an empty field says so, in each step", () =>
    site.visit(STILL, async (page) => {
      for (const step of STEPS) {
        await open(page, step);
        await shows(page, "#story-says", /./);
        await page.fill("#story-key", "");
        await shows(page, "#said", "");
        await page.press("#story-key", "Enter");
        await shows(page, "#story-says", "There’s no key in the field.", step);
        await shows(page, "#said", "There’s no key in the field.", step);
      }
    }));

  test("a long key is hashed whole, and its label is as narrow as its bit", () =>
    site.visit(STILL, async (page) => {
      await open(page, "add");
      const key = `https://example.com/${"long".repeat(20)}`;
      await page.fill("#story-key", key);
      await page.click("#story-add");
      await rowShows(page, [...ADDED, key]);
      const ends = await page.$$eval("#story-row span", (labels) =>
        labels
          .map((label) => [label.getBoundingClientRect(), getComputedStyle(label).overflow])
          .map(([{ left, right, top }, overflow]) => ({ left, right, top, overflow })),
      );
      for (const [i, { left, top, overflow }] of ends.entries()) {
        assert.equal(overflow, "hidden");
        if (ends[i - 1]?.top === top) assert.ok(ends[i - 1].right <= left + 0.5, `label ${i}`);
      }
    }));

  test("a query stops at the first 0; the thread snaps, the others go back", () =>
    site.visit({ hash: "#how" }, async (page) => {
      await open(page, "query");
      await page.waitForSelector("#story-threads .snapped", { state: "attached" });
      await counts(page, "#story-threads .retracted", 1);
      const [, zero] = positionsOf("lychee");
      await shows(
        page,
        "#story-says",
        `No. Bit ${zero} is 0, so lychee was never added. Now try apple, which was added.`,
      );
      await hasAttribute(page, "#story-says", "data-kind", "no");
      assert.deepEqual(await probed(page), sorted(positionsOf("lychee").slice(0, 2)));
      await page.click('#story-asks [data-key="apple"]');
      await shows(page, "#story-says", /^Maybe\. All 3 bits of apple are 1\./);
      await counts(page, "#story-threads .thread.maybe", PROBES);
      await page.fill("#story-key", "fig");
      await shows(page, "#story-says", /fig are 1, though it was never added: a false positive\.$/);
      await page.fill("#story-key", "<b>x");
      await shows(page, "#story-says", /<b>x/);
      await counts(page, "#story-says b", 0);
    }));

  test("a false positive names the keys that have set its bits", () =>
    site.visit(STILL, async (page) => {
      await open(page, "collide");
      await shows(page, "#story-says", "Maybe. Its bits were set by pear and mango, but fig was never added.");
      const labels = await page.locator("#story-row .probed span").allTextContents();
      assert.deepEqual(
        labels,
        sorted(positionsOf("fig")).map((position) => ownersOf(ADDED).get(position)),
      );
      const { key, tried } = falsePositive(ADDED, falsePositive(ADDED).next);
      await page.click("#story-find");
      await shows(page, "#story-says", new RegExp(`, but ${key} was never added\\. Found after ${tried} tries\\.$`));
      assert.deepEqual(await probed(page), sorted(positionsOf(key)));
      await page.click("#story-key");
      await page.keyboard.type("pear");
      await shows(page, "#story-says", /^Maybe\./, "a word of the reader's replaces the one of the page");
      await hasValue(page, "#story-key", "pear");
    }));

  test("fill: the slider adds keys by keyboard, and the rate is that of the bits", () =>
    site.visit(STILL, async (page) => {
      await open(page, "fill");
      await page.focus("#story-fill");
      await page.keyboard.press("Home");
      for (const [key, count] of [
        ["Home", 0],
        ["ArrowRight", 1],
        ["ArrowRight", 2],
        ["End", MOST_KEYS],
        ["ArrowLeft", MOST_KEYS - 1],
      ]) {
        await page.keyboard.press(key);
        const keys = keysOf([]).slice(0, count);
        const ones = onesOf(keys).size;
        const rate = pct((ones / 32) ** 3);
        const answers = fallingIn(keysOf([])).map(({ from }) => from <= count);
        const maybes = answers.filter(Boolean).length;
        await rowShows(page, keys);
        await dotsShow(page, answers);
        const says = count
          ? `${ones} of 32 bits are 1. The chance of three 1s is (${ones}/32)³ = ${rate}. ${maybes ? `Of these 100, ${maybes} got it.` : "None of these 100 got it."}`
          : "An empty row: everybody gets “no”.";
        await shows(page, "#story-says", says);
        await hasAttribute(
          page,
          "#story-fill",
          "aria-valuetext",
          new RegExp(`${ones} of 32 bits are 1, ${maybes} of 100 strangers got maybe`),
        );
        await hasValue(page, "#story-key", keys.at(-1) ?? "");
      }
    }));

  test("trade: the amber dots are the filter's answers, and the map is its bits", () =>
    site.visit(STILL, async (page) => {
      await open(page, "trade");
      await page.focus("#story-bits");
      await page.keyboard.press("Home");
      for (let perKey = LEAST; perKey <= MOST; perKey++) {
        const bits = LISTED * perKey;
        const filter = new BloomFilter({ bits, hashes: optimalHashes(bits, LISTED) });
        for (const name of listed) filter.add(name);
        await hasValue(page, "#story-bits", String(perKey));
        const answers = strangersTo(listed).map((name) => filter.has(name));
        const count = answers.filter(Boolean).length;
        await dotsShow(page, answers);
        const { hashes, bitsSet, fillRatio } = filter.stats;
        const relation = count ? `Of these 100, ${count} got it.` : "None of these 100 got it.";
        await shows(
          page,
          "#story-says",
          `64 keys × ${perKey} bits = ${bits.toLocaleString("en")} bits, ${hashes} ${hashes === 1 ? "probe works" : "probes work"} best. Chance of “maybe”: ${pct(fillRatio ** hashes)}. ${relation}`,
        );
        await holds(async () => {
          const painted = await page.locator("#story-map").evaluate((map) => {
            const copy = new OffscreenCanvas(map.width, map.height).getContext("2d", { willReadFrequently: true });
            copy.drawImage(map, 0, 0);
            const { data } = copy.getImageData(0, 0, map.width, map.height);
            const pixels = [...new Uint32Array(data.buffer)];
            const one = getComputedStyle(document.documentElement).getPropertyValue("--bit").trim();
            const [red, green, blue] = [1, 3, 5].map((i) => parseInt(one.slice(i, i + 2), 16));
            const its = new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0];
            return [map.width, map.height, pixels.filter((pixel) => pixel === its).length];
          });
          assert.deepEqual(painted, [LISTED, perKey, bitsSet]);
        });
        await page.keyboard.press("ArrowRight");
      }
    }));

  test("the figure is that of the dots at each moment, on the way up and down", () =>
    site.visit({ hash: "#how?step=fill" }, async (page) => {
      await page.evaluate(() => {
        window.figures = [];
        new MutationObserver(() => {
          const amber = document.querySelectorAll("#story-dots .maybe").length;
          const state = `${document.querySelector("#story-count").textContent} ${amber}`;
          if (window.figures.at(-1) !== state) window.figures.push(state);
        }).observe(document.querySelector("#story-crowd"), { subtree: true, childList: true, attributes: true });
      });
      const figures = async (/** @type {number} */ last) => {
        await shows(page, "#story-count", String(last));
        await shows(
          page,
          "#story-says",
          last ? new RegExp(`Of these 100, ${last} got it\\.$`) : /None of these 100 got it/,
        );
        return page.evaluate(() =>
          window.figures.splice(0).map((state) => {
            const [figure, amber] = state.split(" ").map(Number);
            if (figure !== amber) throw new Error(`${figure} is shown for ${amber} dots`);
            return figure;
          }),
        );
      };
      const at = (/** @type {number} */ count) => fallingIn(keysOf([])).filter(({ from }) => from <= count).length;
      await figures(at(12));
      await page.fill("#story-fill", "20");
      const up = await figures(at(20));
      assert.deepEqual(
        up.filter((figure) => figure > at(12)),
        Array.from({ length: at(20) - at(12) }, (_, i) => at(12) + 1 + i),
        "dot by dot",
      );
      await open(page, "trade");
      await figures(trade().at(10).count);
      await page.fill("#story-bits", "3");
      const some = trade().at(3).count;
      await figures(some);
      await page.fill("#story-bits", "6");
      const few = trade().at(6).count;
      const down = await figures(few);
      assert.deepEqual(
        down.filter((figure) => figure < some),
        Array.from({ length: some - few }, (_, i) => some - 1 - i),
      );
    }));

  test("a dot can be asked, and so can any key: in the row and in the list's filter", () =>
    site.visit(STILL, async (page) => {
      await open(page, "fill");
      const strangers = fallingIn(keysOf([]));
      const answers = strangers.map(({ from }) => from <= 12);
      const [maybe, no] = [true, false].map((answer) => answers.lastIndexOf(answer));
      const dot = (/** @type {number} */ i) => page.locator("#story-dots i").nth(i);
      await dotsShow(page, answers);
      await dot(maybe).click();
      await hasValue(page, "#story-key", strangers[maybe].name);
      await shows(page, "#story-says", /^Maybe\. .*: a false positive\.$/);
      await counts(page, "#story-threads .thread.maybe", PROBES);
      await dot(no).click();
      await shows(page, "#story-says", /^No\./);
      assert.match((await dot(no).getAttribute("class")) ?? "", /asked/);
      await page.fill("#story-key", "mango");
      await shows(page, "#story-says", /^Maybe\. .* You know it was added/);
      await open(page, "trade");
      await page.fill("#story-bits", "5");
      const { names, answers: ofFive, reader } = trade().at(5);
      await dotsShow(page, ofFive);
      const lie = ofFive.indexOf(true);
      await dot(lie).click();
      await hasValue(page, "#story-key", names[lie]);
      await shows(page, "#story-says", /: a false positive\.$/);
      await counts(page, "#story-threads .thread.maybe", reader.positions(names[lie]).length);
      await page.fill("#story-key", listed[0]);
      await shows(page, "#story-says", /^Maybe\. .* You know it was added/);
      await page.fill("#story-key", names[ofFive.indexOf(false)]);
      await shows(page, "#story-says", /^No\./);
    }));

  for (const width of [1000, 1280])
    test(`a tab that gets the focus brings the whole card into sight: ${width} pixels wide`, () =>
      site.visit({ viewport: { width, height: 800 } }, async (page) => {
        await page.focus("#hero-find");
        const focused = () => page.evaluate(() => document.activeElement.id);
        for (let i = 0; i < 9 && !/^story-tab/.test(await focused()); i++) await page.keyboard.press("Tab");
        assert.equal(await focused(), "story-tab-hash");
        await holds(async () => {
          const [tabs, back] = await page.evaluate(() =>
            ["#story-tabs", "#story-back"].map((selector) => document.querySelector(selector).getBoundingClientRect()),
          );
          assert.ok(tabs.top >= 56 && back.bottom <= 800, `${tabs.top}, ${back.bottom}`);
        });
      }));

  test("goes on with buttons and arrow keys; the address leads to the step", () =>
    site.visit(STILL, async (page) => {
      await hasAttribute(page, "#story", "data-step", "hash");
      await hasAttribute(page, "#story-back", "aria-disabled", "true");
      for (const step of STEPS.slice(1)) {
        await page.click("#story-next");
        await hasAttribute(page, "#story", "data-step", step);
        assert.equal(new URL(page.url()).hash, `#how?step=${step}`);
        const title = await page.locator(".story-texts .now h3").innerText();
        await holds(async () =>
          assert.ok((await page.textContent("#said")).startsWith(title), "a screen reader says the text"),
        );
        await shows(page, "#story-says", /./);
      }
      await reload(page);
      await hasAttribute(page, "#story", "data-step", "trade");
      // Arrow keys are those of the tabs: elsewhere, the control with the focus would be gone.
      await page.focus("#story-again");
      await page.keyboard.press("ArrowLeft");
      await hasAttribute(page, "#story", "data-step", "trade");
      await page.focus("#story-tab-trade");
      await page.keyboard.press("ArrowLeft");
      await hasAttribute(page, "#story", "data-step", "fill");
      await page.keyboard.press("Home");
      await hasAttribute(page, "#story", "data-step", "hash");
      assert.equal(new URL(page.url()).hash, "#how");
      await open(page, "add");
      await page.focus("#story-back");
      await page.keyboard.press("Enter");
      await hasAttribute(page, "#story", "data-step", "hash");
      await hasAttribute(page, "#story-back", "aria-disabled", "true");
      assert.equal(await page.evaluate(() => document.activeElement.id), "story-back", "the focus stays");
      await page.keyboard.press("Enter");
      await hasAttribute(page, "#story", "data-step", "hash");
      assert.equal(await page.evaluate(() => document.activeElement.id), "story-back", "the focus stays");
      // With Alt, the arrows are the browser's.
      for (const control of ["#story-tab-hash", "#story-again"]) {
        const isFree = await page
          .locator(control)
          .evaluate((element) =>
            element.dispatchEvent(
              new KeyboardEvent("keydown", { key: "ArrowRight", altKey: true, bubbles: true, cancelable: true }),
            ),
          );
        assert.ok(isFree, control);
        assert.equal(await page.getAttribute("#story", "data-step"), "hash", control);
      }
      // In the field the arrows move the cursor.
      await page.focus("#story-key");
      await page.keyboard.press("ArrowRight");
      await hasAttribute(page, "#story", "data-step", "hash");
      await goTo(page, "#how?step=collide");
      await hasAttribute(page, "#story", "data-step", "collide");
      await shows(page, "#story-says", /^Maybe\./);
      await goTo(page, "#how?step=nothing");
      await hasAttribute(page, "#story", "data-step", "collide");
      await open(page, "trade");
      await page.click("#story-next");
      await holds(async () => assert.equal(new URL(page.url()).hash, "#play"));
    }));

  test("a later step stops the threads of an earlier one", () =>
    site.visit({ hash: "#how" }, async (page) => {
      await open(page, "add");
      await page.waitForSelector("#story-threads .thread", { state: "attached" });
      await open(page, "query");
      await shows(page, "#story-says", /^No\./);
      await settled(page);
      await rowShows(page, ADDED);
      await hasValue(page, "#story-key", "lychee");
      await open(page, "fill");
      await page.fill("#story-fill", "30");
      await new Promise((resolve) => setTimeout(resolve, 800));
      await hasValue(page, "#story-fill", "30", "the reader has the slider");
    }));

  test("another language translates what is shown and plays nothing", () =>
    site.visit(STILL, async (page) => {
      await open(page, "add");
      await page.fill("#story-key", "海");
      await page.click("#story-add");
      await shows(page, "#story-says", /^Added 海/);
      await switchLanguage(page, "zh");
      await shows(page, "#story-says", /^已添加 海：\d 位由 0 变 1/);
      await rowShows(page, [...ADDED, "海"]);
      for (const step of STEPS) {
        await open(page, step);
        await shows(page, "#story-says", /\p{Script=Han}/u);
        await shows(page, ".story-texts .now", /\p{Script=Han}/u);
      }
      await hasAttribute(
        page,
        "#story-bits",
        "aria-valuetext",
        `每个键 10 位：100 个从未添加的键里有 ${trade().at(10).count} 个得到“可能在”`,
      );
      // Also below the answer to a key.
      await page.locator("#story-dots i").first().click();
      await shows(page, "#story-says", /不在/);
      await switchLanguage(page, "en");
      await hasAttribute(page, "#story-bits", "aria-valuetext", /^10 bits per key/);
      await hasAttribute(page, "#story-dots", "aria-label", /strangers got maybe$/);
      await page.getByRole("slider", { name: "Bits per key", exact: true }).waitFor();
    }));

  for (const [name, options, fontSize] of /** @type {const} */ ([
    ["a narrow phone", { viewport: { width: 320, height: 640 } }, ""],
    ["large letters", { viewport: { width: 390, height: 844 } }, "24px"],
  ]))
    test(`fits ${name}`, () =>
      site.visit({ ...PHONE, ...options, ...STILL }, async (page) => {
        await page.evaluate((size) => void (document.documentElement.style.fontSize = size), fontSize);
        for (const step of STEPS) {
          await open(page, step);
          await shows(page, "#story-says", /./);
          const found = await page.evaluate(() => {
            const { right } = document.querySelector("#story").getBoundingClientRect();
            const shown = [...document.querySelectorAll("#story :is(button, input, canvas, .bit b, #story-dots)")];
            return shown
              .filter((part) => part.checkVisibility({ visibilityProperty: true }))
              .map((part) => ({ of: part.id || part.textContent, part, box: part.getBoundingClientRect() }))
              .filter(({ part, box }) => box.right > right || (part.matches("button, input") && box.width < 44))
              .map(({ of, box }) => [of, box.width, box.right - right]);
          });
          assert.deepEqual(found, [], step);
        }
      }));

  for (const [name, options] of Object.entries({ desktop: {}, phone: PHONE, "low phone": LOW_PHONE })) {
    for (const language of ["en", "zh-CN"]) {
      test(`each step is whole on one screen, and none moves the next: ${name}, ${language}`, () =>
        site.visit({ ...options, locale: language, hash: "#how", reducedMotion: "reduce" }, async (page) => {
          const height = () => page.locator("#story").evaluate((story) => story.offsetHeight);
          const first = await height();
          for (const step of STEPS) {
            await open(page, step);
            await shows(page, "#story-says", /./);
            assert.equal(await height(), first, step);
            const box = await page.evaluate(() => {
              const of = (selector) => document.querySelector(selector).getBoundingClientRect();
              const picture = of("#story-picture");
              const isTrade = document.querySelector("#story").dataset.step === "trade";
              const shown = of(isTrade ? "#story-map" : "#story-row");
              const lowest = Math.max(shown.bottom, of("#story-crowd").bottom);
              const tabs = document.querySelector("#story-tabs");
              const { scrollWidth, clientWidth } = document.documentElement;
              return {
                whole: of("#story").bottom - of("#story-title").top,
                room: innerHeight - of("header").height,
                over: lowest - picture.bottom,
                threads: shown.top - of("#story-form").bottom,
                names: [...tabs.querySelectorAll("span")].every((name) => name.offsetWidth > 8),
                sideways: tabs.scrollWidth - tabs.clientWidth,
                wide: scrollWidth - clientWidth,
              };
            });
            assert.ok(box.whole <= box.room, `${step}: ${JSON.stringify(box)}`);
            assert.ok(box.over <= 1 && box.threads >= 16, `${step}: ${JSON.stringify(box)}`);
            assert.ok(box.names && !box.sideways, `the steps' names: ${JSON.stringify(box)}`);
            assert.equal(box.wide, 0, step);
            const small = await page.$$eval("#story :is(button, input)", (controls) =>
              controls
                .filter((control) => control.checkVisibility({ visibilityProperty: true }))
                .map((control) => [control.id || control.textContent, control.offsetWidth, control.offsetHeight])
                .filter(([, width, height]) => width < 44 || height < 44),
            );
            assert.deepEqual(small, [], step);
          }
          // Nor does a longer sentence.
          const values = [String(LEAST), String(MOST)];
          for (const value of values) {
            await page.fill("#story-bits", value);
            await shows(page, "#story-says", value === String(LEAST) ? / 128 (bits|位)/ : / 1,024 (bits|位)/);
            assert.equal(await height(), first, value);
          }
          await open(page, "add");
          for (const word of ["the longest word of all that I know", "another one of almost the same length"]) {
            await page.fill("#story-key", word);
            await page.click("#story-add");
            await shows(page, "#story-says", /Added|已添加/);
            assert.equal(await height(), first, word);
          }
          await open(page, "collide");
          for (let i = 0; i < 5; i++) {
            await page.click("#story-find");
            await settled(page);
            assert.equal(await height(), first, (await page.textContent("#story-says")) ?? "");
          }
        }));
    }
  }

  test("with reduced motion the end is there at once", () =>
    site.visit(STILL, async (page) => {
      for (const [step, says] of Object.entries({
        add: /^3 keys, and/,
        query: /^No\./,
        fill: /^23 of 32/,
        trade: /^64 keys × 10/,
      })) {
        await open(page, step);
        await settled(page);
        assert.match(await page.textContent("#story-says"), says, step);
        if (step === "query") {
          await counts(page, "#story-threads .thread", 1);
          await counts(page, "#story-threads .snapped", 1);
        }
      }
    }));

  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`passes axe-core in each step: ${colorScheme}`, () =>
      site.visit({ ...STILL, colorScheme }, async (page) => {
        await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
        for (const step of STEPS) {
          await open(page, step);
          await shows(page, "#story-says", /./);
          const found = await page.evaluate(async () => {
            const { violations } = await globalThis.axe.run("#how", { resultTypes: ["violations"] });
            return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120))}`);
          });
          assert.deepEqual(found, [], step);
        }
      }));
  }

  test("no task is long on a slow processor", async (t) => {
    await site.visit({ hash: "#how" }, async (page, context) => {
      await shows(page, "#story-says", /^apple/);
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await noteTasks(page);
      for (const step of STEPS) await open(page, step);
      await page.fill("#story-bits", String(MOST));
      await open(page, "fill");
      for (const count of [5, 20, MOST_KEYS]) await page.fill("#story-fill", String(count));
      const tasks = await notedTasks(page);
      t.diagnostic(`long tasks in ms: ${tasks}`);
      if (process.env.EDGEBLOOM_TIMES) assert.ok(Math.max(0, ...tasks) <= 100, `${tasks}`);
    });
  });
});
