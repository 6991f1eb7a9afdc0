// Tests what screen readers say, and what people with low vision see: messages, names, sizes of text, narrow windows, colours of the system.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { counts, hasAttribute, holds, settled, shows, skip, useSite } from "./site.mjs";

const site = useSite();

const PAGES = ["", "workbench.html"];

/** What has been said since the page began, without repetition of a text that has not changed. Runs in the page before its scripts. */
function listen() {
  window.said = [];
  const spoken = (node) => {
    // Before that, no style sheet hides anything.
    if (document.readyState === "loading") return;
    const region = (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)?.closest(
      "[aria-live], [role='status'], [role='alert'], output",
    );
    if (!region || region.getAttribute("aria-live") === "off" || !region.checkVisibility()) return;
    const text = region.textContent.replace(/\s+/g, " ").trim();
    if (text) window.said.push(text);
  };
  new MutationObserver((changes) => new Set(changes.map(({ target }) => target)).forEach(spoken)).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  });
}

/** Visits a page whose messages are heard from the beginning. */
const hear = (options, body) =>
  site.visit(options, async (page, context) => {
    await context.addInitScript(listen);
    const other = await context.newPage();
    await other.goto(page.url());
    await body(other, async () => {
      const heard = await other.evaluate(() => window.said);
      await other.evaluate(() => (window.said = []));
      return heard;
    });
  });

/** Scrolls through the whole page, so that everything starts. */
async function scrollThrough(page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 300) {
      scrollTo({ top: y, behavior: "instant" });
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  });
}

describe("a screen reader", { skip }, () => {
  test("hears nothing until somebody does something", () =>
    hear({}, async (page, heard) => {
      await shows(page, "#hero-headline", "Maybe.");
      await scrollThrough(page);
      await shows(page, "#story-says", /^apple →/);
      await shows(page, "#list-read-as", "12 keys.");
      await shows(page, "#ship-labels-answer", '"disposable"');
      await settled(page);
      assert.deepEqual(await heard(), []);
    }));

  test("hears each answer once, and whole", () =>
    hear({ reducedMotion: "reduce" }, async (page, heard) => {
      await shows(page, "#hero-headline", "Maybe.");
      const says = async (...expected) => {
        await holds(async () => {
          const said = await page.evaluate(() => window.said);
          assert.ok(said.length >= expected.length, `${expected}: ${said.join(" | ")}`);
        });
        await settled(page);
        const all = await heard();
        assert.equal(all.length, expected.length, all.join(" | "));
        for (const [i, one] of expected.entries()) assert.match(all[i], one);
      };
      await page.fill("#hero-input", "");
      await page.locator("#hero-input").pressSequentially("gmail.com");
      await says(/^No\. One bit proved it\. gmail\.com isn’t on the list/);
      await page.fill("#hero-input", "bob");
      await page.press("#hero-input", "Enter");
      await says(/^That isn’t a domain\. Type a domain/);
      await page.click("#hero-find");
      await says(/^Caught it lying\. Try \d+: .* is on no list/, /^The bits were set by/);
      await page.locator("#story-picture").scrollIntoViewIfNeeded();
      await shows(page, "#story-says", /^apple →/);
      await page.click("#story-tab-query");
      await says(/^No\. Bit 22 is 0/);
      await page.click("#story-next");
      await says(/^Maybe isn’t yes Other keys/, /^Maybe\. Its bits were set by/);
      // Of other keys, one message; of the word in the field another one only if its answer changes.
      await page.fill("#key", "hello");
      await says(/^hello: bit/);
      await page.click('[data-fill="10"]');
      await says(/^Added 10 generated keys/);
      await page.click("#keys-undo");
      await says(/^Undone: the last 10 generated keys/);
      await page.fill("#list-text", "alpha\nbeta\ngamma\n");
      await says(/ 3 keys\. /);
      await page.fill("#list-text", " \n");
      await says(/^No keys yet\.$/);
      await page.fill("#list-text", "alpha\nbeta\ngamma\n");
      await says(/ 3 keys\. /);
      await page.fill("#list-query", "beta");
      await says(/^Maybe\. And it is on your list\./);
      await page.fill("#ship-input", "");
      await page.locator("#ship-input").pressSequentially("ann");
      await settled(page);
      assert.deepEqual(await heard(), []);
      await page.press("#ship-input", "Enter");
      await says(/^This is not an address or a domain/);
      await page.selectOption("#ship-labels", { index: 1 });
      await says(/^"well-known"$/);
      await shows(page, "#said", "", "nobody finds a message twice");
    }));

  test("finds an error at its field, and no answer", () =>
    site.visit({}, async (page) => {
      for (const [input, bad, good] of [
        ["#hero-input", "That isn’t a domain.", "gmail.com"],
        ["#ship-input", "This is not an address or a domain.", "gmail.com"],
      ]) {
        const described = () =>
          page.locator(input).evaluate((field) => {
            const ids = (field.getAttribute("aria-describedby") ?? "").split(" ");
            return ids.map((id) => id && document.getElementById(id)?.textContent).join(" ");
          });
        await page.fill(input, "bob");
        await page.press(input, "Enter");
        await holds(async () => assert.ok((await described()).includes(bad)));
        await page.fill(input, good);
        await page.press(input, "Enter");
        await holds(async () => assert.equal(await described(), ""));
      }
    }));

  test("has one stop of the Tab key for all keys, also where a list that scrolls takes the focus", () =>
    site.visit({}, async (page) => {
      await hasAttribute(page, "#keys-known", "tabindex", "-1");
      await page.focus("#keys-known");
      await counts(page, "#keys-known button[tabindex='0']", 1);
    }));

  test("reads no sign before a sentence, and no bit of a picture", () =>
    site.visit({ reducedMotion: "reduce" }, async (page) => {
      await page.click("#story-tab-query");
      await shows(page, "#story-says", /^No\./);
      await page.fill("#key", "apple");
      await shows(page, "#verdict-headline", "Maybe in the set.");
      for (const selector of ["#story-says", "#verdict"]) {
        const sign = await page.locator(selector).evaluate((element) => getComputedStyle(element, "::before").content);
        assert.match(sign, /^".+" \/ ""$/, selector);
      }
      await counts(page, "#story-row > :not([aria-hidden='true'])", 0);
    }));
});

describe("somebody who sees little", { skip }, () => {
  for (const width of [390, 1280])
    for (const path of PAGES)
      test(`reads no text smaller than 13 pixels: ${path || "the demo"}, ${width} pixels wide`, () =>
        site.visit({ page: path, viewport: { width, height: 844 }, reducedMotion: "reduce" }, async (page) => {
          if (path) await page.click("#bring-in-systems button");
          await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
          await scrollThrough(page);
          await settled(page);
          const small = await page.evaluate(() => {
            const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            const found = [];
            for (let text = texts.nextNode(); text; text = texts.nextNode()) {
              const { parentElement: element } = text;
              // An exponent is part of a formula.
              if (!text.textContent.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
              if (element.closest("sup, option, .unseen")) continue;
              const size = parseFloat(getComputedStyle(element).fontSize);
              if (size < 13) found.push(`${size}: ${text.textContent.trim().slice(0, 40)}`);
            }
            return found;
          });
          assert.deepEqual(small, []);
        }));

  for (const path of PAGES)
    test(`never scrolls sideways at 400% zoom: ${path || "the demo"}`, () =>
      site.visit({ page: path, viewport: { width: 320, height: 256 } }, async (page) => {
        await scrollThrough(page);
        await settled(page);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
      }));

  test("sees the bars of the calculator in the colours of the system", () =>
    site.visit({ forcedColors: "active" }, async (page) => {
      await page.locator("#calculator").scrollIntoViewIfNeeded();
      const colours = await page.evaluate(() =>
        ["#calculator-bloom-bar", "#calculator .card"].map(
          (selector) => getComputedStyle(document.querySelector(selector)).backgroundColor,
        ),
      );
      assert.notEqual(colours[0], colours[1]);
    }));
});
