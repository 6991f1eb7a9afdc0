// The Chinese pages have the headings, code, links, tables and figures of the English pages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import test from "node:test";
import { at, filesBelow } from "../../../scripts/run.mjs";
import { anchorsOf, blocksOf, columnsOf, inFull, sectionsOf, withoutLinks } from "../helpers/markdown.mjs";

const PAGES = ["deploy", "guide", "tasks"].flatMap((folder) => filesBelow(`docs/zh/${folder}`));

/** The parts of a page that must be the same in both languages, by section. */
function partsOf(path) {
  const sections = sectionsOf(readFileSync(at(path), "utf8"));
  const anchors = anchorsOf(sections);
  const each = (of) => sections.map((section, i) => [i, of(section)]);
  return {
    headings: each(({ level }) => level),
    code: each(({ code }) => code),
    links: each(({ links }) => links.map((link) => targetOf(link, path, anchors)).sort()),
    tables: each((section) => blocksOf(section).tables.map((rows) => [rows.length, rows.map(columnsOf), rows[1]])),
    lists: each((section) => blocksOf(section).items),
    "inline code": each(({ spans }) => [...spans].sort()),
    figures: each(({ title, words }) => figuresIn(`${title}\n${words}`).sort()),
  };
}

/** English pages write 1% or 1 %, Chinese ones 1%. A month is a word in English, and a number in Chinese. */
const figuresIn = (words) =>
  (
    inFull(withoutLinks(words))
      .replace(/\d+ 月/g, "")
      .match(/(?<![A-Za-z\d])\d+(?:[.,]\d+)*(?:e-?\d+)?(?: ?%)?/g) ?? []
  ).map((figure) => figure.replace(" ", ""));

/** The target of a link, the same in both languages. A heading of this page becomes its number. */
function targetOf(link, path, anchors) {
  if (/^https?:/.test(link)) return link;
  // The exclamation mark of an image is not part of its path.
  const [file, anchor] = decodeURIComponent(link.replace(/^!/, "")).split("#");
  if (!file) return `heading ${anchors.indexOf(anchor)}`;
  const target = join(dirname(path), file)
    .replace(/^docs\/zh\//, "docs/")
    .replace("README.zh-CN.md", "README.md");
  return anchor === undefined ? target : `${target}, a heading`;
}

test("there are pages in Chinese", () => {
  assert.deepEqual(
    PAGES,
    [
      "deploy/browsers",
      "deploy/cloudflare",
      "deploy/index",
      "deploy/servers",
      "guide/choose-a-size",
      "guide/live-updates",
      "guide/other-filters",
      "guide/security",
      "guide/start",
      "guide/static-sets",
      "tasks/daily-list-worker",
      "tasks/index",
      "tasks/leaked-tokens",
      "tasks/signup-emails",
    ].map((name) => `docs/zh/${name}.md`),
  );
});

for (const path of PAGES) {
  test(`${path} has the sections of the English page`, () => {
    const [en, zh] = [partsOf(path.replace("docs/zh/", "docs/")), partsOf(path)];
    for (const [name, parts] of Object.entries(en)) assert.deepEqual(zh[name], parts, name);
    assert.ok(en.headings.length > 2);
  });

  test(`${path} has Chinese punctuation`, () => {
    for (const { title, words } of sectionsOf(readFileSync(at(path), "utf8")))
      assert.doesNotMatch(words, /\p{Script=Han}[,;:?!]|\p{Script=Han}\.(?:\s|$)/u, title);
  });
}
