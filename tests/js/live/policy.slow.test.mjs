// A page with `default-src 'self'`, which forbids WebAssembly: it reads filters and keeps one up to date.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, test } from "node:test";
import { build } from "esbuild";
import { BloomFilter } from "edgebloom";
import { FilterReader } from "edgebloom/reader";
import { ENTRIES, sourceOf } from "../../../scripts/entries.mjs";
import { findFirefox } from "../../../scripts/programs.mjs";
import { at } from "../../../scripts/run.mjs";
import { NO_BROWSER, listen, openChromium } from "../helpers/browser.mjs";
import { until } from "../helpers/live.mjs";

const LIMIT = 120_000;
const FILE = Buffer.from(BloomFilter.from(["a"], { errorRate: 1e-6, name: "ÿ?>ÿ?>", version: "7" }).toBytes());

const TEXT = FILE.toString("base64");
const [, BODY, PADDING] = /^(.*?)(=*)$/.exec(TEXT);
assert.ok(PADDING && /[+/]/.test(BODY), "a text with padding and with digits that differ between the alphabets");
const URL_SAFE = TEXT.replaceAll("+", "-").replaceAll("/", "_");
/** Strings that base64 decoders treat differently. The reader accepts the first four. */
const TEXTS = [
  TEXT,
  URL_SAFE,
  `${TEXT}\n`,
  `${URL_SAFE}\r\n`,
  BODY,
  `${TEXT}=`,
  `${TEXT}\n\n`,
  ` ${TEXT}`,
  `${BODY.slice(0, 8)}\n${BODY.slice(8)}${PADDING}`,
  // An unused bit of the last digit is set.
  BODY.slice(0, -1) + String.fromCharCode(BODY.charCodeAt(BODY.length - 1) + 1) + PADDING,
  `${URL_SAFE}${TEXT}`,
  `${TEXT}${TEXT}`,
  `${BODY}é`,
  "",
  "A",
  "====",
];
const VERDICTS = `(texts) => texts.map((text) => {
  try {
    return String(FilterReader.fromBase64(text).has("a"));
  } catch ({ code, offset }) {
    return code + " at " + offset;
  }
})`;

const CODE = `
  import { LiveFilter } from "edgebloom/live";
  import { FilterReader } from "edgebloom/reader";
  const show = (found) => (document.title = JSON.stringify(found));
  // That the policy holds: the smallest module there is.
  let refusal = "none";
  try {
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch (error) {
    refusal = error.name;
  }
  const live = new LiveFilter("list.bloom", { store: null });
  const bytes = new Uint8Array(await (await fetch("list.bloom")).arrayBuffer());
  const verdicts = ${VERDICTS};
  const texts = ${JSON.stringify(TEXTS)};
  try {
    const filters = [await live.ready(), FilterReader.fromBytes(bytes)];
    const answers = filters.map((one) => [one.has("a"), one.has("b"), one.version]);
    const byEngine = Uint8Array.fromBase64 && verdicts(texts);
    delete Uint8Array.fromBase64;
    show({ refusal, answers, byEngine, byReader: verdicts(texts) });
  } catch (error) {
    show(String(error));
  }
`;

/** Starts a server whose page has this policy. */
async function serve() {
  const alias = Object.fromEntries(
    ENTRIES.filter(({ plain }) => plain).map((entry) => [`edgebloom/${entry.name}`, at("pkg", sourceOf(entry))]),
  );
  const { outputFiles } = await build({
    stdin: { contents: CODE, resolveDir: at() },
    alias,
    bundle: true,
    format: "esm",
    write: false,
  });
  const files = {
    "/": ["text/html", '<!doctype html><link rel="icon" href="data:,"><script type="module" src="page.js"></script>'],
    "/page.js": ["text/javascript", outputFiles[0].text],
    "/list.bloom": ["application/octet-stream", FILE],
  };
  const server = createServer((request, response) => {
    const [type, body] = files[request.url] ?? ["text/plain", ""];
    response.writeHead(200, { "content-type": type, "content-security-policy": "default-src 'self'" }).end(body);
  });
  return { url: await listen(server), close: () => server.close() };
}

const byNode = new Function("FilterReader", `return ${VERDICTS}`)(FilterReader)(TEXTS);
assert.deepEqual(
  byNode.map((verdict) => verdict === "true"),
  TEXTS.map((_, i) => i < 4),
);

const firefox = findFirefox();
const BROWSERS = {
  Chromium: [NO_BROWSER, openChromium],
  Firefox: [
    firefox ? false : "NO FIREFOX: left out; install firefox-esr, or set FIREFOX",
    async () => {
      const { launch } = await import("puppeteer-core");
      return launch({ browser: "firefox", executablePath: firefox, headless: true, timeout: LIMIT });
    },
  ],
};

describe("works under default-src 'self'", () => {
  for (const [name, [skip, open]] of Object.entries(BROWSERS)) {
    test(name, { skip, timeout: LIMIT }, async () => {
      const server = await serve();
      const browser = await open();
      try {
        const page = await browser.newPage();
        await page.goto(server.url);
        // `waitForFunction` would compile a string there, which the policy forbids.
        await until(() => page.title());
        assert.deepEqual(JSON.parse(await page.title()), {
          refusal: "CompileError",
          answers: [
            [true, false, "7"],
            [true, false, "7"],
          ],
          byEngine: byNode,
          byReader: byNode,
        });
      } finally {
        await browser.close();
        server.close();
      }
    });
  }
});
