// The README of the package: that of the repository without what is about the repository, and without links to files
// that are not packed.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { at } from "./run.mjs";

const NOTICE = "<!-- Generated from the repository's README.md by scripts/readme.mjs. Do not edit. -->";

/** Writes pkg/README.md. */
export function writeReadme() {
  writeFileSync(at("pkg/README.md"), forPackage(readFileSync(at("README.md"), "utf8")));
}

/** @param {string} text of the repository's README */
export function forPackage(text) {
  const kept = text.replace(/^<!-- repository -->\n.*?^<!-- \/repository -->\n/gms, "");
  const links = /\[([^\]]+)\]\((?!https?:|#)[^)]+\)/g;
  // Code says what it says.
  const parts = kept.split(/(^```.*?^```$)/ms).map((part, i) => (i % 2 ? part : part.replace(links, "$1")));
  return `${NOTICE}\n${parts.join("")}`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) writeReadme();
