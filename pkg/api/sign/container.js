// A signed file as bytes: docs/format/signed.md says what each of them is. What is signed is all of it before the signature, which is
// one view of the container, so that nothing is copied to be checked.

import { FilterFormatError } from "../errors.js";

/**
 * "edgebloom sign" and a line feed after a byte that is not ASCII. It keeps signatures apart from those of anything else that is
 * signed with the same key, and says what it is to whoever looks. As bytes: minifiers write the character of an escape itself,
 * which a page of another charset reads as two others.
 */
export const MAGIC = [235, 101, 100, 103, 101, 98, 108, 111, 111, 109, 32, 115, 105, 103, 110, 10];
const VERSION = 1;
const ED25519 = 1;

export const HEAD_BYTES = 56;
export const SIGNATURE_BYTES = 64;

/** The last moment that a `Date` can have, in milliseconds. */
export const LAST_MOMENT = 8_640_000_000_000_000;
const NEVER = 2n ** 64n - 1n;

/** @type {(bytes: Uint8Array) => DataView} */
const viewOf = ({ buffer, byteOffset, byteLength }) => new DataView(buffer, byteOffset, byteLength);

/** @type {(bytes: Iterable<number>) => string} */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * A container whose signature is still zeros.
 * @param {Uint8Array} dump
 * @param {Uint8Array} keyId
 * @param {number} sequence
 * @param {number | null} expires
 */
export function writeContainer(dump, keyId, sequence, expires) {
  const bytes = new Uint8Array(HEAD_BYTES + dump.length + SIGNATURE_BYTES);
  const view = viewOf(bytes);
  bytes.set(MAGIC);
  view.setUint8(16, VERSION);
  view.setUint8(17, ED25519);
  bytes.set(keyId, 24);
  view.setBigUint64(32, BigInt(sequence), true);
  view.setBigUint64(40, expires === null ? NEVER : BigInt(expires), true);
  view.setBigUint64(48, BigInt(dump.length), true);
  bytes.set(dump, HEAD_BYTES);
  return bytes;
}

/**
 * What a container says of itself, and its parts, as views. Whether any of it is true only the signature tells.
 * @param {Uint8Array} bytes
 */
export function readContainer(bytes) {
  /** @type {(code: import("../errors.js").FormatErrorCode, field: string, offset: number, expected: unknown, found: unknown) => never} */
  const refuse = (code, field, offset, expected, found) => {
    throw new FilterFormatError(`${field}: expected ${expected}, found ${found}`, code, field, offset);
  };
  const { length } = bytes;
  const least = HEAD_BYTES + SIGNATURE_BYTES;
  const magic = bytes.subarray(0, MAGIC.length);
  if (magic.some((byte, i) => byte !== MAGIC[i])) refuse("MAGIC", "magic", 0, hex(MAGIC), hex(magic));
  if (length < least) refuse("TRUNCATED", "length", length, `${least} or more`, length);

  const view = viewOf(bytes);
  const is = (
    /** @type {string} */ field,
    /** @type {number} */ offset,
    /** @type {number} */ expected,
    /** @type {number} */ found,
  ) => {
    if (found !== expected) refuse("UNSUPPORTED", field, offset, expected, found);
  };
  is("version", 16, VERSION, bytes[16]);
  is("algorithm", 17, ED25519, bytes[17]);
  is("flags", 18, 0, view.getUint16(18, true));
  is("reserved", 20, 0, view.getUint32(20, true));

  /** @type {(field: string, offset: number, most: number) => bigint} */
  const number = (field, offset, most) => {
    const value = view.getBigUint64(offset, true);
    if (value <= BigInt(most) || (field === "expires" && value === NEVER)) return value;
    return refuse("INVALID", field, offset, `0 to ${most}`, value);
  };
  const sequence = Number(number("sequence", 32, Number.MAX_SAFE_INTEGER));
  const expires = number("expires", 40, LAST_MOMENT);
  const dumpLength = Number(number("dumpLength", 48, Number.MAX_SAFE_INTEGER));
  const all = least + dumpLength;
  if (length < all) refuse("TRUNCATED", "length", length, all, length);
  if (length > all) refuse("TRAILING_BYTES", "length", all, all, length);
  const end = HEAD_BYTES + dumpLength;
  return {
    keyId: hex(bytes.subarray(24, 32)),
    sequence,
    expires: expires === NEVER ? null : Number(expires),
    dump: bytes.subarray(HEAD_BYTES, end),
    message: bytes.subarray(0, end),
    signature: bytes.subarray(end),
  };
}
