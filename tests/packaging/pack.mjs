// Packs the package. It imports no packages of npm: package.test.mjs runs on machines that have none.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { at, npm } from "../../scripts/run.mjs";

/**
 * Packs pkg, or another package. Returns the path of the tarball.
 * @param {string} folder
 * @param {import("../../scripts/run.mjs").RunOptions} [options]
 */
export function pack(folder, options) {
  npm(["pack", "--pack-destination", folder, "--silent"], { cwd: at("pkg"), quiet: true, ...options });
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  return join(folder, tarball);
}
