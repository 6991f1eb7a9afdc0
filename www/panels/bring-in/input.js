// What was pasted or dropped, as bytes. No function here knows the page: tests use them, too.

/** Bytes of a file; a base64 text of as many is within the limit of a text. */
export const MOST_BYTES = 64_000_000;
export const MOST_CHARACTERS = 90_000_000;

/** How the text of every native filter file begins: it is the magic eb 46 4c, and most of 54. */
const NATIVE = "60ZMV";

/**
 * @typedef {object} Content
 * @property {Uint8Array} [bytes] not there if the text of a native filter file is no base64
 * @property {string} [text] of a native filter file; the package judges it
 * @property {boolean} [json]
 */

/**
 * @param {string} given
 * @returns {Content | undefined} undefined for a text that is neither base64 nor JSON
 */
export function contentOfText(given) {
  const trimmed = given.replace(/^\ufeff/, "").trim();
  if (/^[[{]/.test(trimmed)) return { bytes: new TextEncoder().encode(trimmed), json: true };
  const text = trimmed.replace(/\s+/g, "");
  const bytes = decode(text);
  return text.startsWith(NATIVE) ? { bytes, text } : bytes && { bytes };
}

/**
 * A file may hold the text of a native filter file instead of the file.
 * @param {Uint8Array} bytes
 * @returns {Content}
 */
export function contentOfFile(bytes) {
  const start = String.fromCharCode(...bytes.subarray(0, 64))
    .replace(/^\xef\xbb\xbf/, "")
    .trimStart();
  return (start.startsWith(NATIVE) && contentOfText(new TextDecoder().decode(bytes))) || { bytes };
}

/**
 * Base64 of either alphabet, with or without padding.
 * @param {string} text
 */
function decode(text) {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return undefined;
  try {
    const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, ""));
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  } catch {
    return undefined;
  }
}

/**
 * Names in foreign files can be of any length.
 * @param {string} text
 * @param {number} [most]
 */
export const cut = (text, most = 80) =>
  text.length > most ? `${[...text.slice(0, 2 * most)].slice(0, most).join("")}…` : text;
