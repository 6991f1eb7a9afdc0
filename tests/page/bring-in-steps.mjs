// User actions in the panel "Other systems".

import assert from "node:assert/strict";
import { BloomFilter } from "edgebloom";
import { holds, textOf } from "./site.mjs";

export const KEYS = ["spam.example", "second", "third"];

export function makeFilter(
  Kind = BloomFilter,
  options = { capacity: 100, errorRate: 0.01, name: "blocked", version: "7" },
) {
  const filter = new Kind(options);
  for (const key of KEYS) filter.add(key);
  return filter;
}

/** Waits until the panel shows a message of the given kind. */
export const message = (page, kind, text = /./) =>
  holds(async () => {
    const found = await page.$eval("#bring-in-news", (news) => ({
      kind: news.dataset.kind,
      text: news.textContent.replace(/\s+/g, " "),
    }));
    assert.ok(
      found.kind === kind && text.test(found.text),
      `expected ${kind} ${text}, found ${found.kind} ${found.text}`,
    );
    return textOf(page, "#bring-in-news");
  });

export const paste = async (page, text) => {
  await page.locator("#bring-in-text").fill(text);
  await page.locator("#bring-in-paste button.main").click();
};

export const choose = (page, bytes, name = "file.bin") =>
  page
    .locator("#bring-in-file")
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });

export async function dropOn(page, bytes, name = "dropped.bloom") {
  const transfer = await page.evaluateHandle(
    ([base64, called]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], called));
      return data;
    },
    [Buffer.from(bytes).toString("base64"), name],
  );
  await page.dispatchEvent("#bring-in-drop", "dragenter", { dataTransfer: transfer });
  assert(await page.locator("#bring-in-drop.over").count());
  await page.dispatchEvent("#bring-in-drop", "drop", { dataTransfer: transfer });
  assert.equal(await page.locator("#bring-in-drop.over").count(), 0);
}
