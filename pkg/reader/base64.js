// Strict base64 (RFC 4648, sections 4 and 5): one string per file and alphabet.

import { check, otherFormat, wrongType } from "./errors.js";

/**
 * Not every platform has these, and TypeScript does not know all of their methods.
 * @type {any}
 */
const { Buffer, Uint8Array: Bytes } = globalThis;

/**
 * The bytes of a base64 string. One line break may follow, because editors and shells add one.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function decode(text) {
  if (typeof text !== "string") wrongType("base64", "a string", text);
  text = text.replace(/\r?\n$/, "");
  try {
    // These decoders are fast, and also accept inexact strings, such as some with white space. The code below decodes those, or finds the fault.
    const bytes = Bytes.fromBase64?.(text, { lastChunkHandling: "strict" }) ?? Buffer.from(text, "base64");
    if (Bytes.fromBase64 ? text.length === Math.ceil(bytes.length / 3) * 4 : bytes.toString("base64") === text)
      return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  } catch {}
  /** @type {(offset: number, expected: string) => void} */
  const reject = (offset, expected) => {
    const got = JSON.stringify(text[offset]) ?? "the end";
    check(false, "base64", offset, got + (offset ? "" : otherFormat(text)), expected, "BASE64");
  };
  // The first digit that only one alphabet has decides which of the two it is. Then comes the padding.
  const rest = text.replace(/^[^+/]*?[-_]/.test(text) ? /^[\w-]*={0,2}/ : /^[A-Za-z0-9+/]*={0,2}/, "");
  if (rest) reject(text.length - rest.length, "a base64 digit");
  if (text.length % 4) reject(text.length, "a length divisible by 4");
  const standard = text.replace(/-/g, "+").replace(/_/g, "/");
  if (typeof atob !== "function")
    wrongType("base64", "a platform with atob (or pass the bytes to fromBytes)", undefined);
  const binary = atob(standard);
  // The last digit can have bits that belong to no byte. In a strict string they are 0.
  if (btoa(binary.slice((text.length / 4) * 3 - 3)) !== standard.slice(-4)) {
    reject(text.search(/.=*$/), "unused bits that are 0");
  }
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
