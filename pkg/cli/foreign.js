// Files of other systems: which one it is, and the filter in it.

import { FORMATS } from "../api/compat/formats/index.js";
import { importFilter } from "../api/compat/import-filter.js";
import { sniffFormat } from "../api/compat/sniff-format.js";
import { FilterFormatError } from "../api/errors.js";
import { Failure, namingOptions } from "./failure.js";

/** @typedef {import("../api/bloom-filter.js").BloomFilter} BloomFilter */

export const FORMAT_NAMES = Object.keys(FORMATS);

/** The options of `importFilter` that the command line has, too; they are called the same. */
export const FIELDS = /** @type {const} */ (["funnel", "type", "hash", "hashes", "generation", "hash128"]);
const NAMES = Object.fromEntries(FIELDS.map((field) => [field, `--${field}`]));

const BITMAP = "redis-bitmap";

/** The formats that a command line can read. */
export const READABLE = FORMAT_NAMES.filter((name) => name !== BITMAP);

/**
 * What the files of a format do not say, each with its choices. The function that rbloom's keys go through is none:
 * there is none on a command line, and the bits do not need it.
 * @param {string} format
 * @returns {[field: string, choices: string[]][]}
 */
export const askedBy = (format) =>
  Object.entries(FORMATS[format].options)
    .filter(([, choices]) => typeof choices === "object")
    .map(([field, choices]) => [field, Object.keys(choices)]);

/** What each of these options may be, as far as that is words. */
export const CHOICES = Object.fromEntries(FORMAT_NAMES.flatMap(askedBy));

/**
 * The options of the command line for a format.
 * @param {string} format
 */
const takenBy = (format) => [...askedBy(format).map(([field]) => field), ...(FORMATS[format].optional ?? [])];

/**
 * Which system's file it is; undefined if that is not certain and nothing but any bytes fits.
 * @param {string} name
 * @param {Uint8Array} bytes
 * @returns {string | undefined}
 */
export function recognise(name, bytes) {
  const { format, candidates } = sniffFormat(bytes);
  if (!format && candidates.join() !== BITMAP) refuseUncertain(name, candidates);
  return format;
}

/**
 * @param {string} name
 * @param {string[]} [candidates]
 * @returns {never}
 */
export function refuseUncertain(name, candidates = [BITMAP]) {
  const ways = candidates.map((format) => {
    if (format === BITMAP) return `${format} (for importFilter of edgebloom/compat, in JavaScript)`;
    const asked = askedBy(format).map(([field, choices]) => `, and --${field}: ${choices.join(", ")}`);
    return `${format} (edgebloom convert --from ${format}${asked.join("")})`;
  });
  throw new Failure(`${name}: not recognised; it could be ${ways.join(" or ")}`);
}

/**
 * Refuses the file of another system where a filter of ours is wanted.
 * @param {string} name
 * @param {string} format
 * @returns {never}
 */
export function refuseForeign(name, format) {
  const asked = askedBy(format).map(([field, choices]) => ` --${field} ${choices.join("|")}`);
  throw new Failure(
    `${name}: this is ${format}; make a dump of it: edgebloom convert --from ${format}${asked.join("")}`,
  );
}

/**
 * Refuses options that a format has no use for.
 * @param {string} format
 * @param {Record<string, unknown>} given
 */
export function checkTaken(format, given) {
  if (format === BITMAP) {
    throw new Failure(
      `${format}: its scheme has too many options for a command line; use importFilter of edgebloom/compat in JavaScript`,
    );
  }
  const taken = takenBy(format);
  const wrong = Object.keys(given).find((field) => !taken.includes(field));
  if (wrong === undefined) return;
  const has = taken.length ? `only ${taken.map((field) => `--${field}`).join(", ")}` : "no such option";
  throw new Failure(`--${wrong}: ${format} has ${has}`);
}

/**
 * The filter in a file of a format.
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {string} format
 * @param {Record<string, unknown>} given
 * @returns {BloomFilter}
 */
export function importAs(name, bytes, format, given) {
  checkTaken(format, given);
  const missing = askedBy(format).filter(([field]) => given[field] === undefined);
  if (missing.length) {
    const list = missing.map(([field, choices]) => `--${field}: ${choices.join(", ")}`);
    throw new Failure(`${name}: this is ${format}; say which ${list.join("; ")}`);
  }
  const options = format === "rbloom" ? { hash: noHash } : given;
  try {
    return namingOptions(NAMES, () => importFilter(bytes, /** @type {any} */ ({ format, ...options })));
  } catch (error) {
    if (error instanceof FilterFormatError) {
      throw new Failure(`${name}: not a sound file of ${format} (${error.message})`);
    }
    if (given.hashes === undefined && /** @type {{ field?: string }} */ (error).field === "hashes") {
      throw new Failure(
        `${name}: this is ${format}, a bare array; edgebloom convert has to be told --hashes: how many there are`,
      );
    }
    throw error;
  }
}

/** Never called: reading bits takes no hash. */
const noHash = () => {
  throw new TypeError("hash: expected none on the command line");
};
