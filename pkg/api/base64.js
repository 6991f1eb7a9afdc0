// Strict base64 with the functions of the platform: each file has one string (docs/reference/format/index.md). `toBase64` and `Buffer`
// reach some gigabytes per second. `btoa` and `atob`, which all platforms have, reach a tenth of that.

import { argumentError, wrongType } from "./errors.js";

export { decode } from "../reader/base64.js";

/**
 * Not every platform has these, and TypeScript does not know all of their methods.
 * @type {any}
 */
const { Buffer } = globalThis;

/** A multiple of 3. One call can have so many arguments. */
const PIECE = 0x6000;

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function encode(bytes) {
  const native =
    /** @type {any} */ (bytes).toBase64?.() ??
    Buffer?.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
  if (native !== undefined) return native;
  if (typeof btoa !== "function") wrongType("base64", "a platform with btoa (use toBytes)", undefined);
  let text = "";
  for (let i = 0; i < bytes.length; i += PIECE) {
    text += btoa(String.fromCharCode(...bytes.subarray(i, i + PIECE)));
  }
  return text;
}

/**
 * A filter file in base64. Throws a RangeError if the string is too long for the JavaScript engine.
 * @param {Uint8Array} file
 * @returns {string}
 */
export function encodeFile(file) {
  try {
    return encode(file);
  } catch (cause) {
    const got = `${Math.ceil(file.length / 3) * 4} characters: use toBytes()`;
    const expected = "a length that strings can have in this JavaScript engine";
    throw Object.assign(argumentError(RangeError, "base64", `${expected}, got ${got}`), { cause });
  }
}
