// What has to be right before a tag is published. `node scripts/release-check.mjs TAG OWNER/NAME` fails with a sentence
// for each thing that is not; `--notes FILE` writes what the changelog says of the version.
//
// The repository's address stands in both manifests, and a workflow does not put it there: the tarball must be that of
// the tag's tree, which anybody can pack again. npm compares it with where a provenance comes from.
// `node scripts/release-check.mjs --set-repository OWNER/NAME` writes it, once.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Failure, main, root } from "./run.mjs";
import { versions } from "./version.mjs";

const addressOf = (name) => `https://github.com/${name}`;
const RUST_LINE = /^repository = "(.*)"\n/m;
const LICENSE_LINE = /^license = .*\n/m;

/**
 * The sentences.
 * @param {string} tag
 * @param {string} name OWNER/NAME on GitHub
 * @param {string} [folder] the repository
 * @returns {string[]}
 */
export function obstacles(tag, name, folder = root) {
  const read = (file) => readFileSync(join(folder, file), "utf8");
  const found = [];
  for (const [file, version] of Object.entries(versions(folder))) {
    if (tag !== `v${version}`)
      found.push(`${file}: the tag is ${tag}, the version ${version} (node scripts/version.mjs)`);
  }
  const [heading] = read("CHANGELOG.md").match(/^## .*$/m);
  if (!/ \(\d{4}-\d\d-\d\d\)$/.test(heading)) {
    found.push(`CHANGELOG.md: expected the day of the release, like (2026-01-31), found ${heading}`);
  }
  const { repository, homepage, bugs } = JSON.parse(read("pkg/package.json"));
  const hint = `(node scripts/release-check.mjs --set-repository ${name})`;
  const expected = fieldsFor(name);
  if (JSON.stringify({ repository, homepage, bugs }) !== JSON.stringify(expected)) {
    found.push(`pkg/package.json: expected repository, homepage and bugs of ${addressOf(name)} ${hint}`);
  }
  if (read("Cargo.toml").match(RUST_LINE)?.[1] !== addressOf(name)) {
    found.push(`Cargo.toml: expected repository = "${addressOf(name)}" ${hint}`);
  }
  return found;
}

/** What package.json says of the repository. */
const fieldsFor = (name) => ({
  repository: { type: "git", url: `git+${addressOf(name)}.git`, directory: "pkg" },
  homepage: `${addressOf(name)}#readme`,
  bugs: { url: `${addressOf(name)}/issues` },
});

/**
 * Writes the address into both manifests, behind their licences.
 * @param {string} name
 * @param {string} [folder]
 */
export function setRepository(name, folder = root) {
  if (!/^[\w-]+\/[\w.-]+$/.test(name)) throw new Failure(`${name}: expected OWNER/NAME`);
  const change = (file, fresh) => {
    const path = join(folder, file);
    writeFileSync(path, fresh(readFileSync(path, "utf8")));
  };
  change("Cargo.toml", (text) =>
    text.replace(RUST_LINE, "").replace(LICENSE_LINE, (line) => `${line}repository = "${addressOf(name)}"\n`),
  );
  const fields = Object.entries(fieldsFor(name));
  const lines = fields.map(([field, value]) => `  "${field}": ${spaced(value)},\n`).join("");
  change("pkg/package.json", (text) =>
    text
      .replace(/^ {2}"(repository|homepage|bugs)": .*\n/gm, "")
      .replace(/^ {2}"license": .*\n/m, (line) => line + lines),
  );
}

/** JSON on one line, as package.json has it. */
const spaced = (value) => JSON.stringify(value, null, 1).replace(/\n */g, " ");

/** What the changelog says of its first version. */
export const notes = (folder = root) =>
  readFileSync(join(folder, "CHANGELOG.md"), "utf8").match(/^## .*\n+([^]*?)(?=\n## |$(?![^]))/m)[1];

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(() => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { "set-repository": { type: "string" }, notes: { type: "string" } },
    });
    if (values["set-repository"]) return setRepository(values["set-repository"]);
    if (positionals.length !== 2) throw new Failure("node scripts/release-check.mjs TAG OWNER/NAME [--notes FILE]");
    const found = obstacles(...positionals);
    if (found.length) throw new Failure(found.join("\n"));
    if (values.notes) writeFileSync(values.notes, notes());
  });
}
