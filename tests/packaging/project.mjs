// Makes an empty project in a temporary folder and installs the packed tarball. The folder is outside the
// repository, so that Node does not find the repository's node_modules.

import { cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pack } from "./pack.mjs";
import { npm } from "../../scripts/run.mjs";

/** Packs the package once; each project is a copy. */
export function makeProjects() {
  const root = mkdtempSync(join(tmpdir(), "edgebloom-project-"));
  const first = join(root, "first");
  mkdirSync(first);
  const tarball = pack(root);
  writeFileSync(join(first, "package.json"), '{ "private": true }');
  npm(["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: first, quiet: true });
  return {
    tarball,
    /**
     * @param {string} name
     * @param {string} [tool] a folder whose packages the project also gets
     */
    project(name, tool) {
      const folder = join(root, name);
      cpSync(first, folder, { recursive: true });
      if (tool) linkTree(join(tool, "node_modules"), join(folder, "node_modules"));
      return folder;
    },
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Links the files of a tree into another folder. Copying so many files would be slow. */
function linkTree(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    // npm's list of installed packages: the project has its own.
    if (entry.name === ".package-lock.json") continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (!entry.isFile() || !linked(source, target)) cpSync(source, target, { verbatimSymlinks: true });
  }
}

/** Returns false if the temporary folder is on another file system. */
function linked(source, target) {
  try {
    linkSync(source, target);
    return true;
  } catch (error) {
    if (error.code === "EXDEV" || error.code === "EPERM") return false;
    throw error;
  }
}
