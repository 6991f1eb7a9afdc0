// Requests: their conditional headers, in browsers and elsewhere, and what the answers say. `fetch` is fake.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { headerValue, request, timeoutError } from "../../../pkg/api/live/request.js";

const URL_OF_LIST = "https://lists.example/blocked.bloom";
const CURRENT = { etag: '"1"', lastModified: "Sat, 21 Nov 2026 10:00:00 GMT" };
const { signal } = new AbortController();
const anyStart = () => ({ byteLength: 0 });

/** Sends a request, and returns what `fetch` received. */
async function sent(current) {
  let init;
  const fetch = async (url, its) => {
    assert.equal(url, URL_OF_LIST);
    init = its;
    return new Response("a");
  };
  await request(URL_OF_LIST, { fetch }, current, signal);
  assert.equal(init.signal, signal);
  return { headers: init.headers, cache: init.cache };
}

/** The answer to a request. */
const answerTo = (response, { limit, its = signal } = {}) =>
  request(URL_OF_LIST, { fetch: async () => response, limit }, undefined, its);

describe("conditional headers", () => {
  test("outside of browsers, those of the file in use", async () => {
    assert.deepEqual(await sent(undefined), { headers: {}, cache: undefined });
    assert.deepEqual(await sent(CURRENT), {
      headers: { "if-none-match": '"1"', "if-modified-since": CURRENT.lastModified },
      cache: undefined,
    });
    assert.deepEqual(await sent({ etag: "", lastModified: "" }), { headers: {}, cache: undefined });
  });

  test("in browsers, none for another origin; the browser's cache then decides", async () => {
    const { location, origin } = globalThis;
    try {
      globalThis.location = { origin: "https://lists.example" };
      assert.deepEqual(await sent(CURRENT), {
        headers: { "if-none-match": '"1"', "if-modified-since": CURRENT.lastModified },
        cache: undefined,
      });
      assert.deepEqual(await sent(undefined), { headers: {}, cache: "no-cache" });
      globalThis.location = { origin: "https://page.example" };
      assert.deepEqual(await sent(CURRENT), { headers: {}, cache: "no-cache" });
      // A frame without an origin of its own.
      globalThis.location = { origin: "https://lists.example" };
      globalThis.origin = "null";
      assert.deepEqual(await sent(CURRENT), { headers: {}, cache: "no-cache" });
    } finally {
      Object.assign(globalThis, { location, origin });
    }
  });
});

describe("answers", () => {
  test("a file is unchanged with status 304 or with the same ETag", async () => {
    const isUnchanged = async (status, headers, current = CURRENT) =>
      (await answerTo(new Response(status === 304 ? null : "a", { status, headers }))).isUnchanged(current);
    assert.equal(await isUnchanged(304, {}), true);
    assert.equal(await isUnchanged(200, { etag: '"1"' }), true);
    assert.equal(await isUnchanged(200, { etag: '"2"' }), false);
    assert.equal(await isUnchanged(500, { etag: '"1"' }), false);
    assert.equal(await isUnchanged(200, {}, { etag: "", lastModified: "" }), false);
  });

  test("have the validators and the wait of their headers", async () => {
    const headers = { etag: '"2"', "last-modified": CURRENT.lastModified, "retry-after": "120" };
    const answer = await answerTo(new Response("a", { headers }));
    assert.deepEqual([answer.etag, answer.lastModified, answer.minWait], ['"2"', CURRENT.lastModified, 120_000]);
    assert.ok(Math.abs(Date.now() - answer.checkedAt) < 60_000);
    const odd = { get: (name) => (name === "etag" ? "a\nb" : null) };
    const bare = { ok: true, status: 200, url: "", headers: odd, arrayBuffer: async () => new ArrayBuffer(0) };
    assert.deepEqual([(await answerTo(bare)).etag, (await answerTo(bare)).minWait], ["", 0]);
  });

  test("read the body up to the limit", async () => {
    const answer = await answerTo(new Response("{five"), { limit: 5 });
    assert.equal(Buffer.from(await answer.bytes(anyStart)).toString(), "{five");
    await assert.rejects((await answerTo(new Response("{sixes"), { limit: 5 })).bytes(anyStart), { code: "LIMIT" });
    await assert.rejects((await answerTo(new Response("", { status: 404 }))).bytes(anyStart), { code: "STATUS" });
  });

  test("stop reading when the signal aborts, and when they are discarded", async () => {
    const { headers } = new Response();
    const endless = () => {
      const response = { ok: true, status: 200, url: "", headers, isCancelled: false };
      let end;
      const read = () => new Promise((resolve) => (end = () => resolve({ done: true })));
      const cancel = async () => {
        response.isCancelled = true;
        end?.();
      };
      return Object.assign(response, { body: { locked: false, getReader: () => ({ read, cancel }) } });
    };
    const controller = new AbortController();
    const aborted = endless();
    const reading = (await answerTo(aborted, { its: controller.signal })).bytes(anyStart);
    controller.abort();
    await reading;
    assert.equal(aborted.isCancelled, true);
    const discarded = endless();
    (await answerTo(discarded)).discard();
    assert.equal(discarded.isCancelled, true);
  });

  test("must be responses", async () => {
    for (const wrong of [undefined, 5, {}, { status: 200 }]) {
      await assert.rejects(answerTo(wrong), { name: "TypeError", message: /^fetch: expected a function that returns/ });
    }
    const cause = new Error("no");
    const fetch = () => Promise.reject(cause);
    await assert.rejects(request(URL_OF_LIST, { fetch }, undefined, signal), { code: "NETWORK", cause });
  });
});

test("header values are checked, because they are sent again", () => {
  assert.deepEqual(['"a"', "ÿ", "a\nb", "\u4e00", "a\0", 5, null, undefined, {}].map(headerValue), [
    '"a"',
    "ÿ",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
  ]);
});

test("a timeout has the address, and the error of AbortSignal.timeout as its cause", () => {
  const error = timeoutError(URL_OF_LIST, 100);
  assert.deepEqual([error.code, error.url, error.cause.name], ["TIMEOUT", URL_OF_LIST, "TimeoutError"]);
});
