import { FilterFormatError } from "./format-error.js";

/** @typedef {import("./format-error.js").FormatErrorCode} FormatErrorCode */

/**
 * Throws if a file is not valid. Only faults that occur by accident have a message of their own.
 * @param {boolean} isValid
 * @param {string} field
 * @param {number} offset
 * @param {unknown} got
 * @param {unknown} [expected]
 * @param {FormatErrorCode} [code]
 */
export function check(isValid, field, offset, got, expected = "what the format requires", code = "INVALID") {
  if (isValid) return;
  // For a wrong length, `expected` is a sentence: "truncated: …".
  const subject = field === "length" ? "" : `${field}: expected `;
  throw new FilterFormatError(`${subject}${expected}, got ${got}`, code, field, offset);
}

/**
 * A wrong argument, as messages show it. It names the class of an object, and calls none of its methods.
 * @param {unknown} value
 */
export function show(value) {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 80));
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || !value) return String(value);
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  const article = `${/^[AEIO]/.test(tag) ? "an" : "a"} ${tag}`;
  if (tag.endsWith("ArrayBuffer")) return `${article}: pass new Uint8Array(buffer)`;
  if (/BloomFilter$/.test(value.constructor?.name ?? "")) return `a ${value.constructor.name}`;
  return tag === "Object" ? "an object" : article;
}

/**
 * A TypeError or a RangeError with `field`.
 * @param {ErrorConstructor} Kind
 * @param {string} field
 * @param {string} expected also what it got
 */
export const argumentError = (Kind, field, expected) =>
  Object.assign(new Kind(`${field}: expected ${expected}`), { field });

/**
 * Throws the error for an argument of the wrong type.
 * @type {(field: string, expected: string, got: unknown) => never}
 */
export const wrongType = (field, expected, got) => {
  throw argumentError(TypeError, field, `${expected}, got ${show(got)}`);
};

/**
 * The end of an error message for data that look like gzip, HTML or JSON; "" for other data.
 * @param {string} text one character for each byte
 */
export function otherFormat(text) {
  const formats = { gzip: /^\x1f\x8b/, HTML: /^\s*<[!?a-z]/i, JSON: /^\s*[[{]/ };
  const format = Object.entries(formats).find(([, start]) => start.test(text));
  return format ? ` (it looks like ${format[0]})` : "";
}
