// Base64 (RFC 4648, sections 4 and 5), strictly: one string per file and alphabet.

import { check, wrongType } from "./errors.js";

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
  let binary = "";
  try {
    binary = atob(text);
  } catch {}
  // `atob` skips white space, completes the padding and ignores unused bits; `btoa` gives the one strict string.
  const fault = text.search(/[^\w+/=]|_/);
  check(
    btoa(binary) === text,
    "base64",
    Math.max(fault, 0),
    text[fault] || "another string",
    "strict base64",
    "BASE64",
  );
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
