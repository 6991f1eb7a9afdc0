// The version and the repository's address, in all the places that state them, and what must be right before a tag is published.
//
//   node scripts/release.mjs [VERSION]                      prints the versions, or sets another one
//   node scripts/release.mjs --repository OWNER/NAME        sets the address on GitHub
//   node scripts/release.mjs TAG OWNER/NAME [--notes FILE]  fails if something is wrong; the notes are the section of
//                                                           the changelog for the version
//
// The address is part of the sources: anyone can pack the tree of the tag again and must get the same tarball. npm compares
// the address with the provenance.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, mainOf, root } from "./run.mjs";

/** The crate in the lock files of cargo. Separate workspaces contain it, too. */
const LOCKED = /(?<=^name = "edgebloom"\nversion = ")[^"]+/m;
/** The place of the version in each file. */
const PLACES = {
  "Cargo.toml": /(?<=^\[package\]\nname = "edgebloom"\nversion = ")[^"]+/m,
  "Cargo.lock": LOCKED,
  "benches/instructions/Cargo.lock": LOCKED,
  "benches/native/Cargo.lock": LOCKED,
  "fuzz/Cargo.lock": LOCKED,
  "pkg/package.json": /(?<=^ {2}"version": ")[^"]+/m,
  "package-lock.json": /(?<=^ {4}"pkg": \{\n {6}"name": "edgebloom",\n {6}"version": ")[^"]+/m,
  "action/README.md": /(?<=\/action@v)\S+/g,
  "CHANGELOG.md": /(?<=^## )\S+/m,
};
/** A version in the form of both npm and cargo. */
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9a-z]+(\.[0-9a-z]+)*)?$/;

/**
 * The version in each file.
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
 * Writes another version into all files. The changelog gets a heading for the changes after a release.
 * @param {string} version
 */
export function setVersion(version, folder = root) {
  if (!VERSION.test(version)) throw new Failure(`${version}: expected a version like 1.2.3 or 1.2.3-beta.1`);
  // Check this before the first file is written.
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
 * The problems, in sentences.
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
  const { repository, bugs } = JSON.parse(read("pkg/package.json"));
  const expect = (/** @type {string} */ field, /** @type {string} */ expected, /** @type {unknown} */ got) =>
    expected === got || found.push(`${field}: expected ${expected}, got ${got}`);
  expect("pkg/package.json: repository.url", `git+${address}.git`, repository?.url);
  expect("pkg/package.json: bugs.url", `${address}/issues`, bugs?.url);
  expect("Cargo.toml: repository", address, read("Cargo.toml").match(/^repository = "(.*)"$/m)?.[1]);
  for (const file of ADDRESSED) {
    const [placeholder] = read(file).match(/\S*\bOWNER\b\S*/) ?? [];
    if (placeholder) found.push(`${file}: ${placeholder} (node scripts/release.mjs --repository ${name})`);
  }
  return found;
}

/** The files that have the address. */
const ADDRESSED = [
  "pkg/package.json",
  "Cargo.toml",
  "README.md",
  "README.zh-CN.md",
  "action/README.md",
  "unplugin-edgebloom/package.json",
  "unplugin-edgebloom/README.md",
];

/**
 * Writes another address into all files.
 * @param {string} repository OWNER/NAME on GitHub
 */
export function setRepository(repository, folder = root) {
  const [owner, name, more] = repository.split("/");
  if (!owner || !name || more !== undefined) throw new Failure(`${repository}: expected OWNER/NAME`);
  const { repository: old } = JSON.parse(readFileSync(join(folder, "pkg/package.json"), "utf8"));
  const [, oldOwner, oldName] = /github\.com\/([^/]+)\/(.+)\.git$/.exec(old.url) ?? [];
  for (const file of ADDRESSED) {
    const text = readFileSync(join(folder, file), "utf8");
    const changed = text
      .replaceAll(`github.com/${oldOwner}/${oldName}`, `github.com/${repository}`)
      .replaceAll(`${oldOwner}/${oldName}/action@`, `${repository}/action@`)
      .replaceAll(`${oldOwner}.github.io/${oldName}/`, `${owner}.github.io/${name}/`);
    writeFileSync(join(folder, file), changed);
  }
}

/** The text of the changelog for the first version. */
export function notes(folder = root) {
  const text = readFileSync(join(folder, "CHANGELOG.md"), "utf8");
  const [, section] = /^## .*\n+([^]*?)(?=\n## |$(?![^]))/m.exec(text) ?? [];
  if (section === undefined) throw new Failure("CHANGELOG.md: expected something of the version");
  return section;
}

await mainOf(import.meta, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { notes: { type: "string" }, repository: { type: "string" } },
  });
  if (values.repository) return setRepository(values.repository);
  const [first, name] = positionals;
  if (first && !name) setVersion(first);
  if (!name) return console.table(versions());
  const found = obstacles(first, name);
  if (found.length) throw new Failure(found.join("\n"));
  if (values.notes) writeFileSync(values.notes, notes());
});
