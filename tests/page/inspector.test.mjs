// Tests the page's sample files, the byte inspector, and the panel after a rejected file.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { BloomFilter } from "edgebloom";
import * as compat from "edgebloom/compat";
import { FIRST_WORDS } from "../../www/lib/bench.js";
import { loadAny } from "../../www/lib/load-any.js";
import { EXAMPLES } from "../../www/workbench/bring-in/examples.js";
import { importOptions } from "../../www/workbench/bring-in/foreign-options.js";
import { fieldsOf } from "../../www/workbench/bring-in/header-fields.js";
import { bytesOf, vectorsOf } from "../js/helpers/foreign-vectors.mjs";
import { choose, dropOn, makeFilter, paste, message } from "./bring-in-steps.mjs";
import {
  appears,
  counts,
  hasAttribute,
  hasValue,
  holds,
  settled,
  shows,
  skip,
  switchLanguage,
  textOf,
  useSite,
} from "./site.mjs";

// Without motion, the answer is there at once.
const site = useSite({ page: "workbench.html", reducedMotion: "reduce" });

const byte = (offset) => `#inspector-strip [data-offset="${offset}"]`;
const row = (name) => `#bring-in-rows tbody tr:has(code:text-is("${name}"))`;

/** The indexes of the bytes that are marked as one field. */
const marked = (page) =>
  page.locator("#inspector-strip .its").evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.offset)));
const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const marks = (page, first, last) => holds(async () => assert.deepEqual(await marked(page), range(first, last)));

/** Moves the mouse away from the bytes. */
const leave = (page) => page.locator("#inspector h3").hover();

describe("a small file of each system", { skip }, () => {
  test("loads with its options and suggests a member and a non-member", () =>
    site.visit({}, async (page) => {
      for (const [system, { writer, count, base64, options, keys }] of Object.entries(EXAMPLES)) {
        await page.click(`[data-system="${system}"]`);
        const news = await message(page, "good", new RegExp(`^${writer.replaceAll(".", "\\.")} wrote this filter`));
        assert.match(news, new RegExp(`with ${count.toLocaleString("en")} keys.*It is now the filter above`));
        await hasAttribute(page, `[data-system="${system}"]`, "aria-pressed", "true");
        await counts(page, "[data-system][aria-pressed=true]", 1);
        await hasValue(page, "#bring-in-format", system);
        for (const [name, value] of Object.entries(options)) await hasValue(page, `[data-field="${name}"]`, value);
        const bytes = bytesOf(base64);
        const { stats } = compat.importFilter(bytes, importOptions(system, options));
        await shows(page, "#inspector-what", new RegExp(`^${bytes.length.toLocaleString("en")} bytes`));
        await shows(page, "#bring-in-rows", new RegExp(`bits ${stats.bits.toLocaleString("en")} `));
        for (const [i, kind] of ["maybe", "no"].entries()) {
          await page.locator("#bring-in-next a").nth(i).click();
          await hasValue(page, "#key", keys[i]);
          await hasAttribute(page, "#verdict", "data-kind", kind, system);
        }
      }
      await paste(page, makeFilter().toBase64());
      await message(page, "good", /read\. Scheme native/);
      await counts(page, "[data-system][aria-pressed=true]", 0);
    }));

  test("reloads the same file after another choice", () =>
    site.visit({}, async (page) => {
      await page.click("[data-system=guava]");
      await message(page, "good");
      await page.click("#bring-in-options summary");
      await page.selectOption("[data-field=funnel]", "long");
      await shows(page, "#bring-in-options-title", "Read as: Guava (Java) · long");
      await page.click("#bring-in-ask button");
      await message(page, "good", /^Guava \(Java\), read/);
    }));
});

describe("the inspector", { skip }, () => {
  test("a field shows its bytes, and a byte its field", () =>
    site.visit({}, async (page) => {
      const bytes = makeFilter().toBytes();
      await choose(page, bytes);
      await message(page, "good");
      await page.hover(row("bits"));
      await marks(page, 16, 23);
      await shows(page, "#inspector-readout", /^bits: 960 Bytes 16 to 23\. m: the number of cells/);
      await page.hover(byte(10));
      await marks(page, 10, 11);
      await shows(page, "#inspector-readout", /^hashes: 7 Byte 10: 07 hex\. Bytes 10 to 11\. k: the number of/);
      await counts(page, `${row("hashes")}.its`, 1);
      // The earlier choice is marked again: the first field.
      await leave(page);
      await marks(page, 0, 3);
      await page.click(row("capacity"));
      await leave(page);
      await marks(page, 32, 39);
      await shows(page, "#inspector-byte", "The bits of byte 32, now 64 hex");
      // The last byte comes after the gap and is part of the checksum.
      const { offset, size } = fieldsOf(bytes).at(-1);
      await page.hover(byte(offset + size - 1));
      await marks(page, offset, offset + size - 1);
      await shows(page, "#inspector-strip .gap", `… ${bytes.length - 160} more bytes`);
      // Neighbouring fields have different colours.
      const tints = await page.$$eval("#inspector-strip .first", (cells) => cells.map((cell) => cell.dataset.tint));
      assert(tints.every((tint, i) => !i || tint !== tints[i - 1]));
    }));

  test("works by keyboard", () =>
    site.visit({}, async (page) => {
      await page.click("#bring-in-bench");
      await message(page, "", /The inspector has the file/);
      const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
      const filter = new BloomFilter({ bits: 128, hashes: 3 });
      filter.addMany(FIRST_WORDS);
      const bytes = filter.toBytes();
      await page.focus(byte(0));
      for (const [key, at, field] of /** @type {[string, number, string][]} */ ([
        ["ArrowRight", 1, "magic"],
        ["ArrowDown", 17, "bits"],
        ["ArrowLeft", 16, "bits"],
        ["End", 79, "checksum"],
        ["ArrowUp", 63, "payload"],
        ["Home", 0, "magic"],
        ["ArrowLeft", 0, "magic"],
      ])) {
        await page.keyboard.press(key);
        const hex = bytes[at].toString(16).padStart(2, "0");
        assert.equal(await focused(), `byte ${at}, ${hex} hex, field ${field}`, key);
      }
      await page.keyboard.press("ArrowDown");
      await marks(page, 16, 23);
      // Tab stops once at the strip, then at the bits.
      await counts(page, '#inspector-strip [tabindex="0"]', 1);
      await page.keyboard.press("Tab");
      assert.equal(await focused(), "1, flip bit 7");
      await page.keyboard.press("Enter");
      await shows(page, "#bring-in-flip-news", /^Byte 16, bit 7, in bits: 80 → 00\. Rejected:/);
      await page.focus(`${row("magic")} button`);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await shows(page, "#inspector-readout", /^flags: 0/);
    }));

  test("shows the package's message for every flipped bit and restores it", () =>
    site.visit({}, async (page) => {
      const bytes = makeFilter().toBytes();
      await choose(page, bytes);
      await message(page, "good");
      await settled(page);
      const before = await textOf(page, "#shape-now");
      const strip = await textOf(page, "#inspector-strip");
      for (const [offset, bit] of [
        [0, 0],
        [6, 3],
        [16, 7],
        [150, 1],
      ]) {
        if (await page.locator(byte(offset)).count()) await page.click(byte(offset));
        else continue;
        await page.click(`[data-bit="${bit}"]`);
        const flipped = bytes.slice();
        flipped[offset] ^= 1 << bit;
        let error;
        try {
          loadAny(flipped, compat);
        } catch (thrown) {
          error = thrown;
        }
        const words = [error.code, error.field, error.offset >= 0 && error.offset].filter((part) => part !== false);
        const news = await shows(page, "#bring-in-flip-news", new RegExp(`^Byte ${offset}, bit ${bit}, in `));
        assert(news.endsWith(`Rejected: ${words.join(" · ")}: ${error.message}`), news);
        await hasAttribute(page, `[data-bit="${bit}"]`, "aria-pressed", "true");
        await page.click(`[data-bit="${bit}"]`);
        await shows(page, "#bring-in-flip-news", "");
        await counts(page, "#inspector-bits [aria-pressed=true]", 0);
        assert.equal(await textOf(page, "#inspector-strip"), strip);
      }
      assert.equal(await textOf(page, "#shape-now"), before);
    }));

  test("shows the changes in a file without a checksum", () =>
    site.visit({}, async (page) => {
      await page.click("[data-system=guava]");
      await message(page, "good");
      const bytes = bytesOf(EXAMPLES.guava.base64);
      await page.click(byte(50));
      await shows(page, "#inspector-readout", /^Byte 50: [0-9a-f]{2} hex/);
      await page.click('[data-bit="0"]');
      const { stats } = compat.importFilter(bytes, { format: "guava", funnel: "string_utf8" });
      const set = stats.bitsSet + (bytes[50] & 1 ? -1 : 1);
      await shows(
        page,
        "#bring-in-flip-news",
        new RegExp(`Read without an error: Guava \\(Java\\) has no checksum\\..*bitsSet ${stats.bitsSet} → ${set}`),
      );
      await switchLanguage(page, "zh");
      await shows(page, "#bring-in-flip-news", /读取时没有出错/);
      await shows(page, "#inspector-readout", /^第 50 字节/);
    }));

  test("on a phone, tapping a field shows its bytes", () =>
    site.visit({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }, async (page) => {
      await choose(page, makeFilter().toBytes());
      await message(page, "good");
      const columns = await page.locator("#inspector-strip .bytes").first().locator("button").count();
      assert.equal(columns, 8);
      await page.tap(`${row("checksum")} button`);
      await counts(page, "#inspector-strip .its", 8);
      for (const cell of [page.locator("#inspector-strip .its").first(), page.locator("#inspector-readout")]) {
        const seen = await cell.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
        assert(seen);
      }
      assert((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    }));
});

describe("a rejection", { skip }, () => {
  /** What is shown of the last file. */
  async function stateOf(page) {
    await settled(page);
    return page.evaluate(() => ({
      what: document.querySelector("#inspector-what").textContent,
      bytes: document.querySelector("#inspector-strip").textContent,
      rows: document.querySelector("#bring-in-rows").textContent,
      options: document.querySelector("#bring-in-options").outerHTML,
      filter: document.querySelector("#shape-now").textContent,
    }));
  }

  test("keeps the previous file", () =>
    site.visit({}, async (page) => {
      const damaged = makeFilter().toBytes();
      damaged[100] ^= 4;
      const bad = [
        () => choose(page, damaged),
        () => dropOn(page, new Uint8Array(0)),
        () => paste(page, "this is not base64!"),
        () => paste(page, ""),
        () => paste(page, '{"a": 1}'),
        () => choose(page, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
      ];
      const good = [
        ["good", () => page.click("[data-system=guava]")],
        ["good", () => paste(page, makeFilter().toBase64())],
        // For this format the page shows options.
        ["", () => paste(page, vectorsOf("guava").vectors[0].dump_base64)],
      ];
      for (const [i, reject] of bad.entries()) {
        const [kind, bring] = good[i % good.length];
        await bring();
        await message(page, kind, /Guava|read/);
        await appears(page, "#inspector-body");
        const before = await stateOf(page);
        await reject();
        await message(page, "bad");
        assert.deepEqual(await stateOf(page), before);
        await appears(page, "#inspector-body");
      }
    }));

  test("names files of other kinds", () =>
    site.visit({}, async (page) => {
      const latin = (text) => Buffer.from(text, "latin1");
      for (const [bytes, expected] of [
        [latin("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), /^This is a PNG image, not a filter file\.$/],
        [latin("\xff\xd8\xff\xe0\0\x10JFIF\0"), /a JPEG image/],
        [latin("%PDF-1.7\n"), /a PDF document/],
        [latin("PK\x03\x04\x14\0\0\0"), /a zip archive.*Unpack it/],
        [gzipSync(makeFilter().toBytes()), /gzip data, not a filter file\. Unpack it \(gzip -d\)/],
        [latin("PAR1\x15\x04\x15"), /a whole Parquet file.*bloom_filter_offset/],
        [latin("<!doctype html><title>x</title>"), /an HTML page/],
      ]) {
        await choose(page, bytes);
        await message(page, "bad", expected);
        await shows(page, "#inspector-what", "No file to show.");
      }
      await paste(page, "<!DOCTYPE html>\n<html>");
      await message(page, "bad", /an HTML page/);
      // Unknown bytes may be a bitmap.
      await choose(page, [0x89, 0x50, 0x4e, 0x48, 1, 2, 3]);
      await message(page, "", /The format is not recognised/);
      await appears(page, "#bring-in-ask button");
      // The same bytes as hex.
      await paste(page, "89 50 4e 48 01 02 03");
      await message(page, "", /The format is not recognised/);
      await shows(page, "#inspector-what", "7 bytes, not read yet.");
      assert(await page.locator("#bring-in-flip").isDisabled());
    }));
});

for (const [name, viewport] of Object.entries({
  desktop: { width: 1440, height: 900 },
  phone: { width: 360, height: 780 },
})) {
  test(`nothing moves on a ${name} while loading, pointing and flipping`, { skip }, () =>
    site.visit({ viewport }, async (page) => {
      // Positions are relative to the panel: the filter in Play changes, and its panel may change its height.
      const tops = (...selectors) =>
        page.evaluate((all) => {
          const topOf = (one) => document.querySelector(one).getBoundingClientRect().top;
          return all.map((one) => Math.round(topOf(one) - topOf("#bring-in")));
        }, selectors);
      const outside = () => tops("#bring-in-systems", "#bring-in-text", "#bring-in-bench", "#bring-in-news");
      await page.locator("#bring-in").scrollIntoViewIfNeeded();
      await settled(page);
      const first = await outside();
      // On a phone, an inspector without a file is not there. It is below all of these.
      let inspector;
      for (const system of Object.keys(EXAMPLES)) {
        await page.click(`[data-system="${system}"]`);
        await message(page, "good", /wrote this filter/);
        assert.deepEqual(await outside(), first, system);
        const [top] = await tops("#inspector");
        inspector ??= top;
        assert.equal(top, inspector, system);
      }
      await paste(page, "this is not base64!");
      await message(page, "bad");
      assert.deepEqual(await outside(), first);
      await choose(page, new BloomFilter({ capacity: 100, errorRate: 0.01 }).toBytes());
      await message(page, "good");
      const inside = () => tops("#inspector", "#inspector-bits", "#bring-in-flip", "#bring-in-rows", "footer");
      const still = await inside();
      for (const button of await page.locator("#bring-in-rows tbody button").all()) {
        await button.focus();
        assert.deepEqual(await inside(), still, await button.textContent());
      }
      for (const offset of [0, 6, 16, 60]) {
        await page.focus(byte(offset));
        await page.click('[data-bit="3"]');
        await shows(page, "#bring-in-flip-news", new RegExp(`^Byte ${offset}`));
        assert.deepEqual(await inside(), still, String(offset));
      }
    }),
  );
}
