// `node scripts/features.mjs` writes docs/maintainers/features.md from features.json beside it. `--check` fails if the page is
// not fresh.

import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Failure, at, mainOf } from "./run.mjs";

/**
 * @typedef {object} Row a feature
 * @property {string} id
 * @property {string} feature
 * @property {string[]} articles the articles that describe it
 * @property {Record<string, string[]>} code names by file
 * @property {Record<string, string[]>} tests names of tests by file
 * @property {string[]} examples files and folders
 * @property {string} [note]
 */

/** The page and its data. */
export const PAGE = "docs/maintainers/features.md";
const DATA = "docs/maintainers/features.json";

/** @returns {{ articles: Record<string, string>, groups: Record<string, string>, rows: Row[] }} */
export const readFeatures = () => JSON.parse(readFileSync(at(DATA), "utf8"));

/** @param {string[]} names */
const code = (names) => names.map((name) => `\`${name}\``).join(", ");

/** @param {Row} row */
function lineOf({ id, feature, articles, code: files, tests, examples }) {
  const where = Object.entries(files).map(([file, names]) => `${code(names)} in \`${file}\``);
  const checked = Object.entries(tests).map(([file, names]) => `\`${file}\`: ${code(names)}`);
  return `| ${[id, feature, articles.join(", "), where.join("; "), checked.join("; "), code(examples)].join(" | ")} |`;
}

/**
 * A section with its table and, below it, the notes of its rows.
 * @param {string} title
 * @param {Row[]} rows
 */
function sectionOf(title, rows) {
  const table = [
    "| id | feature | articles | code | tests | example |",
    "|---|---|---|---|---|---|",
    ...rows.map(lineOf),
  ];
  const notes = rows.filter(({ note }) => note).map(({ id, note }) => `- **${id}.** ${note}`);
  return [`## ${title}`, table.join("\n"), ...(notes.length ? [notes.join("\n")] : [])].join("\n\n");
}

/** The whole page. */
export function featuresPage({ articles, groups, rows } = readFeatures()) {
  const list = Object.entries(articles).map(([name, subject]) => `- **${name}**: ${subject}.`);
  const sections = Object.entries(groups).map(([letter, title]) =>
    sectionOf(
      title,
      rows.filter(({ id }) => id.startsWith(letter)),
    ),
  );
  return `<!-- Generated from features.json by scripts/features.mjs. Do not edit. -->

# Features

Every feature, variant and use in five Chinese articles on Bloom filters, with its code, its tests and an example. To change a row, edit
\`features.json\` and run \`node scripts/features.mjs\`. \`tests/js/project/features.test.mjs\` fails if the page is not fresh or a file is missing.

The articles are known by their numbers. [tests/golden/articles](../../tests/golden/articles/README.md) has what they claim.

${list.join("\n")}

${sections.join("\n\n")}
`;
}

await mainOf(import.meta, () => {
  const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
  if (!values.check) writeFileSync(at(PAGE), featuresPage());
  else if (readFileSync(at(PAGE), "utf8") !== featuresPage()) {
    throw new Failure(`${PAGE} is not fresh: run node scripts/features.mjs`);
  }
});
