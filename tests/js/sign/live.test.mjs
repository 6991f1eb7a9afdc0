// LiveFilter with `open`: signed lists from an HTTP server and from a store, and what it rejects.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { BloomFilter } from "edgebloom";
import { LiveFilter } from "edgebloom/live";
import { generateSigningKeys, sign, verify } from "edgebloom/sign";
import { answers, live, memory, server, useListServer } from "../helpers/live.mjs";

const { publicKey, privateKey } = await generateSigningKeys();
const others = await generateSigningKeys();
const list = (keys, version) => BloomFilter.from(keys, { errorRate: 1e-6, version }).toBytes();
const DUMPS = { a: list(["a"]), b: list(["b"]) };
const signed = (name, sequence, more = {}) => sign(DUMPS[name], { privateKey, sequence, ...more });

useListServer();

let seen;
beforeEach(() => (seen = 0));
/** Verifies a list, and remembers its sequence number. */
async function open(signed) {
  const { bytes, sequence } = await verify(signed, { publicKey, minSequence: seen });
  seen = sequence;
  return bytes;
}
const serve = (body) => {
  server.mode = "good";
  server.body = body;
};

test("accepts signed lists and keeps the old one if a list is rejected", async () => {
  serve(await signed("a", 5));
  const one = live({ open });
  await one.ready();
  assert.deepEqual([answers(one), seen], [[true, false], 5]);
  const refusals = {
    altered: Uint8Array.from(await signed("b", 6), (byte, i) => (i === 60 ? byte ^ 1 : byte)),
    wrong_key: await sign(DUMPS.b, { privateKey: others.privateKey, sequence: 6 }),
    rolled_back: await signed("b", 4),
    expired: await signed("b", 6, { expires: Date.now() - 1 }),
    MAGIC: DUMPS.b,
    TRUNCATED: (await signed("b", 6)).subarray(0, -1),
  };
  let failures = 0;
  for (const [code, body] of Object.entries(refusals)) {
    serve(body);
    await assert.rejects(one.refresh(), { code });
    assert.deepEqual([answers(one), one.error.code, one.failures, seen], [[true, false], code, ++failures, 5]);
  }
  serve(await signed("b", 6));
  assert.equal(await one.refresh(), true);
  assert.deepEqual([answers(one), one.error, one.failures, seen], [[false, true], undefined, 0, 6]);
  assert.deepEqual(one.events, ["change ", ...Object.keys(refusals).map((code) => `error ${code}`), "change "]);
  one.stop();
});

test("without a valid list there is no filter, and the error says why", async () => {
  serve(DUMPS.a);
  const one = live({ open });
  await assert.rejects(one.ready(), { name: "FilterFormatError", code: "MAGIC" });
  assert.equal(one.current, undefined);
  one.stop();
});

test("stores the signed file and verifies it again", async () => {
  const body = await signed("a", 5);
  serve(body);
  const store = memory();
  const first = live({ open, store });
  await first.ready();
  await new Promise((resolve) => setImmediate(resolve));
  first.stop();
  const [kept] = store.kept.values();
  assert.deepEqual([...kept.bytes], [...body]);

  server.mode = "failing";
  const second = live({ open, store });
  await second.ready();
  assert.deepEqual(answers(second), [true, false]);
  second.stop();

  for (const [dump, code] of [
    [DUMPS.a, "MAGIC"],
    [await signed("b", 4), "rolled_back"],
  ]) {
    store.kept.set(server.url, { ...kept, bytes: dump, sha256: undefined });
    serve(body);
    const third = live({ open, store });
    await third.ready();
    assert.deepEqual(
      [answers(third), third.events],
      [
        [true, false],
        [`error ${code}`, "change "],
      ],
    );
    third.stop();
  }
});

test("stores the same filter with a newer signature, which expires later", async () => {
  server.mode = "plain";
  const [old, fresh] = [await signed("a", 5), await signed("a", 6, { expires: Date.now() + 1e9 })];
  server.body = old;
  const store = memory();
  const one = live({ open, store });
  await one.ready();
  server.body = fresh;
  assert.equal(await one.refresh(), false);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([[...store.kept.get(server.url).bytes], seen], [[...fresh], 6]);
  one.stop();
});

test("accepts base64 and a synchronous `open`", async () => {
  serve(Buffer.from(DUMPS.a).toString("base64"));
  const one = live({ open: (bytes) => bytes.slice() });
  await one.ready();
  assert.deepEqual(answers(one), [true, false]);
  one.stop();
});

test("rejects an `open` that returns no bytes, hangs or is not a function", async () => {
  serve(DUMPS.a);
  const wrong = live({ open: () => "text" });
  await assert.rejects(wrong.ready(), { name: "TypeError", message: /^open: / });
  wrong.stop();
  const silent = live({ open: () => new Promise(() => {}), timeout: 50 });
  await assert.rejects(silent.ready(), { code: "TIMEOUT" });
  silent.stop();
  const store = {
    get: async () => ({ bytes: DUMPS.a, etag: "", lastModified: "", checkedAt: 0 }),
    put: async () => {},
  };
  const stuck = live({ open: () => new Promise(() => {}), timeout: 50, store });
  await assert.rejects(stuck.ready(), { code: "TIMEOUT" });
  assert.match(stuck.events[0], /^error store: /);
  stuck.stop();
  assert.throws(() => new LiveFilter(server.url, { open: "verify" }), { name: "TypeError", message: /^open: / });
});
