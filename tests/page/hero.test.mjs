// Tests the first query of the page, which uses the filter of the example list, and the explanation in four steps.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { email } from "edgebloom/keys";
import { FilterReader } from "edgebloom/reader";
import { BloomFilter } from "edgebloom";
import { madeUp } from "../../www/lib/made-up.js";
import { ADDED, STEPS, positionsOf } from "../../www/panels/how/steps.js";
import {
  counts,
  hasAttribute,
  hasValue,
  holds,
  picture,
  ready,
  settled,
  shows,
  skip,
  switchLanguage,
  useSite,
} from "./site.mjs";

const LIST = "disposable-email-domains";
const site = useSite();

const filterOf = () => {
  const file = readFileSync(join(site.folder, "lists", `${LIST}.bloom`));
  const reader = FilterReader.fromBytes(file);
  const payload = file.subarray(file.length - 8 - reader.stats.bits / 8);
  const bitAt = (position) => (payload[position >> 3] >> (position & 7)) & 1;
  return { reader, bitAt };
};

describe("the first query", { skip }, () => {
  test("uses the filter of the list", () => {
    const { reader } = filterOf();
    const domains = JSON.parse(
      readFileSync(new URL(`../../node_modules/${LIST}/index.json`, import.meta.url), "utf8"),
    ).flatMap(email.entries);
    assert.ok(domains.length > 120_000);
    assert.ok(domains.every((domain) => reader.has(domain)));
    assert.equal(reader.stats.errorRate, 0.01);
  });

  test("no: shows each probe in a lens up to the first 0", () =>
    site.visit({}, async (page) => {
      const { reader, bitAt } = filterOf();
      await shows(page, "h1", /^121,558 domains in 146 kB$/);
      for (const domain of ["gmail.com", "icloud.com", "yahoo.com"]) {
        const positions = reader.positions(domain);
        const zero = positions.findIndex((position) => !bitAt(position));
        assert.ok(zero >= 0, domain);
        await page.fill("#hero-input", `Bob@${domain.toUpperCase()}`);
        await page.press("#hero-input", "Enter");
        await shows(page, "#hero-headline", `No. ${domain} is not on the list.`);
        const bit = positions[zero].toLocaleString("en");
        await shows(
          page,
          "#hero-because",
          `Probe ${zero + 1} of 7 finds a 0 at bit ${bit}. If the domain were on the list, that bit would be 1.`,
        );
        await hasAttribute(page, "#hero-verdict", "data-kind", "no");
        const lenses = await page.locator(".lens span").allTextContents();
        assert.deepEqual(
          lenses,
          positions.slice(0, zero + 1).map((position) => position.toLocaleString("en")),
        );
        await counts(page, ".lens.miss", 1);
      }
    }));

  test("each lens shows the bits around its own", () =>
    site.visit({ reducedMotion: "reduce" }, async (page) => {
      const { reader, bitAt } = filterOf();
      await page.click('[data-query="mailinator.com"]');
      await counts(page, ".lens", 7);
      const shown = await page
        .locator(".lens")
        .evaluateAll((all) =>
          all.map((lens) => [...lens.querySelectorAll("i")].map((i) => +i.classList.contains("one"))),
        );
      const columns = await page.locator("#hero-canvas").evaluate((canvas) => canvas.width);
      const around = [-2, -1, 0, 1, 2];
      const expected = reader
        .positions("mailinator.com")
        .map((position) => around.flatMap((row) => around.map((column) => bitAt(position + row * columns + column))));
      assert.deepEqual(shown, expected);
    }));

  test("maybe: the list distinguishes a member from a false positive", () =>
    site.visit({}, async (page) => {
      await page.click('[data-query="mailinator.com"]');
      await shows(page, "#hero-headline", "Maybe. All 7 bits of mailinator.com are 1.");
      await hasAttribute(page, "#hero-bits", "data-kind", "maybe");
      // README.md uses this picture as docs/images/demo-hero.png.
      await settled(page);
      await picture(page, "demo-hero", { clip: { x: 0, y: 52, width: 1280, height: 590 } });
      await page.click("#hero-check");
      await shows(page, "#hero-headline", "mailinator.com is on the list.");
      const { reader } = filterOf();
      let number = 0;
      while (!reader.has(`${madeUp(number)}.com`)) number++;
      await page.fill("#hero-input", `${madeUp(number)}.com`);
      await shows(page, "#hero-headline", /^Maybe\. All 7 bits/);
      await page.click("#hero-check");
      await shows(page, "#hero-headline", `${madeUp(number)}.com is not on the list: a false positive.`);
    }));

  test("finds a new false positive each time, among reserved names", () =>
    site.visit({}, async (page) => {
      const { reader } = filterOf();
      let tried = 0;
      for (let i = 0; i < 3; i++) {
        const from = tried;
        while (!reader.has(`${madeUp(tried++)}.example`));
        await page.click("#hero-find");
        const domain = `${madeUp(tried - 1)}.example`;
        await hasValue(page, "#hero-input", domain);
        await shows(page, "#hero-headline", `Maybe. A false positive: ${domain}`);
        await shows(page, "#hero-because", new RegExp(`Names tried: ${tried - from}\\.$`));
      }
      await picture(page, "hero-false-positive");
    }));

  test("gives a hint for input that is not a domain, and shows markup as text", () =>
    site.visit({}, async (page) => {
      for (const text of ["bob", "bob@", "<img src=x>", "..", "bob@localhost"]) {
        await page.fill("#hero-input", text);
        await page.press("#hero-input", "Enter");
        await shows(page, "#hero-headline", "This is not a domain", text);
        await counts(page, ".lens", 0);
      }
      await page.fill("#hero-input", "");
      await page.press("#hero-input", "Enter");
      await shows(page, "#hero-headline", "Seven bits decide.");
      await page.fill("#hero-input", "<b>@exa<mple.com");
      await page.press("#hero-input", "Enter");
      await settled(page);
      await counts(page, "#hero-verdict b", 0);
    }));

  test("the answer changes with the language", () =>
    site.visit({}, async (page) => {
      await page.click('[data-query="gmail.com"]');
      await shows(page, "#hero-headline", /^No\./);
      await switchLanguage(page, "zh");
      await shows(page, "#hero-headline", "不在。gmail.com 不在列表里。");
      await shows(page, "h1", "121,558 个域名，只占 146 kB");
    }));

  test("reports a filter that fails to load; the rest of the page starts", () =>
    site.visit({ serviceWorkers: "block", expected: /Service Worker|404|Error/ }, async (page) => {
      await page.route("**/*.bloom", (route) => route.fulfill({ status: 404, body: "no" }));
      await page.reload();
      await ready(page);
      await shows(page, "#hero-headline", "The filter could not be loaded.");
      await page.fill("#key", "apple");
      await shows(page, "#verdict-headline", "Maybe in the set.");
    }));

  test("input, verdict and bits fit 60% of a phone, here and in Play", () =>
    site.visit(
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
      async (page) => {
        const extent = (first, ...others) =>
          page.evaluate(
            (selectors) => {
              const boxes = selectors.map((selector) => document.querySelector(selector).getBoundingClientRect());
              return (Math.max(...boxes.map(({ bottom }) => bottom)) - boxes[0].top) / innerHeight;
            },
            [first, ...others],
          );
        assert.equal(await page.locator("header").evaluate((header) => header.offsetHeight), 52);
        await page.click("#hero-find");
        await shows(page, "#hero-headline", /^Maybe\. A false positive: /);
        const hero = await extent("#hero-input", "#hero-verdict", "#hero-bits");
        assert.ok(hero <= 0.6, `${hero}`);
        await page.click("#keys-find");
        await shows(page, "#verdict-because", /false positive/);
        const play = await extent("#key", "#verdict", "#bits-view");
        assert.ok(play <= 0.6, `${play}`);
      },
    ));
});

describe("how it works", { skip }, () => {
  test("shows the package's positions, halved", () => {
    const filter = new BloomFilter({ bits: 64, hashes: 3 });
    for (const key of [...ADDED, "lychee", "fig"])
      assert.deepEqual(
        positionsOf(key),
        filter.positions(key).map((position) => position >> 1),
      );
  });

  test("the last two steps show a certain no and a false positive", () => {
    const { query, collide } = Object.fromEntries(STEPS.map((step) => [step.name, step.frames.at(-1)]));
    const zeros = (frame) => frame.positions.filter((position) => !frame.set.has(position));
    assert.equal(zeros(query).length, 1);
    assert.equal(zeros(query)[0], query.positions.at(-1));
    assert.deepEqual(zeros(collide), []);
    assert.ok(!ADDED.includes("fig"));
    const owners = new Set(["pear", "mango"].flatMap(positionsOf));
    assert.ok(
      collide.positions.every((position) => owners.has(position)),
      "pear and mango have set them",
    );
  });

  test("scrolling goes through the steps and back on one visible row", () =>
    site.visit({}, async (page) => {
      const ones = () => page.locator("#how-row .bit.one").count();
      const to = (step) =>
        page.evaluate((step) => {
          const top = document.querySelector(`[data-step="${step}"]`).getBoundingClientRect().top;
          scrollBy({ top: top - innerHeight * 0.5, behavior: "instant" });
        }, step);
      await shows(page, "#how-says", "32 bits, all 0");
      assert.equal(await ones(), 0);
      const says = {
        hash: /^apple → 7, 25, 14$/,
        add: /^add mango → .*: 8 of 32 bits are 1$/,
        query: /^lychee → .*: bit 22 is 0, so no$/,
        collide: /^fig → 24, 6, 26: all 1, so maybe$/,
      };
      for (const step of [...Object.keys(says), "hash"]) {
        await to(step);
        await shows(page, "#how-says", says[step]);
        await holds(async () => assert.equal(await ones(), step === "hash" ? 0 : 8, step));
        const seen = await page.locator(".how-stage").evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= document.querySelector("header").offsetHeight - 1 && bottom <= innerHeight;
        });
        assert.ok(seen, step);
      }
    }));
});
