// Pages with imported lists, in Chromium under the policy `default-src 'self'`.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import sirv from "sirv";
import { at } from "../../../scripts/run.mjs";
import { NO_BROWSER, listen, openChromium } from "../helpers/browser.mjs";
import { BUNDLERS, FOUND, plugin, useProject, viteConfig } from "../helpers/plugin.mjs";

const POLICY = { "content-security-policy": "default-src 'self'" };

const { path, put } = useProject();

/** Rollup itself finds no packages. */
const found = {
  name: "packages",
  resolveId: (id) =>
    id === "edgebloom/reader" ? at("pkg/reader/index.js") : id === "edgebloom/keys" ? at("pkg/keys.js") : null,
};
const MORE = {
  Rollup: (options) => ({ external: [], plugins: [plugin.rollup({ cacheDir: path("cache"), ...options }), found] }),
};

describe("a page", { skip: NO_BROWSER }, () => {
  let browser;
  before(async () => {
    browser = await openChromium();
  });
  after(() => browser?.close());

  /** Opens a page, and returns its title once there is one, with what was fetched. */
  async function open(url) {
    const page = await browser.newPage();
    const problems = [];
    const fetched = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(`${error}`));
    page.on("response", (response) => fetched.push(new URL(response.url()).pathname));
    await page.goto(url);
    await page.waitForFunction(() => document.title).catch(() => assert.fail(problems.join("\n")));
    return { page, problems, fetched };
  }

  for (const [name, build] of Object.entries(BUNDLERS)) {
    for (const inlineLimit of [100_000, 0]) {
      test(`${name}, ${inlineLimit ? "with the filter in the code" : "which fetches the filter"}`, async (t) => {
        await build(path(), { inlineLimit }, MORE[name]?.({ inlineLimit }));
        // The page and its files need not be at the root of the server.
        put(
          "out/index.html",
          '<!doctype html><link rel="icon" href="data:,"><script>isInlineAllowed = true</script><script type="module" src="./main.js"></script>',
        );
        const files = sirv(path(), { setHeaders: (response) => response.setHeaders(new Headers(POLICY)) });
        const server = createServer((request, response) =>
          files(request, response, () => response.writeHead(404).end()),
        );
        const url = await listen(server);
        t.after(() => server.close().closeAllConnections());
        const { page, fetched } = await open(`${url}/out/index.html`);
        assert.equal(await page.title(), FOUND);
        const filters = fetched.filter((name) => name.endsWith(".bloom"));
        assert.equal(filters.length, inlineLimit ? 0 : 1);
        if (!inlineLimit) assert.match(filters[0], /^\/out\/(assets\/)?.*\b\w*[\w-]{8}\w*\.bloom$/);
        assert.equal(await page.evaluate(() => globalThis.isInlineAllowed), undefined, "the policy holds");
        await page.close();
      });
    }
  }

  test("of Vite's development server is loaded again when the list changes", async (t) => {
    const { createServer: createVite } = await import("vite");
    const server = await createVite(viteConfig(path(), {}, { server: { port: 0, host: "127.0.0.1" } }));
    t.after(() => server.close());
    await server.listen();
    const { page } = await open(server.resolvedUrls.local[0]);
    assert.equal(await page.title(), FOUND);
    put("domains.txt", "example.org\n");
    await page.waitForFunction(() => document.title === "false,true");
    await page.close();
  });
});
