// Checks of the arguments that several classes take.

import { wrongType } from "./errors.js";
import { isBytes } from "./key.js";
import { queryForm } from "./key-form.js";

/** @typedef {import("./key.js").Key} Key */
/** @typedef {import("./key-form.js").FormOptions} FormOptions */
/** @typedef {import("./key-form.js").QueryForm} QueryForm */

/**
 * The bytes of an argument, as a plain view: its length is fixed, and it calls no methods of a subclass.
 * @param {unknown} value
 */
export function viewOfBytes(value) {
  if (isBytes(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  const tag = Object.prototype.toString.call(value);
  if (/^\[object (?:Shared)?ArrayBuffer\]$/.test(tag)) return new Uint8Array(/** @type {ArrayBuffer} */ (value));
  return wrongType("bytes", "a Uint8Array or an ArrayBuffer", value);
}

/**
 * Checks the options of a reader.
 * @param {string} recorded the key form of the file
 * @param {FormOptions} options
 */
export function formOf(recorded, options) {
  if (typeof options !== "object" || !options) wrongType("options", "an object", options);
  for (const name in options)
    if (name !== "keys" && name !== "invalid") wrongType("options", "only keys, invalid", name);
  return queryForm(recorded, options);
}

/**
 * Throws if an argument is not an iterable of keys. A string is an iterable of characters, which is always a mistake.
 * @param {unknown} keys
 */
export function checkIterable(keys, field = "keys") {
  if (typeof keys === "string" || typeof (/** @type {any} */ (keys)?.[Symbol.iterator]) !== "function")
    wrongType(field, "an iterable of keys", keys);
}
