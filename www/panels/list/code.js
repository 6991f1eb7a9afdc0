// The code that uses a filter: a short one is in the code itself, a longer one is loaded. tests/page/list.test.mjs runs it.

import { shortened } from "../../lib/format.js";
import { base64Of } from "./link.js";

/** The most bytes in a line of code. */
const MOST_INLINE = 1_000;

/** Characters of what is shortened, so that the lines fit on a phone. */
const SHOWN = { key: 22, base64: 10 };

/**
 * @param {{ file: Uint8Array, path: string, form?: string, rate?: number, key?: string }} of `path` of the file; `form`, `rate` and one of its keys, if the
 *   list is known
 * @returns {{ shown: string, module: string }} lines to read, and a module to copy
 */
export function codeFor({ file, path, form, rate, key }) {
  const isInline = file.length <= MOST_INLINE;
  const options = form ? `, { keys: ${form} }` : "";
  const lines = (/** @type {string} */ base64, key = "") => [
    isInline
      ? `const list = FilterReader.fromBase64("${base64}"${options});`
      : `const list = await fetchFilter(${JSON.stringify(path)}${options});`,
    key ? `list.has(${JSON.stringify(key)}); // true` : "list.has(key); // false: no",
  ];
  const base64 = isInline ? base64Of(file) : "";
  const head = [
    "// npm install edgebloom",
    ...(rate ? [`// ${commandFor(path, form, rate)}`] : []),
    ...(form ? [`import { ${form} } from "edgebloom/keys";`] : []),
    `import { ${isInline ? "FilterReader" : "fetchFilter"} } from "edgebloom/reader";`,
  ];
  return {
    shown: [...head, ...lines(shortened(base64, SHOWN.base64), key && shortened(key, SHOWN.key))].join("\n"),
    module: [...head, "", ...lines(base64, key), ""].join("\n"),
  };
}

/** What builds the same. 0.01 is the default. @param {string} path @param {string | undefined} form @param {number} rate */
function commandFor(path, form, rate) {
  const name = path.slice(1);
  const isStatic = name.endsWith(".static.bloom");
  const options = [isStatic && "--static", form && `--keys ${form}`, rate !== 0.01 && `--error-rate ${rate}`];
  return ["npx edgebloom build", ...options, `-o ${name} list.txt`].filter(Boolean).join(" ");
}
