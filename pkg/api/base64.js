// Strict base64 with the functions of the platform: each file has one string (docs/reference/format/index.md). `toBase64` and `Buffer`
// reach some gigabytes per second. `btoa` and `atob`, which all platforms have, reach a tenth of that.

import { plain } from "./bytes.js";
import { FilterFormatError, argumentError, otherFormat, wrongType } from "./errors.js";

/**
 * Not every platform has these, and TypeScript does not know all of their methods.
 * @type {any}
 */
const { Buffer, Uint8Array: Bytes } = globalThis;

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

/**
 * The bytes of a base64 string. One line break may follow, because editors and shells add one.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function decode(text) {
  if (typeof text !== "string") wrongType("base64", "a string", text);
  text = text.replace(/\r?\n$/, "");
  try {
    // These decoders also accept inexact strings, such as some with white space. The code below decodes those, or finds the fault.
    const bytes = Bytes.fromBase64?.(text, { lastChunkHandling: "strict" }) ?? Buffer.from(text, "base64");
    if (Bytes.fromBase64 ? text.length === Math.ceil(bytes.length / 3) * 4 : encode(bytes) === text)
      return plain(bytes);
  } catch {}
  /** @type {(offset: number, expected: string) => never} */
  const reject = (offset, expected) => {
    const got = JSON.stringify(text[offset]) ?? "the end";
    const format = offset ? "" : otherFormat(text);
    throw new FilterFormatError(`base64: expected ${expected}, got ${got}${format}`, "BASE64", "base64", offset);
  };
  // The first digit that only one alphabet has decides which of the two it is. Then comes the padding.
  const rest = text.replace(/^[^+/]*?[-_]/.test(text) ? /^[\w-]*={0,2}/ : /^[A-Za-z0-9+/]*={0,2}/, "");
  if (rest) reject(text.length - rest.length, "a base64 digit");
  if (text.length % 4) reject(text.length, "a length divisible by 4");
  const standard = text.replace(/-/g, "+").replace(/_/g, "/");
  const binary = atob(standard);
  // The last digit can have bits that belong to no byte. In a strict string they are 0.
  if (btoa(binary.slice((text.length / 4) * 3 - 3)) !== standard.slice(-4))
    reject(text.search(/.=*$/), "unused bits that are 0");
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
