// Tests loading native files, files of other systems, and rejected files.

import assert from "node:assert/strict";
import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { BloomFilter, CountingBloomFilter, ScalableBloomFilter, StaticFilter } from "edgebloom";
import { importFilter } from "edgebloom/compat";
import { email, sha256Hex } from "edgebloom/keys";
import { SYSTEMS, bytesOf, keyOf, optionsOf, vectorsOf } from "../js/helpers/foreign-vectors.mjs";
import { KEYS, choose, dropOn, makeFilter, paste, message } from "./bring-in-steps.mjs";
import {
  counts,
  hasAttribute,
  hasValue,
  picture,
  ready,
  settled,
  shows,
  skip,
  switchLanguage,
  textOf,
  useSite,
} from "./site.mjs";

// Without motion, the answer is there at once.
const site = useSite({ page: "workbench.html", reducedMotion: "reduce" });
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const verdict = async (page, key) => {
  await page.locator("#key").fill(String(key));
  // The verdict changes with each letter, so there is no need to wait.
  return page.locator("#verdict").getAttribute("data-kind");
};

/** The description of the filter in Play, after all updates are done. */
async function shape(page) {
  await settled(page);
  return textOf(page, "#shape-now");
}

describe("loading native files", { skip }, () => {
  test("reads a file that names the form of its keys", () =>
    site.visit({}, async (page) => {
      const filter = BloomFilter.from(["mailinator.com", "guerrillamail.com"], { errorRate: 1e-6, keys: email });
      await paste(page, filter.toBase64());
      assert.match(await message(page, "good"), /Its keys have the form “email”.*2 keys were added\./);
      for (const key of ["mailinator.com", "Bob@x.GuerrillaMail.com"]) assert.equal(await verdict(page, key), "maybe");
      assert.equal(await verdict(page, "gmail.com"), "no");
      await page.locator("#bring-in-rows tr", { hasText: "key form" }).filter({ hasText: "email" }).waitFor();
    }));

  test("refuses a file whose keys cannot be typed, rather than answer a wrong no", () =>
    site.visit({}, async (page) => {
      const filter = BloomFilter.from(["ab".repeat(32)], { errorRate: 1e-6, keys: sha256Hex });
      await paste(page, filter.toBase64());
      assert.match(await message(page, "bad"), /INCOMPATIBLE/);
    }));

  test("loads pasted base64, with line breaks and in the URL alphabet", () =>
    site.visit({}, async (page) => {
      const filter = makeFilter();
      await paste(page, filter.toBase64());
      const news = await message(page, "good");
      assert.match(
        news,
        /“blocked”: edgebloom filter file, read\. Scheme native, m = 960, k = 7\. 3 keys were added\./,
      );
      await shows(page, "#shape-now", /m = 960, k = 7/);
      for (const key of KEYS) assert.equal(await verdict(page, key), "maybe");
      assert.equal(await verdict(page, "absent"), filter.has("absent") ? "maybe" : "no");
      await page.waitForSelector("#bring-in-next a", { state: "visible" });
      const rows = await page
        .locator("#bring-in-rows tbody tr")
        .evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
      assert.deepEqual(rows[0], ["magic", "0", "4", "0xeb FLT"]);
      assert.deepEqual(
        rows.map((row) => row[0]),
        [
          "magic",
          "version",
          "flags",
          "scheme",
          "cells",
          "keyEncoding",
          "payloadEncoding",
          "hashes",
          "payloadLength",
          "bits",
          "seed",
          "salt",
          "capacity",
          "inserted",
          "errorRate",
          "metadata",
          "reserved",
          "name",
          "version",
          "payload",
          "checksum",
        ],
      );
      assert.equal(rows[9][3], "960");
      assert.equal(rows[12][3], "100");
      assert.equal(rows[14][3], "1%");
      assert.equal(rows[17][3], "blocked");
      assert.equal(rows[18][3], "7");
      await picture(page, "bring-in", { fullPage: true });
      const other = new BloomFilter({ bits: 832, hashes: 3 });
      other.add("x");
      await paste(page, other.toBase64().replace(/\+/g, "-").replace(/\//g, "_").replace(/.{30}/g, "$&\n"));
      await message(page, "good", /m = 832/);
      await shows(page, "#shape-now", /m = 832/);
      await page.locator("#keys-undo").click();
      await shows(page, "#shape-now", /m = 960/);
    }));

  test("the filter that an import has replaced comes back, as long as nothing else has changed", () =>
    site.visit({}, async (page) => {
      const first = await shape(page);
      await page.click("[data-system=guava]");
      await message(page, "good", /with 87 keys/);
      await shows(page, "#bring-in-rows", /inserted not stored/);
      await page.click("#bring-in-next button");
      await message(page, "good", /^Undone: the previous filter is back\.$/);
      assert.equal(await shape(page), first);
      assert.equal(await page.evaluate(() => document.activeElement.dataset.system), "guava");
      await page.click("[data-system=guava]");
      await counts(page, "#bring-in-next button", 1);
      await page.click('[data-fill="10"]');
      await counts(page, "#bring-in-next button", 0);
      await counts(page, "#bring-in-next a", 2);
    }));

  test("loads dropped and chosen files of every class", () =>
    site.visit({}, async (page) => {
      await dropOn(page, makeFilter().toBytes());
      await message(page, "good", /m = 960/);
      await choose(page, makeFilter(CountingBloomFilter, { bits: 2048, hashes: 4 }).toBytes());
      await message(page, "good", /m = 2,048/);
      await shows(page, "#bring-in-rows", /counters of 4 bits/);
      assert.equal(await page.locator("#keys-remove").isDisabled(), false);
      const scalable = new ScalableBloomFilter({ capacity: 10, errorRate: 0.01 });
      for (let i = 0; i < 50; i++) scalable.add(`k${i}`);
      await choose(page, scalable.toBytes());
      await message(page, "good", /50 keys were added/);
      await shows(page, "#bring-in-first", /files of its sub-filters: 3 here/);
      assert.equal(await verdict(page, "k49"), "maybe");
      await page.locator("#bring-in-flip-many").click();
      await page.waitForSelector("#bring-in-flip-news[data-kind=good]");
      await choose(page, Buffer.from(`${makeFilter().toBase64()}\n`), "dump.txt");
      await message(page, "good", /m = 960/);
    }));

  test("names a static set and leaves the playground unchanged", () =>
    site.visit({}, async (page) => {
      const set = StaticFilter.from(["a", "b", "c"], { errorRate: 0.01 });
      await page.fill("#bring-in textarea", set.toBase64());
      await page.click("#bring-in-paste button.main");
      await shows(page, "#bring-in-news", /^This is a static set of 3 keys, /);
      await page.fill("#key", "apple");
      await shows(page, "#verdict-headline", "Maybe in the set.");
      await shows(page, "#keys-count", "In the filter: 12 example keys.");
    }));

  test("rejects every flipped bit and keeps the current filter", () =>
    site.visit({}, async (page) => {
      const before = await shape(page);
      await page.locator("#bring-in-bench").click();
      await message(page, "", /The inspector has the file/);
      await shows(page, "#bring-in-rows", /magic/);
      for (let i = 0; i < 5; i++) {
        await page.locator("#bring-in-flip").click();
        await shows(
          page,
          "#bring-in-flip-news",
          /^Byte \d+, bit \d, in \w+: [0-9a-f]{2} → [0-9a-f]{2}\. Rejected: [A-Z_0-9]+ · .*expected/,
        );
      }
      await page.locator("#bring-in-flip-many").click();
      await shows(page, "#bring-in-flip-news", /^100 single-bit flips: all 100 rejected\.$/);
      assert.equal(await shape(page), before);
      assert.equal(await verdict(page, "apple"), "maybe");
    }));
});

/** Enters the options of importFilter in the panel's fields. */
async function answer(page, options) {
  for (const [name, value] of Object.entries(options)) {
    if (name === "format" || typeof value === "function") continue;
    const field = page.locator(`[data-field="${name}"]`);
    if (await field.evaluate((element) => element.tagName === "SELECT")) await field.selectOption(String(value));
    else await field.fill(String(value));
  }
}

/** Some keys of a vector that can be typed. If the vector has text keys, its number keys cannot be typed. */
function typable(system, { keys_in, keys_absent, false_positives }) {
  const keys = [...keys_in.slice(0, 9), ...keys_absent.slice(0, 9), ...false_positives.slice(0, 4)].map(keyOf);
  if (system === "rbloom") return keys;
  const texts = keys.filter((key) => typeof key === "string" && /^[\x21-\x7e]+$/.test(key));
  const numbers = ["guava", "parquet-sbbf"].includes(system) ? keys.filter((key) => typeof key === "bigint") : [];
  return texts.length ? texts : numbers;
}

describe("loading files of other systems", { skip }, () => {
  for (const system of SYSTEMS) {
    test(`${system}: shows its options and the answers of importFilter`, () =>
      site.visit({}, async (page) => {
        const vectors = vectorsOf(system).vectors.filter((one) => one.dump_bytes < 5000 && typable(system, one).length);
        for (const vector of [vectors[0], vectors[vectors.length - 1]]) {
          const options = optionsOf(system, vector);
          const bytes = bytesOf(vector.dump_base64);
          const before = await shape(page);
          await (system.startsWith("npm")
            ? paste(page, Buffer.from(bytes).toString())
            : system === "guava"
              ? paste(page, vector.dump_base64)
              : choose(page, bytes));
          await page.waitForSelector("#bring-in-options:not([hidden])");
          await counts(page, '#bring-in-news:not([data-kind="busy"])', 1);
          if (system === "rbloom") await page.locator("#bring-in-format").selectOption("rbloom");
          await hasValue(page, "#bring-in-format", system);
          if ((await page.locator("#bring-in-fields label").count()) || system === "rbloom") {
            assert.equal(await shape(page), before);
            await answer(page, options);
            await page.locator("#bring-in-ask button").click();
          }
          await message(page, "good");
          const filter = importFilter(bytes, options);
          await shows(
            page,
            "#shape-now",
            new RegExp(`m = ${filter.stats.bits.toLocaleString("en")}, k = ${filter.stats.hashes}`),
          );
          const hash = typeof options.hash === "function" ? options.hash : (key) => key;
          for (const key of typable(system, vector)) {
            assert.equal(await verdict(page, hash(key)), filter.has(key) ? "maybe" : "no", `${vector.name}: ${key}`);
          }
          await shows(page, "#inspector-what", new RegExp(`^${bytes.length.toLocaleString("en")} bytes`));
        }
        await page.locator("#bring-in-flip-many").click();
        await shows(page, "#bring-in-flip-news", /100 single-bit flips/);
        await page.locator("#bring-in-flip").click();
        await shows(page, "#bring-in-flip-news", /Byte [\d,]+, bit \d: .*(Rejected:|Read without an error)/);
      }));
  }

  test("loads a Redis bitmap with its scheme", () =>
    site.visit({}, async (page) => {
      await choose(page, Uint8Array.of(1, 2, 3));
      await message(page, "", /The format is not recognised/);
      await page.locator("#bring-in-ask button").click();
      await message(page, "bad", /Missing: written by/);
      await page.locator("#bring-in-format").selectOption("redis-bitmap");
      await page.locator("#bring-in-ask button").click();
      await message(page, "bad", /Missing: Scheme/);
      await answer(page, { scheme: "php-redis", bits: "1024", functions: "bkdr, js", arithmetic: "php" });
      await page.locator("#bring-in-ask button").click();
      await message(page, "good", /Scheme php-redis, m = 1,024, k = 2/);
      const options = {
        format: "redis-bitmap",
        scheme: "php-redis",
        bits: 1024,
        functions: ["bkdr", "js"],
        arithmetic: "php",
      };
      const filter = importFilter(Uint8Array.of(1, 2, 3), options);
      assert.equal(await verdict(page, "a"), filter.has("a") ? "maybe" : "no");
      await answer(page, { scheme: "crc32-mt", bits: "1000", capacity: "100", generator: "php8" });
      await page.locator("#bring-in-ask button").click();
      await message(page, "good", /crc32-mt/);
      await answer(page, { scheme: "additive-partitioned", size: "1024", seeds: "3 5 7" });
      await page.locator("#bring-in-ask button").click();
      await message(page, "good", /additive-partitioned/);
      const before = await shape(page);
      await answer(page, { scheme: "php-redis", bits: "2^32", functions: "bkdr", arithmetic: "php" });
      await page.locator("#bring-in-ask button").click();
      await message(page, "", /m = 4,294,967,296.*was not loaded/);
      await answer(page, { bits: "2", functions: "nothing" });
      await page.locator("#bring-in-ask button").click();
      await message(page, "bad", /cannot be read with these options.*functions: expected/);
      assert.equal(await shape(page), before);
    }));

  test("loads other files with manual options", () =>
    site.visit({}, async (page) => {
      const { dump_base64 } = vectorsOf("spark").vectors.find(({ name }) => name === "spark_v1_string_small");
      await choose(page, bytesOf(dump_base64));
      await message(page, "good", /Apache Spark/);
      const options = await page
        .locator("#bring-in-format option")
        .evaluateAll((all) => all.map((one) => one.value).filter((value) => value));
      assert.equal(options.length, 11);
      await page.locator("#bring-in-options summary").click();
      await page.locator("#bring-in-format").selectOption("guava");
      await answer(page, { funnel: "bytes" });
      await page.locator("#bring-in-ask button").click();
      await message(page, "bad", /Not a valid file \(Guava \(Java\)\).*expected/);
    }));
});

describe("rejected files", { skip }, () => {
  test("what cannot be read leaves the last import, and its Undo", () =>
    site.visit({}, async (page) => {
      await choose(page, makeFilter().toBytes());
      await message(page, "good", /m = 960/);
      const links = await textOf(page, "#bring-in-next");
      assert.match(links, /Undo/);
      await paste(page, "this is not base64!");
      await message(page, "bad", /neither base64, hex nor JSON/);
      assert.equal(await textOf(page, "#bring-in-next"), links);
      await page.click("#bring-in-next button");
      await message(page, "good", /^Undone: the previous filter is back\.$/);
    }));

  test("rejects damaged, empty and other files, and the page keeps working", () =>
    site.visit({}, async (page) => {
      const before = await shape(page);
      const damaged = makeFilter().toBytes();
      damaged[100] ^= 4;
      await choose(page, damaged);
      await message(page, "bad", /Not a valid file.*Nothing has changed\..*CHECKSUM · checksum/);
      await choose(page, damaged.subarray(0, 90));
      await message(page, "bad", /TRUNCATED/);
      await choose(page, []);
      await message(page, "bad", /file\.bin is empty/);
      await paste(page, "  ");
      await message(page, "bad", /Paste something/);
      await paste(page, "this is not base64!");
      await message(page, "bad", /neither base64, hex nor JSON/);
      for (const [name, value] of [
        ["aria-invalid", "true"],
        ["aria-describedby", "bring-in-news"],
      ])
        await hasAttribute(page, "#bring-in-text", name, value);
      await paste(page, `${makeFilter().toBase64().slice(0, 40)}!`);
      await message(page, "bad", /BASE64 · base64 · 40/);
      await paste(page, '{"a": 1}');
      await message(page, "bad", /This JSON is not a known filter format/);
      await paste(page, "[1, 2");
      await message(page, "bad", /This JSON is not a known filter format/);
      assert.equal(await shape(page), before);

      const folder = mkdtempSync(join(tmpdir(), "edgebloom-large-"));
      try {
        const path = join(folder, "large.bloom");
        const file = openSync(path, "w");
        ftruncateSync(file, 65_000_000);
        closeSync(file);
        await page.locator("#bring-in-file").setInputFiles(path);
        await message(page, "bad", /large\.bloom is 65 MB; the limit is 64 MB/);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
      await page.evaluate(() => {
        const data = new DataTransfer();
        data.setData("text/plain", "A".repeat(90_000_001));
        document
          .querySelector("#bring-in-text")
          .dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, cancelable: true }));
      });
      await message(page, "bad", /90,000,001 characters/);
      assert.equal(await shape(page), before);
      await dropOn(page, makeFilter().toBytes());
      await message(page, "good", /m = 960/);
    }));

  test("the fully open panel passes axe", () =>
    site.visit({}, async (page) => {
      await choose(
        page,
        bytesOf(vectorsOf("spark").vectors.find(({ name }) => name === "spark_v1_string_small").dump_base64),
      );
      await message(page, "good");
      await page.locator("#bring-in-flip").click();
      await page.locator("#bring-in-options summary").click();
      // `evaluate`, because a script tag would need a file on the page's own host.
      await page.evaluate(AXE);
      const { violations } = await page.evaluate(() => globalThis.axe.run("#bring-in"));
      assert.deepEqual(
        violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
        [],
      );
    }));

  test("shows names as text, shortened; loads manual files one at a time", () =>
    site.visit({}, async (page) => {
      const name = `<img src=x onerror=alert(1)>${"n".repeat(200)}`;
      await choose(page, makeFilter(BloomFilter, { bits: 128, hashes: 2, name }).toBytes());
      assert.match(await message(page, "good"), /“<img src=x onerror=alert\(1\)>n{52}…”/);
      assert.equal(await page.locator("#bring-in img").count(), 0);
      const two = await page.evaluateHandle(() => {
        const data = new DataTransfer();
        for (const each of ["a", "b"]) data.items.add(new File([each], each));
        return data;
      });
      await page.dispatchEvent("#bring-in-drop", "drop", { dataTransfer: two });
      await message(page, "bad", /One file at a time/);
    }));

  test("explains a failed download of the reading code", async () => {
    const context = await site.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    await page.goto(`${site.url}workbench.html`);
    await ready(page);
    await context.setOffline(true);
    await page.locator("#bring-in-bench").click();
    await message(page, "bad", /could not be loaded/);
    await page.locator("#key").fill("apple");
    await shows(page, "#verdict-headline", "Maybe in the set.");
    await context.close();
  });
});

describe("languages and sizes", { skip }, () => {
  test("translates to Chinese, also existing messages", () =>
    site.visit({}, async (page) => {
      await paste(page, makeFilter().toBase64());
      await message(page, "good");
      await page.locator("#bring-in-flip").click();
      await switchLanguage(page, "zh");
      await shows(page, "#bring-in", /其他系统.*已读取：edgebloom 过滤器文件.*edgebloom 过滤器文件，224 字节/);
      await shows(page, "#bring-in-flip-news", /第 \d+ 字节第 \d 位.*被拒绝/);
      const { dump_base64 } = vectorsOf("guava").vectors[0];
      await paste(page, dump_base64);
      await message(page, "", /这是 Guava/);
      const english = await page.locator("#bring-in").evaluate((element) => {
        // Messages of the package stay in English.
        const copy = element.cloneNode(true);
        for (const code of copy.querySelectorAll("code, [hidden]")) code.remove();
        return copy.textContent.match(/[A-Za-z]+ [a-z]+ [a-z]+ [a-z]+/g);
      });
      assert.equal(english, null);
      await page.locator("[data-field=funnel]").selectOption("bytes");
      await switchLanguage(page, "en");
      await hasValue(page, "[data-field=funnel]", "bytes");
      await message(page, "", /This is Guava/);
    }));

  for (const colorScheme of ["light", "dark"]) {
    test(`fits a phone, ${colorScheme}`, () =>
      site.visit({ viewport: { width: 360, height: 780 }, colorScheme }, async (page) => {
        const wide = async () => {
          await settled(page);
          return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        };
        await paste(page, makeFilter().toBase64());
        await message(page, "good");
        await page.locator("#bring-in-flip").click();
        assert((await wide()) <= 0);
        await picture(page, `bring-in-phone-${colorScheme}`, { fullPage: true });
        await paste(page, vectorsOf("guava").vectors[0].dump_base64);
        await message(page, "", /Guava/);
        await page.locator("[data-field=funnel]").selectOption("string_utf8");
        await page.locator("#bring-in-ask button").click();
        await message(page, "good");
        assert((await wide()) <= 0);
        await picture(page, `bring-in-phone-foreign-${colorScheme}`, { fullPage: true });
      }));
  }
});
