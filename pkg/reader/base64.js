// Base64 (RFC 4648, sections 4 and 5), strictly: one string per file and alphabet.

import { check, wrongType } from "./errors.js";

/** TypeScript 5 does not know `fromBase64` and `toBase64`. */
const Bytes = /** @type {any} */ (Uint8Array);

/**
 * The bytes of a base64 string. One line break may follow it: editors and shells add that.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function decode(text) {
  if (typeof text !== "string") wrongType("base64", "a string", text);
  text = text.replace(/\r?\n$/, "");
  // One alphabet or the other: a string with digits of both keeps them, and `atob` rejects it.
  if (!/[+/]/.test(text)) text = text.replace(/-/g, "+").replace(/_/g, "/");
  let bytes = new Uint8Array();
  let again = "";
  try {
    // Engines that can do it are ten times as fast as a loop that nothing has compiled yet.
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
  // Decoders skip white space, complete the padding and ignore unused bits; encoders give the one strict string.
  const fault = again === text ? 0 : text.search(/[^\w+/=]|_/);
  check(again === text, "base64", Math.max(fault, 0), text[fault] || "another string", "strict base64", "BASE64");
  return bytes;
}
