// The one version number, in all the places that state it. `node scripts/version.mjs` prints them,
// `node scripts/version.mjs NEW` changes them.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure, main, root } from "./run.mjs";

/** In what cargo has locked: workspaces of their own name the crate, too. */
const LOCKED = /(?<=^name = "edgebloom"\nversion = ")[^"]+/m;
/** Where it stands in each file. */
const PLACES = {
  "Cargo.toml": /(?<=^\[package\]\nname = "edgebloom"\nversion = ")[^"]+/m,
  ...Object.fromEntries(
    ["", "benches/instructions/", "benches/native/", "fuzz/"].map((folder) => [`${folder}Cargo.lock`, LOCKED]),
  ),
  "pkg/package.json": /(?<=^ {2}"version": ")[^"]+/m,
  "package-lock.json": /(?<=^ {4}"pkg": \{\n {6}"name": "edgebloom",\n {6}"version": ")[^"]+/m,
  "CHANGELOG.md": /(?<=^## )\S+/m,
};

/** A heading of the changelog whose version is not out yet. */
const UNRELEASED = /^## \S+ \(unreleased\)$/m;
/** As npm and cargo both have it. */
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9a-z]+(\.[0-9a-z]+)*)?$/;

/**
 * What each file says.
 * @param {string} [folder] the repository
 * @returns {Record<string, string>}
 */
export function versions(folder = root) {
  return Object.fromEntries(
    Object.entries(PLACES).map(([file, place]) => {
      const found = readFileSync(join(folder, file), "utf8").match(place);
      if (!found) throw new Failure(`${file}: expected the version of edgebloom`);
      return [file, found[0]];
    }),
  );
}

/**
 * Writes another version into all of them. The changelog gets a heading of its own for what comes after a release.
 * @param {string} version
 * @param {string} [folder]
 */
export function setVersion(version, folder = root) {
  if (!VERSION.test(version)) throw new Failure(`${version}: expected a version like 1.2.3 or 1.2.3-beta.1`);
  // Before the first file is written.
  versions(folder);
  for (const [file, place] of Object.entries(PLACES)) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    const released = file === "CHANGELOG.md" && text.match(/^## .*$/m)[0].search(UNRELEASED) < 0;
    writeFileSync(
      path,
      released ? text.replace(/^## /m, `## ${version} (unreleased)\n\n## `) : text.replace(place, version),
    );
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(() => {
    const [version] = process.argv.slice(2);
    if (version) setVersion(version);
    for (const [file, found] of Object.entries(versions())) console.log(`${found}  ${file}`);
  });
}
