// LiveFilter in Chromium with browser stores, and in workerd.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, beforeEach, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { BloomFilter } from "edgebloom";
import { startWorker } from "../../../examples/edge-worker/serve.mjs";
import { startListServer } from "../helpers/list-server.mjs";
import { until } from "../helpers/live.mjs";
import { NO_BROWSER, listen, openChromium } from "../helpers/browser.mjs";
import { textOf } from "../helpers/helpers.mjs";

const ENTRY = fileURLToPath(new URL("../../../pkg/api/live/index.js", import.meta.url));
const WORKER = fileURLToPath(new URL("live-worker.js", import.meta.url));

const list = (keys, version) => BloomFilter.from(keys, { errorRate: 1e-6, version }).toBytes();
const FIRST = list(["a"], "1");
const SECOND = list(["b"], "2");

let server;
before(async () => {
  server = await startListServer();
});
after(() => server?.stop());
beforeEach(() => server.renew(FIRST));

describe("in Chromium", { skip: NO_BROWSER, timeout: 240_000 }, () => {
  let browser;
  let pages;

  before(async () => {
    browser = await openChromium();
    const { outputFiles } = await build({
      entryPoints: [ENTRY],
      bundle: true,
      format: "iife",
      globalName: "live",
      write: false,
    });
    const [script] = outputFiles;
    // Page and list have the same origin.
    pages = createServer(async (request, response) => {
      if (request.url === "/live.js") return response.setHeader("content-type", "text/javascript").end(script.text);
      if (request.url === "/") {
        return response
          .setHeader("content-type", "text/html")
          .end('<link rel="icon" href="data:,"><script src="live.js"></script>');
      }
      const { status, headers, body } = await fetch(server.url, {
        headers: request.headers["if-none-match"] ? { "if-none-match": request.headers["if-none-match"] } : {},
      });
      response.writeHead(status, {
        ...(headers.has("etag") && { etag: headers.get("etag") }),
        "cache-control": headers.get("cache-control") ?? "",
      });
      response.end(body && Buffer.from(await new Response(body).arrayBuffer()));
    });
    await listen(pages);
  });
  after(async () => {
    await browser?.close();
    pages?.close();
  });

  const origin = () => `http://127.0.0.1:${pages.address().port}/`;

  /** Opens the page in a given context, or in one that stores data. */
  async function open(context) {
    const page = await context.newPage();
    await page.goto(origin());
    return page;
  }

  /** The state of a LiveFilter on the page when it is ready, and after a further refresh. */
  const ask = (page, url, store) =>
    page.evaluate(
      async ([url, store]) => {
        const errors = [];
        const stores = { usual: undefined, indexedDb: store === "indexedDb" && live.indexedDbStore(), none: null };
        const one = new live.LiveFilter(url, {
          refreshEvery: Infinity,
          store: stores[store],
          onError: (error) => errors.push(error.code ?? String(error)),
        });
        await one.ready();
        const answers = () => [one.has("a"), one.has("b"), one.version];
        const ready = answers();
        const changed = await one.refresh().catch(() => "failed");
        return { ready, changed, after: answers(), errors };
      },
      [url, store],
    );

  /** Waits until a store has a file. The page itself does not wait for that. */
  const untilStored = (page, store, dump) =>
    until(() =>
      page.evaluate(
        async ([store, dump]) => {
          const its = store === "usual" ? live.cacheStore() : live.indexedDbStore();
          const stored = await its.get(new URL("list", document.baseURI).href);
          return String(stored?.bytes) === dump;
        },
        [store, String(dump)],
      ),
    );

  for (const store of ["usual", "indexedDb"]) {
    test(`keeps the last good filter: ${store}`, async () => {
      const context = await browser.newContext();
      const first = await open(context);
      assert.deepEqual(await ask(first, "list", store), {
        ready: [true, false, "1"],
        changed: false,
        after: [true, false, "1"],
        errors: [],
      });
      assert.deepEqual(
        server.requests.map(({ status }) => status),
        [200, 304],
      );
      const caches = await first.evaluate(async () => [
        await globalThis.caches.keys(),
        (await indexedDB.databases()).map(({ name }) => name),
      ]);
      assert.deepEqual(caches, store === "usual" ? [["edgebloom"], []] : [[], ["edgebloom"]]);
      await untilStored(first, store, FIRST);
      await first.close();

      server.mode = "failing";
      const second = await open(context);
      assert.deepEqual(await ask(second, "list", store), {
        ready: [true, false, "1"],
        changed: "failed",
        after: [true, false, "1"],
        errors: ["STATUS"],
      });
      server.mode = "good";
      server.body = SECOND;
      assert.deepEqual((await ask(second, "list", store)).after, [false, true, "2"]);
      await untilStored(second, store, SECOND);
      server.mode = "garbage";
      assert.deepEqual((await ask(second, "list", store)).ready, [false, true, "2"], "the new one is kept");
      await context.close();
    });
  }

  test("revalidates responses that the browser could cache for an hour", async () => {
    const context = await browser.newContext();
    const page = await open(context);
    server.mode = "plain";
    server.headers = { "cache-control": "max-age=3600" };
    assert.equal((await ask(page, "list", "none")).ready[2], "1");
    server.body = SECOND;
    assert.equal((await ask(page, "list", "none")).ready[2], "2");
    await context.close();
  });

  test("works on a page with a base URL of another origin", async () => {
    const context = await browser.newContext();
    const page = await open(context);
    await page.evaluate(
      (href) => document.head.append(Object.assign(document.createElement("base"), { href })),
      `${server.origin}/`,
    );
    const { ready, changed, errors } = await ask(page, server.path.slice(1), "none");
    assert.deepEqual([ready, changed, errors], [[true, false, "1"], false, []]);
    await context.close();
  });

  test("cross-origin requests need no preflight and use the browser's cache", async () => {
    const context = await browser.newContext();
    const page = await open(context);
    const { changed, ready } = await ask(page, server.url, "none");
    assert.deepEqual([ready, changed], [[true, false, "1"], false]);
    server.body = SECOND;
    assert.equal((await ask(page, server.url, "none")).ready[2], "2");
    assert.deepEqual(
      server.requests.map(({ status }) => status),
      [200, 304, 200, 304],
    );
    // A preflight request would have this header.
    assert.deepEqual(
      server.requests.filter(({ headers }) => headers["access-control-request-headers"]),
      [],
    );
    await context.close();
  });

  test("works if a page cannot store anything", async () => {
    const context = await browser.newContext();
    const page = await open(context);
    const answer = await page.evaluate(async (url) => {
      const frame = document.createElement("iframe");
      frame.sandbox = "allow-scripts";
      const source = await (await fetch("live.js")).text();
      frame.srcdoc = `<script>${source}</script><script>
        const one = new live.LiveFilter(${JSON.stringify(url)});
        one.ready().then(() => parent.postMessage(String(one.has("a")), "*"), (error) => parent.postMessage(String(error), "*"));
      </script>`;
      const message = new Promise((resolve) =>
        addEventListener("message", ({ data }) => resolve(data), { once: true }),
      );
      document.body.append(frame);
      return message;
    }, server.url);
    assert.equal(answer, "true");
    await context.close();
  });
});

describe("in workerd", { timeout: 240_000 }, () => {
  // Today, and a date when promises could not yet be shared between requests.
  for (const date of [undefined, "2024-01-01"]) {
    describe(date ?? "today's", () => {
      let worker;
      before(async () => {
        worker = await startWorker({ entry: WORKER, date, options: { kvNamespaces: ["FILTERS"] } });
      });
      after(() => worker?.dispose());

      const requests = () => server.requests.length;
      const ask = async (store, { signal, ...more } = {}) => {
        const query = new URLSearchParams({ list: server.url, store, every: "1000", retry: "1", ...more });
        return (await fetch(`${worker.url}/?${query}`, { signal })).json();
      };

      for (const store of ["kv", "cache", "usual"]) {
        test(`handles many parallel first queries, then new versions: ${store}`, async () => {
          const first = await Promise.all(Array.from({ length: 8 }, () => ask(store)));
          for (const each of first)
            assert.deepEqual(each, { answers: [true, false], version: "1", failures: 0, aged: true });
          server.body = SECOND;
          // The first request after about a second refreshes in the background; a later one sees the result.
          await until(async () => (await ask(store)).version === "2");
          assert.deepEqual((await ask(store)).answers, [false, true]);
          server.mode = "failing";
          await until(async () => (await ask(store)).failures);
          assert.deepEqual((await ask(store)).answers, [false, true]);
        });
      }

      test("a new worker starts with the filter in KV", async () => {
        // Stored by another worker.
        const kv = await worker.miniflare.getKVNamespace("FILTERS");
        await kv.put(server.url, FIRST, { metadata: { etag: server.etag, lastModified: "", checkedAt: Date.now() } });
        server.mode = "failing";
        assert.deepEqual((await ask("kv", { every: "60000" })).answers, [true, false]);
        assert.equal(requests(), 0);
      });

      test("stores the filter after the first request is answered", async () => {
        assert.deepEqual((await ask("kv", { every: "60000" })).answers, [true, false]);
        const kv = await worker.miniflare.getKVNamespace("FILTERS");
        await until(async () => String(new Uint8Array(await kv.get(server.url, "arrayBuffer"))) === String(FIRST));
      });

      test("no request waits for a store that hangs", async () => {
        const start = performance.now();
        for (let i = 0; i < 3; i++) {
          assert.deepEqual((await ask("hanging", { every: "60000" })).answers, [true, false]);
        }
        assert.ok(performance.now() - start < 10_000, "the usual timeout is 30 s");
        assert.equal(requests(), 1);
      });

      test("does not refresh before the interval", async () => {
        for (let i = 0; i < 3; i++) assert.deepEqual((await ask("kv", { every: "60000" })).answers, [true, false]);
        assert.equal(requests(), 1);
      });

      test("reports a missing file without a fetch per request", async () => {
        server.mode = "failing";
        const wait = { retry: "60000" };
        const answers = await Promise.all(Array.from({ length: 8 }, () => ask("kv", wait)));
        for (const { code } of answers) assert.equal(code, "STATUS");
        const before = requests();
        const { code, failures } = await ask("kv", wait);
        // All requests failed together: that counts as one failure.
        assert.deepEqual([code, failures, requests()], ["STATUS", 1, before]);
      });

      test("a client that disconnects does not affect other requests", async () => {
        server.mode = "silent";
        const wait = { retry: "60000" };
        const hangingUp = new AbortController();
        const request = ask("kv", { ...wait, signal: hangingUp.signal }).catch(() => {});
        await until(() => requests() === 1);
        hangingUp.abort();
        await request;
        server.mode = "failing";
        assert.equal((await ask("kv", wait)).code, "STATUS");
        const before = requests();
        for (let i = 0; i < 3; i++) assert.equal((await ask("kv", wait)).code, "STATUS");
        assert.equal(requests(), before);
      });

      test("stop works while another request waits", async () => {
        await ask("kv", { every: "60000" });
        assert.deepEqual(await ask("kv", { stop: "yes" }), { stopped: true });
        assert.deepEqual((await ask("kv")).answers, [true, false], "the loaded filter answers");
        server.renew(FIRST);
        server.mode = "trickle";
        const waiting = ask("kv");
        await until(() => requests() === 1);
        assert.deepEqual(await ask("kv", { stop: "yes" }), { stopped: true });
        // This test does not wait for the response, which may take until the timeout.
        waiting.catch(() => {});
      });
    });
  }
});

test("detects request contexts by their globals", async () => {
  const found = async (globals) => {
    const context = createContext(globals);
    return runInContext(`${runtime.replace("export const perRequest =", "var perRequest =")}; perRequest`, context);
  };
  const runtime = textOf("pkg/api/live/runtime.js");
  assert.equal(await found({}), false);
  assert.equal(await found({ WebSocketPair: class {} }), true, "workerd");
  for (const EdgeRuntime of ["vercel", "edge-runtime"]) assert.equal(await found({ EdgeRuntime }), true, "Vercel's");
  assert.equal(await found({ EdgeRuntime: {} }), false, "Supabase's, which is Deno");
});
