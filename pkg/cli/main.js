import { readFileSync } from "node:fs";
import { readArguments, wantsHelp } from "./arguments.js";
import * as build from "./build.js";
import * as check from "./check.js";
import { fold, merge } from "./combine.js";
import * as convert from "./convert.js";
import { Failure, oneLine } from "./failure.js";
import { HELP, OVERVIEW } from "./help.js";
import * as info from "./info.js";
import { print } from "./output.js";

/**
 * @typedef {object} Command
 * @property {NonNullable<import("./arguments.js").OptionTable>} options
 * @property {(values: Record<string, any>, positionals: string[]) => Promise<number>} run answers the
 *   exit code
 */

const COMMANDS = /** @type {Record<string, Command>} */ ({ build, check, info, merge, fold, convert });
const ERROR = 2;

/**
 * Runs a command line.
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function main(args) {
  try {
    return await dispatch(args);
  } catch (error) {
    // Whoever read our output has enough of it.
    if (/** @type {any} */ (error)?.code != "EPIPE") process.stderr.write(`edgebloom: ${oneLine(error)}\n`);
    return ERROR;
  }
}

/** @param {string[]} args */
async function dispatch([name, ...args]) {
  const known = `the commands are ${Object.keys(COMMANDS).join(", ")}; edgebloom --help says more`;
  if (name === undefined) throw new Failure(`no command: ${known}`);
  if (name == "--version") return say(`${version()}\n`);
  if (name == "--help" || name == "-h" || name == "help") {
    return say((args.length && help(args[0])) || OVERVIEW);
  }
  if (!Object.hasOwn(COMMANDS, name)) {
    const what = name.startsWith("-") ? "a command comes first, found" : "unknown command";
    throw new Failure(`${what} ${name}: ${known}`);
  }
  if (wantsHelp(args)) return say(HELP[name]);
  const { options, run } = COMMANDS[name];
  const { values, positionals } = readArguments(name, args, options);
  return run(values, positionals);
}

/** @param {string} name */
const help = (name) => (Object.hasOwn(HELP, name) ? HELP[name] : "");

/** @param {string} text */
function say(text) {
  print(text);
  return 0;
}

/** @returns {string} */
const version = () => JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
