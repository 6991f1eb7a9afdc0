// The address of the repository. It is in pkg/package.json; before the first release there is none, and nothing links there.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

/**
 * The address on GitHub, or undefined.
 * @param {string} [folder] the repository
 * @returns {string | undefined}
 */
export function repositoryAddress(folder = root) {
  const { repository } = JSON.parse(readFileSync(join(folder, "pkg/package.json"), "utf8"));
  return repository?.url.replace(/^git\+|\.git$/g, "");
}
