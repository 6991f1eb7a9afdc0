// Deno, Bun and Vite as npm has them, installed when a test first asks for them, outside of the package's own
// dependencies: they are large.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, at, npm } from "../../scripts/run.mjs";

const VERSIONS = { bun: "1.4.5", deno: "2.9.6", vite: "8.3.8" };

/**
 * The command of a runtime, or undefined where it cannot be had; the test is then skipped, loudly, and fails under
 * CI=true.
 * @param {keyof typeof VERSIONS} name
 * @param {import("node:test").TestContext} test
 */
export function bring(name, test) {
  const folder = at("target", "runtimes", `${name}-${VERSIONS[name]}`);
  try {
    if (!existsSync(folder)) install(name, folder);
    return join(folder, "node_modules", ".bin", process.platform === "win32" ? `${name}.cmd` : name);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const sentence = `NO ${name.toUpperCase()}: its snippet was not run. ${name} ${VERSIONS[name]} could not be installed by npm.`;
    if (process.env.CI === "true") throw new Error(sentence);
    console.warn(`\n${"!".repeat(78)}\n${sentence}\n${"!".repeat(78)}\n`);
    test.skip(sentence);
  }
}

/** Whole or not at all. */
function install(name, folder) {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, "package.json"), JSON.stringify({ private: true, dependencies: { [name]: VERSIONS[name] } }));
  npm(["install", "--no-audit", "--no-fund"], { cwd: fresh, quiet: true });
  const { version } = JSON.parse(readFileSync(join(fresh, "node_modules", name, "package.json"), "utf8"));
  if (version !== VERSIONS[name]) throw new Failure(`${name}: expected ${VERSIONS[name]}, found ${version}`);
  renameSync(fresh, folder);
}

/**
 * What a command prints; rejects if it fails or takes longer than a minute.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string> }} options
 * @returns {Promise<string>}
 */
export function printed(command, args, { cwd, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: command.endsWith(".cmd"),
      timeout: 60_000,
    });
    let out = "";
    let errors = "";
    child.stdout.on("data", (text) => (out += text));
    child.stderr.on("data", (text) => (errors += text));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(out) : reject(new Error(`${command} ${args.join(" ")} ended with ${code}:\n${out}${errors}`)),
    );
  });
}
