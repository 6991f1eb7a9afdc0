// Tests building a filter from the user's own list and from the example list.

import assert from "node:assert/strict";
import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { BloomFilter } from "edgebloom";
import { StaticFilter } from "edgebloom";
import { email } from "edgebloom/keys";
import { bytes } from "../../www/lib/format.js";
import {
  LONG_LIMIT,
  hasValue,
  holds,
  openTool,
  noteTasks,
  notedTasks,
  picture,
  ready,
  settled,
  shows,
  skip,
  switchLanguage,
  textOf,
  useSite,
  vanishes,
} from "./site.mjs";

const site = useSite();
const MOST_BYTES = 50_000_000;
const MOST_KEYS = 1_000_000;

/** How many times faster the worker's clock runs. On a fast machine it would otherwise not report its progress. */
const HURRY = 10;

/** The longest task of the page, in milliseconds. */
const LONGEST_TASK = 50;

let folder;
before(() => (folder = mkdtempSync(join(tmpdir(), "edgebloom-list-"))));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A file for the page. A number as `content` gives a file of that many bytes. */
function file(name, content) {
  const path = join(folder, name);
  if (typeof content === "number") {
    const handle = openSync(path, "w");
    ftruncateSync(handle, content);
    closeSync(handle);
  } else writeFileSync(path, content);
  return path;
}

const pages = (count) => Array.from({ length: count }, (_, i) => `https://example.org/page/${i}`);

const news = (page) => textOf(page, "#list-news");
const grouped = (value) => value.toLocaleString("en");

/** The panel's message at the end of the work. */
async function outcome(page, kind) {
  await page.waitForFunction(
    () => {
      const { dataset } = document.querySelector("#list-news");
      return document.querySelector("#list-run").hidden && ["good", "bad"].includes(dataset.kind);
    },
    undefined,
    { timeout: LONG_LIMIT },
  );
  const message = await news(page);
  assert.equal(await page.getAttribute("#list-news", "data-kind"), kind, message);
  return message;
}

/** What the page shows of the filter, and what it should show. */
const shown = async (page) => ({
  m: await page.inputValue("#shape-m"),
  k: await page.inputValue("#shape-k"),
  now: await textOf(page, "#shape-now"),
});
const comes = (page, filter) => holds(async () => assert.deepEqual(await shown(page), shownOf(filter)));
function shownOf({ stats }) {
  assert.equal(stats.seed, 0);
  return {
    m: grouped(stats.bits),
    k: String(stats.hashes),
    now: `${stats.scheme}, ${stats.layout}: m = ${grouped(stats.bits)}, k = ${stats.hashes}, seed 0. Filter file: ${bytes(stats.byteLength, "en")}.`,
  };
}

/** Drops `window.large` of the page, or a new file. */
async function drop(page, target, files) {
  const dataTransfer = await page.evaluateHandle((value) => {
    const transfer = new DataTransfer();
    transfer.items.add(value ? new File([value.content], value.name) : window.large);
    return transfer;
  }, files);
  await page.locator(target).dispatchEvent("dragover", { dataTransfer });
  assert.ok(await page.locator("#list-drop").evaluate((element) => element.classList.contains("over")));
  await page.locator(target).dispatchEvent("drop", { dataTransfer });
  assert.ok(!(await page.locator("#list-drop").evaluate((element) => element.classList.contains("over"))));
}

/**
 * Holds back the filters that the page's workers send, until the returned function is called. Without this, a worker may
 * finish before the test has done its steps.
 */
async function holdFilters(page) {
  await page.evaluate(() => {
    const { Worker } = window;
    window.held = [];
    window.Worker = class extends Worker {
      set onmessage(take) {
        super.onmessage = (event) =>
          window.release && event.data.dump ? window.held.push(() => take(event)) : take(event);
      }
    };
    window.release = () => {
      window.release = undefined;
      for (const take of window.held) take();
    };
  });
  return async () => {
    // The page receives a filter in a separate task.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, void window.release())));
    await settled(page);
  };
}

/** Records long tasks of the page and every change of the progress. */
async function watch(page) {
  await page.evaluate(() => {
    window.values = [];
    window.said = [];
    const progress = document.querySelector("#list-progress");
    new MutationObserver(() => window.values.push(progress.position)).observe(progress, {
      attributes: true,
      attributeFilter: ["value"],
    });
    const status = document.querySelector("#list-status");
    new MutationObserver(() => window.said.push([performance.now(), status.textContent])).observe(status, {
      childList: true,
    });
  });
  await noteTasks(page);
}
const watched = (page) =>
  page.evaluate(() => ({ values: window.values.filter((value) => value >= 0), said: window.said }));

async function checkTimes(t, what, page) {
  await settled(page);
  const long = await notedTasks(page);
  const longest = Math.max(0, ...long);
  t.diagnostic(`${what}: longest task ${longest ? `${longest} ms` : "below 50 ms"}, all: [${long.join(", ")}]`);
  if (process.env.EDGEBLOOM_TIMES) assert.ok(longest <= LONGEST_TASK, `${longest} ms`);
}

const openOptions = (page) => page.click("#list summary");

describe("your list", { skip }, () => {
  test("pasted lines become a filter whose bits show their keys", () =>
    site.visit({}, async (page) => {
      const lines = ["red", "green", "", "blue", "red", "布隆"];
      await page.fill("#list-text", lines.join("\n"));
      await openOptions(page);
      await page.fill("#list-name", "colours");
      await page.selectOption("#list-rate", "0.001");
      await page.selectOption("#list-layout", "partitioned");
      await page.click("#list-build");
      assert.match(await outcome(page, "good"), /^4 keys from 5 lines, 1 duplicate, in [\d.]+ s; base64: 224 B\.$/);
      const filter = BloomFilter.from(lines.filter(Boolean), {
        errorRate: 0.001,
        layout: "partitioned",
        name: "colours",
      });
      await comes(page, filter);
      await shows(page, "#keys-count", "In the filter: 4 keys of colours.");

      const bits = filter.bits();
      const set = [...bits.keys()].flatMap((i) =>
        [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (bits[i] >> bit) & 1).map((bit) => i * 8 + bit),
      );
      await settled(page);
      await page.focus("#bits-view");
      await page.keyboard.press("Home");
      for (let i = 0; i < set[0]; i++) await page.keyboard.press("ArrowRight");
      const owner = ["red", "green", "blue", "布隆"].find((key) => filter.positions(key).includes(set[0]));
      await holds(async () => assert.ok((await textOf(page, "#bits-cell")).includes(owner)));

      await page.click("#keys-undo");
      await hasValue(page, "#shape-m", "128");
      await shows(page, "#keys-count", "In the filter: 12 example keys.");
      await vanishes(page, "#list-card");
    }));

  test("Build rebuilds a chosen file with other options", () =>
    site.visit({}, async (page) => {
      await page.setInputFiles("#list-file", file("b.txt", "one\ntwo"));
      await outcome(page, "good");
      await openOptions(page);
      await page.selectOption("#list-layout", "blocked");
      await page.click("#list-build");
      await comes(page, BloomFilter.from(["one", "two"], { errorRate: 0.01, layout: "blocked" }));
      await shows(page, "#keys-count", "In the filter: 2 keys of b.txt.");
    }));

  test("loads chosen and dropped files", () =>
    site.visit({}, async (page) => {
      await page.setInputFiles("#list-file", file("a.txt", "\ufeffone\r\ntwo\r\nthree"));
      assert.match(await outcome(page, "good"), /^3 keys from 3 lines, no duplicates, in /);
      await shows(page, "#keys-count", "In the filter: 3 keys of a.txt.");
      await drop(page, "#list-drop", { name: "b.json", content: '["one", "two\\nlines", "one", ""]' });
      await shows(page, "#list-news", /^2 keys from 3 strings/);
      await comes(page, BloomFilter.from(["one", "two\nlines"], { errorRate: 0.01 }));
      await drop(page, "#list-text", { name: "c.txt", content: "d" });
      await shows(page, "#list-news", /^1 key from 1 line,/);
    }));

  test("the example equals the filter of its domains bit by bit", () =>
    site.visit({}, async (page) => {
      const entries = createRequire(import.meta.url)("disposable-email-domains/index.json");
      const domains = [...new Set(entries.flatMap((entry) => email.entries(entry)))];
      const packed = readFileSync(join(site.folder, "lists/disposable-email-domains.txt.gz"));
      assert.deepEqual(gunzipSync(packed).toString().split("\n"), domains);
      await page.click("#list-example");
      assert.match(
        await outcome(page, "good"),
        /^121,558 keys from 121,558 lines, no duplicates, in [\d.]+ s; base64: 195 kB\.$/,
      );
      const filter = BloomFilter.from(domains, { errorRate: 0.01 });
      await comes(page, filter);
      await shows(page, "#list-sizes", "1.85 MB → 146 kB, 12.7× smaller");
      await shows(page, "#list-gzipped", /^The list alone, gzipped: 6[78]\d kB\.$/);
      await shows(page, "#list-static", "Download as a static set: 103 kB");
      const [download] = await Promise.all([page.waitForEvent("download"), page.click("#list-static")]);
      assert.equal(download.suggestedFilename(), "filter.static.bloom");
      const expected = StaticFilter.from(domains, { errorRate: 0.01 }).toBytes();
      assert.ok(readFileSync(await download.path()).equals(expected));
      await shows(page, "#keys-count", "In the filter: 121,558 keys of disposable-email-domains.");
      for (const key of [domains[0], domains[60_000], domains.at(-1), "edgebloom.example"]) {
        await page.fill("#key", key);
        await shows(page, "#verdict-headline", filter.has(key) ? "Maybe in the set." : "No, not in the set.");
      }
      await page.fill("#key", domains[60_000]);
      await shows(page, "#verdict-by", /./);
      await page.click("#keys-find");
      await shows(page, "#keys-news", /was never added/);
      await page.locator("#list").scrollIntoViewIfNeeded();
      await picture(page, "list");
    }));

  test("unpacks the example itself if needed and reports a missing one", async () => {
    const path = join(site.folder, "lists/disposable-email-domains.txt.gz");
    const packed = readFileSync(path);
    try {
      await site.visit({}, async (page) => {
        // The test server says that a .gz file is gzipped, so the browser unpacks it once.
        writeFileSync(path, gzipSync(packed));
        await page.click("#list-example");
        assert.match(await outcome(page, "good"), /^121,558 keys /);
      });
      // Not `visit`, because the browser writes an error to the console. No service worker, because its cache would
      // have the list.
      const context = await site.newContext({ serviceWorkers: "block" });
      const page = await context.newPage();
      await page.goto(site.url);
      await ready(page);
      rmSync(path);
      await page.click("#list-example");
      assert.equal(
        await outcome(page, "bad"),
        "The example list could not be loaded. The filter in the playground has not changed.",
      );
      await context.close();
    } finally {
      writeFileSync(path, packed);
    }
  });

  test("reports a worker that stops", () =>
    site.visit({}, async (page) => {
      const started = page.waitForEvent("worker");
      await page.fill("#list-text", "a\nb");
      await page.click("#list-build");
      const worker = await started;
      await outcome(page, "good");
      await worker.evaluate(() => {
        setTimeout(() => {
          throw new Error("no memory");
        });
      });
      await page.waitForSelector('#list-news[data-kind="bad"]');
      assert.match(await outcome(page, "bad"), /^The worker with the list has stopped\. The filter still works/);
      await page.fill("#key", "c");
      await shows(page, "#verdict-headline", "No, not in the set.");
    }));

  test("loads a million dropped keys with progress and a responsive page", async (t) => {
    const path = join(site.folder, "list-worker.js");
    const script = readFileSync(path, "utf8");
    writeFileSync(
      path,
      `{ const now = performance.now.bind(performance); performance.now = () => ${HURRY} * now(); } ${script}`,
    );
    t.after(() => writeFileSync(path, script));
    await site.visit({}, async (page) => {
      await page.evaluate((count) => {
        let text = "";
        for (let i = 0; i < count; i++) text += `https://example.org/page/${i}\n`;
        window.large = new File([text], "million.txt");
      }, MOST_KEYS);
      await settled(page);
      await watch(page);
      await drop(page, "#list-drop");
      assert.match(
        await outcome(page, "good"),
        /^1,000,000 keys from 1,000,000 lines, no duplicates, in [\d.]+ s; base64: 1.6 MB\.$/,
      );
      const seen = await watched(page);
      t.diagnostic(await news(page));
      await checkTimes(t, "a million keys", page);
      assert.ok(seen.values.length >= 3, `${seen.values}`);
      assert.deepEqual(
        seen.values,
        [...seen.values].sort((a, b) => a - b),
      );
      assert.ok(seen.said.some(([, text]) => /^Reading and counting: [\d.]+%, [\d,]+ keys so far\.$/.test(text)));
      assert.ok(seen.said.some(([, text]) => /^Building: [\d,]+ of 1,000,000 keys added\.$/.test(text)));
      const [first] = seen.said[0];
      assert.ok(seen.said.length <= 3 + (HURRY * (seen.said.at(-1)[0] - first)) / 200, `${seen.said.length}`);
      await comes(page, new BloomFilter({ capacity: MOST_KEYS, errorRate: 0.01 }));
      await page.fill("#key", "https://example.org/page/999999");
      await shows(page, "#verdict-headline", "Maybe in the set.");
      await shows(page, "#verdict-by", /./);
      await checkTimes(t, "and a typed key", page);

      await openOptions(page);
      await page.selectOption("#list-rate", "1e-9");
      await page.selectOption("#list-layout", "blocked");
      await drop(page, "#list-drop");
      await outcome(page, "good");
      await comes(page, new BloomFilter({ capacity: MOST_KEYS, errorRate: 1e-9, layout: "blocked" }));
      t.diagnostic(await news(page));
      await checkTimes(t, "at 1e-9, blocked", page);
    });
  });

  test("cancelling leaves the filter unchanged", () =>
    site.visit({}, async (page) => {
      const was = await shown(page);
      const release = await holdFilters(page);
      await page.setInputFiles("#list-file", file("million.txt", pages(MOST_KEYS).join("\n")));
      await page.waitForFunction(() => document.querySelector("#list-progress").position > 0.1);
      await page.click("#list-build");
      await shows(page, "#list-news", "Another list is being read. Wait, or cancel it.");
      // Cancel as late as possible, when the filter has been sent.
      await page.waitForFunction(() => window.held.length, undefined, { timeout: LONG_LIMIT });
      await page.focus("#list-cancel");
      await page.keyboard.press("Enter");
      await shows(page, "#list-news", "Cancelled. The filter in the playground has not changed.");
      await vanishes(page, "#list-run");
      assert.equal(await page.evaluate(() => document.activeElement.id), "list-build");
      await holds(() => assert.deepEqual(page.workers(), []));
      await release();
      assert.deepEqual(await shown(page), was);
      assert.ok(await page.isDisabled("#keys-undo"));
      await page.fill("#list-text", "a");
      await page.click("#list-build");
      assert.match(await outcome(page, "good"), /^1 key /);
    }));

  test("rejects other files with a sentence and keeps the filter", () =>
    site.visit({}, async (page) => {
      const was = await shown(page);
      const utf16 = Buffer.from("\ufeffone\ntwo\n", "utf16le");
      const bad = [
        [file("large.txt", 200_000_000), "The list has 200,000,000 bytes; the limit is 50,000,000."],
        [file("just.txt", MOST_BYTES + 1), "The list has 50,000,001 bytes; the limit is 50,000,000."],
        [
          file("a.png", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")),
          "This is a binary file. Save the list as UTF-8 text, one key per line.",
        ],
        [file("zeros.txt", 40_000_000), "This is a binary file. Save the list as UTF-8 text, one key per line."],
        [file("empty.txt", ""), "The list has no keys: every line is empty."],
        [file("lines.txt", "\n\r\n\n"), "The list has no keys: every line is empty."],
        [
          file("long.txt", `a\nb\n${"x".repeat(2 ** 20)}\nc`),
          "Line 3 has 1,048,576 bytes; a key can have at most 65,536. Is there one key per line?",
        ],
        [
          file("many.txt", pages(MOST_KEYS + 1).join("\n")),
          "The list has more than 1,000,000 different keys; line 1,000,001 is the first over the limit.",
        ],
        [file("utf16.txt", utf16), "This text is in UTF-16. Save it as UTF-8."],
        [
          file("latin1.txt", Buffer.from("caf\xe9\nna\xefve\n", "latin1")),
          "This text is not in UTF-8. Save it as UTF-8.",
        ],
      ];
      for (const [path, sentence] of bad) {
        await page.setInputFiles("#list-file", path);
        assert.equal(await outcome(page, "bad"), `${sentence} The filter in the playground has not changed.`);
        await page.evaluate(() => (document.querySelector("#list-news").dataset.kind = ""));
      }
      for (const [json, detail] of Object.entries({ '["a"': /\S/, '{"a": 1}': /^$/, '["a", 1]': /^\[1\]: number$/ })) {
        // The same file again, as after the user has changed it.
        const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("#list-file")]);
        await chooser.setFiles(file("wrong.json", json));
        const [sentence, rest] = (await outcome(page, "bad")).split(
          / (?=The filter in the playground has not changed\.)/,
        );
        assert.equal(sentence, "This .json file is not an array of strings.");
        assert.match(rest.replace("The filter in the playground has not changed.", "").trim(), detail);
        await page.evaluate(() => (document.querySelector("#list-news").dataset.kind = ""));
      }
      await settled(page);
      assert.deepEqual(await shown(page), was);
      assert.ok(await page.isDisabled("#keys-undo"));
    }));

  test("a bad file does not stop a running build", () =>
    site.visit({}, async (page) => {
      const release = await holdFilters(page);
      await page.setInputFiles("#list-file", file("million.txt", pages(MOST_KEYS).join("\n")));
      await page.waitForSelector("#list-run:not([hidden])");
      await page.setInputFiles("#list-file", file("large.txt", 200_000_000));
      await shows(page, "#list-news", /^Another list is being read/);
      await release();
      assert.match(await outcome(page, "good"), /^1,000,000 keys /);
    }));

  test("a very large paste bypasses the text field", (t) =>
    site.visit({}, async (page) => {
      await page.fill("#list-text", "typed");
      await page.evaluate(() => {
        window.transfer = new DataTransfer();
        let text = "";
        for (let i = 0; i < 500_000; i++) text += `https://example.org/页/${i}\n`;
        window.transfer.setData("text/plain", text);
      });
      await watch(page);
      await page.evaluate(() =>
        document
          .querySelector("#list-text")
          .dispatchEvent(
            new ClipboardEvent("paste", { clipboardData: window.transfer, bubbles: true, cancelable: true }),
          ),
      );
      assert.match(
        await outcome(page, "good"),
        /^The text has [\d,]+ characters, too many to show, so it was read directly\. 500,000 keys from 500,000 lines, /,
      );
      await hasValue(page, "#list-text", "typed");
      await checkTimes(t, "a large paste", page);
    }));

  test("works by keyboard", () =>
    site.visit({}, async (page) => {
      await openOptions(page);
      await page.focus("#list-file");
      const order = [];
      for (let i = 0; i < 8; i++) {
        order.push(await page.evaluate(() => document.activeElement.id || document.activeElement.tagName));
        await page.keyboard.press("Tab");
      }
      const [file, ...rest] = ["list-file", "list-text", "list-build", "list-example", "SUMMARY"];
      assert.deepEqual(order, [file, ...rest, "list-rate", "list-layout", "list-name"]);
      await page.focus("#list-text");
      await page.keyboard.type("one\ntwo");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      assert.match(await outcome(page, "good"), /^2 keys /);
    }));

  test("shows the right keys after a fold; a listed word is one key", () =>
    site.visit({}, async (page) => {
      const keys = Array.from({ length: 200 }, (_, i) => `w${i}`);
      await page.fill("#list-text", keys.join("\n"));
      await page.click("#list-build");
      await shows(page, "#keys-count", /of the text/);
      await settled(page);
      const filter = BloomFilter.from(keys, { errorRate: 0.01 });
      const folded = filter.fold(2);
      const checkOwners = async (its) => {
        await page.fill("#key", "");
        await page.fill("#key", "w5");
        const by = await shows(page, "#verdict-by", /^It is in the text\. Set by w5 \(/);
        for (const position of new Set(its.positions("w5")))
          assert.ok(by.includes(position.toLocaleString("en")), `${by} ${position}`);
      };
      await checkOwners(filter);
      await openTool(page, "folding");
      await page.focus("#folding-slider");
      await page.keyboard.press("ArrowRight");
      await page.click("#folding-take");
      await hasValue(page, "#shape-m", folded.stats.bits.toLocaleString("en"));
      await settled(page);
      await checkOwners(folded);
      await page.press("#key", "Enter");
      await shows(page, "#keys-count", "In the filter: 200 keys of the text and 1 of yours.");
      await settled(page);
      await shows(page, "#rate-keys", "200");
    }));

  test("translates to Chinese, also existing messages", () =>
    site.visit({}, async (page) => {
      await page.fill("#list-text", "a\nb\na");
      await page.click("#list-build");
      await outcome(page, "good");
      await switchLanguage(page, "zh");
      await shows(page, "#list-title", "你的键列表");
      await shows(page, "#list-news", /^3 行，共 2 个键，重复 1 个，用时 [\d.]+ 秒；base64 文本为 .*。$/);
      await shows(page, "#keys-count", "过滤器里有：文本 的 2 个键。");
      await page.setInputFiles("#list-file", file("empty.txt", ""));
      await page.waitForSelector('#list-news[data-kind="bad"]');
      assert.equal(await outcome(page, "bad"), "列表里没有键：每一行都是空的。“动手试试”里的过滤器没有变。");
      assert.doesNotMatch(await page.locator("#list").innerText(), /\b(?!UTF|MB|json|base64|B\b)[A-Za-z]{3,}/);
      await page.locator("#list").scrollIntoViewIfNeeded();
      await picture(page, "list-zh");
    }));

  for (const [name, options] of Object.entries({ phone: {}, "phone-dark": { colorScheme: "dark" } })) {
    test(`fits a ${name} of 360 pixels`, () =>
      site.visit({ viewport: { width: 360, height: 740 }, ...options }, async (page) => {
        const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
        await page.click("#list-example");
        assert.ok(await fits());
        await outcome(page, "good");
        await settled(page);
        assert.ok(await fits());
        await page.locator("#list").scrollIntoViewIfNeeded();
        await picture(page, `list-${name}`);
      }));
  }
});
