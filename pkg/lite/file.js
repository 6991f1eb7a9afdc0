// Filter files of plain filters (docs/reference/format/index.md).

import { check } from "../reader/errors.js";
import { readExceptions } from "../reader/exceptions.js";
import { checksum, readWhole } from "../reader/parts.js";
import { encode } from "../reader/utf8.js";

/** @typedef {import("./plain-filter.js").PlainFilter} PlainFilter */

/** The class that reads a file, if it is not a plain filter. */
const otherClass = (/** @type {import("../reader/header.js").Header} */ { isStatic, values, subFilters }) =>
  values ? "StaticMap" : isStatic ? "StaticFilter" : subFilters ? "ScalableBloomFilter" : "";

/**
 * Reads the file of a plain filter. It copies the bits.
 * @param {Uint8Array} bytes
 * @throws {import("../reader/format-error.js").FilterFormatError} the bytes are not one whole, valid file of a plain filter
 */
export function readPlain(bytes) {
  const { header, payload } = readWhole(bytes);
  const other = otherClass(header);
  check(!other, "class", 0, `one for ${other}`, "a file for this class", "WRONG_CLASS");
  const size = header.bits / 8;
  const exceptions =
    header.flags > 1 ? readExceptions(payload.subarray(size), bytes.length - 8 - payload.length + size) : new Set();
  return { header, exceptions, cells: payload.slice(0, size) };
}

/**
 * The texts of a file: name, version and form of the keys.
 * @typedef {[name: string, version: string, keyForm: string]} Texts
 */

/** Their tags in the metadata section. */
const TAGS = [1, 2, 8];

/** The next multiple of 8. @param {number} length */
const padded = (length) => (length + 7) & ~7;

/**
 * Where the parts of a file are.
 * @param {PlainFilter} filter
 * @param {Texts} texts
 */
function plan({ header, exceptions }, texts) {
  const entries = texts.map((text) => encode(text));
  let payload = 56;
  for (const { length } of entries) if (length) payload += 8 + padded(length);
  if (payload > 56) payload += 8;
  let tail = 0;
  for (const { length } of exceptions) tail += 2 + length;
  return { entries, payload, end: payload + header.bits / 8 + padded(tail) };
}

/**
 * The length of a filter file.
 * @param {PlainFilter} filter
 * @param {Texts} texts
 */
export const lengthOf = (filter, texts) => plan(filter, texts).end + 8;

/**
 * Writes a filter file.
 * @param {PlainFilter} plain
 * @param {Texts} texts
 * @returns {import("../api/types.js").Bytes}
 */
export function write(plain, texts) {
  const { header, filter, exceptions, inserted } = plain;
  const { scheme, bits, hashes, seed, salt, capacity, errorRate } = header;
  const { entries, payload, end } = plan(plain, texts);
  const file = new Uint8Array(end + 8);
  const view = new DataView(file.buffer);
  const flags = (payload > 56 ? 1 : 0) + (exceptions.size ? 2 : 0);
  file.set([0xeb, 0x46, 0x4c, 0x54, 1, flags, scheme, 1, 1, 1, hashes]);
  view.setUint32(12, (end - payload) / 8, true);
  view.setBigUint64(16, BigInt(bits), true);
  view.setUint32(24, seed, true);
  view.setUint32(28, salt, true);
  view.setBigUint64(32, capacity, true);
  view.setBigUint64(40, inserted, true);
  view.setFloat64(48, errorRate, true);
  if (payload > 56) view.setUint32(56, payload - 64, true);
  let at = 64;
  entries.forEach((text, i) => {
    if (!text.length) return;
    file[at] = TAGS[i];
    view.setUint32(at + 4, text.length, true);
    file.set(text, at + 8);
    at += 8 + padded(text.length);
  });
  file.set(filter.bytes, payload);
  at = payload + bits / 8;
  for (const key of [...exceptions].sort()) {
    view.setUint16(at, key.length + 1, true);
    at += 2;
    for (let i = 0; i < key.length; i++) file[at++] = key.charCodeAt(i);
  }
  view.setBigUint64(end, checksum(file.subarray(0, end)), true);
  return file;
}
