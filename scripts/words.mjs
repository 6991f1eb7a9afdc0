// `npm run words`: finds wording that busy readers, many of them not native speakers, have to read twice. It reads the documentation,
// the public comments and messages of the package, the command line and the demo page.

import { readFileSync } from "node:fs";
import { Failure, at, filesBelow, mainOf } from "./run.mjs";

/** Each pattern, and what to write instead. */
export const PATTERNS = /** @type {[RegExp, string][]} */ ([
  [/\bdump(s|ed)?\b/i, "filter file, serialized filter"],
  [/\b(the|its|a|each|outer|whose) heads?\b(?!-)/i, "header"],
  [/\bchance hits?\b/i, "false positive"],
  [/\bmissed keys?\b/i, "false negative"],
  [/\b(keys|names|words|lines) that are (not )?in\b(?! the| a| an)/i, "members, in the set"],
  [/\bask(s|ed|ing)?\b/i, "query, look up; requested, given"],
  [/\btold\b|\btells?\b/i, "reported, says, shows"],
  [/\bin place of\b/i, "instead of"],
  [/\b(refuse[sd]?|refusing|refusal)\b/i, "reject"],
  [/\b(sound|unsound)\b/i, "valid"],
  [/\bpossibly\b|\bdefinitely not\b/i, "maybe / no"],
  [/\b(a|an) [\w-]+ (a|each) (line|key|second|probe|query|byte|bit|block|test|day|minute)\b/i, "one … per …"],
  [/\bbits a key\b|\bbytes a key\b|\bkeys a second\b/i, "per key, per second"],
  [/\bstuck\b/i, "saturated"],
  [/\bstages?\b|\bchains?\b/i, "sub-filter, scalable filter"],
  [/\ballowed keys\b/i, "exceptions"],
  [/\bfor ever\b/i, "forever, permanently"],
  [/(?<![\w,] )\bWho (?!are|is this|should|uses)[a-z]+(?![^.]*\?)/, "a sentence with a subject: To …, If you …"],
  [/\b(for|by|to|of) (who|whoever|whom)\b/i, "for users who …, for you"],
  [/\bwhoever\b|\bsomebody\b|\bnobody\b/i, "you, users, an attacker, no client …"],
  [/\bwhat is (not|no) [\w-]+/i, "name the thing"],
  [/\bnothing (else )?that\b|\bno \w+ that .{0,40}\b(no|not|never)\b/i, "say what is there"],
  [/\bas (it|they) (is|are|stands?|stood)\b/i, "unchanged, exactly"],
  [/\bis to be\b|\bare to be\b|\bhas to be what\b/i, "must, should"],
  [/\bof which\b|\bout of which\b/i, "two sentences"],
  [/\bone after the other\b/i, "in turn, one at a time"],
  [/\bwhere (it|there|they|that) (is|are) (none|not|one)\b/i, "if … is missing"],
  [/\bthe more so\b|\bnone the less\b|\bthereby\b|\bhitherto\b|\bwherein\b/i, "plain words"],
]);

/** The most words of a sentence. */
const LONGEST = 40;

/**
 * The paragraphs of a Markdown file, without code, tables of numbers, addresses and generated parts.
 * @param {string} text
 */
function paragraphsOfMarkdown(text) {
  const prose = text
    .replace(/^---\n.*?^---\n/ms, "")
    .replace(/^( *)(`{3,})[^]*?^\1\2$/gm, "")
    .replace(/^ {4}(?! *[-*|\d]).*$/gm, "")
    .replace(/<!--[^]*?-->/g, "")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/`[^`\n]*`/g, "code")
    .replace(/<[^>]+>/g, "");
  return prose.split(/\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) )/);
}

/**
 * The paragraphs of documentation comments.
 * @param {string} text
 */
function paragraphsOfComments(text) {
  const comments = [...text.matchAll(/\/\*\*([^]*?)\*\//g)].map(([, comment]) => comment.replace(/^\s*\* ?/gm, ""));
  return comments.flatMap((comment) =>
    comment
      .replace(/@example[^]*?(?=\n@|$)/g, "")
      .replace(/@(param|property)\s+(\{[^\n]*?\}(?=\s|$))?\s*\S+/g, "\n\n")
      .replace(/@(returns|throws|type|typedef|template|overload|this)\s+(\{[^\n]*?\}(?=\s|$))?/g, "\n\n")
      .replace(/`[^`]*`/g, "code")
      .split(/\n\s*\n/),
  );
}

/**
 * The texts of a script: strings that read as a sentence.
 * @param {string} text
 */
const paragraphsOfStrings = (text) =>
  [...text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "").matchAll(/"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g)]
    .map(([, quoted, template]) => quoted ?? template)
    .filter((one) => / \w+ /.test(one))
    .map((one) => one.replace(/\$\{[^}]*\}|\{\w+\}/g, "N"));

/** @type {[RegExp, (text: string) => string[]][]} */
const READERS = [
  [
    /^(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md$|^docs\/(?!zh\/|reference\/api\/).*\.md$|^examples\/[^/]+\/README\.md$/,
    paragraphsOfMarkdown,
  ],
  [/^www\/.*\/?(en|page-en)\.js$|^pkg\/cli\/.*\.js$/, paragraphsOfStrings],
  [/^www\/.*\.html$|^examples\/edge-worker\/src\/page\.html$/, paragraphsOfMarkdown],
  [/^pkg\/(api|reader)\/.*\.js$/, (text) => [...paragraphsOfComments(text), ...paragraphsOfStrings(text)]],
];

/**
 * The matches in a paragraph, with what to write instead.
 * @param {string} paragraph
 */
export function hits(paragraph) {
  const text = paragraph.replace(/\s+/g, " ").trim();
  const found = PATTERNS.flatMap(([pattern, instead]) => {
    const match = text.match(pattern);
    return match ? [`"${match[0]}": write ${instead}`] : [];
  });
  if (text.split(/\bso that\b/i).length > 2) found.push('"so that" twice: write two sentences');
  // A row of a table is not a sentence.
  if (!text.includes("|")) {
    for (const sentence of text.split(/(?<=[.!?:;])\s/)) {
      const { length } = sentence.split(" ");
      if (length > LONGEST) found.push(`${length} words in a sentence: "${sentence.slice(0, 50)}…"`);
    }
  }
  return found;
}

/** The hits of all files, with their paths. */
export function allHits() {
  const files = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];
  for (const folder of ["docs", "examples", "www", "pkg/cli", "pkg/api", "pkg/reader"])
    files.push(...filesBelow(folder));
  return files.flatMap((file) => {
    const [, read] = READERS.find(([path]) => path.test(file)) ?? [];
    return read ? read(readFileSync(at(file), "utf8")).flatMap((one) => hits(one).map((hit) => `${file}: ${hit}`)) : [];
  });
}

await mainOf(import.meta, () => {
  const only = process.argv.slice(2);
  const found = allHits().filter((hit) => !only.length || only.some((path) => hit.startsWith(path)));
  if (found.length) throw new Failure(`${found.join("\n")}\n${found.length} places to write otherwise`);
  console.log("The wording is fine");
});
