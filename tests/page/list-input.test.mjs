// Tests what one's own list can be read from: tables, files, JSON, pastes, and what is no list.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { BloomFilter } from "edgebloom";
import { FilterReader } from "edgebloom/reader";
import { domain, email } from "edgebloom/keys";
import { openChromium } from "../js/helpers/browser.mjs";
import { CLI } from "../js/helpers/command-line.mjs";
import {
  MOST_KEYS,
  STILL,
  ask,
  build,
  built,
  downloaded,
  example,
  give,
  hosts,
  mapIs,
  plain,
  refused,
  shared,
  useFiles,
} from "./lists.mjs";
import {
  appears,
  hasValue,
  holds,
  noteTasks,
  notedTasks,
  ready,
  settled,
  shows,
  skip,
  textOf,
  useSite,
  vanishes,
} from "./site.mjs";

const site = useSite();
const file = useFiles();

/** The longest task of the page while the map draws itself, in milliseconds, on a processor that is four times slower. */
const LONGEST_TASK = 100;

describe("lists", { skip }, () => {
  test("a table has a column to choose, as on the command line", () =>
    site.visit(STILL, async (page) => {
      const csv = 'id,host,mail\n1,a.example,Bob@Mailinator.COM\n2,"b.example",eve@guerrillamail.com\n';
      await give(page, file("people.csv", csv));
      await appears(page, "#list-column");
      assert.deepEqual(await page.locator("#list-column option").allInnerTexts(), [
        "the whole line",
        "id",
        "host",
        "mail",
      ]);
      assert.ok(await page.isChecked("#list-header"));
      await mapIs(page, BloomFilter.from(["a.example", "b.example"], { errorRate: 0.01, keys: domain }));
      await page.selectOption("#list-column", { label: "mail" });
      await mapIs(page, BloomFilter.from(["Bob@Mailinator.COM", "eve@guerrillamail.com"], { errorRate: 0.01 }));
      await page.selectOption("#list-form", "email");
      await mapIs(page, BloomFilter.from(["mailinator.com", "guerrillamail.com"], { errorRate: 0.01, keys: email }));
      await page.selectOption("#list-form", "raw");
      await page.uncheck("#list-header");
      await shows(page, "#list-read-as", "3 keys. Addresses stay whole: their domains alone aren’t found.");
      assert.deepEqual((await page.locator("#list-column option").allInnerTexts()).slice(1, 3), ["1: id", "2: host"]);
      await page.selectOption("#list-form", "raw");
      await page.selectOption("#list-column", "");
      await mapIs(page, BloomFilter.from(csv.trim().split("\n"), { errorRate: 0.01 }));
      // The options of this table are gone with it.
      await page.click("#list-remove");
      await vanishes(page, "#list-table");
    }));

  test("objects in JSON have columns, but no lines", () =>
    site.visit(STILL, async (page) => {
      const objects = [
        { id: 1, host: "a.example", why: "spam" },
        { id: 2, host: "b.example", why: "scam" },
      ];
      await give(page, file("hosts.json", JSON.stringify(objects)));
      assert.deepEqual(await page.locator("#list-column option").allInnerTexts(), ["id", "host", "why"]);
      assert.ok(await page.isHidden("#list-header"));
      await mapIs(page, BloomFilter.from(["a.example", "b.example"], { errorRate: 0.01, keys: domain }));
      await page.selectOption("#list-column", { label: "why" });
      await mapIs(page, BloomFilter.from(["spam", "scam"], { errorRate: 0.01 }));
    }));

  test("an address among domains: the page says that its whole domain is listed", () =>
    site.visit(STILL, async (page) => {
      await build(page, ["mailinator.com\nevil.example\nspam@gmail.com\n@third.net\n"]);
      await page.click("#list-propose");
      await shows(
        page,
        "#list-read-as",
        "4 email domains. “spam@gmail.com” is an address: its whole domain is listed.",
      );
      await page.click("#list-propose");
      await shows(page, "#list-read-as", /^2 host names\. Skipped 2 .* “spam@gmail\.com”\.$/);
      // One among many is skipped at first, and the form that reads it is offered.
      await page.fill("#list-text", `${hosts(30).join("\n")}\nspam@gmail.com\n`);
      await page.selectOption("#list-form", "domain");
      await shows(page, "#list-read-as", /^30 host names\. Skipped 1 /);
      await shows(page, "#list-propose", "Read as email domains");
      await page.click("#list-propose");
      await shows(page, "#list-read-as", /^31 email domains\. “spam@gmail\.com” is an address/);
    }));

  test("a hosts file gives its names, and a pasted JSON array its strings", () =>
    site.visit(STILL, async (page) => {
      const text = "# blocked\n127.0.0.1 localhost\n0.0.0.0 Bad.tld worse.tld # two\n::1\tx\n0.0.0.0\tthird.tld\n";
      await build(page, [text]);
      await hasValue(page, "#list-form", "domain");
      await shows(page, "#list-read-as", /^3 host names\. Skipped 2 .* “localhost”\.$/);
      const filter = BloomFilter.from(["bad.tld", "worse.tld", "third.tld"], { errorRate: 0.01, keys: domain });
      await mapIs(page, filter);
      await ask(page, "https://www.BAD.tld/", "Maybe. And it is on your list.");
      // A line of the list is a query, too: it must not get a "no".
      for (const line of ["0.0.0.0 Bad.tld worse.tld # two", "0.0.0.0\tthird.tld", "||bad.tld^", "bad.tld # why"])
        await ask(page, line, "Maybe. And it is on your list.");
      await ask(page, "0.0.0.0 other.tld", /^No\./);
      await shows(page, "#list-because", /Looked up: other\.tld\.$/);
      await build(page, ['[\n  "One, two",\n  "three\\n"\n]\n']);
      await shows(page, "#list-read-as", "2 keys. Capitals and extra blanks matter.");
      await mapIs(page, BloomFilter.from(["One, two", "three\n"], { errorRate: 0.01 }));
      await page.fill("#list-text", '["a", 1]');
      assert.match(await refused(page), /^JSON must be one array: .* \[1\]: number$/);
      await page.fill("#list-text", '["a", "b", "c');
      await shows(page, "#list-news", /^This JSON is broken at line 1, column \d+\.$/);
    }));

  test("a short list is told in the bytes of its file, and has no static set that is larger", () =>
    site.visit(STILL, async (page) => {
      await build(page, ["ab", "cd", "ef"]);
      await shows(page, "#list-big", /^A filter of \d+ B$/);
      const few =
        /^Just ship the list: \d+ B (gzipped|as text)\. With its reader, a filter pays off from about [\d,]+ keys\.$/;
      await shows(page, "#list-small", few);
      const said = await shows(page, "#list-what", /^A link of \d+ characters\./);
      const { length } = await shared(page);
      assert.equal(Number(/\d+/.exec(said)?.[0]), length);
      assert.ok(await page.isHidden("#list-static"));
      await shows(page, "#list-static-what", "");
      await build(
        page,
        hosts(300).map((host, i) => `${(i * 2654435761) % 2 ** 32}.${host}`),
      );
      await shows(page, "#list-big", /^A filter of \d+ B$/);
      await build(
        page,
        hosts(2000).map((host, i) => `${(i * 2654435761) % 2 ** 32}.${host}`),
      );
      // With the reader, what is compared with the list.
      const [, times] = /^([\d.]+)× smaller than gzip$/.exec(
        await shows(page, "#list-big", /^[\d.]+× smaller than gzip$/),
      );
      const small = await shows(page, "#list-small", /gzipped; filter .* \+ reader/);
      const [, gzipped, filter, reader] = /([\d.]+) kB gzipped; filter ([\d.]+) kB \+ reader ([\d.]+) kB/.exec(small);
      assert.ok(Math.abs(gzipped / (Number(filter) + Number(reader)) - times) < 0.1, small);
      // Alike as they are, gzip makes less of them than a filter.
      await build(page, hosts(20));
      await shows(page, "#list-big", /^A filter of \d+ B$/);
      await shows(page, "#list-small", few);
    }));

  test("the command beside the code builds the same file", () =>
    site.visit(STILL, async (page) => {
      const mails = ["Bob@Mailinator.COM", "eve@guerrillamail.com", "x@evil.example"];
      const lists = [
        ["plain list.txt", "one\ntwo\nthree\n", ""],
        [
          "people.csv",
          `id,e mail\n${mails.map((mail, i) => `${i},${mail}\n`).join("")}`,
          "--input csv --column 'e mail' ",
        ],
        ["people.tsv", mails.map((mail, i) => `${i + 5}\t${mail}\n`).join(""), "--input tsv --column 2 "],
        ["it's.json", JSON.stringify(mails.map((mail, id) => ({ id, mail }))), "--input json --column mail "],
        ["hosts.txt", "0.0.0.0 a.example b.example\n0.0.0.0 c.example # tracker\n", "--keys domain --input hosts "],
        ["ads.txt", "||a.example^\n||b.example^$all\nx.example##.ad\n", "--keys domain --input adblock "],
        ["-cities.txt", " Berlin, Germany\nParis, France\n", "--input lines "],
        ["mails.txt", JSON.stringify(mails), "--input json "],
      ];
      for (const [name, text, options] of lists) {
        const path = file(name, text);
        await page.setInputFiles("#list-file", path);
        await shows(page, "#list-name", name);
        await built(page);
        await holds(async () => {
          const code = await page.locator("#list-code").textContent();
          const command = /^\/\/ npx (edgebloom build (.*)-o .*)$/m.exec(code) ?? [];
          assert.equal(command[2], options, name);
          const folder = dirname(path);
          execFileSync("sh", ["-c", command[1].replace("edgebloom", '"$0" "$1"'), process.execPath, CLI], {
            cwd: folder,
          });
          const { bytes, name: saved } = await downloaded(page, "#list-save");
          assert.ok(readFileSync(join(folder, saved)).equals(bytes), name);
        });
      }
    }));

  test("lines that may be comments are told where they are keys, as the command line does", () =>
    site.visit(STILL, async (page) => {
      await build(page, ["a.example", "# why", "b.example", "#"]);
      await shows(page, "#list-read-as", "2 host names.");
      await page.selectOption("#list-form", "raw");
      await shows(page, "#list-read-as", "4 keys. The 2 lines that begin with “#” are keys, too.");
      await ask(page, "# why", "Maybe. And it is on your list.");
    }));

  test("capitals and blanks around entries are told, and can be ignored", () =>
    site.visit(STILL, async (page) => {
      await page.setInputFiles("#list-file", file("codes.txt", "SPRING-1\n spring-2 \nspring-3\nSpring-3\n"));
      await shows(page, "#list-read-as", "4 keys. Capitals and extra blanks matter.");
      await ask(page, "spring-2", "No, but “ spring-2 ” is on your list.");
      await ask(page, "SPRING 1", "No, but “SPRING-1” is on your list.");
      await page.click("#list-propose");
      await shows(page, "#list-read-as", "4 entries, but only 3 different keys.");
      await appears(page, "#list-which");
      await hasValue(page, "#list-form", "words");
      for (const key of ["Spring-2", "\tSPRING-1 ", "spring-3"]) await ask(page, key, "Maybe. And it is on your list.");
      // The copied code brings the form along, and there is no command for it.
      await page.evaluate(() => (navigator.clipboard.writeText = async (text) => void (window.copied = text)));
      await page.click("#list-copy");
      const code = await page.evaluate(() => window.copied);
      assert.doesNotMatch(code, /npx/);
      const list = new Function("FilterReader", `${code.replace(/^import .*$/gm, "")}; return list;`)(FilterReader);
      assert.deepEqual(
        ["SPRING-2 ", "spring-1", "Spring-9"].map((key) => list.has(key)),
        [true, true, false],
      );
      // Accents count, and so do blanks in a text, but not how many.
      await page.click("#list-remove");
      await build(page, ["Café  Tonic", "Größe"]);
      for (const near of ["cafe tonic", "GRÖSSE"]) await ask(page, near, /^No, but “.*” is on your list\.$/);
      await page.selectOption("#list-form", "words");
      await ask(page, "CAFE\u0301 TONIC", "Maybe. And it is on your list.");
      await ask(page, "grosse", "No, but “größe” is on your list.");
      await page.selectOption("#list-form", "raw");
      await shows(page, "#list-read-as", /^2 keys\. Capitals/);
    }));

  test("what is pasted before the page is ready stays", () =>
    site.visit(STILL, async (page) => {
      await page.addInitScript(() =>
        new MutationObserver((_, observer) => {
          const field = document.querySelector("#list-text");
          if (!field) return;
          observer.disconnect();
          field.value = "early.example\nbird.example";
        }).observe(document, { childList: true, subtree: true }),
      );
      await page.reload();
      await ready(page);
      await page.locator("#list").scrollIntoViewIfNeeded();
      await shows(page, "#list-read-as", "2 host names.");
      await hasValue(page, "#list-text", "early.example\nbird.example");
    }));

  test("many keys are looked up at once", () =>
    site.visit(STILL, async (page) => {
      const hasAll = async (lines, headline, because) => {
        await page.focus("#list-query");
        await page.evaluate((text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
          document.activeElement.dispatchEvent(paste);
        }, lines.join("\r\n"));
        await shows(page, "#list-headline", headline);
        await shows(page, "#list-because", because);
      };
      const listed = Array.from({ length: 30_000 }, (_, i) => `d${i}.example`);
      await give(page, file("hosts.txt", listed.join("\n")));
      const filter = BloomFilter.from(listed, { errorRate: 0.01, keys: domain });
      const asked = listed.map((name) => `https://www.${name}/`);
      await hasAll(asked, "Maybe: 30,000 of these 30,000.", /^https:\/\/www\.d0\.example\/, .* and 29,997 more\./);
      const others = Array.from({ length: 200 }, (_, i) => `other${i}.test`).filter((name) => !filter.has(name));
      await hasAll(others, `No, none of these ${others.length}.`, "That’s certain.");
      await hasAll(
        ["", "bob@d7.example", " ", others[0], "no name"],
        "Maybe: 1 of these 2.",
        "bob@d7.example. The others are certainly not on the list. Left out, because not of this form: 1.",
      );
      await ask(page, others[0], "No. One bit proved it.");
    }));

  test("many keys that are pasted before the filter is built are looked up in it, and again in the next", () =>
    site.visit(STILL, async (page) => {
      const lines = ["d7.example", "d8.example", "other.test"];
      const isOpen = await page.evaluate((text) => {
        const give = (id, value) => {
          const field = document.querySelector(id);
          field.value = value;
          field.dispatchEvent(new InputEvent("input", { inputType: "insertText", bubbles: true }));
        };
        give("#list-text", "");
        give("#list-text", "d1.example\nd7.example");
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
        return document.querySelector("#list-query").dispatchEvent(paste);
      }, lines.join("\n"));
      assert.equal(isOpen, false, "the field doesn't join the lines");
      await shows(page, "#list-headline", "Maybe: 1 of these 3.");
      await page.fill("#list-text", "d1.example\nd7.example\nd8.example");
      await shows(page, "#list-headline", "Maybe: 2 of these 3.");
      await ask(page, "d1.example", "Maybe. And it is on your list.");
    }));

  test("a line of commas can be split", () =>
    site.visit(STILL, async (page) => {
      await build(page, ["alice@x.io, bob@y.io;carol@z.io"]);
      await shows(page, "#list-read-as", "1 key.");
      await page.click("#list-split");
      await shows(page, "#list-read-as", /^3 keys\. Addresses stay whole/);
      await hasValue(page, "#list-text", "alice@x.io\nbob@y.io\ncarol@z.io");
      await vanishes(page, "#list-split");
      await build(page, ['["a", "b"]']);
      await shows(page, "#list-read-as", "2 keys.");
      assert.ok(await page.isHidden("#list-split"));
      await build(page, ["['苹果'，'香蕉']"]);
      await page.click("#list-split");
      await hasValue(page, "#list-text", "苹果\n香蕉");
      await page.fill("#list-text", "a, b");
      await appears(page, "#list-split");
      await page.fill("#list-text", "");
      await vanishes(page, "#list-split");
    }));

  test("a part of a listed line is no key, and the answer says so", () =>
    site.visit(STILL, async (page) => {
      await build(page, ["Jane Doe <jane@host.example>", "5BAA61E4:12", "1. apple"]);
      for (const part of ["jane@host.example", "5BAA61E4", "apple"])
        await ask(page, part, /^No, but “.*” is on your list\.$/);
      await ask(page, "ppl", "No. One bit proved it.");
    }));

  test("a file can be removed although the text before it is no list", () =>
    site.visit(STILL, async (page) => {
      await page.fill("#list-text", '{"users": ["Ann"]}');
      await refused(page);
      await page.setInputFiles("#list-file", file("empty.txt", ""));
      await shows(page, "#list-news", /^empty\.txt: The list has no keys/);
      await page.setInputFiles("#list-file", file("good.txt", "a\nb\n"));
      await shows(page, "#list-read-as", "2 keys.");
      await page.click("#list-remove");
      await appears(page, "#list-text");
      await shows(page, "#list-news", /JSON/);
      await page.click("#list-undo");
      await shows(page, "#list-read-as", "2 keys.");
    }));

  test("reading shows no count that falls again", () =>
    site.visit(STILL, async (page) => {
      await page.evaluate(() => {
        window.bigs = new Set();
        const big = document.querySelector("#list-big");
        new MutationObserver(() => window.bigs.add(big.textContent)).observe(big, { childList: true });
      });
      await give(page, file("some.txt", plain(400_000).join("\n")));
      const bigs = await page.evaluate(() => [...window.bigs]);
      assert.deepEqual(
        bigs.filter((big) => !/^((Reading|Building) …$|[\d.]+× smaller than gzip$|A filter of )/.test(big)),
        [],
      );
      assert.deepEqual(bigs.slice(0, 2), ["Reading …", "Building …"]);
    }));

  test("no notice outlives its list, its options or its text", () =>
    site.visit(STILL, async (page) => {
      await build(page, hosts(50));
      await shared(page);
      await page.setInputFiles("#list-file", file("bad.txt", Buffer.from([0, 1, 2])));
      assert.match(await refused(page), /^bad\.txt: This is a binary file/);
      await build(page, hosts(20));
      await shows(page, "#list-news", "");
      await shows(page, "#list-what", /^A link of [\d,]+ characters\./);
      await shows(page, "#list-read-as", /^20 host names/);
      await page.selectOption("#list-rate", "0.001");
      await shows(page, "#list-caption", /^320 bits/);
      await mapIs(page, BloomFilter.from(hosts(20), { errorRate: 0.001, keys: domain }));
      // A new list ends the work on the one before.
      await page.setInputFiles("#list-file", file("most.txt", plain(MOST_KEYS).join("\n")));
      await page.setInputFiles("#list-file", file("b.json", '["one", "two\\nlines", "one", ""]'));
      await shows(page, "#list-read-as", "3 entries, but only 2 different keys. Capitals and extra blanks matter.");
      await settled(page);
      await shows(page, "#list-name", "b.json");
      await mapIs(page, BloomFilter.from(["one", "two\nlines"], { errorRate: 0.001 }));
    }));

  test("a file stands in place of the text, which comes back without it, also while it is read", () =>
    site.visit(STILL, async (page) => {
      await build(page, ["mine", "yours"]);
      await page.setInputFiles("#list-file", file("m.txt", hosts(200_000).join("\n")));
      await shows(page, "#list-name", "m.txt");
      await vanishes(page, "#list-text");
      await page.click("#list-remove");
      await appears(page, "#list-text");
      await hasValue(page, "#list-text", "mine\nyours");
      await built(page);
      await shows(page, "#list-read-as", "2 keys.");
      // A list that is removed by mistake comes back.
      assert.equal(await page.evaluate(() => document.activeElement.id), "list-undo");
      await page.keyboard.press("Enter");
      await shows(page, "#list-name", "m.txt");
      await built(page);
      // So does one that was removed after it was built, also if no list is chosen meanwhile.
      await page.click("#list-remove");
      await shows(page, "#list-read-as", "2 keys.");
      await page.click("#list-undo");
      await page.setInputFiles("#list-file", file("blank.txt", "\n"));
      await shows(page, "#list-news", /^blank\.txt: The list has no keys/);
      await shows(page, "#list-name", "m.txt");
      await built(page);
      await shows(page, "#list-count", "200,000 entries");
      await page.click("#list-remove");
      await shows(page, "#list-read-as", "2 keys.");
      await holds(() => assert.equal(page.workers().length, 1, "the worker of the file ends"));
      await give(page, file("m.txt", hosts(200_000).join("\n")));
      await shows(page, "#list-count", "200,000 entries");
      await shows(page, "#list-head", /^host-0\.example host-1\.example/);
    }));

  test("rejects what is no list with a sentence", () =>
    site.visit(STILL, async (page) => {
      const bad = [
        [
          file("large.txt", 200_000_000),
          /^large\.txt: The list has 200,000,000 bytes; the limit is 50,000,000\. For more: npx edgebloom build/,
        ],
        [file("a.png", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")), /This is a binary file\./],
        [file("empty.txt", ""), /The list has no keys: every line is empty\.$/],
        [
          file("long.txt", `a\nb\n${"x".repeat(2 ** 20)}\nc`),
          /Line 3 has 1,048,576 bytes; a key can have at most 65,536\./,
        ],
        [
          file("many.txt", plain(MOST_KEYS + 1).join("\n")),
          /more than 2,500,000 different keys; line 2,500,001 is.* For more: npx edgebloom build -o list\.bloom FILE$/,
        ],
        [file("page.txt", "\n<!DOCTYPE html>\n<title>Not found</title>"), /^page\.txt: This is a web page\./],
        [
          file("utf16.txt", Buffer.from("\ufeffone\ntwo\n", "utf16le")),
          /This text is in UTF-16\. Save it as UTF-8; in Excel, “CSV UTF-8”\.$/,
        ],
        [file("latin1.txt", Buffer.from("caf\xe9\nna\xefve\n", "latin1")), /This text is not in UTF-8\./],
        [file("wrong.json", '["a", 1]'), /JSON must be one array: .* \[1\]: number$/],
        [file("broken.json", '[\n  "a",\n  b\n]'), /^broken\.json: This JSON is broken at line 3, column 3\.$/],
        [
          file("quote.csv", 'a,b\n1,2\n3,"4\n5,6\n7,8\n9,10\n11,12\n13,14\n15,16\n17,18\n'),
          /Line 3 begins a quoted field|^$/,
        ],
      ];
      await give(page, file("hosts.txt", hosts(50_000).join("\n")));
      await page.evaluate(() => {
        const card = document.querySelector("#list-card");
        new MutationObserver(() => (card.dataset.seen = "busy")).observe(card, { attributeFilter: ["data-state"] });
      });
      await page.setInputFiles("#list-file", bad[1][0]);
      await shows(page, "#list-news", /This is a binary file\./);
      await shows(page, "#list-count", "50,000 entries");
      assert.equal(await page.getAttribute("#list-card", "data-seen"), null, "the list was read again");
      await page.click("#list-remove");
      await build(page, ["my key", "your key"]);
      for (const [path, sentence] of bad.slice(0, -1)) {
        await page.setInputFiles("#list-file", path);
        await holds(async () => assert.match(await textOf(page, "#list-news"), sentence));
        assert.ok(!(await page.getAttribute("#list-text", "aria-invalid")), "a file is no fault of the field");
        // The list that was there is still there.
        await built(page);
        await hasValue(page, "#list-text", "my key\nyour key");
        await shows(page, "#list-read-as", "2 keys.");
      }
      await page.selectOption("#list-form", "domain");
      await shows(
        page,
        "#list-news",
        /^No line can be read in this way; the first is “my key”\. “Exact text” takes any line\.$/,
      );
      assert.equal(await page.getAttribute("#list-text", "aria-invalid"), "true");
      await shows(page, "#list-big", "No filter yet.");
      assert.ok(await page.isHidden("#list-share"));
      await page.selectOption("#list-form", "raw");
      await built(page);
      assert.equal(await page.getAttribute("#list-text", "aria-invalid"), null);
      await shows(page, "#list-news", "");
    }));

  test("a large paste is read directly, without a long task", (t) =>
    site.visit(STILL, async (page) => {
      await noteTasks(page);
      await page.evaluate(() => {
        let text = "";
        for (let i = 0; i < 100_000; i++) text += `https://example.org/页/${i}\n`;
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        window.paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      });
      await notedTasks(page);
      await page.evaluate(() => document.querySelector("#list-text").dispatchEvent(window.paste));
      await built(page);
      await shows(page, "#list-read-as", /^100,000 URLs/);
      await shows(page, "#list-name", "Pasted text");
      const tasks = await notedTasks(page);
      t.diagnostic(`long tasks: ${tasks.join(", ") || "none"}`);
      if (process.env.EDGEBLOOM_TIMES) assert.ok(Math.max(0, ...tasks) <= LONGEST_TASK, `${tasks}`);
    }));

  test("the focus stays with the list that is pasted, not on the button that removes it", () =>
    site.visit(STILL, async (page) => {
      const paste = (text) =>
        page.evaluate((text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
          document.activeElement.dispatchEvent(paste);
        }, text);
      const isFocused = (id) =>
        holds(async () => assert.equal(await page.evaluate(() => document.activeElement.id), id));
      await page.focus("#list-text");
      await paste(hosts(3000).join("\n"));
      await shows(page, "#list-read-as", "3,000 host names.");
      await isFocused("list-chip");
      await page.keyboard.press("Enter");
      await settled(page);
      await shows(page, "#list-name", "Pasted text");
      await paste("a.example\nb.example");
      await shows(page, "#list-read-as", "2 host names.");
      await isFocused("list-text");
    }));

  test("a large paste is there again after Back, and after a reload", async () => {
    // Playwright turns off what brings it back.
    const browser = await openChromium({ without: ["--disable-back-forward-cache"] });
    try {
      const page = await browser.newPage({ locale: "en", ...STILL });
      await page.goto(site.url);
      await ready(page);
      const lines = hosts(5000).join("\n");
      await page.evaluate((text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
        document.querySelector("#list-text").dispatchEvent(paste);
      }, lines);
      await built(page);
      await page.goto(`${site.url}workbench.html`);
      await ready(page);
      await page.goBack({ waitUntil: "commit" });
      await shows(page, "#list-name", "Pasted text");
      await shows(page, "#list-read-as", "5,000 host names.");
      await ask(page, "host-4999.example", "Maybe. And it is on your list.");
      // A reload has only what was kept. Another list can be pasted where the focus is, after the field has gone.
      await page.reload();
      await ready(page);
      await shows(page, "#list-name", "Pasted text");
      await shows(page, "#list-read-as", "5,000 host names.");
      await page.focus("#list-remove");
      await page.evaluate(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", "a.example\nb.example\n");
        const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
        document.activeElement.dispatchEvent(paste);
      });
      await shows(page, "#list-read-as", "2 host names.");
    } finally {
      await browser.close();
    }
  });

  test("dropped files and texts are read, also beside the field", () =>
    site.visit(STILL, async (page) => {
      const drop = async (target, give) => {
        const dataTransfer = await page.evaluateHandle(give);
        await page.locator(target).dispatchEvent("dragover", { dataTransfer });
        assert.ok(await page.locator("#list-source.over").count());
        await page.locator(target).dispatchEvent("drop", { dataTransfer });
        assert.ok(!(await page.locator("#list-source.over").count()));
      };
      await drop("#list-card", () => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(["one\r\ntwo\r\nthree"], "a.txt"));
        return transfer;
      });
      await shows(page, "#list-read-as", "3 keys.");
      const two = () => {
        const transfer = new DataTransfer();
        for (const name of ["a", "b"]) transfer.items.add(new File(["x"], name));
        return transfer;
      };
      await drop("#list-source", two);
      assert.match(await refused(page), /^One file at a time, please\.$/);
      await shows(page, "#list-name", "a.txt");
      // A text takes the place of the example, but not of what somebody has typed.
      await page.click("#list-remove");
      const text = () => {
        const transfer = new DataTransfer();
        transfer.setData("text/plain", "one\ntwo");
        return transfer;
      };
      await drop("#list-card", text);
      await hasValue(page, "#list-text", "one\ntwo");
      await drop("#list-card", text);
      await shows(page, "#list-name", "Pasted text");
      await page.click("#list-remove");
      await hasValue(page, "#list-text", "one\ntwo");
    }));

  test("names the entries that became no keys, and keeps a typed list over a reload", () =>
    site.visit(STILL, async (page) => {
      const odd = Array.from({ length: 25 }, (_, i) => `no host ${i}`);
      await build(page, [...hosts(300), ...odd, "HOST-7.example"]);
      await page.click("#list-which");
      await shows(page, "#list-named", /^Skipped, because they have another form: 25/);
      const names = await page.locator("#list-named li").allInnerTexts();
      assert.deepEqual(names, [...odd, "HOST-7.example"]);
      await page.click("#list-ones button");
      await vanishes(page, "#list-ones");
      await ask(page, "no host 21", "This line was skipped.");
      const read = await textOf(page, "#list-read-as");
      await page.reload();
      await shows(page, "#list-read-as", read);
      assert.match(await page.inputValue("#list-text"), /^host-0\.example\n/);
      // Nothing is kept of a list that is gone.
      await page.fill("#list-text", "");
      await page.locator("#list-text").blur();
      await shows(page, "#list-read-as", "12 keys.");
      assert.equal(await page.isVisible("#list-which"), false);
      await page.reload();
      await shows(page, "#list-read-as", "12 keys.");
    }));

  test("unpacks the example itself if needed and reports a missing one", async () => {
    const path = join(site.folder, "lists/disposable-email-domains.txt.gz");
    const packed = readFileSync(path);
    try {
      await site.visit(STILL, async (page) => {
        // The test server says that a .gz file is gzipped, so the browser unpacks it once.
        writeFileSync(path, gzipSync(packed));
        await example(page);
      });
      // Not `visit`, because the browser writes an error to the console. No service worker, because its cache would
      // have the list.
      const context = await site.newContext({ serviceWorkers: "block" });
      const page = await context.newPage();
      await page.goto(site.url);
      await ready(page);
      rmSync(path);
      await page.click("#list-example");
      assert.match(
        await refused(page),
        /The example list could not be loaded\. Check your connection, and try again\.$/,
      );
      // Nor can the worker that would load it.
      await context.setOffline(true);
      await page.click("#list-example");
      await shows(page, "#list-news", /could not be loaded\. It’s loaded again when you’re back online/);
      await shows(page, "#list-big", "No filter yet.");
      // The list that was there before is built when it can be.
      await context.setOffline(false);
      await shows(page, "#list-read-as", "12 keys.");
      assert.equal(await page.textContent("#list-news"), "");
      await context.close();
    } finally {
      writeFileSync(path, packed);
    }
  });
});
