// Strict base64 (RFC 4648, sections 4 and 5): one string per file and alphabet.

import { check, wrongType } from "./errors.js";

/** TypeScript 5 does not know `fromBase64` and `toBase64`. */
const Bytes = /** @type {any} */ (Uint8Array);

/**
 * The bytes of a base64 string. One line break may follow, because editors and shells add one.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function decode(text) {
  if (typeof text !== "string") wrongType("base64", "a string", text);
  if (text.endsWith("\n")) text = text.slice(0, text.endsWith("\r\n") ? -2 : -1);
  // A string has one alphabet or the other. With digits of both, it is not changed, and `atob` rejects it.
  if (!text.includes("+") && !text.includes("/")) text = text.replaceAll("-", "+").replaceAll("_", "/");
  let bytes = new Uint8Array();
  let again = "";
  try {
    // `fromBase64` is ten times as fast as a loop that has not been compiled yet.
    if (Bytes.fromBase64) {
      bytes = Bytes.fromBase64(text);
      again = /** @type {any} */ (bytes).toBase64();
    } else {
      const binary = atob(text);
      again = btoa(binary);
      bytes = new Uint8Array(binary.length);
      for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
    }
  } catch {}
  // Decoders skip white space, complete the padding and ignore unused bits. Encoders give the one strict string.
  if (again !== text) {
    const fault = text.search(/[^\w+/=]|_/);
    check(false, "base64", Math.max(fault, 0), text[fault] || "another string", "strict base64", "BASE64");
  }
  return bytes;
}
