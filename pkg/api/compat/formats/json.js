// JSON of other systems, and its fields.

import { isBytes } from "../../bytes.js";
import { decoder } from "../../engine.js";
import { wrongType } from "../../errors.js";
import { reject } from "./file.js";

/** @param {string} text */
const withoutMark = (text) => text.replace(/^\ufeff/, "");

/**
 * Parses JSON, as a string or as UTF-8 bytes.
 * @param {unknown} input
 * @returns {any}
 */
export function parse(input) {
  let text = input;
  if (isBytes(input)) {
    try {
      text = decoder.decode(input);
    } catch {
      reject("json", "UTF-8", "other bytes");
    }
  }
  if (typeof text !== "string") wrongType("input", "a JSON string or its bytes", input);
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
 * The value in bytes; undefined if they are not JSON.
 * @param {Uint8Array} bytes
 */
export function tryParse(bytes) {
  if (!looksLikeJson(bytes)) return undefined;
  try {
    return JSON.parse(withoutMark(decoder.decode(bytes)));
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
