// Base64 by the platform's own means, made strict: one text a dump. docs/FORMAT.md says which. The newest platforms, and
// Node, do some gigabytes a second; `btoa` and `atob`, which are everywhere, a tenth of that.

import { plain } from "./bytes.js";
import { FilterFormatError, argumentError, likeOther, wrongType } from "./errors.js";

/**
 * Methods that not every platform has, nor every type.
 * @type {any}
 */
const { Buffer, Uint8Array: Bytes } = globalThis;

/** A multiple of 3, and few enough for one call's arguments. */
const PIECE = 0x6000;

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function encode(bytes) {
  const own =
    /** @type {any} */ (bytes).toBase64?.() ??
    Buffer?.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
  if (own !== undefined) return own;
  let text = "";
  for (let i = 0; i < bytes.length; i += PIECE) {
    text += btoa(String.fromCharCode(...bytes.subarray(i, i + PIECE)));
  }
  return text;
}

/**
 * The text of a dump, which may be longer than a string can be: how long that is, only the engine knows.
 * @param {Uint8Array} dump
 * @returns {string}
 */
export function encodeDump(dump) {
  try {
    return encode(dump);
  } catch (cause) {
    const found = `one of ${Math.ceil(dump.length / 3) * 4} characters, longer than this engine's strings can be`;
    throw Object.assign(argumentError(RangeError, "base64", `a text, found ${found}: use toBytes()`), { cause });
  }
}

/**
 * The bytes of a text. One line break may follow it: editors and shells add that.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function decode(text) {
  if (typeof text !== "string") wrongType("base64", "a string", text);
  text = text.replace(/\r?\n$/, "");
  try {
    // Both take texts that are not exact, white space and others: those, and what is at fault, go the long way.
    const bytes = Bytes.fromBase64?.(text, { lastChunkHandling: "strict" }) ?? Buffer.from(text, "base64");
    if (Bytes.fromBase64 ? text.length === Math.ceil(bytes.length / 3) * 4 : encode(bytes) === text)
      return plain(bytes);
  } catch {}
  /** @type {(offset: number, expected: string) => never} */
  const refuse = (offset, expected) => {
    const found = JSON.stringify(text[offset]) ?? "the end";
    const other = offset ? "" : likeOther(text);
    throw new FilterFormatError(`base64: expected ${expected}, found ${found}${other}`, "BASE64", "base64", offset);
  };
  // One alphabet or the other, as the first digit that only one of them has decides; then the signs that may end a text.
  const rest = text.replace(/^[^+/]*?[-_]/.test(text) ? /^[\w-]*={0,2}/ : /^[A-Za-z0-9+/]*={0,2}/, "");
  if (rest) refuse(text.length - rest.length, "a base64 digit");
  if (text.length % 4) refuse(text.length, "a length divisible by 4");
  const standard = text.replace(/-/g, "+").replace(/_/g, "/");
  const binary = atob(standard);
  // The last digit has bits that no byte takes: another text of the same bytes would differ there.
  if (btoa(binary.slice((text.length / 4) * 3 - 3)) !== standard.slice(-4))
    refuse(text.search(/.=*$/), "unused bits that are 0");
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
