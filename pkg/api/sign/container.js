// The bytes of a signed file: docs/reference/format/published.md. The signature covers all bytes before it. They are one view of the file,
// so verifying needs no copy.

import { FilterFormatError } from "../errors.js";

/**
 * A byte that is not ASCII, "edgebloom sign", and a line feed. Signatures of other data with the same key are then not valid here. They
 * are numbers, because minifiers write the character instead of an escape, and a page in another charset would read two characters.
 */
export const MAGIC = [235, 101, 100, 103, 101, 98, 108, 111, 111, 109, 32, 115, 105, 103, 110, 10];
const VERSION = 1;
const ED25519 = 1;

export const HEADER_BYTES = 56;
export const SIGNATURE_BYTES = 64;

/** The last moment that a `Date` can have, in milliseconds. */
export const LAST_MOMENT = 8_640_000_000_000_000;
const NEVER = 2n ** 64n - 1n;

/** @type {(bytes: Uint8Array) => DataView} */
const viewOf = ({ buffer, byteOffset, byteLength }) => new DataView(buffer, byteOffset, byteLength);

/** @type {(bytes: Iterable<number>) => string} */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Writes a signed file whose signature is still zeros.
 * @param {Uint8Array} content
 * @param {Uint8Array} keyId
 * @param {number} sequence
 * @param {number | null} expires
 */
export function writeContainer(content, keyId, sequence, expires) {
  const bytes = new Uint8Array(HEADER_BYTES + content.length + SIGNATURE_BYTES);
  const view = viewOf(bytes);
  bytes.set(MAGIC);
  view.setUint8(16, VERSION);
  view.setUint8(17, ED25519);
  bytes.set(keyId, 24);
  view.setBigUint64(32, BigInt(sequence), true);
  view.setBigUint64(40, expires === null ? NEVER : BigInt(expires), true);
  view.setBigUint64(48, BigInt(content.length), true);
  bytes.set(content, HEADER_BYTES);
  return bytes;
}

/**
 * Reads the fields of a signed file, and its parts as views. Do not trust them before the signature has been verified.
 * @param {Uint8Array} bytes
 */
export function readContainer(bytes) {
  /** @type {(code: import("../errors.js").FormatErrorCode, field: string, offset: number, expected: unknown, got: unknown) => never} */
  const reject = (code, field, offset, expected, got) => {
    throw new FilterFormatError(`${field}: expected ${expected}, got ${got}`, code, field, offset);
  };
  const { length } = bytes;
  const least = HEADER_BYTES + SIGNATURE_BYTES;
  const magic = bytes.subarray(0, MAGIC.length);
  if (magic.some((byte, i) => byte !== MAGIC[i])) reject("MAGIC", "magic", 0, hex(MAGIC), hex(magic));
  if (length < least) reject("TRUNCATED", "length", length, `at least ${least} bytes`, length);

  const view = viewOf(bytes);
  const is = (
    /** @type {string} */ field,
    /** @type {number} */ offset,
    /** @type {number} */ expected,
    /** @type {number} */ got,
  ) => {
    if (got !== expected) reject("UNSUPPORTED", field, offset, expected, got);
  };
  is("version", 16, VERSION, bytes[16]);
  is("algorithm", 17, ED25519, bytes[17]);
  is("flags", 18, 0, view.getUint16(18, true));
  is("reserved", 20, 0, view.getUint32(20, true));

  /** @type {(field: string, offset: number, most: number) => bigint} */
  const number = (field, offset, most) => {
    const value = view.getBigUint64(offset, true);
    if (value <= BigInt(most) || (field === "expires" && value === NEVER)) return value;
    return reject("INVALID", field, offset, `a whole number from 0 to ${most}`, value);
  };
  const sequence = Number(number("sequence", 32, Number.MAX_SAFE_INTEGER));
  const expires = number("expires", 40, LAST_MOMENT);
  const fileLength = Number(number("fileLength", 48, Number.MAX_SAFE_INTEGER));
  const all = least + fileLength;
  if (length < all) reject("TRUNCATED", "length", length, `${all} bytes`, length);
  if (length > all) reject("TRAILING_BYTES", "length", all, `${all} bytes`, length);
  const end = HEADER_BYTES + fileLength;
  return {
    keyId: hex(bytes.subarray(24, 32)),
    sequence,
    expires: expires === NEVER ? null : Number(expires),
    bytes: bytes.subarray(HEADER_BYTES, end),
    message: bytes.subarray(0, end),
    signature: bytes.subarray(end),
  };
}
