// Chromium before 115 compiles no module over 4 kB on its main thread; workers have no such limit. This test needs no old
// Chromium: in its page, WebAssembly.Module throws the same error. The code comes from docs/deploy/browsers.md.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import { BloomFilter } from "edgebloom";
import { email } from "edgebloom/keys";
import { at } from "../../scripts/run.mjs";
import { serveSite } from "../../scripts/serve-site.mjs";
import { closeBrowsers, openBrowser } from "./browsers.mjs";
import { makeProjects } from "./project.mjs";
import { leaveOut } from "./tools.mjs";

const PAGE = readFileSync(at("docs/deploy/browsers.md"), "utf8");
const [, SECTION] = PAGE.match(/^### Chromium before 115\n(.*?)(?=^## |(?![^]))/ms);
const [, APP] = SECTION.match(/^```js \[app\.js\]\n(.*?)^```$/ms);
const WORKER = `
  import { load } from "edgebloom";
  import { email } from "edgebloom/keys";

  const blocked = fetch("blocked.bloom").then((response) => load(response, { keys: email }));
  onmessage = async ({ data }) => postMessage((await blocked).has(data));`;

const OLD = `<script>
  const Real = WebAssembly.Module;
  WebAssembly.Module = class {
    constructor(bytes) {
      if (bytes.byteLength <= 4096) return new Real(bytes);
      throw new RangeError("WebAssembly.Compile is disallowed on the main thread, if the buffer size is larger than 4KB. Use WebAssembly.compile, or compile on a worker thread.");
    }
  };
</script>`;
/** Queries the worker and shows its answer. */
const asking = `
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => { document.querySelector("#answers").textContent = String(data); };
  worker.onerror = ({ message }) => { document.querySelector("#answers").textContent = message; };
  worker.postMessage("mailinator.com");`;

let projects;
before(() => {
  projects = makeProjects();
});
after(async () => {
  await closeBrowsers();
  projects?.remove();
});

/** The answer of a page with the script; undefined without Chromium. */
async function answerOf(t, script, head = "") {
  const { browser, hint } = await openBrowser("Chromium");
  if (!browser) return leaveOut(t, `no Chromium: ${hint}`);
  const folder = projects.project(t.name.replace(/\W+/g, "-"));
  const sources = { "app.js": APP, "worker.js": WORKER, "asking.js": asking };
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
  const outdir = join(folder, "dist");
  mkdirSync(outdir);
  const entryPoints = Object.keys(sources).map((name) => join(folder, name));
  await build({ entryPoints, outdir, bundle: true, splitting: true, format: "esm", logLevel: "warning" });
  writeFileSync(
    join(outdir, "blocked.bloom"),
    BloomFilter.from(["mailinator.com"], { errorRate: 1e-6, keys: email }).toBytes(),
  );
  const page = `<!doctype html><meta charset="utf-8"><title>a</title><p id="answers"></p>${head}
    <script type="module" src="./${script}"></script>`;
  writeFileSync(join(outdir, "index.html"), page);
  const server = await serveSite(outdir);
  try {
    return await browser.read(server.url);
  } finally {
    await server.close();
  }
}

const cases = [
  ["a newer Chromium answers on the page", "app.js", "", "true"],
  ["an older Chromium: the app works without the filter", "app.js", OLD, "no filter"],
  ["an older Chromium: a worker answers", "asking.js", OLD, "true"],
];
for (const [name, script, head, expected] of cases) {
  test(name, async (t) => {
    const answer = await answerOf(t, script, head);
    if (answer !== undefined) assert.equal(answer, expected);
  });
}
