// What FilterReader and MapReader have in common.

import { wrongType } from "./errors.js";
import { isBytes } from "./key.js";
import { hasInForm, queryForm } from "./key-form.js";

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
 * @param {string} recorded the form of the keys of the file
 * @param {FormOptions} options
 */
export function formOf(recorded, options) {
  if (typeof options !== "object" || !options) wrongType("options", "an object", options);
  for (const name in options)
    if (name !== "keys" && name !== "invalid") wrongType("options", "only keys, invalid", name);
  return queryForm(recorded, options);
}

/**
 * The answers for several keys, 1 or 0 each.
 * @param {{ _form: QueryForm | undefined, _has(key: Key): boolean }} reader
 * @param {Iterable<Key>} keys
 */
export function hasMany(reader, keys) {
  // A string is an iterable of characters, which is always a mistake.
  if (typeof keys === "string" || typeof keys?.[Symbol.iterator] !== "function")
    wrongType("keys", "an iterable of keys", keys);
  const list = Array.isArray(keys) ? keys : [...keys];
  const answers = new Uint8Array(list.length);
  const { _form: form } = reader;
  for (let i = 0; i < list.length; i++) {
    const isIn = form ? hasInForm(form, list[i], (key) => reader._has(key), true) : reader._has(list[i]);
    answers[i] = isIn ? 1 : 0;
  }
  return answers;
}
