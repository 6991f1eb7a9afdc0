import { wrongType, wrongValue } from "../../errors.js";

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

/**
 * The value of an option that some files contain. There is no default: the caller must choose if more than one value is possible.
 * @template T
 * @param {any} options
 * @param {string} name
 * @param {Record<string, T>} choices
 * @param {Record<string, T>} possible the choices with which the file can have been written
 * @returns {T}
 */
export function settled(options, name, choices, possible) {
  const only = Object.keys(possible);
  if (options[name] === undefined && only.length === 1) return possible[only[0]];
  if (options[name] === undefined) return chosen(options, name, possible);
  chosen(options, name, choices);
  const value = options[name];
  return Object.hasOwn(possible, value)
    ? possible[value]
    : wrongValue(name, `${only.join(" or ")}, as the file shows`, value);
}

/**
 * An option as `missing` of `sniffFormat` needs it: none if only one value is possible.
 * @param {string} name
 * @param {Record<string, unknown>} possible
 */
export const openOption = (name, possible) => (Object.keys(possible).length > 1 ? { [name]: possible } : {});
