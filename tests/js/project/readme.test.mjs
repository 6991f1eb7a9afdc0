// The Chinese README has the content of the English one. Every link in the documents has a target. The README of the
// package links only to packed files.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import test from "node:test";
import { readmeForPackage } from "../../../scripts/build.mjs";
import { at, filesBelow } from "../../../scripts/run.mjs";
import {
  anchorsOf,
  blocksOf,
  columnsOf,
  inFull,
  namedAnchorsOf,
  sectionsOf,
  withoutLinks,
} from "../helpers/markdown.mjs";

const EN = "README.md";
const ZH = "README.zh-CN.md";
const read = (file) => readFileSync(at(file), "utf8");

const documents = new Map();
/** The sections and the anchors of a document. */
function documentOf(file) {
  if (!documents.has(file)) {
    const sections = sectionsOf(read(file));
    const headings = anchorsOf(sections);
    documents.set(file, { sections, headings, anchors: new Set([...headings, ...namedAnchorsOf(sections)]) });
  }
  return documents.get(file);
}

/** What both READMEs must have in common, by section, in the same order. */
const IN_ORDER = {
  "HTML comments": ({ comments }) => comments,
  "blocks of code": ({ code }) => code,
  "links and images": ({ links }, file) => links.map((link) => linkInStep(link, file)),
  "items of lists": (section) => blocksOf(section).items,
  tables: (section) => blocksOf(section).tables.map(shapeOf),
  "number of paragraphs": (section) => [blocksOf(section).paragraphs],
};
/** The same in any order, because sentences in Chinese are ordered differently. */
const IN_ANY_ORDER = {
  "inline code": ({ spans }) => spans,
  // A changed figure must change in both. (Digits in names such as base64 do not count.)
  figures: ({ words, title }) => [...figuresIn(title), ...figuresIn(words)],
};

const figuresIn = (words) =>
  inFull(withoutLinks(words)).match(/(?<![A-Za-z\d])\d+(?:[.,]\d+)*(?:e-?\d+)?[⁰¹²³⁴-⁹]*/g) ?? [];

/** The rows and columns of tables, and the alignment of the columns. */
const shapeOf = (rows) =>
  `${rows.length} rows of ${[...new Set(rows.map(columnsOf))].join(" or ")} columns, ${rows[1]}`;

/** A link of the English README as in the Chinese one. The playground, the documentation and the guide exist in Chinese. */
function inChinese(link) {
  if (/^https:.*\/edgebloom\/(playground\/)?$/.test(link))
    return link + (link.endsWith("playground/") ? "?lang=zh" : "zh/");
  const page = link.replace(/^docs\//, "docs/zh/");
  return existsSync(at(page.replace(/#.*/, ""))) ? page : link;
}

/** A link in the form that both languages share. */
function linkInStep(link, file) {
  if (link === (file === EN ? ZH : EN)) return "the other language";
  if (!link.startsWith("#")) return withoutAnchor(file === EN ? inChinese(link) : link, file === EN ? link : undefined);
  const index = documentOf(file).headings.indexOf(decodeURIComponent(link.slice(1)));
  return index < 0 ? `${link}, which is no heading` : `heading ${index + 1} of this page`;
}

/** A heading of another page is counted, because it has another name in each language. */
function withoutAnchor(link, original = link) {
  const [path, anchor] = decodeURIComponent(original).split("#");
  if (!anchor || !path.startsWith("docs/")) return link;
  return `${link.replace(/#.*/, "")}, heading ${documentOf(path).headings.indexOf(anchor) + 1}`;
}

/** Fails with the first difference of two lists, or with the first line that differs in two texts. */
function same(a, b, what, files = [EN, ZH]) {
  const i = Array.from({ length: Math.max(a.length, b.length) }).findIndex((_, i) => a[i] !== b[i]);
  if (i < 0) return;
  const which = `${what} ${i + 1} of ${a.length}`;
  const [lines, others] = [a[i], b[i]].map((text) => `${text}`.split("\n"));
  if (lines.length > 1 && others.length > 1) same(lines, others, `${which}, line`, files);
  const [first, second] = [a[i], b[i]].map((value) => (value === undefined ? "nothing" : JSON.stringify(value)));
  assert.fail(`${which}: ${files[0]} has ${first}, ${files[1]} has ${second}`);
}

/** Fails if a value is missing in one of the lists, or is there less often. */
function sameInAnyOrder(en, zh, what) {
  const without = (all, others) =>
    others.reduce((rest, one) => (rest.includes(one) ? rest.toSpliced(rest.indexOf(one), 1) : rest), all);
  const [onlyEn, onlyZh] = [without(en, zh), without(zh, en)];
  if (onlyEn.length + onlyZh.length === 0) return;
  assert.fail(`${what}: only ${EN} has ${JSON.stringify(onlyEn)}, only ${ZH} has ${JSON.stringify(onlyZh)}`);
}

test("the Chinese README has the headings of the English one", () => {
  const [en, zh] = [EN, ZH].map((file) => documentOf(file).sections);
  const levels = [en, zh].map((sections) => sections.map(({ level }) => level));
  const i = levels[0].findIndex((level, i) => level !== levels[1][i]);
  const say = (section) => (section ? `${"#".repeat(section.level)} ${section.title}` : "nothing");
  if (i >= 0) assert.fail(`heading ${i}: ${EN} has "${say(en[i])}", ${ZH} has "${say(zh[i])}"`);
  if (zh.length > en.length) assert.fail(`${ZH} has a heading more: "${say(zh[en.length])}"`);
  assert.ok(en.length > 10, `${en.length}`);
  assert.deepEqual([...new Set(levels[0])], [0, 1, 2]);
});

test("has the code, links and tables of the English one under each heading", () => {
  const [en, zh] = [EN, ZH].map((file) => documentOf(file).sections);
  for (const [i, section] of en.entries()) {
    assert.ok(zh[i], `${ZH} has no counterpart of "${section.title}"`);
    const where = `"${section.title}" and "${zh[i].title}"`;
    for (const [what, of] of Object.entries(IN_ORDER)) same(of(section, EN), of(zh[i], ZH), `${where}: ${what},`);
    for (const [what, of] of Object.entries(IN_ANY_ORDER)) sameInAnyOrder(of(section), of(zh[i]), `${where}: ${what}`);
  }
  // Each kind of part must be found, or the comparison would mean nothing.
  for (const [what, of] of Object.entries({ ...IN_ORDER, ...IN_ANY_ORDER })) {
    const found = en.flatMap((section) => of(section, EN)).length;
    assert.ok(found >= 2, `${what}: ${found}`);
  }
});

test("each README links to the other once, at the top", () => {
  for (const [file, other] of [
    [EN, ZH],
    [ZH, EN],
  ]) {
    const { sections } = documentOf(file);
    assert.deepEqual(
      sections.map(({ links }) => links.filter((link) => link === other).length).filter(Boolean),
      [1],
      file,
    );
    assert.ok(sections[1].links.includes(other), file);
  }
});

test("Chinese is Chinese", () => {
  for (const { title, words } of documentOf(ZH).sections) {
    // Four English words in a row are probably a sentence; names of files and packages are shorter.
    const [english] = withoutLinks(`${title}\n\n${words}`).match(/[A-Za-z'-]+(?:,?[ \n]+[A-Za-z'-]+){3,}/) ?? [];
    if (english) assert.fail(`"${title}": ${JSON.stringify(english)} is English`);
    assert.doesNotMatch(
      words,
      /\p{Script=Han}[,;:?!]|\p{Script=Han}\.(?:\s|$)/u,
      `"${title}": a punctuation mark of English`,
    );
  }
});

const folders = (folder) => readdirSync(at(folder)).map((name) => `${folder}/${name}`);
const DOCUMENTS = [
  EN,
  ZH,
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "action/README.md",
  ...filesBelow("docs").filter((name) => name.endsWith(".md") && !/^docs\/(reference\/api|tools)\//.test(name)),
  "unplugin-edgebloom/README.md",
  ...folders("examples").map((name) => `${name}/README.md`),
];

/** Why a link of a document is broken; undefined if it is not, or if it leads to another host. */
function wrongWith(link, file) {
  if (/^[a-z][a-z\d+.-]*:/i.test(link)) return undefined;
  if (!link || link.startsWith("/")) return "is no relative link";
  const [path, anchor] = link.split("#").map(decodeURIComponent);
  const target = path ? normalize(join(dirname(file), path)) : file;
  if (target.startsWith("..")) return "leads out of the repository";
  // Generated; tests/site checks these links.
  if (target.startsWith("docs/reference/api/")) return undefined;
  if (!existsSync(at(target))) return "leads to no file";
  if (anchor === undefined) return undefined;
  if (target.endsWith(".md")) return documentOf(target).anchors.has(anchor) ? undefined : "leads to no heading";
  const [, line, to = line] = anchor.match(/^L(\d+)(?:-L(\d+))?$/) ?? [];
  const lines = line && statSync(at(target)).isFile() ? read(target).split("\n").length : 0;
  return +line >= 1 && +to <= lines ? undefined : "leads to no line";
}

test("every relative link of the documents leads to a file and a heading", () => {
  const links = DOCUMENTS.flatMap((file) =>
    documentOf(file).sections.flatMap(({ links }) => links.map((link) => ({ file, link: link.replace(/^!/, "") }))),
  );
  const wrong = links
    .map(({ file, link }) => ({ file, link, why: wrongWith(link, file) }))
    .filter(({ why }) => why)
    .map(({ file, link, why }) => `${file}: (${link}) ${why}`);
  assert.deepEqual(wrong, []);
  const relative = links.filter(({ link }) => !/^https?:/.test(link));
  assert.ok(relative.length > 200, `${relative.length}`);
});

test("anchors match those of GitHub", () => {
  const headings = {
    "# Redis and PHP": "redis-and-php",
    "## Browser, without a bundler": "browser-without-a-bundler",
    "## `a_b`-c [d](e.md)!": "a_b-c-d",
    "## Node": "node",
    "### Node": "node-1",
    "## 其他系统的过滤器，v1.0（Go）": "其他系统的过滤器v10go",
  };
  const text = `${Object.keys(headings).join("\n\n")}\n\n\`\`\`sh\n# no heading\n\`\`\`\n`;
  assert.deepEqual(anchorsOf(sectionsOf(text)), Object.values(headings));
});

const forPackage = (text) => readmeForPackage(text, "https://github.com/somebody/something");

test("without an address, the package's README has no links into the repository", () => {
  const without = (text) => readmeForPackage(text, "");
  const [, text] = without("See [a](b/c.md#d), ![p](p.png), [e](https://e.example) and [f](#g).").split("\n");
  assert.equal(text, "See a, , [e](https://e.example) and [f](#g).");
  for (const { links } of sectionsOf(without(read(EN)))) for (const link of links) assert.match(link, /^(https:|#)/);
});

test("the README of the package is the README, with absolute links", () => {
  const packageReadme = forPackage(read(EN));
  assert.match(packageReadme, /^<!-- Generated .*-->\n# edgebloom\n/);
  const words = (text) => withoutLinks(text).split("\n");
  assert.deepEqual(words(packageReadme).slice(1), words(read(EN)));
});

test("the links of the package's README are absolute or to its own headings", () => {
  const sections = sectionsOf(forPackage(read(EN)));
  const anchors = anchorsOf(sections);
  const links = sections.flatMap((section) => section.links);
  assert.ok(links.length);
  for (const link of links) {
    if (link.startsWith("#")) assert.ok(anchors.includes(link.slice(1)), link);
    else assert.match(link, /^!?https?:/);
  }
});

test("links in code stay unchanged", () => {
  const code = "```js\nlist[0](a.md);\n```\n";
  const converted = forPackage(`See [a](a.md#b), ![p](p.png), [c](https://c.example) and [d](#d).\n\n${code}`);
  const [line, ...rest] = converted.slice(converted.indexOf("\n") + 1).split("\n\n");
  assert.match(
    line,
    /^See \[a\]\(https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/blob\/main\/a\.md#b\), !\[p\]\(https:\/\/raw\.githubusercontent\.com\/[\w.-]+\/[\w.-]+\/main\/p\.png\), \[c\]\(https:\/\/c\.example\) and \[d\]\(#d\)\.$/,
  );
  assert.equal(rest.join("\n\n"), code);
});

test("E22: the documents say when not to use a filter", () => {
  const readme = read(EN).replace(/\s+/g, " ");
  assert.match(readme, /don't use [^.]*: [^.]*if you can't accept a wrong "maybe"/i);
  assert.match(read("examples/basics/README.md").replace(/\s+/g, " "), /do not use a Bloom filter/);
  assert.match(read("tests/golden/articles/features.md").replace(/\s+/g, " "), /wrong where no error can be tolerated/);
});
