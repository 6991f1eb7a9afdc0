// Sets up a new machine that has rustup and Node. Each step says what it installs, and is skipped if it has already been done.

import { existsSync, readFileSync, statSync } from "node:fs";
import { Failure, at, npm, run } from "./run.mjs";

export const WASM_TARGET = "wasm32-unknown-unknown";

export function setUp() {
  const [major] = process.versions.node.split(".");
  if (Number(major) < 20) throw new Failure(`Node 20 or newer is needed, this is ${process.version}`);
  // Other scripts look for the build output in this folder, even if the user has one target folder for all projects.
  process.env.CARGO_TARGET_DIR = at("target");
  const hint = "Rust is needed: install it with rustup (https://rustup.rs).";
  run("cargo", ["--version"], { quiet: true, hint });
  const targets = run("rustup", ["target", "list", "--installed"], { quiet: true, hint }).stdout;
  if (!hasPackages()) {
    console.log("Installing npm's packages, in the versions of package-lock.json, into node_modules.");
    if (!existsSync(at("target"))) console.log("Then the first build downloads the crates of Cargo.lock.");
    // Our tools need no install scripts.
    npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
  }
  if (!targets.split(/\s+/).includes(WASM_TARGET)) {
    console.log(`Installing the standard library of Rust for ${WASM_TARGET}, with rustup.`);
    run("rustup", ["target", "add", WASM_TARGET]);
  }
}

/** True if the installed packages match the lock file. */
function hasPackages() {
  const [lock, stamp] = [at("package-lock.json"), at("node_modules", ".package-lock.json")];
  if (!existsSync(stamp) || statSync(stamp).mtimeMs < statSync(lock).mtimeMs) return false;
  const { packages } = JSON.parse(readFileSync(lock, "utf8"));
  return Object.keys(packages).every(
    (path) => !path.startsWith("node_modules/") || packages[path].optional || existsSync(at(path)),
  );
}
