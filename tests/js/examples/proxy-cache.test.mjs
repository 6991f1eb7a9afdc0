// Proxies that exchange filters over HTTP.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { BloomFilter } from "edgebloom";
import { Proxy, startOrigin } from "../../../examples/proxy-cache/proxy.mjs";
import { assertWithinFiveSigma, printsWhatItsReadmeSays } from "./run-main.mjs";
import { listen } from "../helpers/browser.mjs";

let origin;
const running = [];
before(async () => running.push((origin = await startOrigin())));
after(() => Promise.all(running.map((server) => server.stop())));

async function startProxy(options) {
  const proxy = await new Proxy({ origin: origin.url, ...options }).start();
  running.push(proxy);
  return proxy;
}

/** A peer that offers any bytes as its filter and has no page. */
async function startLiar(offer) {
  const liar = { requests: 0 };
  const server = createServer(({ url }, response) => {
    if (url === "/filter") return response.end(offer());
    liar.requests++;
    return response.writeHead(404).end();
  });
  liar.url = await listen(server);
  running.push({ stop: () => server.close() });
  return liar;
}

test("fetches a page from the peer that has it, folded filter or not", async () => {
  const sent = {};
  for (const fold of [false, true]) {
    const [a, b] = [await startProxy({ fold }), await startProxy({ fold })];
    for (let i = 0; i < 850; i++) await b.get(`/${fold}/${i}`);
    await a.exchange([b]);
    const { requests } = origin;
    for (let i = 0; i < 850; i++) assert.equal(await a.get(`/${fold}/${i}`), `page /${fold}/${i}`);
    assert.equal(origin.requests, requests);
    assert.deepEqual(a.fetched, { cache: 0, peer: 850, origin: 0 });
    assert.equal(await a.get(`/${fold}/0`), `page /${fold}/0`);
    assert.equal(a.fetched.cache, 1);
    sent[fold] = b.sent.bytes;
  }
  assert.ok(sent.true * 50 < sent.false, JSON.stringify(sent));
});

test("a folded filter has all its pages and meets its false-positive rate", async () => {
  const proxy = await startProxy();
  for (let i = 0; i < 850; i++) await proxy.get(`/rate/${i}`);
  const filter = BloomFilter.fromBase64(await (await fetch(`${proxy.url}/filter`)).text());
  assert.equal(filter.stats.bits, 8192);
  for (let i = 0; i < 850; i++) assert.ok(filter.has(`/rate/${i}`));
  const strangers = Array.from({ length: 50_000 }, (_, i) => `/stranger/${i}`);
  const hits = strangers.filter((path) => filter.has(path)).length;
  assertWithinFiveSigma(hits, strangers.length, filter.stats.estimatedErrorRate);
  assert.ok(filter.stats.estimatedErrorRate <= 0.01);
});

test("fetches false positives and dropped pages from the origin", async () => {
  const full = new BloomFilter({ bits: 64, hashes: 1 });
  for (let i = 0; full.stats.bitsSet < 64; i++) full.add(`${i}`);
  const liar = await startLiar(() => full.toBase64());
  const proxy = await startProxy();
  await proxy.exchange([liar]);
  assert.equal(await proxy.get("/false/1"), "page /false/1");
  assert.deepEqual([liar.requests, proxy.inVain, proxy.fetched.origin], [1, 1, 1]);
});

test("rejects a damaged filter and keeps the previous one", async () => {
  const filter = BloomFilter.from(["/kept"], { errorRate: 0.001 });
  let text = filter.toBase64();
  const liar = await startLiar(() => text);
  const proxy = await startProxy();
  await proxy.exchange([liar]);
  text = `${text.slice(0, 100)}${text[100] === "A" ? "B" : "A"}${text.slice(101)}`;
  await proxy.exchange([liar]);
  await proxy.get("/kept");
  assert.equal(liar.requests, 1);
  await proxy.get("/never announced");
  assert.equal(liar.requests, 1);
});

test("prints the output in its README", () => printsWhatItsReadmeSays("proxy-cache"));
