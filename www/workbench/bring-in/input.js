// Turns pasted and dropped data into bytes. These functions do not depend on the page: tests use them, too.

/** The most bytes of a file. Their base64 text is within the limit of a text. */
export const MOST_BYTES = 64_000_000;
export const MOST_CHARACTERS = 90_000_000;

/** The base64 text of every native filter file starts with this: the magic eb 46 4c, and most of 54. */
const NATIVE = "60ZMV";

/**
 * @typedef {object} Content
 * @property {Uint8Array} [bytes] missing if the text of a native filter file is not base64
 * @property {string} [text] of a native filter file; the package checks it
 * @property {boolean} [json]
 */

/**
 * The first bytes of files that users drop by mistake, one character per byte. By chance, a few filters start in the same
 * way: a filter of RedisBloom with 559,903 keys starts like gzip. So formats that are certain are checked first.
 */
const SIGNATURES = {
  png: /^\x89PNG\r\n\x1a\n/,
  jpeg: /^\xff\xd8\xff[\xc0-\xfe]/,
  gif: /^GIF8[79]a/,
  pdf: /^%PDF-/,
  zip: /^PK\x03\x04/,
  gzip: /^\x1f\x8b\x08/,
  parquet: /^PAR1/,
  html: /^(\xef\xbb\xbf)?\s*<(!doctype html|html|head|body)\b/i,
  xml: /^(\xef\xbb\xbf)?\s*<(\?xml|svg)\b/i,
};

const startOf = (/** @type {Uint8Array} */ bytes) => String.fromCharCode(...bytes.subarray(0, 64));

/**
 * The kind of a file that is not a filter file.
 * @param {Uint8Array} bytes
 */
export function signatureOf(bytes) {
  const start = startOf(bytes);
  return Object.entries(SIGNATURES).find(([, signature]) => signature.test(start))?.[0];
}

/**
 * @param {string} given
 * @returns {Content | undefined} undefined for a text that is neither base64, hex nor JSON
 */
export function contentOfText(given) {
  const trimmed = given.replace(/^\ufeff/, "").trim();
  if (/^[[{]/.test(trimmed)) return { bytes: new TextEncoder().encode(trimmed), json: true };
  const text = trimmed.replace(/\s+/g, "");
  // Base64 can have line ends, a sentence has spaces.
  const bytes = decodeHex(trimmed) ?? (/\S[ \t]+\S/.test(trimmed) ? undefined : decode(text));
  return text.startsWith(NATIVE) ? { bytes, text } : bytes && { bytes };
}

/**
 * A file may contain the base64 text of a native filter file.
 * @param {Uint8Array} bytes
 * @returns {Content}
 */
export function contentOfFile(bytes) {
  const start = startOf(bytes)
    .replace(/^\xef\xbb\xbf/, "")
    .trimStart();
  return (start.startsWith(NATIVE) && contentOfText(new TextDecoder().decode(bytes))) || { bytes };
}

/**
 * Hex, as one number or byte by byte. Base64 with only hex digits is ignored: a real filter has other characters.
 * @param {string} text
 */
function decodeHex(text) {
  // Most long texts are base64, which shows early.
  if (/[g-w]/i.test(text.slice(0, 64))) return undefined;
  const digits = text.replace(/0x|\\x|[\s:,]/gi, "");
  if (!/^[\da-f]+$/i.test(digits) || digits.length % 2) return undefined;
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return bytes;
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
