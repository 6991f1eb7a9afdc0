// Base64 by the platform's own means, made strict: one text a dump. docs/FORMAT.md says which.

import { FilterFormatError, wrongType } from "./errors.js";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** A multiple of 3, and few enough for one call's arguments. */
const PIECE = 0x6000;

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function encode(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += PIECE) {
    text += btoa(String.fromCharCode(...bytes.subarray(i, i + PIECE)));
  }
  return text;
}

/**
 * @param {string} text
 * @returns {Uint8Array}
 */
export function decode(text) {
  if (typeof text != "string") wrongType("base64", "a string", text);
  /** @type {(offset: number, expected: string) => never} */
  const refuse = (offset, expected) => {
    const found = offset < text.length ? JSON.stringify(text[offset]) : "the end of the text";
    const message = `base64: expected ${expected}, found ${found} at offset ${offset}`;
    throw new FilterFormatError(message, "BASE64", "base64", offset);
  };
  const length = text.endsWith("==") ? text.length - 2 : text.length - +text.endsWith("=");
  const digits = text.slice(0, length);
  // One alphabet or the other, as the first digit that only one of them has decides.
  const urlSafe = /[-_+/]/.exec(digits)?.[0] ?? "+";
  const wrong = digits.search(/[-_]/.test(urlSafe) ? /[^\w-]/ : /[^A-Za-z0-9+/]/);
  if (wrong >= 0) refuse(wrong, "a digit of one base64 alphabet");
  if (text.length % 4) refuse(text.length, "a length that is a multiple of 4");
  const standard = text.replace(/-/g, "+").replace(/_/g, "/");
  const padding = text.length - length;
  if (padding && DIGITS.indexOf(standard[length - 1]) % (padding == 1 ? 4 : 16)) {
    refuse(length - 1, "0 in the unused bits of the last digit");
  }
  const binary = atob(standard);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
