// Code that the scripts share: paths, commands and messages. Commands are run with Node's own child_process: these scripts also run on a fresh
// clone, before npm has installed a library for it.

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
 * @property {boolean} [quiet] show the output only if the command fails
 * @property {string} [cwd]
 * @property {boolean} [mayFail]
 * @property {string} [hint] what to do if the command is missing
 */

/**
 * Runs a command in the repository; a failure ends the script with the name of the command.
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
 * Runs the main function of a module, if it was started as a script and not imported.
 * @param {ImportMeta} meta
 * @param {() => unknown} body
 */
export async function mainOf(meta, body) {
  if (meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(body);
}

/**
 * Runs a script's main function; a Failure or a wrong option is printed as a sentence, any other error with its stack.
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
 * The command line of npm: the same npm that runs this script, if there is one.
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
