// Tests the whole page: languages, colours, phones, keyboards, offline use and requests.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { FIRST_WORDS } from "../../www/lib/bench.js";
import {
  BASE,
  LONG_LIMIT,
  hasAttribute,
  hasValue,
  holds,
  openTool,
  picture,
  ready,
  reload,
  settled,
  shows,
  skip,
  switchLanguage,
  useSite,
  vanishes,
} from "./site.mjs";

const site = useSite();

const AXE = skip ? "" : readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The problems that axe-core finds in the page. */
async function violations(page) {
  await settled(page);
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join(" | ")}`,
    );
  });
}

async function isWide(page) {
  await settled(page);
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}

/** The ancestors that cut the outline of the focused element. Runs in the page. */
function cutOutline() {
  const { activeElement } = document;
  const { outlineWidth, outlineOffset } = getComputedStyle(activeElement);
  const around = parseFloat(outlineWidth) + parseFloat(outlineOffset);
  const { left, right, top, bottom } = activeElement.getBoundingClientRect();
  const ancestors = [];
  for (let one = activeElement.parentElement; one !== document.body; one = one.parentElement) ancestors.push(one);
  return ancestors
    .filter((one) => getComputedStyle(one).overflowX !== "visible")
    .filter((one) => {
      const box = one.getBoundingClientRect();
      const [across, down] = [left - around < box.left - 1, top - around < box.top - 1];
      return across || down || right + around > box.right + 1 || bottom + around > box.bottom + 1;
    })
    .map((one) => `${activeElement.textContent} in ${one.id || one.className}`);
}

const TOOLS = /** @type {const} */ (["folding", "take-away", "shape", "rate"]);

/** Opens the parts of the workbench that are hidden until the user does something. */
async function unfold(page) {
  await openTool(page, "shape");
  await page.selectOption("#shape-cells", "counters");
  await page.fill("#key", "apple");
  await page.click("#keys-find");
  await openTool(page, "rate");
  await page.click("#rate-form button.main");
  await page.waitForSelector("#rate-band:not([hidden])", { timeout: LONG_LIMIT });
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
}

/** The problems that axe-core finds with each tool open. */
async function violationsInTools(page) {
  const found = [];
  for (const tool of TOOLS) {
    await openTool(page, tool);
    found.push(...(await violations(page)));
  }
  return found;
}

describe("the page", { skip }, () => {
  test("switches English and Chinese and remembers the choice", () =>
    site.visit({}, async (page) => {
      await hasAttribute(page, "html", "lang", "en");
      await page.fill("#key", "apple");
      await switchLanguage(page, "zh");
      await hasAttribute(page, "html", "lang", "zh-CN");
      await shows(page, "h1", "121,558 个域名，只占 146 kB");
      await shows(page, "#verdict-headline", "可能在。");
      await hasValue(page, "#key", "apple", "what was typed stays");
      // Only names are still in English.
      const texts = () =>
        page.evaluate(() =>
          [
            ...document.querySelectorAll(
              "main h2, main h3, main button:not(.chip, [role=tab]), main label span, main th, main p:not(.mono)",
            ),
          ]
            .map((element) => element.textContent.trim())
            .filter((text) => text && /[a-z]{4}/i.test(text) && !/\p{Script=Han}/u.test(text)),
        );
      const english = await texts();
      await page.goto(`${site.url}workbench.html`);
      await ready(page);
      await shows(page, "h1", "工作台");
      assert.equal(await page.title(), "edgebloom：工作台");
      english.push(...(await texts()));
      await page.goto(site.url);
      await ready(page);
      assert.deepEqual(
        english.filter(
          (text) =>
            ![...FIRST_WORDS, "mailinator.com", "gmail.com"].includes(text) &&
            !/^(base64|RedisBloom|Guava)$/i.test(text),
        ),
        [],
      );
      await reload(page);
      await shows(page, "h1", "121,558 个域名，只占 146 kB");
      await picture(page, "chinese");
      await switchLanguage(page, "en");
      await shows(page, "h1", "121,558 domains in 146 kB");
      await hasAttribute(page, "#key", "placeholder", "type anything");
      await holds(async () => assert.equal(await page.title(), "edgebloom: 121,558 domains in 146 kB"));
    }));

  test("uses the last of two languages chosen quickly", () =>
    // `route` does not delay answers of the service worker.
    site.visit({ serviceWorkers: "block", expected: /Service Worker registration blocked/ }, async (page) => {
      let release;
      const released = new Promise((resolve) => (release = resolve));
      await page.route("**/texts-zh.js", async (route) => {
        await released;
        await route.continue();
      });
      await page.selectOption("#language", "zh");
      await page.selectOption("#language", "en");
      await holds(async () =>
        assert.equal(await page.evaluate(() => localStorage.getItem("edgebloom.language")), "en"),
      );
      release();
      // The page has already started to load these texts, so this waits for the same module.
      await page.evaluate(() => import(new URL("texts-zh.js", document.baseURI)));
      await settled(page);
      await hasAttribute(page, "html", "lang", "en");
      await shows(page, "h1", "121,558 domains in 146 kB");
      assert.equal(await page.evaluate(() => localStorage.getItem("edgebloom.language")), "en");
    }));

  test("says so if a language cannot be loaded, and keeps the other one", () =>
    site.visit(
      { serviceWorkers: "block", expected: /Service Worker registration blocked|ERR_FAILED/ },
      async (page) => {
        await page.route("**/texts-zh.js", (route) => route.abort());
        await page.selectOption("#language", "zh");
        await holds(async () =>
          assert.match(await page.evaluate(() => document.querySelector("#language").validationMessage), /offline/),
        );
        await hasValue(page, "#language", "en");
        await page.unroute("**/texts-zh.js");
        await page.selectOption("#language", "en");
        await hasAttribute(page, "html", "lang", "en");
        assert.equal(await page.evaluate(() => document.querySelector("#language").validationMessage), "");
      },
    ));

  test("accepts text dropped on a field", () =>
    site.visit({}, async (page) => {
      const prevented = (type) =>
        page.evaluate((type) => {
          const dataTransfer = new DataTransfer();
          if (type === "Files") dataTransfer.items.add(new File(["a"], "a.txt"));
          else dataTransfer.setData(type, "a");
          return !document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        }, type);
      assert.equal(await prevented("text/plain"), false);
      assert.equal(await prevented("Files"), true);
    }));

  test("a Chinese browser gets Chinese", () =>
    site.visit({ locale: "zh-CN" }, async (page) => {
      await hasAttribute(page, "html", "lang", "zh-CN");
      await hasValue(page, "#language", "zh");
    }));

  test("a link can choose the language, which is remembered", () =>
    site.visit({}, async (page) => {
      await page.goto(`${site.url}?lang=zh#play`);
      await hasAttribute(page, "html", "lang", "zh-CN");
      await hasValue(page, "#language", "zh");
      assert.equal(page.url(), `${site.url}#play`);
      await reload(page);
      await hasValue(page, "#language", "zh");
    }));

  test("follows the system's colour scheme or the remembered choice", () =>
    site.visit({ colorScheme: "dark" }, async (page) => {
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const dark = await ground();
      await picture(page, "dark");
      await page.selectOption("#theme", "light");
      const light = await ground();
      assert.notEqual(light, dark);
      await reload(page);
      assert.equal(await ground(), light);
      await page.selectOption("#theme", "auto");
      assert.equal(await ground(), dark);
    }));

  for (const language of ["en", "zh"]) {
    for (const theme of ["light", "dark"]) {
      test(`passes axe-core: ${language}, ${theme}`, () =>
        site.visit(
          { locale: language === "zh" ? "zh-CN" : "en", colorScheme: /** @type {any} */ (theme) },
          async (page) => {
            assert.deepEqual(await violations(page), []);
            await page.fill("#key", "apple");
            await shows(page, "#verdict-headline", language === "zh" ? "可能在。" : "Maybe in the set.");
            assert.deepEqual(await violations(page), []);
            await page.goto(`${site.url}workbench.html`);
            await ready(page);
            await unfold(page);
            assert.deepEqual(await violationsInTools(page), []);
          },
        ));
    }
  }

  test("axe-core detects a real problem", () =>
    site.visit({}, async (page) => {
      await page.evaluate(() => document.querySelector("#key").closest("form").querySelector("label").remove());
      await page.evaluate(() => document.querySelector("#key").removeAttribute("placeholder"));
      assert.match((await violations(page)).join(), /label/);
    }));

  test("fits a phone, and the main path works by touch", () =>
    site.visit(
      { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
      async (page) => {
        assert.equal(await isWide(page), false);
        await page.locator("#key").tap();
        await page.locator("#key").pressSequentially("zebra");
        await page.locator("#keys-form button.main").tap();
        await shows(page, "#keys-news", /^Added: /);
        await picture(page, "phone");
        assert.deepEqual(await violations(page), []);
        await page.goto(`${site.url}workbench.html`);
        await ready(page);
        assert.equal(await isWide(page), false);
        for (const layout of ["partitioned", "blocked"]) {
          await page.selectOption("#shape-layout", layout);
          assert.equal(await isWide(page), false, layout);
        }
        await page.fill("#shape-m", "60000000");
        await page.press("#shape-m", "Enter");
        await unfold(page);
        for (const language of /** @type {const} */ (["en", "zh"])) {
          await switchLanguage(page, language);
          for (const tool of TOOLS) {
            await openTool(page, tool);
            assert.equal(await isWide(page), false, `${language} ${tool}`);
          }
        }
        assert.deepEqual(await violations(page), []);
        await picture(page, "phone-whole", { fullPage: true });
      },
    ));

  test("the main path works by keyboard alone", () =>
    site.visit({}, async (page) => {
      const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);
      await page.keyboard.press("Tab");
      assert.equal(await focused(), "Skip to the first field");
      await page.keyboard.press("Enter");
      await holds(async () => assert.equal(await focused(), "hero-input"));
      await page.keyboard.type("gmail.com");
      await page.keyboard.press("Enter");
      await shows(page, "#hero-headline", /^No\./);
      for (let i = 0; i < 20 && (await focused()) !== "key"; i++) await page.keyboard.press("Tab");
      assert.equal(await focused(), "key");
      await page.keyboard.type("zebra");
      await page.keyboard.press("Enter");
      await shows(page, "#keys-news", /^Added: /);
      const seen = new Set();
      for (let i = 0; i < 60 && !seen.has("calculator-keys"); i++) {
        await page.keyboard.press("Tab");
        const id = await focused();
        seen.add(id);
        if (id === "keys-find") {
          await page.keyboard.press("Enter");
          await shows(page, "#keys-news", /^The page found/);
        }
        if (id === "bits-view") {
          await page.keyboard.press("End");
          await shows(page, "#bits-cell", /^Bit 127 is/);
        }
        if (id === "calculator-keys") {
          await page.keyboard.press("End");
          await hasValue(page, "#calculator-keys-value", "1,000,000,000");
        }
      }
      for (const id of ["keys-find", "bits-view", "calculator-keys"]) assert.ok(seen.has(id), `${id} of ${[...seen]}`);
      await page.goto(`${site.url}workbench.html`);
      await ready(page);
      await page.keyboard.press("Tab");
      assert.equal(await focused(), "Skip to the key field");
      await page.keyboard.press("Enter");
      await holds(async () => assert.equal(await focused(), "key"));
      for (let i = 0; i < 60 && (await focused()) !== "shape-layout"; i++) await page.keyboard.press("Tab");
      await page.keyboard.press("p");
      await hasValue(page, "#shape-m", "192");
    }));

  test("focus is visible", () =>
    site.visit({}, async (page) => {
      for (let i = 0; i < 25; i++) {
        await page.keyboard.press("Tab");
        const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
        assert.notEqual(outline, "none", await page.evaluate(() => document.activeElement.outerHTML.slice(0, 120)));
        assert.deepEqual(await page.evaluate(cutOutline), []);
      }
    }));

  test("the open menu closes when the focus leaves it", () =>
    site.visit({ viewport: { width: 640, height: 450 } }, async (page) => {
      await page.focus("#menu-button");
      await page.keyboard.press("Enter");
      for (let i = 0; i < 6; i++) {
        await page.keyboard.press("Tab");
        await hasAttribute(page, "#menu-button", "aria-expanded", "true");
      }
      await page.keyboard.press("Tab");
      await hasAttribute(page, "#menu-button", "aria-expanded", "false");
      await vanishes(page, "#menu");
    }));

  test("works offline after the first load, from a sub-path", () =>
    site.visit({}, async (page, context) => {
      assert.ok(new URL(page.url()).pathname.startsWith(BASE));
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.waitForFunction(() => navigator.serviceWorker.controller);
      await context.setOffline(true);
      await reload(page);
      await page.fill("#key", "apple");
      await shows(page, "#verdict-headline", "Maybe in the set.");
      await page.fill("#hero-input", "bob@mailinator.com");
      await shows(page, "#hero-headline", "Maybe.");
      await page.locator("#ship").scrollIntoViewIfNeeded();
      await page.selectOption("#ship-labels", "gmail.com");
      await shows(page, "#ship-labels-answer", '"well-known"');
      await page.goto(`${site.url}workbench.html`);
      await ready(page);
      await page.fill("#key", "apple");
      await shows(page, "#verdict-headline", "Maybe in the set.");
      await page.click("[data-system=guava]");
      await shows(page, "#bring-in-news", /wrote this filter/);
      await context.setOffline(false);
    }));

  test("the policy allows only the page's own resources", () =>
    // The browser reports each violation as a console error.
    site.visit({ expected: /Content Security Policy/ }, async (page) => {
      const policy = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', "content");
      assert.match(
        policy,
        /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self';/,
      );
      assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|\*|https?:/);
      // The policy is active: a forbidden request fails.
      await page
        .evaluate(() => {
          const script = document.createElement("script");
          script.textContent = "globalThis.injected = true";
          document.head.append(script);
        })
        .catch(() => {});
      assert.equal(await page.evaluate(() => globalThis.injected), undefined);
    }));
});
