// Reads a filter file (docs/reference/format/index.md). It checks everything, and does not copy the bits.

import { Cursor } from "./cursor.js";
import { check } from "./errors.js";
import { readExceptions } from "./exceptions.js";
import { hashBytes, lanes, scrambled } from "./hash.js";
import { readHeader } from "./header.js";
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
  const cursor = new Cursor(bytes, 0, byteLength);
  const { header, payload } = readParts(cursor);
  const { at } = cursor;
  check(at === byteLength, "length", at, byteLength, `trailing bytes: header declares ${at} bytes`, "TRAILING_BYTES");
  if (!header.values !== !readMap) {
    const [wanted, found] = readMap ? ["MapReader", "FilterReader"] : ["FilterReader", "MapReader"];
    check(false, "class", 0, `one for ${found}`, `a file for ${wanted}`, "WRONG_CLASS");
  }
  const filters = header.subFilters ? readSubFilters(bytes, header, payload) : [filterOf(header, payload)];
  const start = byteLength - 8 - payload.length;
  const size = header.bits / 8;
  const read = readMap ?? /** @type {(cursor: Cursor, header: Header) => S} */ (readStaticSet);
  const set = header.isStatic ? read(new Cursor(bytes, start, start + size), header) : undefined;
  const exceptions = header.flags > 1 ? readExceptions(payload.subarray(size), start + size) : new Set();
  return { header, filters, set, exceptions, byteLength };
}

/**
 * The length of a filter file that its header declares.
 * @param {Uint8Array} start the file, or its first `MAX_HEADER_BYTES`
 * @throws {import("./format-error.js").FilterFormatError} the bytes are not the start of a file that `readFile` reads
 */
export function declaredLength(start) {
  const cursor = new Cursor(start, 0, start.length);
  const { words } = readHeader(cursor);
  return cursor.at + 8 * words + 8;
}

/** @param {bigint} number */
const hexadecimal = (number) => `0x${number.toString(16).padStart(16, "0")}`;

/**
 * Reads the header and the payload at the cursor, and checks the checksum.
 * @param {Cursor} cursor
 */
function readParts(cursor) {
  const header = readHeader(cursor);
  const { bytes } = cursor;
  const length = cursor.end - header.start;
  const declared = cursor.at + 8 * header.words + 8 - header.start;
  if (length < declared) {
    check(false, "length", cursor.end, length, `truncated: header declares ${declared} bytes`, "TRUNCATED");
  }
  const payload = bytes.subarray(cursor.skip(8 * header.words), cursor.at);
  const hashed = bytes.subarray(header.start, cursor.at);
  const got = cursor.whole();
  hashBytes(hashed, scrambled(0));
  const computed = BigInt.asUintN(64, (BigInt(lanes[1]) << 32n) | BigInt(lanes[0] >>> 0));
  if (got !== computed) {
    const rule = `${hexadecimal(computed)}, computed from the bytes`;
    check(false, "checksum", cursor.at - 8, hexadecimal(got), rule, "CHECKSUM");
  }
  return { header, payload };
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

/**
 * @param {Header} header
 * @param {Uint8Array} payload
 * @returns {SubFilter}
 */
function filterOf({ scheme, hashes, bits }, payload) {
  const words = bits / 64;
  const slice = words / hashes;
  return {
    bytes: payload,
    bits,
    hashes,
    scale: [words, slice, 8][scheme - 1] / 0x100000000,
    step: scheme === 2 ? slice : 0,
    blocks: scheme === 3 ? words / 8 : 0,
  };
}
