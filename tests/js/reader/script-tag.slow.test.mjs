// The page of the guide with a script tag, opened from file:// in Chromium.

import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { BloomFilter } from "edgebloom";
import { email } from "edgebloom/keys";
import { SCRIPT } from "../../../scripts/entries.mjs";
import { at } from "../../../scripts/run.mjs";
import { NO_BROWSER, openChromium } from "../helpers/browser.mjs";

test("a page from file:// answers", { skip: NO_BROWSER }, async () => {
  const guide = readFileSync(at("docs/deploy/browsers.md"), "utf8");
  const [, page] = /```html \[page\.html\]\n([^]*?)```/.exec(guide);
  const base64 = BloomFilter.from(["mailinator.com"], { errorRate: 0.001, keys: email }).toBase64();
  const address = /https:\/\/cdn\.jsdelivr\.net\/npm\/edgebloom@\d+\.\d+\.\d+\/edgebloom-reader\.iife\.js/;
  assert.match(page, address);
  assert.match(page, /60ZM…/);
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-"));
  copyFileSync(at("pkg", SCRIPT), join(folder, SCRIPT));
  writeFileSync(join(folder, "page.html"), page.replace(address, SCRIPT).replace("60ZM…", base64));
  const browser = await openChromium();
  try {
    const tab = await browser.newPage();
    const errors = [];
    tab.on("pageerror", (error) => errors.push(error));
    await tab.goto(pathToFileURL(join(folder, "page.html")).href);
    const answers = [];
    for (const address of ["Bob@Mailinator.COM", "bob@example.org"]) {
      await tab.fill("input", address);
      await tab.press("input", "Tab");
      answers.push(await tab.textContent("output"));
    }
    assert.deepEqual(
      [answers, errors],
      [["This looks like a disposable address. Please use one that you'll keep.", ""], []],
    );
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
});
