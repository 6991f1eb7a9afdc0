// Runtimes, bundlers and test runners from npm, each in a fixed version. They are large, so they are not dependencies of
// the repository: they are installed when a test first needs them.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, at, npm } from "../../scripts/run.mjs";

/** The packages of each tool. Its version is that of the first package. */
const TOOLS = {
  bun: { bun: "1.4.5" },
  deno: { deno: "2.9.6" },
  "edge-runtime": { "@edge-runtime/vm": "5.0.0" },
  jest: { jest: "30.5.2", "jest-environment-jsdom": "30.5.2" },
  "jest-29": { jest: "29.7.0", "jest-environment-jsdom": "29.7.0" },
  next: { next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" },
  // The oldest supported version.
  "node-20.0": { node: "20.0.0" },
  "node-20": { node: "20.20.2" },
  "node-22": { node: "22.23.3" },
  "node-24": { node: "24.21.0" },
  "node-26": { node: "26.10.0" },
  // The packages that benches/peers.mjs and benches/bench.mjs compare with this package.
  peers: {
    "bloom-filters": "3.0.4",
    bloomfilter: "1.1.0",
    mnemonist: "0.40.8",
    "bloom-filter": "0.2.0",
    "@pacote/bloom-filter": "0.8.1",
  },
  parcel: { parcel: "2.16.4" },
  // What unplugin-edgebloom needs, and projects that use it.
  plugin: {
    unplugin: "2.3.11",
    vite: "8.3.8",
    react: "19.3.1",
    "react-dom": "19.3.1",
    "@types/react": "19.3.0",
    "@types/react-dom": "19.3.0",
    typescript: "5.9.3",
    rollup: "4.68.7",
    "@rollup/plugin-node-resolve": "16.0.3",
    esbuild: "0.28.2",
    webpack: "5.112.2",
    "webpack-cli": "7.3.1",
  },
  "react-native": { "@react-native/babel-preset": "0.86.3", "@babel/core": "7.29.13" },
  rollup: { rollup: "4.68.7", "@rollup/plugin-node-resolve": "16.0.3" },
  tsx: { tsx: "4.23.15" },
  // The oldest that can read the types, the oldest with `using`, and the newest that was tested.
  "typescript-4.9": { typescript: "4.9.5" },
  "typescript-5.2": { typescript: "5.2.2" },
  "typescript-7": { typescript: "7.0.2" },
  verdaccio: { verdaccio: "6.10.4" },
  vite: { vite: "8.3.8" },
  vitest: { vitest: "5.1.1" },
  wrangler: { wrangler: "4.86.0" },
  webpack: { webpack: "5.112.2", "webpack-cli": "7.3.1" },
};

/** A dependency of verdaccio is named by a tag, which may move, instead of a version. */
const OVERRIDES = { "node-fetch": "2.6.7" };

/** @typedef {keyof typeof TOOLS} Tool */

/** True if all available cases run, not only the fast ones. */
export const everywhere = process.env.EDGEBLOOM_EVERYWHERE === "1";

/**
 * The version of a tool from the table above, or of a dependency of the repository.
 * @param {string} name
 */
export function versionOf(name) {
  return name in TOOLS ? Object.values(TOOLS[/** @type {Tool} */ (name)])[0] : installedVersion(at(), name);
}

/**
 * The folder whose node_modules has a tool. If it cannot be installed, skips the test and returns undefined.
 * @param {Tool} name
 * @param {import("node:test").TestContext} test
 */
export function bring(name, test) {
  try {
    return installed(name);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    leaveOut(test, `${name} ${versionOf(name)} could not be installed by npm`);
  }
}

/**
 * The folder whose node_modules has a tool. Throws a Failure if it cannot be installed.
 * @param {Tool} name
 */
export function installed(name) {
  const folder = at("target", "runtimes", [name, ...Object.values(TOOLS[name])].join("-"));
  if (!existsSync(folder)) install(name, folder);
  return folder;
}

/**
 * Skips a test and prints a warning. With CI=true it is a failure, unless all available cases run.
 * @param {import("node:test").TestContext} test
 * @param {string} why
 */
export function leaveOut(test, why) {
  const sentence = `LEFT OUT: ${test.name}: ${why}`;
  if (process.env.CI === "true" && !everywhere) throw new Error(sentence);
  console.warn(`\n${"!".repeat(78)}\n${sentence}\n${"!".repeat(78)}\n`);
  test.skip(why);
}

/**
 * Installs a tool. The folder appears only when the installation is complete.
 * @param {Tool} name
 * @param {string} folder
 */
function install(name, folder) {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const dependencies = TOOLS[name];
  const packages = Object.entries(dependencies).map(([one, version]) => `${one} ${version}`);
  console.log(`Installing ${packages.join(", ")} into target/runtimes.`);
  writeFileSync(join(fresh, "package.json"), JSON.stringify({ private: true, dependencies, overrides: OVERRIDES }));
  npm(["install", "--no-audit", "--no-fund"], { cwd: fresh, quiet: true });
  for (const [one, version] of Object.entries(dependencies)) {
    const found = installedVersion(fresh, one);
    if (found !== version) throw new Failure(`${one}: expected ${version}, found ${found}`);
  }
  renameSync(fresh, folder);
}

/**
 * The version of a package in a folder's node_modules.
 * @param {string} folder
 * @param {string} name
 * @returns {string}
 */
function installedVersion(folder, name) {
  return JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version;
}

/**
 * The script that a package in a folder's node_modules runs for a command.
 * @param {string} folder
 * @param {string} name of the package
 * @param {string} [command]
 */
export function scriptOf(folder, name, command = name) {
  const home = join(folder, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  return join(home, typeof bin === "string" ? bin : bin[command]);
}

/**
 * The command of a runtime in a folder returned by `bring`.
 * @param {string} folder
 * @param {string} command
 */
export function commandOf(folder, command) {
  return join(folder, "node_modules", ".bin", process.platform === "win32" ? `${command}.cmd` : command);
}
