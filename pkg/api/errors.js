import { argumentError, otherFormat, show, wrongType } from "../reader/errors.js";
import { FilterFetchError } from "../reader/fetch-error.js";
import { FilterFormatError } from "../reader/format-error.js";

// The module and the reader throw the same classes.
export { FilterFetchError, FilterFormatError };
export { argumentError, show, wrongType };

/** @typedef {import("../reader/fetch-error.js").FetchErrorCode} FetchErrorCode */
/** @typedef {import("../reader/format-error.js").FormatErrorCode} FormatErrorCode */

/**
 * A RangeError with `code` and `field`.
 * @param {string} message
 * @param {string} code
 * @param {string} field
 */
export const coded = (message, code, field) => Object.assign(new RangeError(message), { code, field });

/**
 * Throws the error for a filter of another list or scheme.
 * @param {string} field
 * @param {string} ours
 * @param {string} theirs
 * @returns {never}
 */
export function incompatible(field, ours, theirs) {
  throw coded(`${field}: expected ${JSON.stringify(ours)}, got ${JSON.stringify(theirs)}`, "INCOMPATIBLE", field);
}

/**
 * Makes the error of the module. The module calls this function and throws what it returns. Numbers that JavaScript cannot
 * represent exactly come as hexadecimal strings.
 * @param {string} code
 * @param {boolean} isFormat true if the data are wrong, not the call
 * @param {boolean} isState true if `expected` is a sentence of its own
 * @param {string} field
 * @param {string} expected `{}` stands for `number` or, without it, for `got`
 * @param {number | string | undefined} number what was expected, if `expected` has a place for it
 * @param {number | string | undefined} got
 * @param {number | undefined} offset
 */
export function moduleError(code, isFormat, isState, field, expected, number, got, offset) {
  const says = isState ? expected : `${field}: expected ${expected}`;
  let message = says.replace("{}", String(number ?? got));
  if (got !== undefined && (number !== undefined || message === says)) {
    message += `, got ${code === "MAGIC" ? firstBytes(Number(got)) : got}`;
  }
  if (isFormat)
    return new FilterFormatError(message, /** @type {FormatErrorCode} */ (code), field, offset ?? Number.NaN);
  if (code === "MEMORY") message += "; call free() on filters that you no longer use";
  return coded(message, code, field);
}

/**
 * The first bytes of other data, and the format that they look like.
 * @param {number} number the bytes, little-endian
 */
function firstBytes(number) {
  const bytes = [0, 8, 16, 24].map((shift) => (number >>> shift) & 255);
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
  const text = String.fromCharCode(...bytes);
  const format = otherFormat(text);
  return !format && /^[ -~]{4}$/.test(text) ? `${hex}, the text ${JSON.stringify(text)}` : hex + format;
}

/** @type {(field: string, expected: string, got: unknown) => never} */
export const wrongValue = (field, expected, got) => {
  throw argumentError(RangeError, field, `${expected}, got ${show(got)}`);
};

/** The largest whole number that a double holds exactly. */
const LARGEST = 2 ** 53 - 1;

/**
 * Checks that an argument is a whole number in a range.
 * @param {unknown} value
 * @param {string} field
 * @param {number} least
 * @param {number} [most]
 * @returns {number}
 */
export function whole(value, field, least, most = LARGEST) {
  const expected = `a whole number from ${least} to ${most === LARGEST ? "2^53 - 1" : most}`;
  if (typeof value !== "number") wrongType(field, expected, value);
  if (!Number.isInteger(value) || value < least || value > most) wrongValue(field, expected, value);
  return value;
}

const RATES = "a number of at least 1e-18 and below 1";

/**
 * Checks the type of an error rate. The module checks its limits.
 * @param {unknown} value
 * @returns {number}
 */
export const rate = (value) => (typeof value === "number" ? value : wrongType("errorRate", RATES, value));

/**
 * Checks the type and the limits of an error rate.
 * @param {unknown} value
 * @returns {number}
 */
export function limitedRate(value) {
  const errorRate = rate(value);
  if (!(errorRate >= 1e-18 && errorRate < 1)) wrongValue("errorRate", RATES, errorRate);
  return errorRate;
}
