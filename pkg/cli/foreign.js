// Files of other systems: their formats, and the filters in them.

import { FORMATS } from "../api/compat/formats/index.js";
import { importFilter } from "../api/compat/import-filter.js";
import { sniffFormat } from "../api/compat/sniff-format.js";
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
 * The options that the files of a format do not contain, each with its choices. The hash function of rbloom is not among them: a
 * command line cannot have one, and the bits do not need it.
 * @param {string} format
 * @returns {[field: string, choices: string[]][]}
 */
export const requiredOptions = (format) =>
  Object.entries(FORMATS[format].options)
    .filter(([, choices]) => typeof choices === "object")
    .map(([field, choices]) => [field, Object.keys(choices)]);

/** The words that each of these options accepts. */
export const CHOICES = Object.fromEntries(FORMAT_NAMES.flatMap(requiredOptions));

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
  const { format, candidates } = sniffFormat(bytes);
  if (!format && candidates.join() !== BITMAP) rejectUncertain(name, candidates);
  return format;
}

/**
 * @param {string} name
 * @param {string[]} [candidates]
 * @returns {never}
 */
export function rejectUncertain(name, candidates = [BITMAP]) {
  const ways = candidates.map((format) => {
    if (format === BITMAP) return `${format} (importFilter of edgebloom/compat, in JavaScript)`;
    const flags = requiredOptions(format).map(([field, choices]) => `, and --${field}: ${choices.join(", ")}`);
    return `${format} (edgebloom convert --from ${format}${flags.join("")})`;
  });
  throw new Failure(`${name}: unknown format; it could be ${ways.join(" or ")}`);
}

/**
 * Rejects a file of another system where an edgebloom filter file is needed.
 * @param {string} name
 * @param {string} format
 * @returns {never}
 */
export function rejectForeign(name, format) {
  const flags = requiredOptions(format).map(([field, choices]) => ` --${field} ${choices.join("|")}`);
  throw new Failure(
    `${name}: this is a file of ${format}; convert it first: edgebloom convert --from ${format}${flags.join("")}`,
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
  const missing = requiredOptions(format).filter(([field]) => options[field] === undefined);
  if (missing.length) {
    const list = missing.map(([field, choices]) => `--${field}, one of ${choices.join(", ")}`);
    throw new Failure(`${name}: this is a file of ${format}; give ${list.join("; ")}`);
  }
  const importOptions = format === "rbloom" ? { hash: noHash } : options;
  try {
    return namingOptions(NAMES, () => importFilter(bytes, /** @type {any} */ ({ format, ...importOptions })));
  } catch (error) {
    if (error instanceof FilterFormatError) {
      throw new Failure(`${name}: not a valid file of ${format} (${error.message})`);
    }
    if (options.hashes === undefined && /** @type {{ field?: string }} */ (error).field === "hashes") {
      throw new Failure(
        `${name}: this is a bare array of ${format}; run edgebloom convert with --hashes K, the number of hashes`,
      );
    }
    throw error;
  }
}

/** Never called: reading the bits needs no hash. */
const noHash = () => {
  throw new TypeError("hash: expected none on the command line");
};
