// Proves that a set is right for the list.

import { say } from "./log.mjs";
import { edgebloom } from "./programs.mjs";

/**
 * Throws if a listed key is not found in a set, or if anything else is wrong with it.
 * @param {import("./inputs.mjs").Inputs} inputs
 * @param {string} folder of the set
 * @param {string[]} paths of the list
 * @param {NodeJS.ProcessEnv} env
 */
export function verify({ version, listOptions }, folder, paths, env) {
  const lists = paths.map((path) => `--list=${path}`);
  // Its warnings about the list are those of publish.
  const found = edgebloom(version, ["verify", "--json", ...listOptions, ...lists, "--", folder], env, () => {});
  say("verify", `sequence ${found.sequence}: all of ${found.listed} listed keys are found`);
}
