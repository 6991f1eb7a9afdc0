// The header and the file of a filter.

import { encoder } from "../reader/utf8.js";
import { wrongType, wrongValue } from "./errors.js";
import { concat } from "./querying.js";

/** @typedef {import("./engine.js").WasmFilter} WasmFilter */
/** @typedef {import("./filter-state.js").FilterState} FilterState */
/** @typedef {import("./types.js").Bytes} Bytes */
/** @typedef {import("./types.js").Layout} Layout */
/** @typedef {import("./types.js").Stats} Stats */
/** @typedef {import("../wasm/edgebloom.js").Header} WasmHeader */

/** The most bytes of a name or version. */
const MAX_TEXT = 1024;

/**
 * True if a text is short enough for a name or version. A character takes three bytes at most.
 * @param {string} text
 */
const fits = (text) => text.length * 3 <= MAX_TEXT || encoder.encode(text).length <= MAX_TEXT;

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
const storable = (text) => (typeof text === "string" && fits(text) ? text : "");

/**
 * The fields of a header. It frees the object of the module.
 * @param {WasmHeader} header
 */
export function headerFields(header) {
  const { kind, encoding, layout, scheme, bits, hashes, counterBits, sparse, seed, salt } = header;
  const { capacity, errorRate, inserted, byteLength, name = "", version = "", subFilters, growth, tightening } = header;
  header.free();
  return {
    kind,
    encoding,
    layout: /** @type {Layout | "static"} */ (layout),
    scheme: scheme === layout ? "native" : scheme.startsWith("keyed-") ? "keyed" : scheme,
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
    subFilters,
    growth,
    tightening,
  };
}

/**
 * The header of a filter. An invalid name or version counts as empty.
 * @param {FilterState} state
 * @param {{ name: unknown, version: unknown }} texts
 */
export const headerOf = ({ filter }, { name, version }) =>
  headerFields(filter.header(storable(name), storable(version)));

/**
 * The fields of a header that describe shape and keys.
 * @param {ReturnType<typeof headerFields>} header
 */
export function shapeOf({ scheme, layout, bits, hashes, seed, capacity, errorRate, inserted, byteLength }) {
  const place = /** @type {Layout} */ (layout);
  return { scheme, layout: place, bits, hashes, seed, capacity, errorRate, inserted, byteLength };
}

/**
 * @param {FilterState} state
 * @param {{ name: unknown, version: unknown }} texts
 * @returns {Readonly<Stats>}
 */
export function statsOf(state, texts) {
  const header = headerOf(state, texts);
  return { ...shapeOf(header), ...fillOf(state, header.bits) };
}

/**
 * How full a filter is.
 * @param {FilterState} state
 * @param {number} bits
 */
export function fillOf({ filter }, bits) {
  const [bitsSet, estimatedCount, estimatedErrorRate] = filter.estimate();
  return { bitsSet, fillRatio: bitsSet / bits, estimatedCount, estimatedErrorRate, saturated: bitsSet > bits / 2 };
}

/**
 * The filter file of a filter.
 * @param {FilterState} state
 * @param {WasmFilter} filter
 * @param {unknown} name
 * @param {unknown} version
 * @returns {Bytes}
 */
export function fileOf({ engine }, filter, name, version) {
  const texts = /** @type {const} */ ([checkedText(name, "name"), checkedText(version, "version")]);
  if (filter.grows) return /** @type {Bytes} */ (filter.scalableDump(...texts));
  const file = filter.dump(...texts);
  const { head, checksum, payloadStart, payloadLength } = file;
  const bytes = concat([head, engine.view(payloadStart, payloadLength), checksum]);
  file.free();
  return bytes;
}

/**
 * A copy of the bits of a filter.
 * @param {FilterState} state
 * @param {WasmFilter} filter
 * @returns {Bytes}
 */
export function bitsOf({ engine }, filter) {
  const { bits, counterBits } = headerFields(filter.header("", ""));
  return engine.view(filter.wordsStart, Math.ceil((bits * counterBits) / 8)).slice();
}
