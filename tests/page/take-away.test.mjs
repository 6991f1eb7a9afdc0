// Tests saving the filter as base64, as a file or as a link, and opening a link.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { BloomFilter, ScalableBloomFilter, SparseBloomFilter } from "edgebloom";
import { FIRST_WORDS } from "../../www/lib/bench.js";
import { base64Length, writeBase64 } from "../../www/workbench/take-away/base64.js";
import { MOST_BYTES, MOST_HASH, base64In, fits, isLink, linkFor } from "../../www/workbench/take-away/permalink.js";
import {
  counts,
  forwards,
  goTo,
  hasValue,
  holds,
  noteTasks,
  openTool,
  notedTasks,
  picture,
  settled,
  setShape,
  shows,
  skip,
  switchLanguage,
  textOf,
  useSite,
} from "./site.mjs";

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

const site = useSite({ page: "workbench.html" });

/** The initial filter of the page. */
function first() {
  const filter = new BloomFilter({ bits: 128, hashes: 3 });
  filter.addMany(FIRST_WORDS);
  return filter;
}

const hashOf = (filter) => linkFor("", filter.toBase64());
const pasted = (page) => page.evaluate(() => navigator.clipboard.readText());
const copied = (page, text) => holds(async () => assert.equal(await pasted(page), text));

/** Checks that the page still queries and adds, with its initial filter. */
async function works(page) {
  await settled(page);
  await hasValue(page, "#shape-m", "128");
  await page.locator("#key").fill("apple");
  await shows(page, "#verdict-headline", "Maybe in the set.");
  await page.locator("#key").fill("pear tree");
  await page.locator("#keys-form button.main").click();
  await shows(page, "#verdict-headline", "Maybe in the set.");
}

/** Makes the browser block the clipboard. */
const blockClipboard = (page) =>
  page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });

async function downloaded(page, selector) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(selector).click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

describe("base64 and links", () => {
  test("base64 in chunks matches the package", () => {
    for (const bits of [64, 128, 192, 24_576 * 8, 1_000_000, 24_576 * 16 - 512]) {
      const filter = new BloomFilter({ bits, hashes: 3 });
      filter.addMany(FIRST_WORDS);
      const file = filter.toBytes();
      const text = filter.toBase64();
      const writing = writeBase64(file);
      let step = writing.next();
      while (!step.done) step = writing.next();
      assert.equal(step.value.join(""), text);
      assert.equal(base64Length(file.length), text.length);
    }
  });

  test("a link contains the whole file in URL-safe characters", () => {
    for (const bits of [64, 128, 192, 256, 4096, Math.floor((MOST_BYTES - 100) / 8) * 64]) {
      const filter = new BloomFilter({ bits, hashes: 5 });
      filter.addMany(FIRST_WORDS);
      const link = linkFor("https://example.org/some/path/?a=b#list", filter.toBase64());
      const [address, hash] = link.split(/(?=#)/);
      assert.equal(address, "https://example.org/some/path/?a=b");
      assert.match(hash, /^#f=[\w-]+$/);
      assert.ok(isLink(hash) && hash.length <= MOST_HASH);
      assert.ok(BloomFilter.fromBase64(base64In(hash)).equals(filter));
    }
  });

  test("links have limits", () => {
    assert.ok(fits({ byteLength: 6_000, bits: 47_000 }));
    assert.ok(!fits({ byteLength: 6_001, bits: 47_000 }));
    assert.ok(!fits({ byteLength: 88, bits: 2 ** 32 }));
    assert.ok(!isLink("#list"));
    assert.ok(!isLink(""));
  });
});

describe("saving", { skip }, () => {
  test("copies base64 and shows its size", () =>
    site.visit({ ...CLIPBOARD, tool: "take-away" }, async (page) => {
      const text = first().toBase64();
      await shows(page, "#take-away-size", `80 bytes as a filter file, ${text.length} characters as base64.`);
      await page.locator("#take-away-base64").click();
      await shows(page, "#take-away-news", "Copied: 108 characters.");
      await copied(page, text);
      await openTool(page, "shape");
      await page.locator("#keys-clear").click();
      await shows(page, "#take-away-news", "");
    }));

  test("shows and selects the base64 if the browser blocks the clipboard", () =>
    site.visit({ tool: "take-away" }, async (page) => {
      await blockClipboard(page);
      await page.locator("#take-away-base64").click();
      await shows(page, "#take-away-news", /^The browser blocked copying\. The text is selected/);
      await hasValue(page, "#take-away-shown", first().toBase64());
      const selected = () =>
        page
          .locator("#take-away-shown")
          .evaluate(
            (area) => area === document.activeElement && area.value.slice(area.selectionStart, area.selectionEnd),
          );
      await holds(async () => assert.equal(await selected(), first().toBase64()));
      await page.locator("#take-away-link-copy").click();
      await shows(page, "#take-away-link-news", /The text is selected/);
    }));

  test("saves files", () =>
    site.visit({ tool: "take-away" }, async (page) => {
      const bytes = await downloaded(page, "#take-away-bytes");
      assert.equal(bytes.name, "filter.bloom");
      assert.deepEqual(new Uint8Array(bytes.bytes), first().toBytes());
      await shows(page, "#take-away-news", "Saved as filter.bloom.");
      const text = await downloaded(page, "#take-away-text");
      assert.equal(text.name, "filter.txt");
      assert.equal(String(text.bytes), first().toBase64());
    }));

  test("a large filter has no link, and the page responds during base64", () =>
    site.visit({ ...CLIPBOARD, tool: "take-away" }, async (page) => {
      await setShape(page, { m: 1_000_000 });
      await shows(
        page,
        "#take-away-link-about",
        /^A link can hold a filter file of up to 6,000 bytes; this one has 125,\d{3}\.$/,
      );
      await counts(page, "#take-away-link-copy:disabled", 1);
      await hasValue(page, "#take-away-link", "");
      await setShape(page, { m: 2 ** 26 });
      await openTool(page, "take-away");
      await noteTasks(page);
      await page.locator("#take-away-base64").click();
      await shows(page, "#take-away-news", /^Copied: 11,18\d,\d{3} characters/);
      const long = await notedTasks(page);
      const filter = new BloomFilter({ bits: 2 ** 26, hashes: 3 });
      filter.addMany(FIRST_WORDS);
      // `equal` would print eleven million characters on failure.
      await holds(async () => assert.ok((await pasted(page)) === filter.toBase64()));
      // A time limit needs an idle machine.
      if (process.env.EDGEBLOOM_TIMES) assert.deepEqual(long, []);
      await blockClipboard(page);
      await page.locator("#take-away-base64").click();
      await shows(page, "#take-away-news", /too many to show/);
    }));
});

describe("links", { skip }, () => {
  test("a copied link opens the same filter without its keys", () =>
    site.visit({ ...CLIPBOARD, tool: "take-away" }, async (page, context) => {
      await page.locator("#take-away-link-copy").click();
      await shows(page, "#take-away-link-news", /^Copied: /);
      const link = await pasted(page);
      assert.equal(link, `${site.url}workbench.html${hashOf(first())}`);
      await hasValue(page, "#take-away-link", link);
      const other = await context.newPage();
      // Links of older pages lead to the first one.
      await forwards(other, link.replace("workbench.html", ""), link);
      await shows(other, "#play-news", "The filter comes from the link: native, standard, m = 128, k = 3.");
      await hasValue(other, "#shape-m", "128");
      await counts(other, "#keys-known li", 0);
      await settled(other);
      for (const key of ["apple", "nectarine", "grapes", "布隆"]) {
        const seen = [];
        for (const each of [page, other]) {
          await each.locator("#key").fill(key);
          await each.keyboard.press("Escape");
          seen.push([await textOf(each, "#verdict-headline"), await each.locator("#bits-probes li").allInnerTexts()]);
        }
        assert.deepEqual(seen[0], seen[1]);
      }
      // A change of the filter removes the message.
      await setShape(other, { m: 256 });
      await shows(other, "#play-news", "");
    }));

  test("handles a link pasted in the open page, and other hashes", () =>
    site.visit({ tool: "take-away" }, async (page) => {
      const name = `<img src=x onerror="alert(1)">名单`;
      const filter = new BloomFilter({ bits: 256, hashes: 2, name });
      await goTo(page, hashOf(filter));
      const news = await shows(page, "#play-news", /m = 256/);
      assert.equal(
        news.replace(/[\u2068\u2069]/g, ""),
        `The filter comes from the link: “${name}”, native, standard, m = 256, k = 2.`,
      );
      assert.equal(await page.locator("#play-news img, #take-away img").count(), 0);
      assert.equal((await downloaded(page, "#take-away-bytes")).name, "img-src-x-onerror-alert-1-名单.bloom");
      // The hash of a section does not open a filter.
      await goTo(page, "#bring-in");
      await settled(page);
      await shows(page, "#play-news", /m = 256/);
    }));

  test("support every class and scheme", async () => {
    const scalable = new ScalableBloomFilter({ capacity: 20, errorRate: 0.01 });
    // Loading this entry point moves plain filters to another module, so the other tests do not load it.
    const { createFilter } = await import("edgebloom/compat");
    const foreign = createFilter({ scheme: "guava-mitz64", funnel: "string_utf8", capacity: 20, errorRate: 0.01 });
    for (const filter of [scalable, foreign]) {
      filter.addMany(FIRST_WORDS);
      await site.visit({ tool: "take-away", hash: hashOf(filter) }, async (page) => {
        const news = await shows(page, "#play-news", /^The filter comes from the link/);
        assert.ok(news.includes(filter.stats.scheme));
        await page.locator("#key").fill("apple");
        await shows(page, "#verdict-headline", "Maybe in the set.");
        assert.deepEqual(new Uint8Array((await downloaded(page, "#take-away-bytes")).bytes), filter.toBytes());
      });
    }
  });

  test("rejects a tampered link with a sentence, and the page works", async () => {
    const good = hashOf(first());
    const bad = {
      "one character changed": good.slice(0, 90) + (good[90] === "A" ? "B" : "A") + good.slice(91),
      cut: good.slice(0, -20),
      "cut by one": good.slice(0, -1),
      longer: `${good}AAAA`,
      empty: "#f=",
      garbage: "#f=<script>alert(1)</script>%00%ff",
    };
    for (const [what, hash] of Object.entries(bad)) {
      await site.visit({ tool: "take-away", hash }, async (page) => {
        await shows(
          page,
          "#play-news",
          /^The link does not contain a valid filter\. .* \w+: (expected|header declares|at least)/,
          what,
        );
        await works(page);
      });
    }
  });

  test("rejects links that are too long or declare too many bits", async () => {
    await site.visit({ tool: "take-away", hash: `#f=${"A".repeat(2 ** 20)}` }, async (page) => {
      await shows(page, "#play-news", /^The link is too long: at most 20,000 characters can follow the #\./);
      await works(page);
    });
    await site.visit(
      { tool: "take-away", hash: hashOf(new SparseBloomFilter({ bits: 2 ** 32, hashes: 3 })) },
      async (page) => {
        await shows(
          page,
          "#play-news",
          /^The filter in the link has 4,294,967,296 bits or counters; this page opens at most 67,108,864/,
        );
        await works(page);
      },
    );
  });
});

describe("in Chinese and on a phone", { skip }, () => {
  test("has every text and fits the screen", () =>
    site.visit({ viewport: { width: 360, height: 740 }, ...CLIPBOARD, tool: "take-away" }, async (page) => {
      const fitsIn = async (what) =>
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), what);
      await page.locator("#take-away-base64").click();
      await shows(page, "#take-away-news", /^Copied/);
      await fitsIn("English");
      await picture(page, "take-away-360");
      await switchLanguage(page, "zh");
      await shows(page, "#take-away-news", /^已复制 108 个字符。$/);
      await fitsIn("Chinese");
      const texts = await page
        .locator("#take-away :is(h2, h3, h4, p, button, label, option):not([hidden])")
        .allInnerTexts();
      const english = texts.filter((text) => text.trim() && !/\p{Script=Han}/u.test(text));
      assert.deepEqual(english, []);
      await page.locator("#key").fill("x".repeat(300));
      await goTo(page, hashOf(new BloomFilter({ bits: 64, hashes: 1, name: "n".repeat(200) })));
      await shows(page, "#play-news", /^过滤器来自链接/);
      await settled(page);
      await fitsIn("long names");
    }));
});
