// What the scripts share: where things are, running commands, being loud about it.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** @param {string[]} parts */
export const at = (...parts) => join(root, ...parts);

const gray =
  process.stdout.isTTY && !process.env.NO_COLOR
    ? (/** @type {string} */ s) => `\x1b[2m${s}\x1b[0m`
    : (/** @type {string} */ s) => s;

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string | undefined>} [env] more variables
 * @property {boolean} [quiet] what it prints is kept, and only shown when it fails
 * @property {string} [cwd]
 * @property {boolean} [mayFail]
 * @property {string} [hint] what to do where the command is not there
 */

/**
 * Runs a command in the repository; a failure ends the script, saying which command it was.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function run(command, args, options = {}) {
  const { env, quiet, cwd = root } = options;
  if (!quiet) console.log(gray(`> ${[command, ...args].join(" ")}`));
  const done = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit",
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (/** @type {NodeJS.ErrnoException | undefined} */ (done.error)?.code === "ENOENT") {
    throw new Failure(`${command}: not found. ${options.hint ?? "Is it installed and on the PATH?"}`);
  }
  if (done.status !== 0 && !options.mayFail) {
    if (quiet) process.stderr.write(done.stdout + done.stderr);
    throw new Failure(`failed (${done.status ?? done.signal}): ${[command, ...args].join(" ")}`);
  }
  return done;
}

export class Failure extends Error {}

/**
 * Runs the main function of a module where that is the script which was started, and nobody's import.
 * @param {ImportMeta} meta
 * @param {() => unknown} body
 */
export async function mainOf(meta, body) {
  if (meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(body);
}

/**
 * Runs a script's main function; a Failure is a sentence, as is a wrong option, anything else a defect with its stack.
 * @param {() => unknown} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    const isSaid = error instanceof Failure || code?.startsWith("ERR_PARSE_ARGS");
    console.error(isSaid ? `\n${message}` : error);
    process.exitCode = 1;
  }
}

/**
 * npm's own command line, as the same npm that runs this script where it does.
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith(".js")
    ? run(process.execPath, [cli, ...args], options)
    : run(process.platform === "win32" ? "npm.cmd" : "npm", args, options);
}

/**
 * Every file below a folder, sorted, as paths from the root with forward slashes.
 * @param {string} folder
 * @returns {string[]}
 */
export function filesBelow(folder) {
  if (!existsSync(at(folder))) return [];
  if (statSync(at(folder)).isFile()) return [folder];
  return readdirSync(at(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(root, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join("/"),
    )
    .sort();
}

/**
 * One hash over the names and contents of files.
 * @param {string[]} files
 */
export function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    hash.update(`${file}\0`);
    hash.update(readFileSync(at(file)));
    hash.update("\0");
  }
  return hash.digest("hex");
}
