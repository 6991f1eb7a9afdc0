// Texts with one key per line.

import { encode } from "../reader/utf8.js";
import { concat, isBytes } from "./bytes.js";
import { wrongType } from "./errors.js";

/**
 * A text with one key per line: a string, UTF-8 bytes, or a generator that yields the text in pieces. A line can span two pieces.
 * @typedef {string | Uint8Array | Iterable<string | Uint8Array>} Lines
 */

/**
 * The texts of an argument. Each one ends where a line ends.
 * @param {Lines} lines
 * @param {string} [field] the name of the argument
 * @returns {Iterable<string | Uint8Array>}
 */
export function textsOf(lines, field = "lines") {
  if (typeof lines === "string" || isBytes(lines)) return [lines];
  // The strings of an array could be pieces or lines.
  if (Array.isArray(lines) || typeof (/** @type {any} */ (lines)?.[Symbol.iterator]) !== "function") {
    wrongType(field, "a string, a Uint8Array or a generator of them (an array of keys is for from)", lines);
  }
  return wholeLines(lines);
}

/**
 * Joins the pieces of a text so that each one ends where a line ends.
 * @param {Iterable<string | Uint8Array>} pieces
 */
function* wholeLines(pieces) {
  /** @type {string | Uint8Array} */
  let rest = "";
  for (const piece of pieces) {
    const isString = typeof piece === "string";
    if (!isString && !isBytes(piece)) wrongType("lines", "pieces that are strings or Uint8Arrays", piece);
    /** @type {string | Uint8Array} */
    const all = isString && typeof rest === "string" ? rest + piece : concat([utf8Of(rest), utf8Of(piece)]);
    /** @type {number} */
    const end = 1 + (typeof all === "string" ? all.lastIndexOf("\n") : all.lastIndexOf(10));
    if (end) yield all.slice(0, end);
    rest = all.slice(end);
  }
  if (rest.length) yield rest;
}

/** @param {string | Uint8Array} text */
const utf8Of = (text) => (typeof text === "string" ? encode(text) : text);

/**
 * The keys of a text: its lines that are not empty.
 * @param {string | Uint8Array} text
 * @returns {Generator<string | Uint8Array>}
 */
export function* linesOf(text) {
  const isString = typeof text === "string";
  for (let start = 0; start < text.length; ) {
    const found = isString ? text.indexOf("\n", start) : text.indexOf(10, start);
    const next = found < 0 ? text.length : found;
    const hasReturn = next > start && (isString ? text.charCodeAt(next - 1) : text[next - 1]) === 13;
    const end = hasReturn ? next - 1 : next;
    if (end > start) yield text.slice(start, end);
    start = next + 1;
  }
}
