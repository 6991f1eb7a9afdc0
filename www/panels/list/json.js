// JSON that is a list: one array, of strings or of objects, which are the rows of a table.

import { MOST_COLUMNS, columnsOf } from "./columns.js";
import { formOf } from "./forms.js";
import { placeOfError } from "./json-error.js";
import { Refusal } from "./refusal.js";

/** A string in JSON; its escapes don't matter for its form. */
const STRING = /"((?:[^"\\\n]|\\.)*)"/g;

/** The beginning of an array of strings, or of numbers, which is refused. */
const STRINGS = /^\s*\[\s*(?:"(?:[^"\\\n]|\\.)*"\s*[,\]]|-?[\d.]+\s*,)/;

/** The beginning of an object, or of an array of objects. */
const OBJECTS = /^\s*(?:\[\s*)?\{\s*"(?:[^"\\\n]|\\.)*"\s*:/;

/** Arrays that are lines are no JSON. */
const LINES = /\]\s*\n\s*\[/;

/**
 * What a text looks like if it is JSON.
 * @param {string} text
 * @param {boolean} isAll
 * @param {boolean} isKnown to be JSON
 * @returns {import("./looks.js").Looks | undefined}
 */
export function looksOfJson(text, isAll, isKnown) {
  if (OBJECTS.test(text)) {
    const objects = objectsIn(text);
    const names = [...new Set(objects.flatMap((one) => Object.keys(one)))].slice(0, MOST_COLUMNS);
    if (!names.length) return { form: "raw", json: true };
    const rows = objects.map((one) => names.map((name) => cellOf(one[name]) ?? ""));
    return { form: "raw", json: true, table: { delimiter: "", header: true, ...columnsOf(names, rows) } };
  }
  // One line that begins like an array is no key, but an array that was cut.
  const isWhole = !isAll || /\]\s*$/.test(text) || !text.trim().includes("\n");
  const isArray = STRINGS.test(text) && !LINES.test(text) && isWhole;
  if (!isKnown && !isArray) return undefined;
  return { form: formOf([...text.matchAll(STRING)].map(([, string]) => string)), json: true };
}

/**
 * The objects in an array that may be cut.
 * @param {string} text
 * @returns {Record<string, unknown>[]}
 */
function objectsIn(text) {
  let depth = 0;
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (mark === "[" || mark === "{") depth++;
    else if (mark === "]" || mark === "}") depth--;
    if (depth === 1 && mark === "}") end = index + 1;
  }
  try {
    const all = JSON.parse(`${text.slice(0, end)}]`);
    return all.filter((/** @type {unknown} */ one) => one && typeof one === "object" && !Array.isArray(one));
  } catch {
    return [];
  }
}

/** A value of an object as a cell: an empty one if it is missing, undefined for one that is no text. @param {unknown} value */
const cellOf = (value) =>
  value === undefined || value === null
    ? ""
    : typeof value === "string" || typeof value === "number"
      ? String(value)
      : undefined;

/**
 * The entries of a list in JSON.
 * @param {string} text
 * @param {string} [name] of what has the keys, if these are in objects
 * @returns {string[]}
 * @throws {Refusal}
 */
export function entriesOfJson(text, name) {
  let all;
  try {
    all = JSON.parse(text);
  } catch {
    throw isJson(text.trim().split("\n", 1)[0]) ? new Refusal("jsonLines") : new Refusal("badJson", placeOfError(text));
  }
  const none = (detail = "") => new Refusal("notStrings", { detail });
  if (!Array.isArray(all)) throw none();
  return all.map((one, i) => {
    const isObject = one && typeof one === "object" && !Array.isArray(one);
    const cell =
      name === undefined ? (typeof one === "string" ? one : undefined) : isObject ? cellOf(one[name]) : undefined;
    if (cell !== undefined) return cell;
    const value = name !== undefined && isObject ? one[name] : one;
    throw none(`[${i}]${value === one ? "" : `.${name}`}: ${kindOf(value)}`);
  });
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {unknown} value */
const kindOf = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);
