import { wrongType } from "../../errors.js";

/**
 * The value of a required option.
 * @template T
 * @param {any} options
 * @param {string} name
 * @param {Record<string, T>} choices
 * @returns {T}
 */
export function chosen(options, name, choices) {
  const value = options[name];
  if (typeof value !== "string" || !Object.hasOwn(choices, value)) {
    wrongType(name, `one of ${Object.keys(choices).join(", ")}`, value);
  }
  return choices[value];
}
