import { wrongType } from "./errors.js";

/**
 * Throws if options are not an object or have an unknown name, which may be a typing error.
 * @param {unknown} options
 * @param {string[]} known
 */
export function checkNames(options, known) {
  if (typeof options !== "object" || !options) wrongType("options", "an object", options);
  for (const name in options) {
    if (!known.includes(name)) wrongType("options", `only ${known.join(", ")}`, name);
  }
}
