// Published sets on a page in Chromium with `default-src 'self'`: with browser stores and without WebAssembly.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { build } from "esbuild";
import { at } from "../../../scripts/run.mjs";
import { NO_BROWSER, openChromium } from "../helpers/browser.mjs";
import { until } from "../helpers/live.mjs";
import { Host, keys, useSet } from "../helpers/published.mjs";

const N = 20_000;
const OLD = keys(0, N);
const NEW = keys(200, N + 200);
const host = new Host();
const plain = useSet();
const shards = useSet();

const sum = (sent) => sent.reduce((all, { bytes }) => all + bytes, 0);

describe("in Chromium", { skip: NO_BROWSER, timeout: 240_000 }, () => {
  let browser;
  const versions = [];

  before(async () => {
    const { outputFiles } = await build({
      stdin: {
        contents:
          'import * as live from "edgebloom/live"; import * as keyForms from "edgebloom/keys"; Object.assign(globalThis, { live, keyForms });',
        resolveDir: at(),
      },
      bundle: true,
      format: "iife",
      write: false,
    });
    const page = new Map([
      [
        "",
        Buffer.from(
          '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script src="live.js"></script>',
        ),
      ],
      ["live.js", Buffer.from(outputFiles[0].contents)],
    ]);
    for (const list of [OLD, NEW]) {
      const files = new Map(page);
      plain.publish(list, "--static", "--error-rate", "0.001");
      shards.publish(list, "--static", "--error-rate", "0.001", "--shards", "4");
      for (const [path, bytes] of plain.files()) files.set(`plain/${path}`, bytes);
      for (const [path, bytes] of shards.files()) files.set(`shards/${path}`, bytes);
      versions.push(files);
    }
    versions.push(page);
    // Page and sets have the same origin. The policy allows only the page's own scripts and no WebAssembly.
    host.instead = (path, response) => {
      response.setHeader("content-security-policy", "default-src 'self'; img-src data:");
      if (path === "") response.setHeader("content-type", "text/html");
      if (path === "live.js") response.setHeader("content-type", "text/javascript");
      return false;
    };
    await host.start();
    browser = await openChromium();
  });
  after(async () => {
    await browser?.close();
    await host.stop();
  });

  async function open(context) {
    const page = await context.newPage();
    await page.goto(`${host.origin}/`);
    return page;
  }

  /** How many keys of each list are "maybe", before and after a refresh. */
  const ask = (page, kind, store, last) =>
    page.evaluate(
      async ([kind, store, last, n]) => {
        const options = {
          refreshEvery: Infinity,
          store: store === "indexedDb" ? live.indexedDbStore() : live.cacheStore(),
        };
        const Filter = kind === "plain" ? live.LiveFilter : live.ShardedFilter;
        const name = (i) => `key-${i}.example`;
        globalThis.filter ??= new Filter(`${kind}/manifest.json`, options);
        await filter.ready();
        if (last) await filter.refresh().catch(() => {});
        const sum = async (from, to) =>
          (await filter.hasMany(Array.from({ length: to - from }, (_, i) => name(from + i)))).reduce(
            (all, one) => all + one,
            0,
          );
        return { old: await sum(0, n), gone: await sum(0, 200), fresh: await sum(n, n + 200) };
      },
      [kind, store, last, N],
    );

  for (const kind of ["plain", "shards"]) {
    for (const store of ["cache", "indexedDb"]) {
      test(`${kind}: fetched, updated with layers and stored in ${store}`, async () => {
        const context = await browser.newContext();
        [host.files] = versions;
        const first = await open(context);
        host.take();
        const before = await ask(first, kind, store, false);
        assert.deepEqual([before.old, before.gone], [N, 200]);
        const sent = host.take();
        const base = sum(sent);
        [, host.files] = versions;
        const after = await ask(first, kind, store, true);
        assert.deepEqual(after, { old: N - 200, gone: 0, fresh: 200 });
        const update = host.take();
        assert.ok(sum(update) < base / 4, `${sum(update)} of ${base} bytes`);
        // Waits until the store has the manifest, and every file of the set that came.
        const needed = [...sent.filter(({ path }) => path.endsWith(".bloom")), ...update].map(({ path }) => path);
        await until(() =>
          first.evaluate(
            async ([store, manifest, urls]) => {
              const its = store === "indexedDb" ? live.indexedDbStore() : live.cacheStore();
              const text = new TextDecoder().decode((await its.get(manifest))?.bytes ?? new Uint8Array());
              const stored = await Promise.all(urls.map((url) => its.get(url)));
              return text.includes('"sequence": 2') && stored.every(Boolean);
            },
            [store, `${host.origin}/${kind}/manifest.json`, needed.map((path) => `${host.origin}/${path}`)],
          ),
        );
        await first.close();
        // From now on the host has only the page.
        [, , host.files] = versions;
        const second = await open(context);
        assert.deepEqual(await ask(second, kind, store, false), { old: N - 200, gone: 0, fresh: 200 });
        await context.close();
      });
    }
  }
});
