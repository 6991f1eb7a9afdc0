// WebCrypto and the fallback library give the same answers in Node, Chromium and workerd: for the signatures of
// RFC 8032, and for signatures on which implementations are known to differ.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { startWorker } from "../../../examples/edge-worker/serve.mjs";
import * as fallback from "../../../pkg/api/sign/fallback.js";
import * as webCrypto from "../../../pkg/api/sign/webcrypto.js";
import { answersOf, roundTrip } from "./sign-page.js";
import { NO_BROWSER, listen, openChromium } from "../helpers/browser.mjs";
import { goldenJson } from "../helpers/helpers.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const { vectors } = goldenJson("signed/index.json");
const seeded = vectors.filter(({ seed }) => seed);
const BOTH = ["webCrypto", "fallback"];
const TRIP = { same: true, sequence: 5, codes: ["altered", "wrong_key", "rolled_back", "expired"] };

/** Asserts that the answers are those in the vectors. */
function check(answers, names) {
  for (const name of names) {
    const { taken, made, keyIds } = answers[name];
    assert.deepEqual(
      taken.map((is, i) => [vectors[i].name, is]),
      vectors.map((one) => [one.name, one.good]),
      name,
    );
    assert.deepEqual(
      made,
      seeded.map(({ signature, publicKey }) => [signature, publicKey]),
      name,
    );
    assert.deepEqual(keyIds, answers[names[0]].keyIds, name);
  }
}

test("there are vectors of both kinds", () => {
  assert.deepEqual(
    [seeded.length, vectors.filter(({ good }) => good).length, vectors.filter(({ good }) => !good).length],
    [4, 6, 21],
  );
});

test("in Node", async () => {
  check(await answersOf(vectors, BOTH), BOTH);
  assert.deepEqual(await roundTrip(), { ...TRIP, hasSubtle: true });
});

test("without the first check, both accept some invalid signatures", async () => {
  const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
  const accepts = async ({ verify }) => {
    const names = [];
    for (const { name, good, ...one } of vectors) {
      if (!good && (await verify(...[one.signature, one.message, one.publicKey].map(bytes)))) names.push(name);
    }
    return names;
  };
  const [platform, library] = [await accepts(webCrypto), await accepts(fallback)];
  assert.ok(library.includes("R is the neutral element"));
  assert.ok(
    platform.every((name) => /^A is of small order|^R is the neutral element/.test(name)),
    `${platform}`,
  );
});

test("in Node without WebCrypto or without its Ed25519", async () => {
  const { subtle } = crypto;
  const unknown = async () => {
    throw new DOMException("Unrecognized name.", "NotSupportedError");
  };
  const others = { digest: subtle.digest.bind(subtle), importKey: unknown };
  for (const [value, hasSubtle] of [
    [undefined, false],
    [others, true],
  ]) {
    Object.defineProperty(crypto, "subtle", { value, configurable: true });
    try {
      assert.deepEqual(await roundTrip(), { ...TRIP, hasSubtle });
    } finally {
      delete crypto.subtle;
    }
  }
  assert.equal(crypto.subtle, subtle);
  // Other errors do not select the fallback library.
  const broken = async () => {
    throw new DOMException("out of order", "OperationError");
  };
  Object.defineProperty(crypto, "subtle", { value: { ...others, importKey: broken }, configurable: true });
  try {
    await assert.rejects(roundTrip(), { name: "OperationError" });
  } finally {
    delete crypto.subtle;
  }
});

describe("in Chromium", { skip: NO_BROWSER }, () => {
  let browser;
  let pages;
  before(async () => {
    browser = await openChromium({ more: ["--host-resolver-rules=MAP lists.example 127.0.0.1"] });
    const { outputFiles } = await build({
      entryPoints: [path("sign-page.js")],
      bundle: true,
      format: "iife",
      globalName: "page",
      write: false,
    });
    pages = createServer((request, response) => {
      if (request.url === "/page.js")
        return response.setHeader("content-type", "text/javascript").end(outputFiles[0].text);
      response
        .setHeader("content-type", "text/html")
        .end('<link rel="icon" href="data:,"><script src="page.js"></script>');
    });
    await listen(pages);
  });
  after(async () => {
    await browser?.close();
    pages?.close();
  });

  // A page over http has WebCrypto only if it is on localhost.
  for (const [host, hasSubtle] of [
    ["127.0.0.1", true],
    ["lists.example", false],
  ]) {
    test(`a page of ${host}`, async () => {
      const page = await browser.newPage();
      await page.goto(`http://${host}:${pages.address().port}/`);
      assert.deepEqual(await page.evaluate(() => globalThis.page.roundTrip()), { ...TRIP, hasSubtle });
      const names = hasSubtle ? BOTH : ["fallback"];
      check(await page.evaluate(([all, some]) => globalThis.page.answersOf(all, some), [vectors, names]), names);
      await page.close();
    });
  }
});

describe("in workerd", { timeout: 240_000 }, () => {
  // Today's compatibility date, and an old one.
  for (const date of [undefined, "2024-01-01"]) {
    test(date ?? "today's", async () => {
      const worker = await startWorker({ entry: path("sign-worker.js"), date });
      try {
        const answer = await fetch(worker.url, { method: "POST", body: JSON.stringify({ vectors, names: BOTH }) });
        assert.equal(answer.status, 200, await answer.clone().text());
        const { trip, answers } = await answer.json();
        assert.deepEqual(trip, { ...TRIP, hasSubtle: true });
        check(answers, BOTH);
      } finally {
        await worker.dispose();
      }
    });
  }
});
