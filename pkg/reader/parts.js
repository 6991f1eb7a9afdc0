// The parts of a filter file: header, payload and checksum (docs/reference/format/index.md).

import { Cursor } from "./cursor.js";
import { check } from "./errors.js";
import { hashBytes, lanes, scrambled } from "./hash.js";
import { readHeader } from "./header.js";

/** @typedef {import("./header.js").Header} Header */
/** @typedef {import("./probes.js").SubFilter} SubFilter */

/**
 * Reads a file of one header and one payload, and checks that it ends there.
 * @param {Uint8Array} bytes
 * @throws {import("./format-error.js").FilterFormatError} the bytes are not one whole, valid file
 */
export function readWhole(bytes) {
  const byteLength = bytes.length;
  const cursor = new Cursor(bytes, 0, byteLength);
  const parts = readParts(cursor);
  const { at } = cursor;
  check(at === byteLength, "length", at, byteLength, `trailing bytes: header declares ${at} bytes`, "TRAILING_BYTES");
  return parts;
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
export function readParts(cursor) {
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
  const computed = checksum(hashed);
  if (got !== computed) {
    const rule = `${hexadecimal(computed)}, computed from the bytes`;
    check(false, "checksum", cursor.at - 8, hexadecimal(got), rule, "CHECKSUM");
  }
  return { header, payload };
}

/**
 * The checksum of a file.
 * @param {Uint8Array} bytes the file up to its checksum
 */
export function checksum(bytes) {
  hashBytes(bytes, scrambled(0));
  return BigInt.asUintN(64, (BigInt(lanes[1]) << 32n) | BigInt(lanes[0] >>> 0));
}

/**
 * The bits of a filter that is not scalable.
 * @param {{ scheme: number, hashes: number, bits: number }} shape
 * @param {Uint8Array} payload
 * @returns {SubFilter}
 */
export function filterOf({ scheme, hashes, bits }, payload) {
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
