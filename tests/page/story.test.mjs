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
  absentKey,
  ask,
  distinctOf,
  falsePositive,
  keysOf,
  newBitsOf,
  ownersOf,
  positionsOf,
  rateOf,
} from "../../www/panels/story/bits.js";
import { FILES } from "../../www/panels/story/trade-files.js";
import { LEAST, LISTED, MOST, STRANGERS, countOf, listed, trade } from "../../www/panels/story/trade.js";
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

const STEPS = ["hash", "add", "yours", "query", "collide", "fill", "trade"];
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
const open = (page, step) => page.click(`#story-tab-${step}`);

describe("the story's filter", () => {
  test("has the package's positions, halved", () => {
    const filter = new BloomFilter({ bits: 2 * BITS, hashes: PROBES });
    for (const key of [...keysOf([]), "lychee", "fig", "", "词", "a longer key"])
      assert.deepEqual(
        positionsOf(key),
        filter.positions(key).map((position) => position >> 1),
      );
    assert.deepEqual(sorted(ownersOf(ADDED).keys()), sorted(onesOf(ADDED)));
  });

  test("a query stops at the first 0, which no key has set", () => {
    for (const key of [absentKey(ADDED), ...Array.from({ length: 200 }, (_, i) => `key-${i}`)]) {
      const { probes, kind } = ask(ADDED, key);
      const ones = onesOf(ADDED);
      const zeros = probes.filter((position) => !ones.has(position));
      assert.equal(kind, zeros.length ? "no" : "maybe");
      if (kind === "no") assert.deepEqual(zeros, probes.slice(-1));
      else assert.equal(probes.length, PROBES);
    }
  });

  test("the key of a step fits whatever the reader has added", () => {
    for (const own of [[], ["lychee"], ["fig"], ["fig", "lychee", "kiwi", "banana"]]) {
      const keys = [...ADDED, ...own];
      const [no, maybe] = [absentKey(keys), falsePositive(keys).key];
      assert.ok(!keys.includes(no) && !keys.includes(maybe));
      assert.equal(ask(keys, no).probes.length, 2, "a 1, then a 0");
      assert.equal(ask(keys, no).kind, "no");
      assert.ok(positionsOf(maybe).every((position) => onesOf(keys).has(position)));
    }
    assert.equal(falsePositive(ADDED).key, "fig");
    const { next } = falsePositive(ADDED);
    assert.ok(falsePositive(ADDED, next).next > next, "the next one is another");
  });

  test("what a key adds, counted bit by bit", () => {
    for (let i = 0; i < 100; i++) {
      const fresh = [...onesOf([`word-${i}`])].filter((position) => !onesOf(ADDED).has(position));
      assert.equal(newBitsOf(ADDED, `word-${i}`), fresh.length);
    }
    assert.equal(newBitsOf([...ADDED, "word"], "word"), 0);
    assert.deepEqual(
      ["apple", "zebra"].map((key) => [distinctOf(key), onesOf([key]).size]),
      [
        [3, 3],
        [2, 2],
      ],
    );
  });

  test("the rate of a row is that of all queries", () => {
    for (const count of [3, 9, 20]) {
      const ones = onesOf(keysOf([]).slice(0, count));
      const tries = 20_000;
      let maybes = 0;
      for (let i = 0; i < tries; i++)
        if (positionsOf(`stranger-${i}`).every((position) => ones.has(position))) maybes++;
      const rate = rateOf(ones.size);
      const deviation = Math.sqrt((rate * (1 - rate)) / tries);
      assert.ok(Math.abs(maybes / tries - rate) < 4 * deviation, `${count} keys: ${maybes / tries}, ${rate}`);
    }
  });

  test("the files of the last step are the package's, with the best k", () => {
    assert.deepEqual([FILES.length, LEAST, MOST], [15, 2, 16]);
    const { names, at, steady } = trade();
    assert.equal(new Set([...names, ...listed]).size, LISTED + STRANGERS, "no stranger is on the list");
    const found = [];
    for (let perKey = LEAST; perKey <= MOST; perKey++) {
      const bits = LISTED * perKey;
      const filter = new BloomFilter({ bits, hashes: optimalHashes(bits, LISTED) });
      for (const name of listed) filter.add(name);
      assert.equal(FILES[perKey - LEAST], filter.toBase64(), `${perKey} bits per key`);
      const { maybes, bits: map, reader } = at(perKey);
      assert.deepEqual(
        maybes,
        names.map((name) => filter.has(name)),
      );
      for (const name of names) assert.equal(reader.positions(name).every(map.at) ? 1 : 0, Number(filter.has(name)));
      found.push(countOf(maybes));
    }
    assert.ok(
      found.every((count, i) => !i || count <= found[i - 1]),
      `${found}`,
    );
    assert.equal(found[10 - LEAST], 1, "10 bits per key: 1%");
    const shown = found.map((_, i) => at(LEAST + i).maybes[steady]);
    assert.ok(
      shown[0] && shown.lastIndexOf(true) < shown.indexOf(false),
      "the name whose probes are shown vanishes once",
    );
  });
});

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
        "apple → bits 7, 25, and 14. Three here, so that you can follow them; the filter above has seven.",
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
      await shows(page, "#story-says", /^3 keys added/);
      const flips = (await moved()).filter((name) => name === "bit-flip");
      assert.equal(flips.length, onesOf(ADDED).size);
      await open(page, "yours");
      await shows(page, "#story-says", /^Any word/);
      assert.deepEqual(await moved(), []);
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
      await shows(page, "#story-says", `3 keys added. ${onesOf(ADDED).size} of 32 bits are 1.`);
      const owners = await page.locator("#story-row .one span").allTextContents();
      assert.deepEqual(
        owners,
        sorted(onesOf(ADDED)).map((position) => ADDED.find((key) => positionsOf(key).includes(position))),
      );
    }));

  test("the reader's word: what it changed, and it stays for the later steps", () =>
    site.visit(STILL, async (page) => {
      await open(page, "yours");
      await rowShows(page, ADDED);
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
            ? `Added ${word}: ${fresh} bit${fresh === 1 ? "" : "s"} set, ${onesOf([word]).size - fresh} already 1${onesOf([word]).size === 2 ? "; two of its three places are the same" : ""}.`
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
      await open(page, "yours");
      await page.click("#story-reset");
      await rowShows(page, ADDED);
    }));

  test("a query stops at the first 0; the thread snaps, the others go back", () =>
    site.visit({ hash: "#how" }, async (page) => {
      await open(page, "query");
      await page.waitForSelector("#story-threads .snapped", { state: "attached" });
      await counts(page, "#story-threads .retracted", 1);
      const [, zero] = positionsOf("lychee");
      await shows(page, "#story-says", `No. Bit ${zero} is 0, so lychee was never added.`);
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
        await rowShows(page, keys);
        await shows(page, "#story-fill-rate", rate);
        await shows(
          page,
          "#story-says",
          new RegExp(`^${count} keys?: ${ones} of 32 bits are 1\\. .* = ${rate} of cases\\.$`),
        );
        await hasAttribute(
          page,
          "#story-fill",
          "aria-valuetext",
          new RegExp(`${ones} of 32 bits are 1, ${rate} get maybe`),
        );
        await hasValue(page, "#story-key", keys.at(-1) ?? "");
      }
      const heights = await page.$$eval("#story-fill-bars i", (bars) =>
        bars.map((bar) => parseFloat(bar.style.height)),
      );
      assert.equal(heights.length, MOST_KEYS + 1);
      for (const [count, height] of heights.entries())
        assert.ok(Math.abs(height - 100 * (onesOf(keysOf([]).slice(0, count)).size / 32) ** 3) < 0.01, `${count}`);
    }));

  test("trade: the amber dots are the filter's answers, and the map is its bits", () =>
    site.visit(STILL, async (page) => {
      await open(page, "trade");
      await page.focus("#story-bits");
      await page.keyboard.press("Home");
      const { names } = trade();
      for (let perKey = LEAST; perKey <= MOST; perKey++) {
        const bits = LISTED * perKey;
        const filter = new BloomFilter({ bits, hashes: optimalHashes(bits, LISTED) });
        for (const name of listed) filter.add(name);
        await hasValue(page, "#story-bits", String(perKey));
        const answers = names.map((name) => filter.has(name));
        await holds(async () =>
          assert.deepEqual(
            await page.$$eval("#story-dots i", (dots) => dots.map((dot) => dot.classList.contains("maybe"))),
            answers,
          ),
        );
        const count = answers.filter(Boolean).length;
        await shows(page, "#story-trade-rate", `${count} of 100`);
        await shows(page, "#story-map-name", `64 names × ${perKey} bits = ${bits / 8} B`);
        const { hashes, bitsSet } = filter.stats;
        await shows(page, "#story-trade-about", new RegExp(`${perKey} bits per key, ${hashes} probes?$`));
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
      // A name under the pointer shows its probes.
      await page.keyboard.press("Home");
      const amber = trade().at(LEAST).maybes.lastIndexOf(true);
      await page.locator("#story-dots i").nth(amber).hover();
      await hasValue(page, "#story-key", names[amber]);
      await counts(page, "#story-threads .thread.maybe", 1);
      // No thread crosses the words about the map.
      const [map, words] = await Promise.all(
        ["#story-map", "#story-map-name"].map((selector) => page.locator(selector).boundingBox()),
      );
      assert.ok(words.y >= map.y + map.height);
    }));

  test("goes on with buttons and arrow keys; the address leads to the step", () =>
    site.visit(STILL, async (page) => {
      await hasAttribute(page, "#story", "data-step", "hash");
      assert.equal(await page.locator("#story-back").isDisabled(), true);
      for (const step of STEPS.slice(1)) {
        await page.click("#story-next");
        await hasAttribute(page, "#story", "data-step", step);
        assert.equal(new URL(page.url()).hash, `#how?step=${step}`);
        const title = await page.locator(".story-texts .now h3").innerText();
        assert.ok((await page.textContent("#story-step")).includes(title), "a screen reader says the text");
        await shows(page, "#story-says", /./);
      }
      await reload(page);
      await hasAttribute(page, "#story", "data-step", "trade");
      await page.focus("#story-again");
      await page.keyboard.press("ArrowLeft");
      await hasAttribute(page, "#story", "data-step", "fill");
      await page.focus("#story-tab-fill");
      await page.keyboard.press("Home");
      await hasAttribute(page, "#story", "data-step", "hash");
      assert.equal(new URL(page.url()).hash, "#how");
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
      await open(page, "yours");
      await page.fill("#story-key", "海");
      await page.click("#story-add");
      await shows(page, "#story-says", /^Added 海/);
      await switchLanguage(page, "zh");
      await shows(page, "#story-says", /^已添加 海：\d 位由 0 变 1，\d 位原本就是 1。$/);
      await rowShows(page, [...ADDED, "海"]);
      for (const step of STEPS) {
        await open(page, step);
        await shows(page, "#story-says", /\p{Script=Han}/u);
        await shows(page, ".story-texts .now", /\p{Script=Han}/u);
      }
      await hasAttribute(page, "#story-bits", "aria-valuetext", "每个键 10 位：100 个里有 1 个得到“可能在”");
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
              const lowest = Math.max(of("#story-row").bottom, of("#story-map-name").bottom);
              const { scrollWidth, clientWidth } = document.documentElement;
              return {
                whole: of("#story").bottom - of("#story-title").top,
                room: innerHeight - of("header").height,
                over: lowest - picture.bottom,
                wide: scrollWidth - clientWidth,
              };
            });
            assert.ok(box.whole <= box.room, `${step}: ${JSON.stringify(box)}`);
            assert.ok(box.over <= 1, `${step}: ${JSON.stringify(box)}`);
            assert.equal(box.wide, 0, step);
            const small = await page.$$eval("#story :is(button, input)", (controls) =>
              controls
                .filter((control) => control.checkVisibility({ visibilityProperty: true }))
                .map((control) => [control.id || control.textContent, control.offsetWidth, control.offsetHeight])
                .filter(([, width, height]) => width < 44 || height < 44),
            );
            assert.deepEqual(small, [], step);
          }
          await page.fill("#story-bits", String(MOST));
          const over = await page.evaluate(
            () =>
              document.querySelector("#story-map-name").getBoundingClientRect().bottom -
              document.querySelector("#story-picture").getBoundingClientRect().bottom,
          );
          assert.ok(over <= 1, `the largest map: ${over}`);
        }));
    }
  }

  test("with reduced motion the end is there at once", () =>
    site.visit(STILL, async (page) => {
      for (const [step, says] of Object.entries({
        add: /^3 keys added/,
        query: /^No\./,
        fill: /^12 keys/,
        trade: /^Rule/,
      })) {
        await open(page, step);
        await settled(page);
        assert.match(await page.textContent("#story-says"), says, step);
        if (step === "query")
          assert.equal(await page.locator("#story-threads .thread").count(), 0, "all have gone back");
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
