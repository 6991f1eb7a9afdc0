// JSON of other systems, and its fields.

import { isBytes } from "../../bytes.js";
import { decoder } from "../../engine.js";
import { wrongType } from "../../errors.js";
import { reject } from "./file.js";
import { copyOf, isParsed } from "./parsed.js";

/** @param {string} text */
const withoutMark = (text) => text.replace(/^\ufeff/, "");

/**
 * The value of JSON, as a string, as UTF-8 bytes, or parsed by the caller.
 * @param {unknown} input
 * @returns {any}
 */
export function parse(input) {
  if (isParsed(input)) return copyOf(input);
  let text = input;
  if (isBytes(input)) {
    try {
      text = decoder.decode(input);
    } catch {
      reject("json", "UTF-8", "other bytes");
    }
  }
  if (typeof text !== "string") wrongType("input", "a JSON string, its bytes, or what JSON.parse returns", input);
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    return reject("json", "JSON", text);
  }
}

/**
 * True if bytes start like a JSON object or array. A byte order mark may come first.
 * @param {Uint8Array} bytes
 */
export const looksLikeJson = (bytes) =>
  /^(\xef\xbb\xbf)?[ \t\r\n]*[[{]/.test(String.fromCharCode(...bytes.subarray(0, 64)));

/**
 * The object or array in an input of `parse`; undefined if there is none.
 * @param {unknown} input
 */
export function tryParse(input) {
  if (isBytes(input) && !looksLikeJson(input)) return undefined;
  try {
    const value = parse(input);
    return typeof value === "object" && value ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A field that is a whole number.
 * @param {any} value
 * @param {string} field
 * @param {number} least
 * @param {number} [most]
 * @returns {number}
 */
export function wholeField(value, field, least, most = Number.MAX_SAFE_INTEGER) {
  if (!Number.isInteger(value) || value < least || value > most)
    reject(field, `a whole number from ${least} to ${most}`, value);
  return value;
}

/**
 * A field that is an object.
 * @param {any} value
 * @param {string} field
 */
export function objectField(value, field) {
  if (typeof value !== "object" || !value || Array.isArray(value)) reject(field, "an object", value);
  return value;
}

/**
 * A field that is an array.
 * @param {any} value
 * @param {string} field
 * @returns {any[]}
 */
export function arrayField(value, field) {
  if (!Array.isArray(value)) reject(field, "an array", value);
  return value;
}
