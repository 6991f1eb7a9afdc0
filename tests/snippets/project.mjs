// An empty project in a temporary folder with the package in it, as its tarball brings it.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { at, npm } from "../../scripts/run.mjs";

/** Packs the package once; each project is a copy. */
export function makeProjects() {
  const root = mkdtempSync(join(tmpdir(), "edgebloom-snippets-"));
  const first = join(root, "first");
  mkdirSync(first);
  npm(["pack", "--pack-destination", root, "--silent"], { cwd: at("pkg"), quiet: true });
  const [tarball] = readdirSync(root).filter((name) => name.endsWith(".tgz"));
  writeFileSync(join(first, "package.json"), '{ "private": true }');
  npm(["install", "--offline", "--no-audit", "--no-fund", join(root, tarball)], { cwd: first, quiet: true });
  return {
    /** @param {string} name */
    project(name) {
      const folder = join(root, name);
      cpSync(first, folder, { recursive: true });
      return folder;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/**
 * Writes a snippet and the dump that it reads.
 * @param {string} folder
 * @param {import("../../www/panels/take-away/snippets.js").Snippet} snippet
 * @param {string} fileName
 * @param {Uint8Array} dump
 */
export function writeSnippet(folder, { files }, fileName, dump) {
  for (const { name, text } of files) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, fileName), dump);
}
