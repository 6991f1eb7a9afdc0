// Reads a filter file: a filter, a scalable filter, a static set or a map. It checks everything, and does not copy the bits.

import { Cursor } from "./cursor.js";
import { check } from "./errors.js";
import { readExceptions } from "./exceptions.js";
import { filterOf, readParts, readWhole } from "./parts.js";
import { readStaticSet } from "./static-set.js";

const MAX_U64 = 0xffffffffffffffffn;

/** @typedef {import("./header.js").Header} Header */
/** @typedef {import("./probes.js").SubFilter} SubFilter */

/**
 * A valid filter file.
 * @template {import("./static-set.js").StaticSet} [S=import("./static-set.js").StaticSet]
 * @typedef {object} FilterFile
 * @property {Header} header
 * @property {SubFilter[]} filters the sub-filters, oldest first; one for a filter that is not scalable
 * @property {S | undefined} set the static set or the map, if the file holds one
 * @property {Set<string>} exceptions
 * @property {number} byteLength
 */

/**
 * @template {import("./static-set.js").StaticSet} [S=import("./static-set.js").StaticSet]
 * @param {Uint8Array} bytes
 * @param {(cursor: Cursor, header: Header) => S} [readMap] for the file of a map, instead of a filter
 * @returns {FilterFile<S>}
 * @throws {import("./format-error.js").FilterFormatError} the bytes are not one whole, valid file
 */
export function readFile(bytes, readMap) {
  const byteLength = bytes.length;
  const { header, payload } = readWhole(bytes);
  check(
    !header.values === !readMap,
    "class",
    0,
    `one for ${readMap ? "FilterReader" : "MapReader"}`,
    "a file for this class",
    "WRONG_CLASS",
  );
  const filters = header.subFilters ? readSubFilters(bytes, header, payload) : [filterOf(header, payload)];
  const start = byteLength - 8 - payload.length;
  const size = header.bits / 8;
  const read = readMap ?? /** @type {(cursor: Cursor, header: Header) => S} */ (readStaticSet);
  const set = header.isStatic ? read(new Cursor(bytes, start, start + size), header) : undefined;
  const exceptions = header.flags > 1 ? readExceptions(payload.subarray(size), start + size) : new Set();
  const file = { header, filters, exceptions, byteLength };
  // Its functions would differ for the same file, and `structuredClone` would throw.
  return Object.defineProperty(/** @type {FilterFile<S>} */ (file), "set", { value: set });
}

/**
 * @param {Uint8Array} bytes
 * @param {Header} whole
 * @param {Uint8Array} payload
 */
function readSubFilters(bytes, whole, payload) {
  const end = bytes.length - 8;
  const cursor = new Cursor(bytes, end - payload.length, end);
  const filters = [];
  const sums = { hashes: 0, bits: 0, capacity: 0n, inserted: 0n };
  while (filters.length < whole.subFilters) {
    const part = readParts(cursor);
    const { start, flags, scheme, seed, salt, capacity } = part.header;
    const isAlike = scheme === whole.scheme && seed === whole.seed && salt === whole.salt;
    check(isAlike && !flags && !!capacity, "sub-filter", start, "another kind");
    filters.push(filterOf(part.header, part.payload));
    sums.hashes += part.header.hashes;
    sums.bits += part.header.bits;
    sums.capacity += capacity;
    sums.inserted += part.header.inserted;
  }
  check(cursor.at === end, "payloadLength", 12, whole.words);
  for (const field of /** @type {const} */ (["hashes", "bits", "capacity", "inserted"])) {
    const sum = sums[field] > MAX_U64 ? MAX_U64 : sums[field];
    check(whole[field] === sum, field, 0, whole[field], `${sum}, the sum over the sub-filters`);
  }
  return filters;
}
