// The real domain list in Node and in Chromium, from the same base64 string. (worker.test.mjs tests workerd.)

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import test from "node:test";
import { BloomFilter, falsePositiveRate, load, optimalBits } from "edgebloom";
import { readList } from "../../../examples/edge-worker/publish.mjs";
import { NO_BROWSER, openChromium } from "../helpers/browser.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { domains: list, version } = readList();
const text = BloomFilter.from(list, { errorRate: 0.01, version }).toBase64();
const madeUp = Array.from({ length: 200_000 }, (_, i) => `made-up-${i}.example`);
/** Asserts the false-positive rate that follows from the shape, within three standard deviations. */
function checkRate(found, { bits, capacity, hashes }) {
  const rate = falsePositiveRate(bits, capacity, hashes, { exact: true });
  const mean = madeUp.length * rate;
  const deviation = Math.sqrt(mean * (1 - rate));
  assert.ok(Math.abs(found - mean) <= 3 * deviation, `${found} of ${madeUp.length}, ${mean} ± ${deviation}`);
}

test("in Node all listed domains match, others at the false-positive rate", () => {
  assert.equal(list.length, 121_570);
  const filter = load(text);
  assert.deepEqual(filter.hasMany(list), new Uint8Array(list.length).fill(1));
  assert.deepEqual(filter.hasLines(list.join("\n")), new Uint8Array(list.length).fill(1));
  checkRate(
    filter.hasMany(madeUp).reduce((sum, answer) => sum + answer),
    filter.stats,
  );
});

test("the file is at most 1/256 larger than the smallest one", () => {
  const filter = BloomFilter.from(list, { errorRate: 0.01 });
  const best = Math.ceil((-list.length * Math.log(0.01)) / Math.LN2 ** 2);
  assert.equal(optimalBits(list.length, 0.01), best);
  assert.equal(filter.stats.capacity, list.length);
  const words = Math.ceil(best / 64);
  const step = 2 ** Math.min(6, Math.floor(Math.log2(words / 256)));
  assert.equal(filter.stats.bits, Math.ceil(words / step) * step * 64);
  assert.ok(filter.stats.bits <= best * (1 + 1 / 256) + 64);
  assert.equal(filter.toBytes().length, filter.stats.bits / 8 + 64);
});

test("Chromium gives the same answers", { skip: NO_BROWSER }, async () => {
  const { context } = await import("esbuild");
  const server = await context({});
  const { port } = await server.serve({ servedir: root, host: "127.0.0.1" });
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/tests/js/examples/blank.html`);
    const { answers, found, stats, positions } = await page.evaluate(
      async ({ text, list, madeUp }) => {
        const { load } = await import("/pkg/index.js");
        const filter = load(text);
        return {
          answers: [...filter.hasMany(list)].every((answer) => answer === 1) ? list.length : -1,
          found: [...filter.hasMany(madeUp)].filter((answer) => answer === 1).length,
          stats: filter.stats,
          positions: filter.positions("mailinator.com"),
        };
      },
      { text, list, madeUp },
    );
    const filter = load(text);
    assert.equal(answers, 121_570);
    assert.deepEqual(stats, filter.stats);
    assert.deepEqual(positions, filter.positions("mailinator.com"));
    assert.equal(
      found,
      filter.hasMany(madeUp).reduce((sum, answer) => sum + answer),
    );
    checkRate(found, stats);
  } finally {
    await browser.close();
    await server.dispose();
  }
});
