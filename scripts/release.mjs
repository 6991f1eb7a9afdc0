// The one version number, in all the places that state it, and what has to be right before a tag is published.
//
//   node scripts/release.mjs [VERSION]                      tells the versions, or writes another one
//   node scripts/release.mjs TAG OWNER/NAME [--notes FILE]  tells what is not right, and fails then; the notes are what the
//                                                           changelog says of the version
//
// The repository's address stands in both manifests, and a workflow does not put it there: the tarball must be that of
// the tag's tree, which anybody can pack again. npm compares it with where a provenance comes from.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, mainOf, root } from "./run.mjs";

/** In what cargo has locked: workspaces of their own name the crate, too. */
const LOCKED = /(?<=^name = "edgebloom"\nversion = ")[^"]+/m;
/** Where the version stands in each file. */
const PLACES = {
  "Cargo.toml": /(?<=^\[package\]\nname = "edgebloom"\nversion = ")[^"]+/m,
  "Cargo.lock": LOCKED,
  "benches/instructions/Cargo.lock": LOCKED,
  "benches/native/Cargo.lock": LOCKED,
  "fuzz/Cargo.lock": LOCKED,
  "pkg/package.json": /(?<=^ {2}"version": ")[^"]+/m,
  "package-lock.json": /(?<=^ {4}"pkg": \{\n {6}"name": "edgebloom",\n {6}"version": ")[^"]+/m,
  "CHANGELOG.md": /(?<=^## )\S+/m,
};
/** As npm and cargo both have it. */
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9a-z]+(\.[0-9a-z]+)*)?$/;

/**
 * What each file says.
 * @param {string} [folder] the repository
 * @returns {Record<string, string>}
 */
export function versions(folder = root) {
  /** @type {Record<string, string | undefined>} */
  const found = {};
  for (const [file, place] of Object.entries(PLACES)) {
    [found[file]] = readFileSync(join(folder, file), "utf8").match(place) ?? [];
    if (!found[file]) throw new Failure(`${file}: expected the version of edgebloom`);
  }
  return /** @type {Record<string, string>} */ (found);
}

/**
 * Writes another version into all of them. The changelog gets a heading of its own for what comes after a release.
 * @param {string} version
 */
export function setVersion(version, folder = root) {
  if (!VERSION.test(version)) throw new Failure(`${version}: expected a version like 1.2.3 or 1.2.3-beta.1`);
  // Before the first file is written.
  versions(folder);
  for (const [file, place] of Object.entries(PLACES)) {
    const text = readFileSync(join(folder, file), "utf8");
    const isReleased = file === "CHANGELOG.md" && !text.match(/^## .*$/m)?.[0].endsWith(" (unreleased)");
    const changed = isReleased
      ? text.replace(/^## /m, `## ${version} (unreleased)\n\n## `)
      : text.replace(place, version);
    writeFileSync(join(folder, file), changed);
  }
}

/**
 * What is not right, in sentences.
 * @param {string} tag
 * @param {string} name OWNER/NAME on GitHub
 */
export function obstacles(tag, name, folder = root) {
  const read = (/** @type {string} */ file) => readFileSync(join(folder, file), "utf8");
  const found = Object.entries(versions(folder))
    .filter(([, version]) => tag !== `v${version}`)
    .map(([file, version]) => `${file}: the tag is ${tag}, the version ${version} (node scripts/release.mjs VERSION)`);
  const [heading] = read("CHANGELOG.md").match(/^## .*$/m) ?? ["no heading"];
  if (!/ \(\d{4}-\d\d-\d\d\)$/.test(heading))
    found.push(`CHANGELOG.md: expected the day of the release, like (2026-01-31), found ${heading}`);
  const address = `https://github.com/${name}`;
  /** @type {Record<string, string[]>} */
  const lines = {
    "pkg/package.json": [
      `  "repository": { "type": "git", "url": "git+${address}.git", "directory": "pkg" },`,
      `  "homepage": "${address}#readme",`,
      `  "bugs": { "url": "${address}/issues" },`,
    ],
    "Cargo.toml": [`repository = "${address}"`],
  };
  const expect = (/** @type {string} */ file, /** @type {string} */ line) =>
    read(file).split("\n").includes(line) || found.push(`${file}: expected ${line}`);
  for (const file in lines) for (const line of lines[file]) expect(file, line);
  return found;
}

/** What the changelog says of its first version. */
export function notes(folder = root) {
  const text = readFileSync(join(folder, "CHANGELOG.md"), "utf8");
  const [, said] = /^## .*\n+([^]*?)(?=\n## |$(?![^]))/m.exec(text) ?? [];
  if (said === undefined) throw new Failure("CHANGELOG.md: expected something of the version");
  return said;
}

await mainOf(import.meta, () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { notes: { type: "string" } } });
  const [first, name] = positionals;
  if (first && !name) setVersion(first);
  if (!name) return console.table(versions());
  const found = obstacles(first, name);
  if (found.length) throw new Failure(found.join("\n"));
  if (values.notes) writeFileSync(values.notes, notes());
});
