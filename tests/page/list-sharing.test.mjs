// Tests what can be taken away of one's own list: links and code.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";
import { STILL, ask, build, built, downloaded, give, hosts, mapOf, refused, shared, useFiles } from "./lists.mjs";
import { holds, ready, reload, shows, skip, useSite, vanishes } from "./site.mjs";

const site = useSite();
const file = useFiles();

describe("links", { skip }, () => {
  const cases = [
    [
      "small",
      200,
      "raw",
      /^A link of [\d,]+ characters\. The filter in it doesn’t contain the keys, but short ones, such as codes, can be guessed\./,
    ],
    [
      "medium",
      12_000,
      "domain",
      /^A link of [\d,]+ characters, with a static set of 10\.\d kB, because the filter would be 14\.\d kB\. Some messengers cut at 4,000\.$/,
    ],
    [
      "large",
      26_000,
      "raw",
      /^A link of [\d,]+ characters, with a static set that has more false positives, 1 in 10, because at your rate it would be 22 kB\./,
    ],
  ];
  for (const [name, count, form, says] of cases) {
    test(`a ${name} list is opened by the receiver, who misses no key`, () =>
      site.visit(STILL, async (page, context) => {
        await give(page, file("hosts.txt", hosts(count).join("\n")));
        await page.selectOption("#list-form", form);
        await built(page);
        await shows(page, "#list-what", says);
        await shows(page, "#list-share", name === "large" ? "Copy a link (1 in 10)" : "Copy a link");
        const address = await shared(page);
        const other = await context.newPage();
        await other.goto(address);
        await ready(other);
        await built(other);
        await shows(other, "#list-big", new RegExp(`^${count.toLocaleString("en")} keys in `));
        const isIn = await other.evaluate(
          () => document.querySelector("#list").getBoundingClientRect().top < innerHeight / 2,
        );
        assert.ok(isIn, "the list is in view");
        for (const i of [0, count >> 1, count - 1])
          await ask(other, form === "raw" ? `host-${i}.example` : `X@HOST-${i}.Example`, "Maybe.");
        await holds(async () => assert.ok((await mapOf(other)).includes("1")));
        let no = 0;
        for (const i of [1, 2, 3, 4, 5, 6]) {
          await other.fill("#list-query", `nobody-${i}.test`);
          no += +/^No/.test(await shows(other, "#list-headline", /^(No|Maybe)\b/));
          await other.fill("#list-query", "");
          await shows(other, "#list-headline", "Type a key.");
        }
        assert.ok(no >= 3, `${no} of 6`);
        // The receiver's own list takes the place of the shared one, also in the address.
        await shows(other, "#list-name", "A shared list");
        assert.equal(await other.isVisible("#list-rate"), false, "the filter says its rate itself");
        await other.click("#list-remove");
        await build(other, ["mine"]);
        await shows(other, "#list-read-as", "1 key.");
        assert.equal(new URL(other.url()).hash, "#list");
        await other.close();
      }));
  }

  test("a link leaves out what the hero was asked", () =>
    site.visit({ ...STILL, page: "#q=bob@mailinator.com" }, async (page) => {
      await build(page, hosts(30));
      const address = await shared(page);
      assert.equal(new URL(address).search, "");
      assert.match(address, /#list=/);
    }));

  test("a link that was cut says so; one that is opened later replaces the list", () =>
    site.visit(STILL, async (page) => {
      await build(page, hosts(30));
      const address = await shared(page);
      const hash = new URL(address).hash;
      await page.evaluate((hash) => (location.hash = hash), hash.slice(0, -6));
      assert.match(await refused(page), /does not contain a whole list/);
      await page.evaluate((hash) => (location.hash = hash), hash);
      await shows(page, "#list-big", /^30 keys in /);
      await reload(page);
      await shows(page, "#list-big", /^30 keys in /);
      await ask(page, "host-3.example", "Maybe.");
    }));

  test("a blocked clipboard shows the link", () =>
    site.visit(STILL, async (page) => {
      await build(page, hosts(30));
      await page.waitForSelector("#list-share:enabled");
      await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error("no"))));
      await page.click("#list-share");
      await shows(page, "#list-taken", /The browser blocked copying\. The text is selected/);
      assert.match(await page.inputValue("#list-link"), /#list=60ZMV/);
      await build(page, ["x"]);
      await vanishes(page, "#list-link");
    }));
});

describe("the code", { skip }, () => {
  test("has a short filter in it, and runs as it is copied", () =>
    site.visit(STILL, async (page) => {
      await page.evaluate(() => (navigator.clipboard.writeText = async (text) => void (window.copied = text)));
      for (const lines of [['say "hi"', "two", "three"], hosts(20)]) {
        await build(page, lines);
        await shows(
          page,
          "#list-code",
          / import \{ FilterReader \} from "edgebloom\/reader"; const list = FilterReader\.fromBase64\("60ZM/,
        );
        await page.click("#list-copy");
        await shows(page, "#list-taken", "Code copied, with its imports.");
        await shows(page, "#list-copy", "Copied");
        const code = await page.evaluate(() => window.copied);
        const said = execFileSync(
          process.execPath,
          ["--input-type=module", "-e", `${code}console.log(${JSON.stringify(lines)}.map((key) => list.has(key)))`],
          { cwd: new URL("../..", import.meta.url), encoding: "utf8" },
        );
        assert.doesNotMatch(said, /false/);
        assert.match(code, /\nlist\.has\("(say \\"hi\\"|host-0\.example)"\); \/\/ true\n$/);
      }
    }));

  test("loads a longer one by the name of the file that was saved last", () =>
    site.visit(STILL, async (page) => {
      await give(page, file("my hosts.txt", hosts(2000).join("\n")));

      await shows(page, "#list-code", /"\/my%20hosts\.bloom", \{ keys: domain \}/);
      await downloaded(page, "#list-static");
      await shows(page, "#list-code", /"\/my%20hosts\.static\.bloom", \{ keys: domain \}/);
    }));
});
