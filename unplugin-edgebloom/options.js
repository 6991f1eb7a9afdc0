// The options of the plugin, and those in the query of an import.

import { resolve } from "node:path";
import * as forms from "edgebloom/keys";

/** @typedef {import("./types/index.js").PluginOptions} PluginOptions */

/** The options of `edgebloom build` that a query may have. */
const VALUES = { keys: "--keys", errorRate: "--error-rate", input: "--input", column: "--column" };
const SWITCHES = { static: "--static", comments: "--comments" };
const NAMES = [...Object.keys({ ...VALUES, ...SWITCHES }), "inlineLimit"];

/**
 * @param {PluginOptions | undefined} given
 * @param {string} root
 * @returns {Required<PluginOptions>}
 */
export function readPluginOptions(
  { inlineLimit = 100_000, cacheDir = "node_modules/.cache/unplugin-edgebloom", ...others } = {},
  root,
) {
  const [unknown] = Object.keys(others);
  if (unknown)
    throw new Error(`unplugin-edgebloom: unknown option ${unknown}; the options are inlineLimit and cacheDir`);
  if (!(inlineLimit >= 0))
    throw new Error(`unplugin-edgebloom: inlineLimit: expected a number of bytes, got ${inlineLimit}`);
  return { inlineLimit, cacheDir: resolve(root, cacheDir) };
}

/**
 * A form of keys, and its name in edgebloom/keys.
 * @typedef {{ name: string, rule: import("edgebloom/keys").KeyForm }} Form
 */

/**
 * The options of an import. The command line checks their values.
 * @param {string} query
 * @returns {{ args: string[], form: Form | undefined, inlineLimit: number | undefined }}
 */
export function readQuery(query) {
  /** @type {string[]} */
  const args = [];
  /** @type {Map<string, string>} */
  const given = new Map();
  for (const [name, value] of new URLSearchParams(query)) {
    /** @type {(problem: string) => never} */
    const reject = (problem) => {
      throw new Error(`${name}: ${problem}`);
    };
    if (given.has(name)) reject("is there twice");
    given.set(name, value);
    if (name === "filter") continue;
    if (!NAMES.includes(name)) reject(`unknown option; the options are ${NAMES.join(", ")}`);
    if (name in SWITCHES && value) reject("takes no value");
    if (name === "inlineLimit" && !/^\d+$/.test(value))
      reject(`expected a number of bytes, got ${JSON.stringify(value)}`);
    if (name in SWITCHES) args.push(SWITCHES[/** @type {keyof typeof SWITCHES} */ (name)]);
    if (name in VALUES) args.push(`${VALUES[/** @type {keyof typeof VALUES} */ (name)]}=${value}`);
  }
  const limit = given.get("inlineLimit");
  return { args, form: formNamed(given.get("keys")), inlineLimit: limit === undefined ? undefined : Number(limit) };
}

/**
 * @param {string | undefined} name as on the command line
 * @returns {Form | undefined} undefined for raw keys
 */
function formNamed(name) {
  for (const [exported, rule] of Object.entries(forms)) {
    if (typeof rule === "object" && rule.name === name) return { name: exported, rule };
  }
  return undefined;
}

/**
 * A message of the command line, with the options as a query has them.
 * @param {string} message
 */
export const inQuery = (message) =>
  message
    .replace(/--(input|column) (?=[\w|]+)/g, "$1=")
    .replace(/(input=\w+) column=/g, "$1&column=")
    .replaceAll("--error-rate", "errorRate")
    .replace(/--(keys|static|input|column|comments)\b/g, "$1");
