// What the tests of one's own list share: lists, files, and what the card shows.

import assert from "node:assert/strict";
import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before } from "node:test";
import { gunzipSync } from "node:zlib";
import { LONG_LIMIT, holds, shows, textOf } from "./site.mjs";

export const MOST_KEYS = 2_500_000;
export const STILL = { reducedMotion: "reduce" };

/** Writes files for the page. */
export function useFiles() {
  let folder;
  before(() => (folder = mkdtempSync(join(tmpdir(), "edgebloom-list-"))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** A file for the page. A number as `content` gives a file of that many bytes. */
  return function file(name, content) {
    const path = join(folder, name);
    if (typeof content === "number") {
      const handle = openSync(path, "w");
      ftruncateSync(handle, content);
      closeSync(handle);
    } else writeFileSync(path, content);
    return path;
  };
}

export const hosts = (count) => Array.from({ length: count }, (_, i) => `host-${i}.example`);
export const plain = (count) => Array.from({ length: count }, (_, i) => `key ${i}`);
/** @param {{ folder: string }} site */
export const exampleKeys = (site) =>
  gunzipSync(readFileSync(join(site.folder, "lists/disposable-email-domains.txt.gz")))
    .toString()
    .split("\n");

/** Waits until a filter is in the card. */
export const built = (page) =>
  page.waitForFunction(() => document.querySelector("#list-card").dataset.state === "done", undefined, {
    timeout: LONG_LIMIT,
  });

/** Chooses the example. Until it has been fetched, the card shows the list before. */
export async function example(page) {
  await page.click("#list-example");
  await shows(page, "#list-name", /\.txt$/);
  await built(page);
}

/** Builds the filter of lines that are typed. Chromium 156 needs seconds for `fill` with 2,000 lines, also on an empty page. */
export async function build(page, lines) {
  await page.locator("#list-text").evaluate((field, text) => {
    field.focus();
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { inputType: "insertText", bubbles: true }));
  }, lines.join("\n"));
  await built(page);
}

/** Builds the filter of a file. Until it has been looked at, the card shows the list before. */
export async function give(page, path) {
  await page.setInputFiles("#list-file", path);
  await shows(page, "#list-name", basename(path));
  await built(page);
}

/** Waits for a refusal. */
export async function refused(page) {
  await page.waitForSelector('#list-news[data-kind="bad"]:not(:empty)', { timeout: LONG_LIMIT });
  return textOf(page, "#list-news");
}

/** Puts a text into the clipboard's place and pastes it over the text in the field. */
export async function paste(page, text) {
  await page.focus("#list-text");
  await page.evaluate((text) => document.execCommand("insertText", false, text), text);
}

/** The bits of the map, one for each pixel. */
export const mapOf = async (page) => {
  const text = await page.evaluate(() => {
    const canvas = document.querySelector("#list-canvas");
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const colour = getComputedStyle(document.documentElement).getPropertyValue("--bit").trim();
    const pixels = new Uint32Array(data.buffer);
    const [r, g, b] = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
    const one = new Uint32Array(Uint8Array.of(r, g, b, 255).buffer)[0];
    return Array.from(pixels, (pixel) => (pixel === one ? 1 : 0)).join("");
  });
  return text;
};

/** What the map of a filter is. */
export function bitsOf(filter) {
  const bytes = filter.bits();
  // Each look at the statistics counts the bits.
  const { bits } = filter.stats;
  let text = "";
  for (let i = 0; i < bits; i++) text += (bytes[i >> 3] >> (i & 7)) & 1;
  return text;
}

export async function mapIs(page, filter) {
  const expected = bitsOf(filter);
  await holds(async () => {
    const map = await mapOf(page);
    assert.ok(map.slice(0, expected.length) === expected, "the map has other bits than the filter");
    assert.ok(!map.slice(expected.length).includes("1"), "bits after the last one");
  });
}

/** Looks up a key, and waits for the verdict. */
export async function ask(page, key, verdict) {
  await page.fill("#list-query", key);
  await shows(page, "#list-headline", verdict, key);
}

/** The file that a button downloads. */
export async function downloaded(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Shares the list. Returns the address that is copied. */
export async function shared(page) {
  await page.waitForSelector("#list-share:enabled", { timeout: LONG_LIMIT });
  await page.evaluate(() => (navigator.clipboard.writeText = async (text) => void (window.copied = text)));
  await page.click("#list-share");
  await shows(page, "#list-taken", /^Link copied/);
  return page.evaluate(() => window.copied);
}
