// What a filter says of itself, and its dump.

import { encoder } from "./engine.js";
import { wrongType, wrongValue } from "./errors.js";
import { joined } from "./querying.js";

/** @typedef {import("./engine.js").WasmFilter} WasmFilter */
/** @typedef {import("./filter-state.js").FilterState} FilterState */
/** @typedef {import("./types.js").Bytes} Bytes */
/** @typedef {import("./types.js").Layout} Layout */
/** @typedef {import("./types.js").Stats} Stats */
/** @typedef {import("../wasm/edgebloom.js").Header} WasmHeader */

/** The most bytes of a name or version. */
const MAX_TEXT = 1024;

/**
 * True for what has the length of a name or version. A character takes three bytes at most.
 * @param {string} text
 */
const fits = (text) => text.length * 3 <= MAX_TEXT || encoder.encode(text).length <= MAX_TEXT;

/**
 * A name or version.
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
 * A name or version as a dump could have it: "" for what has become of one that none could have.
 * @param {unknown} text
 */
const storable = (text) => (typeof text === "string" && fits(text) ? text : "");

/**
 * What the dump of a filter says, or would say, of itself. The wasm object is used up.
 * @param {WasmHeader} header
 */
export function described(header) {
  const { kind, encoding, layout, scheme, bits, hashes, counterBits, sparse, seed, salt } = header;
  const { capacity, errorRate, inserted, byteLength, name = "", version = "", stages, growth, tightening } = header;
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
    stages,
    growth,
    tightening,
  };
}

/**
 * What a filter says of itself; whatever its name and version are, it can be looked at.
 * @param {FilterState} state
 * @param {{ name: unknown, version: unknown }} texts
 */
export const headerOf = ({ filter }, { name, version }) => described(filter.header(storable(name), storable(version)));

/**
 * What a header says of a filter's shape and keys.
 * @param {ReturnType<typeof described>} header
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
 * The dump of a filter.
 * @param {FilterState} state
 * @param {WasmFilter} filter
 * @param {unknown} name
 * @param {unknown} version
 * @returns {Bytes}
 */
export function dumpOf({ engine }, filter, name, version) {
  const texts = /** @type {const} */ ([checkedText(name, "name"), checkedText(version, "version")]);
  if (filter.grows) return /** @type {Bytes} */ (filter.scalableDump(...texts));
  const dump = filter.dump(...texts);
  const { head, checksum, payloadStart, payloadLength } = dump;
  const bytes = joined([head, engine.view(payloadStart, payloadLength), checksum]);
  dump.free();
  return bytes;
}

/**
 * The bits of a filter: a copy.
 * @param {FilterState} state
 * @param {WasmFilter} filter
 * @returns {Bytes}
 */
export function bitsOf({ engine }, filter) {
  const { bits, counterBits } = described(filter.header("", ""));
  return engine.view(filter.wordsStart, Math.ceil((bits * counterBits) / 8)).slice();
}
