// The header of a filter file, and the facts about a filter that come from it.

import { encode } from "../reader/utf8.js";
import { wrongType, wrongValue } from "./errors.js";

/** @typedef {import("./types.js").Layout} Layout */
/** @typedef {import("../wasm/edgebloom.js").Header} WasmHeader */
/** @typedef {ReturnType<typeof headerFields>} HeaderFields */

/** The most bytes of a name or version. */
const MAX_TEXT = 1024;

/**
 * True if a text is short enough, by default for a name or version. A character takes three bytes at most.
 * @param {string} text
 * @param {number} [most] bytes
 */
export const fits = (text, most = MAX_TEXT) => text.length * 3 <= most || encode(text).length <= most;

/**
 * Checks a name or version.
 * @param {unknown} text
 * @param {string} field
 * @returns {string}
 */
export function checkedText(text, field) {
  if (typeof text !== "string") wrongType(field, "a string", text);
  if (!fits(text)) wrongValue(field, "at most 1024 bytes of UTF-8", text);
  return text;
}

/**
 * A name or version if it is valid; otherwise "".
 * @param {unknown} text
 */
export const storable = (text) => (typeof text === "string" && fits(text) ? text : "");

/**
 * The fields of a header. It frees the object of the module.
 * @param {WasmHeader} header
 */
export function headerFields(header) {
  const { kind, schemeId, scheme, encoding, layout, bits, hashes, counterBits, sparse, seed, salt } = header;
  const { capacity, errorRate, inserted, byteLength, name = "", version = "", subFilters, growth, tightening } = header;
  const { universe, exact, keyForm } = header;
  header.free();
  return {
    kind,
    schemeId,
    scheme,
    encoding,
    layout: /** @type {Layout | "static"} */ (layout),
    bits,
    hashes,
    counterBits,
    sparse,
    seed,
    salt,
    capacity: capacity || null,
    errorRate: errorRate || null,
    inserted,
    byteLength,
    name,
    version,
    keyForm,
    subFilters,
    growth,
    tightening,
    universe,
    exact,
  };
}

/**
 * The fields of a header that describe shape and keys.
 * @param {HeaderFields} header
 */
export function shapeOf({ scheme, layout, bits, hashes, seed, capacity, errorRate, inserted, byteLength }) {
  const place = /** @type {Layout} */ (layout);
  return { scheme, layout: place, bits, hashes, seed, capacity, errorRate, inserted, byteLength };
}

/**
 * The fields of a header that `readHeader` returns.
 * @param {HeaderFields} header
 * @returns {import("./types.js").Header}
 */
export function publicHeader(header) {
  const { layout, name, version, keyForm, counterBits, subFilters, salt } = header;
  return {
    ...shapeOf(header),
    layout,
    salt,
    name,
    version,
    ...(keyForm && { keyForm }),
    counterBits,
    subFilters: subFilters || 1,
  };
}

/**
 * The size of a filter and how full it is.
 * @param {HeaderFields} header
 * @param {ArrayLike<number>} estimate of the module
 * @returns {import("./types.js").Stats}
 */
export function statsOf(header, { 0: bitsSet, 1: estimatedCount, 2: estimatedErrorRate }) {
  const { bits } = header;
  const overHalfFull = bitsSet > bits / 2;
  return { ...shapeOf(header), bitsSet, fillRatio: bitsSet / bits, estimatedCount, estimatedErrorRate, overHalfFull };
}
