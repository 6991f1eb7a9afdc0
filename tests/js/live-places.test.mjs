// LiveFilter where it is used: in a page in a real Chromium, with what browsers keep, and in workerd.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, beforeEach, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { BloomFilter } from "edgebloom";
import { startWorker } from "../../examples/edge-worker/serve.mjs";
import { startListServer } from "./list-server.mjs";

const NO_BROWSER = process.env.EDGEBLOOM_NO_BROWSER ? "NO CHROMIUM: left out" : false;
const ENTRY = fileURLToPath(new URL("../../pkg/live.js", import.meta.url));
const WORKER = fileURLToPath(new URL("live-worker.js", import.meta.url));

const list = (keys, version) => BloomFilter.from(keys, { errorRate: 1e-6, version }).toBytes();
const FIRST = list(["a"], "1");
const SECOND = list(["b"], "2");

let server;
before(async () => {
  server = await startListServer();
});
after(() => server?.stop());
beforeEach(() => Object.assign(server, { mode: "good", body: FIRST, headers: {}, asked: [] }));

describe("in Chromium", { skip: NO_BROWSER }, () => {
  let browser;
  let pages;

  before(async () => {
    const { chromium } = await import("playwright-core");
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
    const { outputFiles } = await build({ entryPoints: [ENTRY], bundle: true, format: "iife", globalName: "live", write: false });
    const [script] = outputFiles;
    // The page and the list, of one origin.
    pages = createServer(async (request, response) => {
      if (request.url === "/live.js") return response.setHeader("content-type", "text/javascript").end(script.text);
      if (request.url === "/") {
        return response.setHeader("content-type", "text/html").end('<link rel="icon" href="data:,"><script src="live.js"></script>');
      }
      const { status, headers, body } = await fetch(server.url, {
        headers: request.headers["if-none-match"] ? { "if-none-match": request.headers["if-none-match"] } : {},
      });
      response.writeHead(status, { etag: headers.get("etag") ?? "" });
      response.end(body && Buffer.from(await new Response(body).arrayBuffer()));
    });
    await new Promise((resolve) => pages.listen(0, "127.0.0.1", resolve));
  });
  after(async () => {
    await browser?.close();
    pages?.close();
  });

  const origin = () => `http://127.0.0.1:${pages.address().port}/`;

  /** Opens the page, in a context that keeps things or in one that is given. */
  async function open(context) {
    const page = await context.newPage();
    await page.goto(origin());
    return page;
  }

  /** What a LiveFilter on the page says when it is ready, and after a question of its own. */
  const ask = (page, url, store) =>
    page.evaluate(
      async ([url, store]) => {
        const errors = [];
        const stores = { usual: undefined, indexedDb: store === "indexedDb" && live.indexedDbStore(), none: null };
        const one = new live.LiveFilter(url, {
          refreshEvery: Infinity, store: stores[store], onError: (error) => errors.push(error.code ?? String(error)),
        });
        await one.ready();
        const answers = () => [one.has("a"), one.has("b"), one.version];
        const ready = answers();
        const changed = await one.refresh().catch(() => "failed");
        return { ready, changed, after: answers(), errors };
      },
      [url, store],
    );

  for (const store of ["usual", "indexedDb"]) {
    test(`the last good one is kept: ${store}`, async () => {
      const context = await browser.newContext();
      const first = await open(context);
      assert.deepEqual(await ask(first, "list", store), {
        ready: [true, false, "1"], changed: false, after: [true, false, "1"], errors: [],
      });
      assert.deepEqual(server.asked.map(({ status }) => status), [200, 304]);
      const caches = await first.evaluate(async () => [await globalThis.caches.keys(), (await indexedDB.databases()).map(({ name }) => name)]);
      assert.deepEqual(caches, store === "usual" ? [["edgebloom"], []] : [[], ["edgebloom"]]);
      await first.close();

      server.mode = "failing";
      const second = await open(context);
      assert.deepEqual(await ask(second, "list", store), {
        ready: [true, false, "1"], changed: "failed", after: [true, false, "1"], errors: ["STATUS"],
      });
      server.mode = "good";
      server.body = SECOND;
      assert.deepEqual((await ask(second, "list", store)).after, [false, true, "2"]);
      server.mode = "garbage";
      assert.deepEqual((await ask(second, "list", store)).ready, [false, true, "2"], "the new one is kept");
      await context.close();
    });
  }

  test("another origin: no preflight, and the browser's cache has the conditions", async () => {
    const context = await browser.newContext();
    const page = await open(context);
    const { changed, ready } = await ask(page, server.url, "none");
    assert.deepEqual([ready, changed], [[true, false, "1"], false]);
    server.body = SECOND;
    assert.equal((await ask(page, server.url, "none")).ready[2], "2");
    assert.deepEqual(server.asked.map(({ status }) => status), [200, 304, 200, 304]);
    // What a preflight would ask for.
    assert.deepEqual(server.asked.filter(({ headers }) => headers["access-control-request-headers"]), []);
    await context.close();
  });

  test("where a page may keep nothing, it works without", async () => {
    const context = await browser.newContext();
    const page = await open(context);
    const answer = await page.evaluate(async (url) => {
      const frame = document.createElement("iframe");
      frame.sandbox = "allow-scripts";
      const source = await (await fetch("live.js")).text();
      frame.srcdoc = `<script>${source}<\/script><script>
        const one = new live.LiveFilter(${JSON.stringify(url)});
        one.ready().then(() => parent.postMessage(String(one.has("a")), "*"), (error) => parent.postMessage(String(error), "*"));
      <\/script>`;
      const told = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data), { once: true }));
      document.body.append(frame);
      return told;
    }, server.url);
    assert.equal(answer, "true");
    await context.close();
  });
});

describe("in workerd", () => {
  // The date of the example, and one before promises passed from request to request.
  for (const date of [undefined, "2024-01-01"]) {
    describe(date ?? "today's", () => {
      let worker;
      before(async () => {
        worker = await startWorker({ entry: WORKER, date, options: { kvNamespaces: ["FILTERS"] } });
      });
      after(() => worker?.dispose());

      let number = 0;
      /** A list of its own for each test. */
      const address = () => `${server.origin}/list-${number}`;
      beforeEach(() => number++);
      const ask = async (store) => {
        const response = await fetch(`${worker.url}/?${new URLSearchParams({ list: address(), store })}`);
        return response.json();
      };

      for (const store of ["kv", "cache", "usual"]) {
        test(`many first questions at once, then new versions: ${store}`, async () => {
          const first = await Promise.all(Array.from({ length: 8 }, () => ask(store)));
          for (const each of first) assert.deepEqual(each, { answers: [true, false], version: "1", failures: 0, aged: true });
          const asked = server.asked.length;
          await ask(store);
          assert.equal(server.asked.length, asked, "it is not time");
          server.body = SECOND;
          // The first request after a second or so asks in the background; a later one sees it.
          while ((await ask(store)).version !== "2") await new Promise((resolve) => setTimeout(resolve, 100));
          assert.deepEqual((await ask(store)).answers, [false, true]);
          server.mode = "failing";
          while (!(await ask(store)).failures) await new Promise((resolve) => setTimeout(resolve, 100));
          assert.deepEqual((await ask(store)).answers, [false, true]);
        });
      }

      test("a worker that starts has what KV has", async () => {
        // As another worker has put it there.
        const kv = await worker.miniflare.getKVNamespace("FILTERS");
        await kv.put(address(), FIRST, { metadata: { etag: server.etag, lastModified: "", checkedAt: Date.now() } });
        server.mode = "failing";
        assert.deepEqual((await ask("kv")).answers, [true, false]);
        assert.equal(server.asked.length, 0);
      });

      test("nothing there: the error, and the server is not asked with every request", async () => {
        server.mode = "busy";
        const answers = await Promise.all([ask("kv"), ask("kv")]);
        for (const { code } of answers) assert.equal(code, "STATUS");
        const asked = server.asked.length;
        assert.equal((await ask("kv")).code, "STATUS");
        assert.equal(server.asked.length, asked);
      });
    });
  }
});

test("the entries for workers say that code runs for a request", () => {
  for (const name of ["live-workerd.js", "live-edge-light.js"]) {
    assert.match(readFileSync(new URL(`../../pkg/${name}`, import.meta.url), "utf8"), /^usePerRequest\(\);$/m);
  }
});
