// Files of other systems: their formats, and the filters in them.

import { FORMATS } from "../api/compat/formats/index.js";
import { importFilter } from "../api/compat/import-filter.js";
import { tryParse } from "../api/compat/formats/json.js";
import { openOptions, sniffFormat } from "../api/compat/sniff-format.js";
import { FilterFormatError } from "../api/errors.js";
import { Failure, namingOptions } from "./failure.js";

/** @typedef {import("../api/compat/compat-filter.js").CompatFilter} CompatFilter */

export const FORMAT_NAMES = Object.keys(FORMATS);

/** The options of `importFilter` that the command line has, too, under the same names. */
export const FIELDS = /** @type {const} */ (["funnel", "type", "hash", "hashes", "generation", "hash128", "strings"]);
const NAMES = Object.fromEntries(FIELDS.map((field) => [field, `--${field}`]));

const BITMAP = "redis-bitmap";

/** The formats that a command line can read. */
export const READABLE = FORMAT_NAMES.filter((name) => name !== BITMAP);

/**
 * The options for facts that files of a format may not contain, each with its choices or a description. With a file, only those that it
 * leaves open. The hash function of rbloom is not among them: a command line cannot have one, and the bits do not need it.
 * @param {string} format
 * @param {Uint8Array} [bytes]
 * @returns {[field: string, choices: string[] | string][]}
 */
export function requiredOptions(format, bytes) {
  if (format === "rbloom" || format === BITMAP) return [];
  const fields = bytes ? openOptions(format, tryParse(bytes)) : FORMATS[format].options;
  return Object.entries(fields).map(([field, choices]) => [
    field,
    typeof choices === "string" ? choices : Object.keys(choices),
  ]);
}

/** The words that each of these options accepts. */
export const CHOICES = /** @type {Record<string, string[]>} */ (
  Object.fromEntries(FORMAT_NAMES.flatMap((format) => requiredOptions(format)))
);

/**
 * The options of a command that reads a file of a format.
 * @param {string} format
 * @param {Uint8Array} [bytes]
 */
const flagsOf = (format, bytes) =>
  requiredOptions(format, bytes).map(([field, choices]) =>
    Array.isArray(choices) ? ` --${field} ${choices.join("|")}` : ` --${field} K`,
  );

/**
 * The options of the command line for a format.
 * @param {string} format
 */
const optionsOf = (format) => [...requiredOptions(format).map(([field]) => field), ...(FORMATS[format].optional ?? [])];

/**
 * The format of a file; undefined if the bytes fit only formats without a structure.
 * @param {string} name
 * @param {Uint8Array} bytes
 * @returns {string | undefined}
 */
export function recognise(name, bytes) {
  const { format, kind, candidates } = sniffFormat(bytes);
  if (kind === "counting") {
    throw new Failure(
      `${name}: this is a counting filter of ${format}, which edgebloom does not read; save a filter that does not count`,
    );
  }
  if (!format && candidates.join() !== BITMAP) rejectUncertain(name, candidates, bytes);
  return format;
}

/**
 * @param {string} name
 * @param {string[]} [candidates]
 * @param {Uint8Array} [bytes]
 * @returns {never}
 */
export function rejectUncertain(name, candidates = [BITMAP], bytes) {
  const ways = candidates.map((format) => {
    if (format === BITMAP) return `${format} (importFilter of edgebloom/compat, in JavaScript)`;
    return `${format} (edgebloom convert --from ${format}${flagsOf(format, bytes).join("")})`;
  });
  throw new Failure(`${name}: unknown format; it could be ${ways.join(" or ")}`);
}

/**
 * Rejects a file of another system where an edgebloom filter file is needed.
 * @param {string} name
 * @param {string} format
 * @param {Uint8Array} bytes
 * @returns {never}
 */
export function rejectForeign(name, format, bytes) {
  const flags = flagsOf(format, bytes).join("");
  throw new Failure(
    `${name}: this is a file of ${format}; convert it first: edgebloom convert --from ${format}${flags}`,
  );
}

/**
 * Rejects options that a format does not have.
 * @param {string} format
 * @param {Record<string, unknown>} options
 */
export function checkOptions(format, options) {
  if (format === BITMAP) {
    throw new Failure(
      `${format}: its scheme has too many options for a command line; use importFilter of edgebloom/compat in JavaScript`,
    );
  }
  const fields = optionsOf(format);
  const wrong = Object.keys(options).find((field) => !fields.includes(field));
  if (wrong === undefined) return;
  const has = fields.length ? `only ${fields.map((field) => `--${field}`).join(", ")}` : "no such option";
  throw new Failure(`--${wrong}: ${format} has ${has}`);
}

/**
 * The filter in a file of a format.
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {string} format
 * @param {Record<string, unknown>} options
 * @returns {CompatFilter}
 */
export function importAs(name, bytes, format, options) {
  checkOptions(format, options);
  const missing = requiredOptions(format, bytes).filter(([field]) => options[field] === undefined);
  if (missing.length) {
    const list = missing.map(([field, choices]) =>
      Array.isArray(choices) ? `--${field}, one of ${choices.join(", ")}` : `--${field}, ${choices}`,
    );
    throw new Failure(`${name}: this is a file of ${format}; pass ${list.join("; ")}`);
  }
  const importOptions = format === "rbloom" ? { hash: noHash } : options;
  try {
    return namingOptions(NAMES, () => importFilter(bytes, /** @type {any} */ ({ format, ...importOptions })));
  } catch (error) {
    if (error instanceof FilterFormatError) {
      throw new Failure(`${name}: not a valid file of ${format} (${error.message})`);
    }
    throw error;
  }
}

/** Never called: reading the bits needs no hash. */
const noHash = () => {
  throw new TypeError("hash: expected none on the command line");
};
