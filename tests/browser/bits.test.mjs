// The bits, and asking, adding and removing keys, driven as a person would.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BloomFilter } from "edgebloom";
import { FIRST_WORDS } from "../../www/lib/bench.js";
import { picture, skip, textOf, useSite } from "./site.mjs";

const site = useSite();

/** The filter that the page begins with. */
function first() {
  const filter = new BloomFilter({ bits: 128, hashes: 3 });
  filter.addMany(FIRST_WORDS);
  return filter;
}

describe("the bits", { skip }, () => {
  test("the probes of the typed key are those of the package, in their order, hits and misses told apart", () =>
    site.visit({}, async (page) => {
      const filter = first();
      const bits = filter.bits();
      for (const key of ["grapes", "apple", "布隆过滤器", "a"]) {
        await page.locator("#key").fill("");
        await page.locator("#key").pressSequentially(key);
        const expected = filter.positions(key).map((position) => ({
          position: String(position),
          hit: ((bits[position >> 3] >> (position & 7)) & 1) === 1,
        }));
        const items = page.locator("#bits-probes li");
        await page.waitForFunction((count) => document.querySelectorAll("#bits-probes li:not(.waiting)").length === count, expected.length);
        const found = await items.evaluateAll((all) =>
          all.map((item) => ({ position: item.textContent.trim(), hit: item.classList.contains("hit") })),
        );
        assert.deepEqual(found, expected);
        assert.equal(await textOf(page, "#verdict-headline"), filter.has(key) ? "Possibly in it." : "Definitely not in it.");
      }
      await picture(page, "bits");
    }));
});
