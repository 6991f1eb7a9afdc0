// Keys in the form of a list: what `add` and `from` make of entries.

import { decodeText } from "../reader/utf8.js";
import { argumentError } from "./errors.js";
import { linesOf } from "./lines.js";

/** @typedef {import("../reader/key-form.js").QueryForm} QueryForm */
/** @typedef {import("./types.js").Key} Key */

/**
 * The keys of an entry. Throws if it does not have the form: without its key, it would never be found.
 * @param {QueryForm} form
 * @param {any} entry
 * @returns {Key[]}
 */
export function keysOf({ form }, entry) {
  const keys = form.entries(entry);
  return keys.length ? keys : wrongEntry("key", form);
}

/** @param {"key" | "never"} field @param {{ name: string }} form @returns {never} */
export function wrongEntry(field, form) {
  throw argumentError(RangeError, field, `an entry of the form ${JSON.stringify(form.name)}, got another text`);
}

/**
 * The keys of entries.
 * @param {QueryForm | undefined} form
 * @param {Iterable<Key>} entries
 * @returns {Iterable<Key>}
 */
export const keysIn = (form, entries) => (form ? eachKey(form, entries) : entries);

/**
 * @param {QueryForm} form
 * @param {Iterable<Key>} entries
 */
function* eachKey(form, entries) {
  for (const entry of entries) yield* keysOf(form, entry);
}

/**
 * The lines of texts as strings.
 * @param {Iterable<string | Uint8Array>} texts
 */
export function* entriesIn(texts) {
  for (const text of texts) for (const line of linesOf(text)) yield typeof line === "string" ? line : textOf(line);
}

/**
 * A line as a string. Bytes that are not UTF-8 stay bytes, which only some forms accept.
 * @param {Uint8Array} line
 */
function textOf(line) {
  try {
    return decodeText(line);
  } catch {
    return line;
  }
}
