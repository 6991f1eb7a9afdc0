// Comes first: it provides the WebAssembly modules that all others call.
import "./engines.js";
import { readFileSync } from "node:fs";
import { adviseNobody } from "../api/advice.js";
import { readArguments, rejectMangled, wantsHelp } from "./arguments.js";
import { COMMANDS } from "./commands.js";
import { Failure } from "./failure.js";
import { commandList, helpOf, knownCommand } from "./help.js";
import { HELP } from "./options.js";
import { print } from "./output.js";
import { remark } from "./report.js";

const ERROR = 2;

/**
 * Runs a command line.
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function main(args) {
  // The reader of the messages may close the pipe, too.
  process.stderr.on("error", () => {});
  adviseNobody();
  try {
    return await dispatch(args);
  } catch (error) {
    // EPIPE: the reader of the output has closed the pipe.
    if (/** @type {any} */ (error)?.code !== "EPIPE") remark(error);
    return ERROR;
  }
}

/** @param {string[]} args */
async function dispatch([first, ...args]) {
  if (first === undefined) throw new Failure(`expected a command; ${commandList(COMMANDS)}`);
  if (first === "--version") return say(`${version()}\n`);
  const name = knownCommand(first === "--help" || first === "-h" ? "help" : first, COMMANDS);
  if (wantsHelp(args)) return say(helpOf(name, COMMANDS));
  const { options, operands, run } = COMMANDS[name];
  const { values, positionals } = readArguments(name, args, { ...options, ...HELP });
  if (values.help) return say(helpOf(name, COMMANDS));
  // The arguments after the filter are keys: check answers the ones before a rejected key.
  const files = name === "check" ? positionals.slice(0, 1) : operands === "files" ? positionals : [];
  rejectMangled(values, files, options);
  return run(values, positionals, COMMANDS);
}

/** @param {string} text */
function say(text) {
  print(text);
  return 0;
}

/** @returns {string} */
const version = () => JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
