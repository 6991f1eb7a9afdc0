import { FilterFormatError } from "../reader/errors.js";

// One class, whether the module or the reader rejects a file.
export { FilterFormatError };

/** @typedef {import("../reader/errors.js").FormatErrorCode} FormatErrorCode */

/**
 * Why no filter came over the network: a FilterFetchError's `code`.
 * @typedef {"STATUS" | "LIMIT" | "NETWORK" | "TIMEOUT" | "OLDER" | "EXPIRED"} FetchErrorCode
 */

/**
 * No filter came over the network: the server refused, was not reached, sent too much, or took too long. (What it sent but
 * is no sound dump is a FilterFormatError.)
 *
 * @example
 * import { FilterFetchError, fromResponse } from "edgebloom";
 *
 * let refusal;
 * try {
 *   await fromResponse(new Response("not here", { status: 404 }));
 * } catch (error) {
 *   refusal = error;
 * }
 * refusal instanceof FilterFetchError // true
 * [refusal.code, refusal.field, refusal.status].join() // "STATUS,status,404"
 */
export class FilterFetchError extends Error {
  /**
   * @param {FetchErrorCode} code what kind of thing is wrong: `STATUS` (not 200 to 299), `LIMIT` (more bytes than `limit`), `NETWORK`
   *   (no answer, or it broke off), `TIMEOUT`, `OLDER` (an older version of the list) or `EXPIRED` (a manifest)
   * @param {string} field what it was found in: `status`, `length`, `body`, `version`, `sequence` or `expires`
   * @param {string} expected
   * @param {unknown} found
   * @param {string} url where the filter should have come from
   * @param {number} [status] the HTTP status; 0 if there was no answer
   * @param {unknown} [cause] the error of the platform, with `NETWORK` and `TIMEOUT`
   */
  constructor(code, field, expected, found, url, status = 0, cause) {
    const where = url ? ` (${url})` : "";
    super(`${field}: expected ${expected}, found ${found}${where}`, cause === undefined ? undefined : { cause });
    this.name = "FilterFetchError";
    /** What kind of thing is wrong. */
    this.code = code;
    /** What it was found in. */
    this.field = field;
    /** Where the filter should have come from. */
    this.url = url;
    /** The HTTP status; 0 if there was no answer. */
    this.status = status;
  }
}

/**
 * An error that says in `code` and `field`, too, what is wrong.
 * @param {string} message
 * @param {string} code
 * @param {string} field
 */
export const coded = (message, code, field) => Object.assign(new RangeError(message), { code, field });

/**
 * Refuses a filter that is not of the same list or scheme.
 * @param {string} field
 * @param {string} ours
 * @param {string} theirs
 * @returns {never}
 */
export function incompatible(field, ours, theirs) {
  throw coded(`${field}: expected ${JSON.stringify(ours)}, found ${JSON.stringify(theirs)}`, "INCOMPATIBLE", field);
}

/**
 * What the module has refused, in words. The module calls it; what it returns is thrown.
 * @param {string} code
 * @param {boolean} isFormat true where the data are wrong, not the call
 * @param {string} field
 * @param {string} expected
 * @param {number | undefined} found
 * @param {number | undefined} offset
 */
export function moduleError(code, isFormat, field, expected, found, offset) {
  const what = found === undefined ? "" : `, found ${code === "MAGIC" ? firstBytes(found) : found}`;
  if (!isFormat) {
    const advice = code === "MEMORY" ? "; free() gives the memory of filters back that are no longer used" : "";
    return coded(`${field}: expected ${expected}${what}${advice}`, code, field);
  }
  const message = `${field}: expected ${expected}${what}`;
  return new FilterFormatError(message, /** @type {FormatErrorCode} */ (code), field, offset ?? Number.NaN);
}

/**
 * The first bytes of something that is no dump, and what they look like.
 * @param {number} number the bytes, little-endian
 */
function firstBytes(number) {
  const bytes = [0, 8, 16, 24].map((shift) => (number >>> shift) & 255);
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
  const text = String.fromCharCode(...bytes);
  const other = likeOther(text);
  return !other && /^[ -~]{4}$/.test(text) ? `${hex}, which is the text ${JSON.stringify(text)}` : hex + other;
}

/**
 * What servers and programs give in place of a dump, said so that it follows what was found; "" for what looks like none
 * of that.
 * @param {string} text a character for each byte
 */
export function likeOther(text) {
  const formats = { gzip: /^\x1f\x8b/, HTML: /^\s*<[!?a-z]/i, JSON: /^\s*[[{]/ };
  const found = Object.entries(formats).find(([, start]) => start.test(text));
  return found ? `, as ${found[0]} begins` : "";
}

/**
 * What a wrong argument is called in messages.
 * @param {unknown} value
 */
export function show(value) {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 80));
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || !value) return String(value);
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  const named = `${/^[AEIO]/.test(tag) ? "an" : "a"} ${tag}`;
  if (tag.endsWith("ArrayBuffer")) return `${named}: new Uint8Array(buffer) makes bytes of it`;
  if (/BloomFilter$/.test(value.constructor?.name ?? "")) return `a ${value.constructor.name}`;
  return tag === "Object" ? "an object" : named;
}

/**
 * A TypeError or a RangeError that names the field, in `field`, too.
 * @param {ErrorConstructor} Kind
 * @param {string} field
 * @param {string} expected and what was found
 */
export const argumentError = (Kind, field, expected) =>
  Object.assign(new Kind(`${field}: expected ${expected}`), { field });

/**
 * @param {ErrorConstructor} Kind
 * @param {string} field
 * @param {string} expected
 * @param {unknown} found
 * @returns {never}
 */
function refuse(Kind, field, expected, found) {
  throw argumentError(Kind, field, `${expected}, found ${show(found)}`);
}

/** @type {(field: string, expected: string, found: unknown) => never} */
export const wrongType = (...what) => refuse(TypeError, ...what);
/** @type {(field: string, expected: string, found: unknown) => never} */
export const wrongValue = (...what) => refuse(RangeError, ...what);

/**
 * A number that has to be whole and in a range.
 * @param {unknown} value
 * @param {string} field
 * @param {number} least
 * @param {number} [most]
 * @returns {number}
 */
export function whole(value, field, least, most = 2 ** 53 - 1) {
  const expected = `${least} to ${most}`;
  if (typeof value !== "number") wrongType(field, expected, value);
  if (!Number.isInteger(value) || value < least || value > most) wrongValue(field, expected, value);
  return value;
}

const RATES = "1e-18 to below 1";

/**
 * An error rate for the module, which looks at its limits.
 * @param {unknown} value
 * @returns {number}
 */
export const rate = (value) => (typeof value === "number" ? value : wrongType("errorRate", RATES, value));

/**
 * An error rate within the limits of the module.
 * @param {unknown} value
 * @returns {number}
 */
export function limitedRate(value) {
  const found = rate(value);
  if (!(found >= 1e-18 && found < 1)) wrongValue("errorRate", RATES, found);
  return found;
}
