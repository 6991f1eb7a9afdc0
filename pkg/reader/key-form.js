// Queries in the form of the keys of a list, such as host names in lower case. The forms themselves are in edgebloom/keys.

import { argumentError, wrongType } from "./errors.js";

/** @typedef {import("./key.js").Key} Key */

/**
 * The answer to a query that doesn't fit the key form: an error, "maybe" or "no".
 * @typedef {"throw" | "maybe" | "no"} Invalid
 */

/**
 * A rule that converts strings to keys. Filter files and manifests name the form of their keys. You can write your own: a name and two functions.
 * @template [Q=any] the type of a query
 * @typedef {object} KeyForm
 * @property {string} name its name in files: "raw", "domain", "email", "url", "sha1-hex", "sha256-hex", "sha256" or your own, at most 64 bytes
 * @property {(entry: string) => Key[]} entries returns the keys for one list entry, without comments; [] if the entry doesn't have
 *   this form
 * @property {(query: Q) => Key[]} lookups returns the keys to look up for a query: the query is in the set if one of them is; [] if the query
 *   doesn't have this form
 * @property {Invalid} [invalid] what `has` does with a query that doesn't fit it; "maybe" by default, so a blocklist never answers a definite
 *   "no" to something it couldn't read
 * @property {string} [expected] what a query must be, for error messages
 */

/**
 * Options for everything that looks up keys.
 * @typedef {object} FormOptions
 * @property {KeyForm} [keys] the key form, from `edgebloom/keys` or your own. Pass the one the file names: otherwise, loading fails
 * @property {Invalid} [invalid] what `has` does with a query that doesn't fit the key form: "throw" a RangeError, or answer "maybe" or "no".
 *   By default, what the form says: "throw" for `sha1Hex` and `sha256Hex`, "maybe" for `domain`, `email` and `url`. `hasMany` answers "maybe" instead of throwing
 */

/**
 * A form, and what a query gets that does not have it.
 * @typedef {{ form: KeyForm, invalid: Invalid }} QueryForm
 */

/**
 * The form in which to look up keys; undefined for raw keys.
 * @param {string} recorded the form in the file; "" without one
 * @param {FormOptions} options
 * @returns {QueryForm | undefined}
 */
export function queryForm(recorded, { keys, invalid }) {
  if (keys !== undefined && (typeof keys?.name !== "string" || typeof keys.lookups !== "function")) {
    wrongType("keys", "a form of edgebloom/keys", keys);
  }
  if (invalid !== undefined && !["throw", "maybe", "no"].includes(invalid))
    wrongType("invalid", "throw, maybe or no", invalid);
  if (recorded && recorded !== (keys?.name ?? "raw")) {
    const inCode = recorded.replace(/-(.)/, (_, letter) => letter.toUpperCase());
    const got = keys
      ? JSON.stringify(keys.name)
      : `none: pass { keys: ${inCode} }, a form of edgebloom/keys or your own`;
    const error = argumentError(
      keys ? RangeError : TypeError,
      "keys",
      `the form ${JSON.stringify(recorded)} that this file names, got ${got}`,
    );
    throw Object.assign(error, { code: "INCOMPATIBLE" });
  }
  if (!keys || keys.name === "raw") return undefined;
  return { form: keys, invalid: invalid ?? keys.invalid ?? "maybe" };
}

/**
 * The error for a query that does not have the form. It does not show the query, which may be a password.
 * @param {QueryForm} form
 * @param {unknown} query
 */
function notInForm({ form }, query) {
  const got = typeof query === "string" ? `another text (${query.length} characters)` : "something else";
  return argumentError(
    RangeError,
    "key",
    `${form.expected ?? `a query of the form ${JSON.stringify(form.name)}`}, got ${got}`,
  );
}

/**
 * The answer to a query without keys.
 * @param {QueryForm} form
 * @param {unknown} query
 * @param {boolean} isOneOfMany true if one query must not stop the others
 */
export function answerInvalid(form, query, isOneOfMany) {
  if (form.invalid === "throw" && !isOneOfMany) throw notInForm(form, query);
  return form.invalid !== "no";
}

/**
 * Looks up a query.
 * @param {QueryForm} form
 * @param {any} query
 * @param {(key: Key) => boolean} has looks up a key
 * @param {boolean} [isOneOfMany]
 */
export function hasInForm(form, query, has, isOneOfMany = false) {
  const keys = form.form.lookups(query);
  return keys.length ? keys.some(has) : answerInvalid(form, query, isOneOfMany);
}

/**
 * The keys of a query for a value: the first that has one decides. No value means "maybe", so without keys it throws, or there is none.
 * @param {QueryForm | undefined} form
 * @param {any} query
 * @returns {Key[]}
 */
export function keysForValue(form, query) {
  if (!form) return [query];
  const keys = form.form.lookups(query);
  if (!keys.length && form.invalid !== "no") throw notInForm(form, query);
  return keys;
}

/**
 * The value of the first key that has one.
 * @template T
 * @param {Key[]} keys
 * @param {(key: Key) => T | undefined} get
 */
export function firstOf(keys, get) {
  for (const key of keys) {
    const value = get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}
