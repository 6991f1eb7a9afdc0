// Sets up a new machine that has rustup and Node. Each step is skipped if it has already been done.

import { existsSync, readFileSync, statSync } from "node:fs";
import { Failure, at, npm, run } from "./run.mjs";

export const WASM_TARGET = "wasm32-unknown-unknown";

export function setUp() {
  const [major] = process.versions.node.split(".");
  // Other scripts look for the build output in this folder, even if the user has one target folder for all projects.
  process.env.CARGO_TARGET_DIR = at("target");
  if (Number(major) < 20) throw new Failure(`Node 20 or newer is needed, this is ${process.version}`);
  installPackages();
  const hint = "Rust is needed: install it with rustup (https://rustup.rs).";
  run("cargo", ["--version"], { quiet: true, hint });
  const targets = run("rustup", ["target", "list", "--installed"], { quiet: true, hint }).stdout;
  if (!targets.split(/\s+/).includes(WASM_TARGET)) run("rustup", ["target", "add", WASM_TARGET]);
}

/**
 * Runs `npm ci`, unless the installed packages match the lock file. Our tools need no install scripts.
 */
function installPackages() {
  const stamp = at("node_modules", ".package-lock.json");
  const lock = at("package-lock.json");
  const fresh =
    existsSync(stamp) &&
    statSync(stamp).mtimeMs >= statSync(lock).mtimeMs &&
    Object.keys(JSON.parse(readFileSync(lock, "utf8")).packages).every(
      (path) => !path.startsWith("node_modules/") || existsSync(at(path)) || isOptional(lock, path),
    );
  if (!fresh) npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
}

/**
 * @param {string} lock
 * @param {string} path
 */
function isOptional(lock, path) {
  return JSON.parse(readFileSync(lock, "utf8")).packages[path].optional === true;
}
