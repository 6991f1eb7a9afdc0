import { wrongType } from "./errors.js";

/**
 * Refuses what are no options, and an option that nobody knows: a misspelt one is not passed over.
 * @param {unknown} options
 * @param {string[]} known
 */
export function checkNames(options, known) {
  if (typeof options !== "object" || !options) wrongType("options", "an object", options);
  for (const name in options) {
    if (!known.includes(name)) wrongType("options", `only ${known}`, name);
  }
}
