// The page of the example worker in workerd: as HTML without scripts, and in Chromium.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { publish, readPublished } from "../../../examples/edge-worker/publish.mjs";
import { startExample, startWorker } from "../../../examples/edge-worker/serve.mjs";
import { words } from "../../../examples/edge-worker/src/words.js";
import { FilterReader } from "edgebloom/reader";
import { NO_BROWSER, openChromium } from "../helpers/browser.mjs";
import { fetchAgain } from "../helpers/helpers.mjs";

const read = (name) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");
const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const DEMO = "https://demo.example/";
/** The Accept header of Chromium when it navigates. */
const NAVIGATION = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

// A separate folder: two test files that publish in one folder at the same time would reject each other.
const folder = mkdtempSync(join(tmpdir(), "edgebloom-worker-page-"));
let worker;
before(async () => {
  await publish(undefined, folder);
  worker = await startExample({ folder, bindings: { DEMO_URL: DEMO, GUIDE_URL: `${DEMO}guide` } });
});
after(async () => {
  await worker?.dispose();
  for (const path of [folder, `${folder}.state`]) rmSync(path, { recursive: true });
});

const get = (path, accept, options) => fetchAgain(worker.url + path, { headers: accept ? { accept } : {}, ...options });
const pathOf = (email) => `/check?${new URLSearchParams({ email })}`;
const isHtml = (response) => /^text\/html\b/.test(response.headers.get("content-type"));
const unescaped = (html) =>
  html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[name]);
/** The text of a part of the page. */
const partOf = (html, pattern) => unescaped(html.match(pattern)[1].replace(/<[^>]*>/g, " ")).trim();
const verdictOf = (html) => ({
  kind: html.match(/<div id="result"[^>]* data-kind="(\w*)"/)[1],
  headline: partOf(html, /<div id="result".*?<strong>(.*?)<\/strong>/s),
});

describe("the responses of /check", () => {
  for (const [accept, html] of [
    [NAVIGATION, true],
    ["text/html", true],
    ["TEXT/HTML; charset=utf-8", true],
    ["text/*", true],
    ["application/json;q=0.5, text/html;q=0.6", true],
    [undefined, false],
    ["*/*", false],
    ["application/json", false],
    ["text/html, application/json", false],
    ["text/html;q=0.5, application/json", false],
    ["text/html;q=0", false],
    ["text/plain", false],
    [";,;q=x", false],
  ]) {
    test(`Accept: ${accept}`, async () => {
      const response = await get(pathOf("a@mailinator.com"), accept);
      assert.equal(response.status, 200);
      assert.equal(isHtml(response), html);
      assert.equal(response.headers.get("vary"), "accept, accept-language");
      if (html) assert.deepEqual(verdictOf(await response.text()).kind, "maybe");
      else assert.equal((await response.json()).blocked, "maybe");
    });
  }

  test("have the same status codes and headers in every format", async () => {
    for (const [path, status, kind, headline] of [
      [pathOf("Some.One+tag@MAILINATOR.com"), 200, "maybe", "Maybe. mailinator.com may be on the list."],
      [pathOf("a@gmail.com"), 200, "no", "No. gmail.com is not on the list."],
      [pathOf("nobody"), 400, "bad", "This address can’t be checked."],
      ["/check", 400, "bad", "This address can’t be checked."],
      [pathOf(""), 400, "bad", "The field is empty."],
      [pathOf("bob@x.mailinator.com"), 200, "maybe", "Maybe. mailinator.com may be on the list."],
      [pathOf("a@github.com"), 200, "no", "No. github.com is on the worker’s allowlist."],
      ["/check?email=a@b.com&email=c@d.com", 400, "bad", "This address can’t be checked."],
    ]) {
      const [asJson, asHtml] = await Promise.all([get(path), get(path, NAVIGATION)]);
      assert.deepEqual([asJson.status, asHtml.status], [status, status], path);
      for (const name of ["cache-control", "x-content-type-options"])
        assert.equal(asHtml.headers.get(name), asJson.headers.get(name), `${path}: ${name}`);
      assert.equal(asHtml.headers.get("cache-control"), "no-store");
      assert.equal(asHtml.headers.get("referrer-policy"), "no-referrer");
      assert.equal(
        asHtml.headers.get("content-security-policy"),
        (await get("/")).headers.get("content-security-policy"),
      );
      const html = await asHtml.text();
      assert.deepEqual(verdictOf(html), { kind, headline }, path);
      const { error } = await asJson.json();
      if (error) assert.ok(unescaped(html).includes(error), error);
    }
  });

  test("HEAD returns the headers and no body", async () => {
    const response = await get(pathOf("a@gmail.com"), NAVIGATION, { method: "HEAD", headers: { accept: NAVIGATION } });
    assert.ok(isHtml(response));
    assert.equal(await response.text(), "");
  });

  test("user input never becomes markup", async () => {
    // Without the bits, whose number depends on the address.
    const tagsOf = (html) => html.replace(/<div id="bits">.*?<template/s, "").match(/<\/?[a-z]+/g);
    const whole = tagsOf(await (await get("/")).text());
    for (const email of [
      "<script>alert(1)</script>@mailinator.com",
      `"><script>alert(1)</script>@mailinator.com`,
      "'&quot;<b>&amp;{{source}}{domain}$&@mailinator.com",
      "<script>alert(1)</script>",
      "a@</style><script>alert(1)</script>.com",
      `" autofocus onfocus="alert(1)`,
      "\0\u202E@@",
    ]) {
      const html = await (await get(pathOf(email), NAVIGATION)).text();
      assert.deepEqual(tagsOf(html), whole, email);
      assert.doesNotMatch(html, /<script>alert|onfocus="/);
      const [, value] = html.match(/<input id="email" name="email" type="text" value="([^"]*)"/);
      assert.equal(unescaped(value), email);
    }
  });

  test("without a list it answers 503 with Retry-After", async () => {
    const options = { bindings: { MANIFEST_URL: "http://127.0.0.1:1/manifest.json", REFRESH_EVERY: 1000 } };
    const empty = await startWorker({ options });
    try {
      const response = await fetchAgain(empty.url + pathOf("a@gmail.com"), { headers: { accept: NAVIGATION } });
      assert.equal(response.status, 503);
      assert.equal(response.headers.get("retry-after"), "5");
      const html = await response.text();
      assert.equal(verdictOf(html).kind, "bad");
      assert.match(html, /<span>The list is not loaded yet; try again in a few seconds\.<\/span>/);
      // A page without figures must not be cached.
      assert.equal((await fetchAgain(empty.url)).headers.get("cache-control"), "no-store");
    } finally {
      await empty.dispose();
    }
  });
});

describe("the page", () => {
  test("has the design tokens of the demo page and the code of a whole worker", async () => {
    const html = await (await get("/")).text();
    const tokens = read("www/style/tokens.css");
    assert.ok(html.includes(`<style>\n${tokens}`));
    // The page's own styles add no colours and use only existing names.
    const [, own] = html.replace(tokens, "").match(/<style>(.*?)<\/style>/s);
    assert.doesNotMatch(own, /#[\da-f]{3,8}\b(?=[;\s,)])|rgb|hsl/i);
    for (const [, name] of own.matchAll(/var\((--[\w-]+)/g)) assert.ok(tokens.includes(`${name}:`), name);
    const source = unescaped(html.match(/<code id="source">(.*?)<\/code>/s)[1].replace(/<\/?(span|wbr)>/g, ""));
    assert.equal(source, read("examples/edge-worker/src/least.js"));
  });

  test("the worker that it shows runs unchanged, and gives the answers that the page shows", async () => {
    const least = await startWorker({
      entry: fileURLToPath(new URL("../../../examples/edge-worker/src/least.js", import.meta.url)),
      options: {
        outboundService: ({ url }) => {
          const { hostname, pathname } = new URL(url);
          assert.equal(hostname, "lists.example");
          return new Response(readFileSync(join(folder, pathname.replace("/list/", ""))));
        },
      },
    });
    try {
      for (const email of ["bob@x.mailinator.com", "mailinator.com", "bob@gmail.com"]) {
        const [own, shown] = await Promise.all([fetchAgain(least.url + pathOf(email)), get(pathOf(email))]);
        assert.deepEqual(await own.json(), await shown.json());
      }
    } finally {
      await least.dispose();
    }
  });

  test("shows the size of the list and a link to the demo page", async () => {
    const [html, { keys, bytes, version }] = await Promise.all([
      get("/").then((response) => response.text()),
      get("/info").then((response) => response.json()),
    ]);
    assert.equal((await readPublished(folder)).stats.keys, keys);
    for (const fact of [keys.toLocaleString("en"), `${Math.round(bytes / 1000)} kB`, version])
      assert.ok(html.includes(`<dd>${fact}</dd>`), fact);
    assert.ok(html.includes(`<a id="demo" href="${DEMO}" >`));
    assert.ok(html.includes(`<a id="guide" href="${DEMO}guide" >`));
    for (const bindings of [{}, { DEMO_URL: "javascript:alert(1)" }, { DEMO_URL: "" }]) {
      const without = await startExample({ folder, bindings });
      const page = await (await fetchAgain(without.url)).text();
      await without.dispose();
      assert.match(page, /<a id="demo" href="" hidden>[^]*<a id="guide" href="" hidden>/, JSON.stringify(bindings));
    }
  });

  test("speaks the language of the browser, or that of ?lang=", async () => {
    const languages = [
      [undefined, "", "en"],
      ["zh-CN,zh;q=0.9,en;q=0.8", "", "zh-CN"],
      ["en;q=0.7, ZH;q=0.8", "", "zh-CN"],
      ["de, zh;q=0", "", "en"],
      ["zh-CN", "?lang=en", "en"],
      ["en", "?lang=zh", "zh-CN"],
      ["en", "?lang=__proto__", "en"],
    ];
    for (const [header, query, lang] of languages) {
      const response = await get(`/${query}`, NAVIGATION, {
        headers: { accept: NAVIGATION, ...(header && { "accept-language": header }) },
      });
      assert.equal(response.headers.get("vary"), "accept-language");
      assert.equal((await response.text()).match(/<html lang="([^"]+)"/)[1], lang, `${header} ${query}`);
    }
    const html = await (await get(`${pathOf("bob@x.mailinator.com")}&lang=zh`, NAVIGATION)).text();
    assert.deepEqual(verdictOf(html), { kind: "maybe", headline: "可能在：列表里可能有 mailinator.com。" });
    assert.match(html, /<input type="hidden" name="lang" value="zh">/);
  });

  test("every text is in both languages, with the same placeholders", () => {
    const namesIn = (text) => [...String(text).matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    const flat = (texts, path = "") =>
      typeof texts === "object"
        ? Object.entries(texts).flatMap(([name, its]) => flat(its, `${path}.${name}`))
        : [[path, namesIn(texts)]];
    assert.deepEqual(flat(words.zh), flat(words.en));
  });

  test("shows the bits that were read, up to the first 0", async () => {
    const { base } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")).set;
    const reader = FilterReader.fromBytes(readFileSync(join(folder, "files", `${base.sha256}.bloom`)));
    for (const [email, keys] of [
      ["bob@x.mailinator.com", ["x.mailinator.com", "mailinator.com"]],
      ["a@gmail.com", ["gmail.com"]],
      ["a@github.com", ["github.com"]],
      ["a@0.mail.mujur.id", ["0.mail.mujur.id"]],
    ]) {
      const [, part] = (await (await get(pathOf(email), NAVIGATION)).text()).match(/<div id="bits">(.*?)<template/s);
      const groups = part.split("<h3>").slice(1);
      assert.deepEqual(
        groups.map((group) => group.match(/<code>(.*?)<\/code>/)[1]),
        keys,
      );
      for (const [i, group] of groups.entries()) {
        const shown = [
          ...group.matchAll(/ own">([01])<.*?class="position">([\d,]+)<\/span><span class="unseen"> is ([01])</gs),
        ];
        const values = shown.map(([, cell, , bit]) => {
          assert.equal(cell, bit);
          return Number(bit);
        });
        const isMaybe = reader.has(keys[i]);
        assert.deepEqual(
          shown.map(([, , position]) => Number(position.replaceAll(",", ""))),
          reader.positions(keys[i]).slice(0, shown.length),
        );
        // The last one is the first 0, if there is one: so the key is not in the filter.
        assert.equal(values.indexOf(0), isMaybe ? -1 : values.length - 1, keys[i]);
        assert.equal(group.match(/<li/g).length, reader.stats.hashes);
        if (isMaybe) assert.equal(values.length, reader.stats.hashes);
      }
    }
  });
});

describe("in Chromium", { skip: NO_BROWSER }, () => {
  let browser;
  before(async () => {
    browser = await openChromium();
  });
  after(() => browser?.close());

  /** Opens the page; fails on any error or policy violation. */
  async function visit(options, body) {
    const context = await browser.newContext({ locale: "en", ...options });
    const page = await context.newPage();
    const problems = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("request", (request) => {
      if (!/^data:/.test(request.url()) && !request.url().startsWith(worker.url)) problems.push(request.url());
    });
    try {
      await page.goto(worker.url);
      await body(page);
      assert.deepEqual(problems, []);
    } finally {
      await context.close();
    }
  }

  const result = (page, kind, text) =>
    page.locator(`#result[data-kind="${kind}"]`, { hasText: text }).waitFor({ timeout: 30_000 });

  test("checks a typed address, an example and a correction", () =>
    visit({}, async (page) => {
      assert.equal(await page.locator("#timing").isVisible(), false, "no round trip yet");
      await page.fill("#email", " <b>+x@Mailinator.com ");
      await page.press("#email", "Enter");
      await result(page, "maybe", "Maybe. mailinator.com may be on the list.");
      assert.match(await page.innerText("#time"), /^[\d.]+ ms$/);
      await page.locator("#email").pressSequentially("m");
      await page.waitForSelector('#result[data-kind=""]');
      await result(page, "", "No or maybe?");
      assert.equal(await page.locator("#bits .position").count(), 0, "the bits were those of another address");
      await page.click("text=bob@gmail.com");
      await result(page, "no", "No. gmail.com is not on the list.");
      assert.ok((await page.locator("#bits .position").count()) > 0);
      assert.match(await page.innerText("#json"), /"domain": "gmail.com",\s+"blocked": "no"/);
      assert.equal(new URL(page.url()).search, "");
      await page.click("#other");
      await page.waitForSelector('html[lang="zh-CN"]');
      await result(page, "no", "不在：列表里没有 gmail.com。");
    }));

  test("has the fonts of the demo page", () =>
    visit({}, async (page) => {
      await page.evaluate(() => document.fonts.ready);
      const fonts = await page.evaluate(() => [...document.fonts].map(({ family, status }) => `${family} ${status}`));
      assert.deepEqual(fonts, ["Figtree loaded", "IBM Plex Mono loaded"]);
      const response = await get("/figtree.woff2");
      assert.equal(response.headers.get("content-type"), "font/woff2");
      const file = require.resolve("@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2");
      assert.ok(readFileSync(file).equals(Buffer.from(await response.arrayBuffer())));
    }));

  test("says what is wrong with an address, without an error on the console", () =>
    visit({}, async (page) => {
      for (const [email, text] of [
        ["nobody", "Type an address or a domain, such as bob@gmail.com."],
        ["a@b@c.com", "Type an address or a domain, such as bob@gmail.com."],
        ["  ", "The field is empty."],
      ]) {
        await page.fill("#email", email);
        await page.press("#email", "Enter");
        await result(page, "bad", text);
        assert.equal(await page.getAttribute("#email", "aria-invalid"), "true");
      }
    }));

  test("copies the worker that it shows", () =>
    visit({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
      await page.click("#copy");
      await page.locator("#copied", { hasText: "Copied." }).waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(copied, read("examples/edge-worker/src/least.js"));
    }));

  test("form and examples work without scripts", () =>
    visit({ javaScriptEnabled: false }, async (page) => {
      await page.fill("#email", "a+b@mailinator.com");
      await page.press("#email", "Enter");
      await result(page, "maybe", "Maybe. mailinator.com may be on the list.");
      assert.equal(await page.locator("#bits .position").count(), 7);
      assert.equal(await page.inputValue("#email"), "a+b@mailinator.com");
      assert.equal(await page.title(), "Maybe. mailinator.com may be on the list.");
      await page.click("text=bob@gmail.com");
      await result(page, "no", "No. gmail.com is not on the list.");
      await page.fill("#email", "");
      await page.press("#email", "Enter");
      await result(page, "bad", "The field is empty.");
    }));

  test("neither column ends long before the other", () =>
    visit({ viewport: { width: 1280, height: 900 } }, async (page) => {
      for (const email of ["bob@x.mailinator.com", "a@gmail.com"]) {
        await page.fill("#email", email);
        await page.press("#email", "Enter");
        await result(page, email.includes("gmail") ? "no" : "maybe", "list.");
        const [question, bits, json, source] = await page
          .locator("main section")
          .evaluateAll((all) => all.map((section) => section.getBoundingClientRect()))
          .then((boxes) => boxes.map(({ y, height }) => ({ y, end: y + height })));
        for (const [above, below] of [
          [question, bits],
          [json, source],
        ])
          assert.ok(below.y - above.end < 60, `${email}: ${JSON.stringify([above, below])}`);
        assert.ok(Math.abs(bits.end - source.end) < 450, JSON.stringify([bits, source]));
      }
    }));

  for (const width of [360, 1280, 1920]) {
    test(`cuts no code at ${width} pixels`, () =>
      visit({ viewport: { width, height: 900 } }, async (page) => {
        for (const pre of await page.locator("pre").all())
          assert.ok(await pre.evaluate((box) => box.clientWidth >= box.scrollWidth - 1));
        for (const target of await page.locator("a:visible, button, input:visible").all()) {
          const { height } = await target.boundingBox();
          assert.ok(height >= 44, `${await target.innerText()}: ${height}`);
        }
      }));
  }

  for (const colorScheme of ["light", "dark"]) {
    test(`passes axe-core and fits a phone: ${colorScheme}`, () =>
      visit({ viewport: { width: 360, height: 740 }, colorScheme, bypassCSP: true }, async (page) => {
        await page.addScriptTag({ content: AXE });
        for (const email of ["a@mailinator.com", `${"a".repeat(200)}@gmail.com`]) {
          await page.fill("#email", email);
          await page.press("#email", "Enter");
          await result(page, email.includes("gmail") ? "no" : "maybe", "list.");
          const { violations } = await page.evaluate(() => globalThis.axe.run(document));
          assert.deepEqual(
            violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`),
            [],
          );
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        }
      }));
  }
});
