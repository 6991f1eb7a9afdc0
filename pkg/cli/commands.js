import * as build from "./build.js";
import * as check from "./check.js";
import { fold, merge } from "./combine.js";
import * as completion from "./completion.js";
import * as convert from "./convert.js";
import * as help from "./help.js";
import * as info from "./info.js";
import * as keygen from "./keygen.js";
import * as publish from "./publish.js";
import * as sign from "./sign.js";
import * as step from "./step.js";
import * as verify from "./verify.js";

/**
 * @typedef {object} Command
 * @property {import("./options.js").OptionTable} options
 * @property {"files" | "commands" | readonly string[]} operands the arguments that are not options
 * @property {string} brief one line
 * @property {(values: Record<string, any>, operands: string[], commands: CommandTable) => Promise<number>} run
 *   returns the exit code
 */

/** @typedef {Record<string, Command>} CommandTable */

/** All commands. The parser, the help and the completion scripts read this table. */
export const COMMANDS = /** @type {CommandTable} */ ({
  build,
  check,
  info,
  merge,
  fold,
  convert,
  publish,
  step,
  keygen,
  sign,
  verify,
  completion,
  help,
});
