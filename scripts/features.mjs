// `node scripts/features.mjs` writes docs/maintainers/features.md from features.json beside it. `--check` fails if the page is
// not fresh.

import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Failure, at, mainOf } from "./run.mjs";

/**
 * @typedef {object} Row a feature
 * @property {string} id
 * @property {string} feature
 * @property {string[]} articles the articles that have it; none if no file of the repository names one
 * @property {Record<string, string[]>} code names by file
 * @property {Record<string, string[]>} tests names of tests by file
 * @property {string[]} examples files and folders
 * @property {string} [note]
 */

/** The page and its data. */
export const PAGE = "docs/maintainers/features.md";
const DATA = "docs/maintainers/features.json";

/** @returns {{ articles: Record<string, string>, rows: Row[] }} */
export const readFeatures = () => JSON.parse(readFileSync(at(DATA), "utf8"));

/** @param {string[]} names */
const code = (names) => names.map((name) => `\`${name}\``).join(", ");

/** @param {Row} row */
function lineOf({ id, feature, articles, code: files, tests, examples }) {
  const also = articles.length > 1 ? ` (also in ${articles.slice(1).join(" and ")})` : "";
  const where = Object.entries(files).map(([file, names]) => `${code(names)} in \`${file}\``);
  const checked = Object.entries(tests).map(([file, names]) => `\`${file}\`: ${code(names)}`);
  return `| ${[id, feature + also, where.join("; "), checked.join("; "), code(examples)].join(" | ")} |`;
}

/**
 * A section with its table and, below it, the notes of its rows.
 * @param {string} title
 * @param {string} text
 * @param {Row[]} rows
 */
function sectionOf(title, text, rows) {
  const table = ["| id | feature | code | tests | example |", "|---|---|---|---|---|", ...rows.map(lineOf)];
  const notes = rows.filter(({ note }) => note).map(({ id, note }) => `- **${id}.** ${note}`);
  return [`## ${title}`, text, table.join("\n"), ...(notes.length ? [notes.join("\n")] : [])].join("\n\n");
}

/** The whole page. */
export function featuresPage({ articles, rows } = readFeatures()) {
  const sections = Object.entries(articles).map(([name, subject]) =>
    sectionOf(
      `Article ${name}`,
      `${subject}.`,
      rows.filter((row) => row.articles[0] === name),
    ),
  );
  const others = rows.filter((row) => !row.articles.length);
  return `<!-- Generated from features.json by scripts/features.mjs. Do not edit. -->

# Features

Every feature, variant and use in five Chinese articles on Bloom filters, with its code, its tests and an example. The articles are called 000 to 004;
[tests/golden/articles](../../tests/golden/articles/README.md) has what they claim. To change a row, edit \`features.json\` and run
\`node scripts/features.mjs\`. \`tests/js/project/features.test.mjs\` fails if the page is not fresh or a file is missing.

${sections.join("\n\n")}

${sectionOf("Other rows", "No file of the repository names the article of these rows. Several articles have some of them.", others)}
`;
}

await mainOf(import.meta, () => {
  const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
  if (!values.check) writeFileSync(at(PAGE), featuresPage());
  else if (readFileSync(at(PAGE), "utf8") !== featuresPage()) {
    throw new Failure(`${PAGE} is not fresh: run node scripts/features.mjs`);
  }
});
