// Tests the way from a list to an answer: three steps in code, the query, and the lines of `never` and of labels.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { email } from "edgebloom/keys";
import { FilterReader, MapReader } from "edgebloom/reader";
import { publish } from "../../examples/edge-worker/publish.mjs";
import { startExample } from "../../examples/edge-worker/serve.mjs";
import { nameWorker } from "../../scripts/playground.mjs";
import { at } from "../../scripts/run.mjs";
import { ask, serveSite } from "../../scripts/serve-site.mjs";
import { ASK, COMMANDS, LABELS_LINE, LOAD, NEVER_LINE, SHOWN } from "../../www/panels/ship/three-steps.js";
import { hasAttribute, hasValue, picture, ready, shows, skip, switchLanguage, textOf, useSite } from "./site.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

const site = useSite();

const fileOf = (name) => readFileSync(join(site.folder, "lists", name));

async function query(page, key) {
  await page.fill("#ship-input", key);
  await page.press("#ship-input", "Enter");
}

/** Scrolls to the panel and waits until its sets are loaded. */
async function scrollToPanel(page) {
  await page.locator("#ship").scrollIntoViewIfNeeded();
  await shows(page, "#ship-labels-answer", '"disposable"');
}

/** Runs a command that is shown. */
function run(command, cwd) {
  const [npx, name, ...args] = command.split(" ");
  assert.deepEqual([npx, name], ["npx", "edgebloom"]);
  execFileSync(process.execPath, [at("pkg/cli.js"), ...args], { cwd, stdio: "pipe" });
}

test("the commands of never and of labels make what their lines show", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-commands-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "domains.txt"), "mailinator.com\nguerrillamail.com\n");
  writeFileSync(join(folder, "popular.txt"), "gmail.com\nsohu.com\n");
  for (const command of [NEVER_LINE, LABELS_LINE]) run(command, folder);
  const blocked = FilterReader.fromBytes(readFileSync(join(folder, "blocked.bloom")), { keys: email });
  assert.deepEqual(
    ["bob@Mailinator.com", "sohu.com"].map((key) => blocked.has(key)),
    [true, false],
  );
  const labels = MapReader.fromBytes(readFileSync(join(folder, "labels.map")), { keys: email });
  assert.deepEqual(
    ["mailinator.com", "gmail.com"].map((key) => labels.get(key)),
    ["disposable", "well-known"],
  );
});

test("the code of the three steps, run unchanged, build a file, load it and answer", async (t) => {
  // In the repository, so that the package is found.
  mkdirSync(at("build"), { recursive: true });
  const folder = mkdtempSync(at("build", "three-steps-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "domains.txt"), "mailinator.com\nguerrillamail.com\n");
  const [install, build] = COMMANDS.trim().split("\n");
  assert.equal(install, "npm install edgebloom");
  run(build, folder);
  const server = await serveSite(folder);
  t.after(() => server.close());
  const code = LOAD + ASK;
  // Node has no address that "/" is relative to.
  const module = code.replace('"/', `"${server.url}`).replace(ASK, `export default ${ASK}`);
  writeFileSync(join(folder, "ask.mjs"), module);
  const { default: answer } = await import(pathToFileURL(join(folder, "ask.mjs")).href);
  assert.equal(String(answer), ASK.match(/\/\/ (\w+)/)[1]);
});

describe("the lines of code", { skip }, () => {
  test("are shown and copied", () =>
    site.visit(CLIPBOARD, async (page) => {
      await page.locator("#ship").scrollIntoViewIfNeeded();
      assert.deepEqual(
        await page.locator(".ship-steps code, .ship-line").allInnerTexts(),
        SHOWN.map((parts) => parts.join("")),
      );
      for (const [id, text] of [
        ["ship-step-1", COMMANDS],
        ["ship-step-2", LOAD],
        ["ship-step-3", ASK],
        ["ship-never", NEVER_LINE],
        ["ship-labels", LABELS_LINE],
      ]) {
        await page.click(`#${id}-copy`);
        await shows(page, `#${id}-news`, "Copied");
        await shows(page, `#${id}-copy`, "Copied");
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
        await shows(page, `#${id}-copy`, "Copy");
      }
    }));

  test("are selected if the browser blocks the clipboard", () =>
    site.visit({}, async (page) => {
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"));
      });
      await page.click("#ship-step-1-copy");
      await shows(page, "#ship-step-1-news", /^⚠? ?The browser blocked copying/);
      assert.equal((await page.evaluate(() => getSelection().toString())).trim(), COMMANDS.trim());
      await page.click("#ship-never-copy");
      await shows(page, "#ship-never-news", /^⚠? ?The browser blocked copying/);
      assert.equal(await page.evaluate(() => getSelection().toString()), NEVER_LINE);
    }));

  test("link to the documentation, in the page's language where it has the page", () =>
    site.visit({}, async (page) => {
      const panel = readFileSync(at("www/panels/ship/panel.html"), "utf8");
      for (const [language, folder] of [
        ["en", "docs/"],
        ["zh", "docs/zh/"],
      ]) {
        await switchLanguage(page, language);
        const links = await page
          .locator('#ship a:visible:not([href="#list"])')
          .evaluateAll((all) => all.map((link) => link.href));
        // Until the release, one more says that the package is not on npm yet.
        assert.equal(links.length, /<!-- unpublished -->/.test(panel) ? 13 : 12);
        for (const link of links) {
          const { pathname, hash } = new URL(link);
          const isEnglish = /^\/(tasks|reference)\//.test(pathname);
          const of = language === "zh" && !isEnglish ? /^\/zh\/(.+)\.html$/ : /^\/((?!zh\/).+)\.html$/;
          const [, file] = pathname.match(of);
          const headings = [
            ...readFileSync(at(`${isEnglish ? "docs/" : folder}${file}.md`), "utf8").matchAll(/^##+ (.+)$/gm),
          ].map(([, heading]) =>
            heading
              .toLowerCase()
              .replace(/[^\p{L}\p{N} -]/gu, "")
              .replaceAll(" ", "-"),
          );
          assert.ok(!hash || headings.includes(decodeURIComponent(hash.slice(1))), link);
        }
      }
    }));
});

describe("the query", { skip }, () => {
  const HERE = "Answered on this page, without a request.";

  test("without a worker the page answers, and sends no request", () =>
    site.visit({}, async (page) => {
      const requests = [];
      page.on("request", (request) => requests.push(new URL(request.url()).pathname));
      await hasValue(page, "#ship-input", "bob@x.mailinator.com");
      await page.click("#ship-query");
      // A subdomain of a listed domain: the answer names the listed one.
      await shows(page, "#ship-headline", "Maybe. mailinator.com may be on the list.");
      await shows(page, "#ship-because", HERE);
      await hasAttribute(page, "#ship-verdict", "data-kind", "maybe");
      await query(page, "Some.One+tag@Gmail.com");
      await shows(page, "#ship-headline", "No. gmail.com is not on the list.");
      await hasAttribute(page, "#ship-verdict", "data-kind", "no");
      // "us" alone is a false positive of the filter.
      assert.ok(FilterReader.fromBytes(fileOf("disposable-email-domains.bloom")).has("us"));
      await query(page, "made-up-name.us");
      await shows(page, "#ship-headline", "No. made-up-name.us is not on the list.");
      await page.press("#ship-input", "x");
      await hasAttribute(page, "#ship-verdict", "data-kind", "");
      assert.deepEqual(
        requests.filter((path) => path.endsWith("/check")),
        [],
      );
      assert.equal(requests.filter((path) => path.endsWith("/worker.json")).length, 1);
      await shows(page, "#ship-remote", "");
      assert.equal(await page.isVisible("#ship-worker"), false, "there is no page of a worker");
    }));

  test("shows the beginning of an address that does not fit a phone", () =>
    site.visit({ viewport: { width: 390, height: 844 } }, async (page) => {
      await page.focus("#ship-input");
      await page.fill("#ship-input", "");
      await page.keyboard.type("somebody.with.a.long.name.and.more@x.mailinator.com");
      const scrolled = () => page.locator("#ship-input").evaluate((input) => input.scrollLeft);
      assert.ok((await scrolled()) > 0);
      await page.keyboard.press("Enter");
      await shows(page, "#ship-headline", /^Maybe\. mailinator\.com/);
      assert.equal(await scrolled(), 0);
    }));

  test("says that the field is empty, or has no domain", () =>
    site.visit({}, async (page) => {
      for (const [text, headline] of [
        ["", "The field is empty."],
        ["  ", "The field is empty."],
        ["nobody", "This is not an address or a domain."],
      ]) {
        await query(page, text);
        await shows(page, "#ship-headline", headline);
        await hasAttribute(page, "#ship-verdict", "data-kind", "bad");
        await hasAttribute(page, "#ship-input", "aria-invalid", "true");
        await hasAttribute(page, "#ship-input", "aria-describedby", "ship-headline ship-because");
      }
    }));

  test("without a network the page answers, and Run tries everything else again", () =>
    site.visit(
      // Without a network, Chromium 156 says of a worker that it was aborted.
      {
        serviceWorkers: "block",
        expected: /ERR_INTERNET_DISCONNECTED|registration blocked|list-worker\.js net::ERR_ABORTED/,
      },
      async (page, context) => {
        await context.setOffline(true);
        await page.locator("#ship").scrollIntoViewIfNeeded();
        await shows(page, "#ship-labels-answer", /^The filter could not be loaded/);
        await page.click("#ship-query");
        await shows(page, "#ship-because", HERE);
        await shows(page, "#ship-remote", "");
        await context.setOffline(false);
        await page.click("#ship-query");
        await shows(page, "#ship-labels-answer", '"disposable"');
      },
    ));

  test("the page answers first, then the worker, if it does", async (t) => {
    await publish();
    const worker = await startExample();
    t.after(() => worker.dispose());
    let isGone = false;
    const folder = mkdtempSync(join(tmpdir(), "edgebloom-worker-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(site.folder, folder, { recursive: true });
    nameWorker(folder, worker.url);
    const served = await serveSite(folder, {
      otherwise: (request, response) => (isGone ? void response.destroy() : ask(worker, request, response)),
    });
    t.after(() => served.close());
    const context = await site.newContext();
    t.after(() => context.close());
    const page = await context.newPage();
    await page.goto(served.url);
    await ready(page);
    await scrollToPanel(page);
    await hasAttribute(page, "#ship-worker", "href", worker.url);
    await shows(page, "#ship-worker", "The worker: the same filter as an API");
    for (const [key, kind, headline] of [
      ["mailinator.com", "maybe", "Maybe. mailinator.com may be on the list."],
      ["bob@x.mailinator.com", "maybe", "Maybe. mailinator.com may be on the list."],
      ["a+b@gmail.com", "no", "No. gmail.com is not on the list."],
      ["made-up-name.us", "no", "No. made-up-name.us is not on the list."],
    ]) {
      const response = page.waitForResponse((response) => new URL(response.url()).pathname === "/check");
      await query(page, key);
      assert.match((await response).headers()["content-type"], /^application\/json/);
      await shows(page, "#ship-headline", headline);
      await shows(page, "#ship-because", HERE);
      await shows(page, "#ship-remote", new RegExp(`A worker: “${kind}” after [\\d.,]+ ms, one request\\.$`));
      await hasAttribute(page, "#ship-verdict", "data-kind", kind);
    }
    // The worker knows that it's a false positive.
    await query(page, "bob@github.com");
    await shows(page, "#ship-headline", "Maybe. github.com may be on the list.");
    await shows(
      page,
      "#ship-remote",
      /^A worker: “no” after [\d.,]+ ms, one request\. github\.com is on its allowlist\.$/,
    );
    isGone = true;
    await query(page, "bob@x.mailinator.com");
    await shows(page, "#ship-remote", "The worker didn’t answer.");
    await shows(page, "#ship-because", HERE);
    await hasAttribute(page, "#ship-verdict", "data-kind", "maybe");
  });
});

describe("never and labels", { skip }, () => {
  test("are looked up in small sets", () =>
    site.visit({}, async (page) => {
      await scrollToPanel(page);
      const [plain, never] = ["m.bloom", "m-never.bloom"].map((name) => FilterReader.fromBytes(fileOf(name)));
      const labels = MapReader.fromBytes(fileOf("m-labels.map"));
      const optionsOf = (id) => page.locator(`${id} option`).evaluateAll((all) => all.map(({ value }) => value));
      const whys = new Set();
      for (const key of await optionsOf("#ship-never")) {
        await page.selectOption("#ship-never", key);
        assert.equal(never.has(key), false, "no listed name is among those that must not be found");
        const why = plain.has(key) ? "Without --never: “maybe”." : "Without --never: “no” anyway.";
        await shows(page, "#ship-never-answer", new RegExp(`^No, for certain. ${why}`), key);
        whys.add(why);
      }
      assert.equal(whys.size, 2, "each kind of answer can be seen");
      for (const key of await optionsOf("#ship-labels")) {
        await page.selectOption("#ship-labels", key);
        const label = labels.get(key);
        await shows(
          page,
          "#ship-labels-answer",
          label === undefined ? "undefined On neither list." : `"${label}"`,
          key,
        );
      }
    }));

  test("say that their sets could not be loaded", () =>
    // On a slow machine, the service worker would have the set by now.
    site.visit(
      { expected: /m-never\.bloom|Failed to load|blocked by Playwright/, serviceWorkers: "block" },
      async (page) => {
        await page.route("**/m-never.bloom", (route) => route.fulfill({ status: 404, body: "" }));
        await page.locator("#ship").scrollIntoViewIfNeeded();
        await shows(page, "#ship-never-answer", "The filter could not be loaded. No network? Choose again to retry.");
        await page.unroute("**/m-never.bloom");
        await page.selectOption("#ship-labels", "gmail.com");
        await shows(page, "#ship-never-answer", /^No, for certain/);
      },
    ));
});

describe("the panel", { skip }, () => {
  for (const [what, options] of [
    ["desktop", { viewport: { width: 1280, height: 900 } }],
    ["dark desktop", { viewport: { width: 1920, height: 1080 }, colorScheme: "dark" }],
    ["phone", { viewport: { width: 360, height: 780 } }],
  ]) {
    test(`fits, has large targets and passes axe-core in both languages: ${what}`, () =>
      site.visit({ ...options, bypassCSP: true }, async (page) => {
        await page.addScriptTag({ content: AXE });
        await scrollToPanel(page);
        for (const language of ["en", "zh"]) {
          await switchLanguage(page, language);
          await page.click("#ship-query");
          await hasAttribute(page, "#ship-verdict", "data-kind", "maybe");
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), language);
          for (const target of await page.locator("#ship :is(a, button, input, select):visible").all()) {
            const { width, height } = await target.boundingBox();
            const what = `${await target.evaluate((element) => element.outerHTML)}: ${width} × ${height}`;
            assert.ok(width >= 44 && height >= 44, what);
          }
          const cut = await page
            .locator("#ship pre")
            .evaluateAll((all) => all.filter((pre) => pre.scrollWidth > pre.clientWidth).length);
          assert.equal(cut, 0);
          const { violations } = await page.evaluate(() => globalThis.axe.run("#ship"));
          assert.deepEqual(
            violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`),
            [],
          );
        }
        const texts = await page.locator("#ship :is(h2, h3, p, button, label, dt, a):not([hidden])").allInnerTexts();
        const english = texts.filter(
          (text) => text.trim() && !/\p{Script=Han}/u.test(text) && !/^(Next\.js|Cloudflare Worker)$/.test(text.trim()),
        );
        assert.deepEqual(english, []);
        await picture(page, `ship-${options.viewport.width}`);
      }));
  }

  test("an answer moves nothing", () =>
    site.visit({ viewport: { width: 390, height: 844 } }, async (page) => {
      await scrollToPanel(page);
      const height = () => page.locator("#ship").evaluate((section) => section.offsetHeight);
      const before = await height();
      for (const key of ["bob@x.mailinator.com", "gmail.com", "", "nobody"]) {
        await query(page, key);
        await shows(page, "#ship-headline", /^(Maybe|No|The field|This is not)/);
        assert.equal(await height(), before, `${key}: ${await textOf(page, "#ship-verdict")}`);
      }
    }));
});
