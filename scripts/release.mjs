// The version and the repository's address, in all the places that state them, and what must be right before a tag is published.
//
//   node scripts/release.mjs [VERSION]                      prints the versions, or sets another one
//   node scripts/release.mjs --repository OWNER/NAME        sets the address on GitHub
//   node scripts/release.mjs --published                    removes all that says that the package is not on npm yet
//   node scripts/release.mjs TAG OWNER/NAME [--notes FILE]  fails if something is wrong; the notes are the section of
//                                                           the changelog for the version
//
// Until the repository has an address, no file has one, and nothing can be published. Then it is part of the sources: anyone can pack the
// tree of the tag again and must get the same tarball. npm compares the address with the provenance.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, mainOf, root } from "./run.mjs";

/** The crate in the lock files of cargo. Separate workspaces contain it, too. */
const LOCKED = /(?<=^name = "edgebloom"\nversion = ")[^"]+/m;
/** The version of the action, and of the file of a script tag. */
const USES = /(?<=\/action@v)\S+/g;
const SCRIPT = /(?<=\/npm\/edgebloom@)[^/]+/g;
/** The place of the version in each file. */
const PLACES = {
  "Cargo.toml": /(?<=^\[package\]\nname = "edgebloom"\nversion = ")[^"]+/m,
  "Cargo.lock": LOCKED,
  "benches/instructions/Cargo.lock": LOCKED,
  "benches/native/Cargo.lock": LOCKED,
  "fuzz/Cargo.lock": LOCKED,
  "pkg/package.json": /(?<=^ {2}"version": ")[^"]+/m,
  "package-lock.json": /(?<=^ {4}"pkg": \{\n {6}"name": "edgebloom",\n {6}"version": ")[^"]+/m,
  "action/README.md": USES,
  "docs/tasks/leaked-tokens.md": USES,
  "docs/zh/tasks/leaked-tokens.md": USES,
  "docs/deploy/browsers.md": SCRIPT,
  "docs/zh/deploy/browsers.md": SCRIPT,
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
  if (!notes(folder)) found.push(`CHANGELOG.md: expected changes below "${heading}"`);
  const address = `https://github.com/${name}`;
  const hint = `(node scripts/release.mjs --repository ${name})`;
  for (const file of [...Object.keys(PACKAGES), "Cargo.toml"]) {
    const text = read(file);
    const got = file.endsWith(".json") ? repositoryIn(text) : /^repository = "(.*)"$/m.exec(text)?.[1];
    if (got !== address) found.push(`${file}: repository: expected ${address}, got ${got} ${hint}`);
  }
  for (const file of ACTION) {
    for (const [, used] of read(file).matchAll(USED))
      if (used !== name) found.push(`${file}: expected ${name}/action@, got ${used}/action@ ${hint}`);
  }
  for (const file of UNPUBLISHED) {
    if (read(file).includes("<!-- unpublished -->")) found.push(`${file}: says that the package is not on npm yet`);
  }
  return found;
}

/** The files that name the action, and where they name its repository. */
const ACTION = ["action/README.md", "docs/tasks/leaked-tokens.md", "docs/zh/tasks/leaked-tokens.md"];
const USED = /(?<=uses: )([^/\s]+\/[^/\s]+)(?=\/action@)/g;

/** The files that say, between two comments, that the package is not on npm yet. */
export const UNPUBLISHED = [
  "README.md",
  "README.zh-CN.md",
  "docs/guide/start.md",
  "docs/zh/guide/start.md",
  "docs/tasks/signup-emails.md",
  "docs/zh/tasks/signup-emails.md",
  "docs/tasks/daily-list-worker.md",
  "docs/zh/tasks/daily-list-worker.md",
  "docs/tasks/leaked-tokens.md",
  "docs/zh/tasks/leaked-tokens.md",
  "action/README.md",
  "docs/tasks/leaked-passwords.md",
  "docs/tasks/nextjs-redirects.md",
  "docs/tasks/phishing-extension.md",
  "docs/tasks/python-sql.md",
  "docs/tasks/testing.md",
  "docs/tasks/which-list.md",
  "docs/deploy/index.md",
  "docs/zh/deploy/index.md",
  "docs/deploy/browsers.md",
  "docs/zh/deploy/browsers.md",
  "unplugin-edgebloom/README.md",
  "www/panels/ship/panel.html",
];
/** The Chinese text of what the page says. */
const TRANSLATION = "www/panels/ship/zh.js";
/** What the page shows and copies. */
const INSTALL = "www/lib/install.js";
/** The packages of npm, and the folder of each. */
const PACKAGES = { "pkg/package.json": "pkg", "unplugin-edgebloom/package.json": "unplugin-edgebloom" };

/** @param {string} text of a package.json */
const repositoryIn = (text) => JSON.parse(text).repository?.url.replace(/^git\+|\.git$/g, "");

/**
 * @param {string} folder
 * @returns {(file: string, change: (text: string) => string) => void}
 */
const editor = (folder) => (file, change) =>
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), "utf8")));

/** Removes all that says that the package is not on npm yet. */
export function removeUnpublished(folder = root) {
  const edit = editor(folder);
  for (const file of UNPUBLISHED)
    edit(file, (text) => text.replace(/^<!-- unpublished -->\n[^]*?^<!-- \/unpublished -->\n\n?/gm, ""));
  edit(TRANSLATION, (text) => text.replace(/^ *"ship\.unpublished": .*\n/m, ""));
  edit(INSTALL, (text) => text.replace(/^.*\n(.*) \(not on npm yet\)/, "/** What installs the package. */\n$1"));
}

/**
 * Writes the address into all files that name it.
 * @param {string} repository OWNER/NAME on GitHub
 */
export function setRepository(repository, folder = root) {
  if (!/^[\w-]+\/[\w.-]+$/.test(repository)) throw new Failure(`${repository}: expected OWNER/NAME`);
  const address = `https://github.com/${repository}`;
  const edit = editor(folder);
  for (const [file, directory] of Object.entries(PACKAGES)) {
    const fields = {
      repository: { type: "git", url: `git+${address}.git`, directory },
      homepage: `${address}#readme`,
      bugs: { url: `${address}/issues` },
    };
    const lines = JSON.stringify(fields, null, 2).slice(2, -2);
    edit(file, (text) =>
      text
        .replace(/^ {2}"(?:repository|homepage|bugs)": (?:\{$.*?^ {2}\}|".*?"),\n/gms, "")
        .replace(/^ {2}"license": .*\n/m, (license) => `${license}${lines},\n`),
    );
  }
  edit("Cargo.toml", (text) =>
    text
      .replace(/^repository = .*\n/m, "")
      .replace(/^license = .*\n/m, (license) => `${license}repository = "${address}"\n`),
  );
  for (const file of ACTION) edit(file, (text) => text.replace(USED, repository));
}

/** The text of the changelog for the first version. */
export function notes(folder = root) {
  const text = readFileSync(join(folder, "CHANGELOG.md"), "utf8");
  const [, section = ""] = /^## .*\n+([^]*?)(?=\n*^## |$(?![^]))/m.exec(text) ?? [];
  return section;
}

await mainOf(import.meta, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { notes: { type: "string" }, published: { type: "boolean" }, repository: { type: "string" } },
  });
  if (values.repository) return setRepository(values.repository);
  if (values.published) return removeUnpublished();
  const [first, name] = positionals;
  if (first && !name) setVersion(first);
  if (!name) return console.table(versions());
  const found = obstacles(first, name);
  if (found.length) throw new Failure(found.join("\n"));
  if (values.notes) writeFileSync(values.notes, notes());
});
