// The code that uses a filter: a short one is in the code itself, a longer one is loaded. tests/page/list.test.mjs runs it.

import { shortened } from "../../lib/format.js";
import { INSTALL } from "../../lib/install.js";
import { commandFor } from "./command.js";
import { words } from "./forms.js";
import { base64Of } from "./link.js";

/** The most bytes in a line of code. */
const MOST_INLINE = 1_000;

/** Characters of what is shortened, so that the lines fit on a phone. */
const SHOWN = { key: 22, base64: 10 };

/** The form of words (forms.js). */
const WORDS = [
  'const asWord = (text) => [text.normalize().toLowerCase().trim().replace(/\\s+/g, " ")].filter(Boolean);',
  'const words = { name: "words", entries: asWord, lookups: asWord };',
];

/**
 * What builds the file of words, as comments: the command line does not have this form.
 * @param {string} path
 * @param {number} rate
 * @param {string} name of the list
 */
function buildOf(path, rate, name) {
  const type = path.endsWith(".static.bloom") ? "StaticFilter" : "BloomFilter";
  const [from, to] = [name, decodeURIComponent(path.slice(1))].map((one) => JSON.stringify(one));
  return [
    "// To build the file, with one word per line:",
    '// import { readFileSync, writeFileSync } from "node:fs";',
    `// import { ${type} } from "edgebloom";`,
    `// const lines = readFileSync(${from}, "utf8").split("\\n").filter((line) => line.trim());`,
    `// writeFileSync(${to}, ${type}.from(lines, { errorRate: ${rate}, keys: words }).toBytes());`,
  ];
}

/**
 * @param {{ file: Uint8Array, path: string, form?: string, rate?: number, list?: import("./command.js").ListFile, key?: string }} of `path` of the
 *   file; `form`, `rate`, `list` and one of its keys, if the list is known
 * @returns {{ shown: string, module: string }} lines to read, and a module to copy
 */
export function codeFor({ file, path, form, rate, list, key }) {
  const isInline = file.length <= MOST_INLINE;
  const isWords = form === words.name;
  const options = form ? `, { keys: ${form} }` : "";
  const lines = (/** @type {string} */ base64, key = "") => [
    ...(isWords ? WORDS : []),
    isInline
      ? `const list = FilterReader.fromBase64("${base64}"${options});`
      : `const list = await fetchFilter(${JSON.stringify(path)}${options});`,
    key ? `list.has(${JSON.stringify(key)}); // true` : "list.has(key); // false: no",
  ];
  const base64 = isInline ? base64Of(file) : "";
  const head = [
    `// ${INSTALL}`,
    ...(rate && list && !isWords ? [`// ${commandFor(decodeURIComponent(path.slice(1)), { form, rate, list })}`] : []),
    ...(form && !isWords ? [`import { ${form} } from "edgebloom/keys";`] : []),
    `import { ${isInline ? "FilterReader" : "fetchFilter"} } from "edgebloom/reader";`,
  ];
  return {
    shown: [...head, ...lines(shortened(base64, SHOWN.base64), key && shortened(key, SHOWN.key))].join("\n"),
    module: [
      ...head,
      "",
      ...lines(base64, key),
      // Of a table, that would be more than a few lines.
      ...(isWords && rate && list && !["csv", "tsv", "json"].includes(list.input ?? "")
        ? ["", ...buildOf(path, rate, list.name)]
        : []),
      "",
    ].join("\n"),
  };
}
