// Converts keys to bytes as other systems do. One row per encoding, at its id (src/foreign/key_encoding.rs).

import { isBytes } from "../bytes.js";
import { wrongType, wrongValue } from "../errors.js";

/** @typedef {import("./engine.js").CompatEngine} Engine */
/** @typedef {import("../types.js").Key} Key */
/**
 * Writes a key into the input range of the engine, and returns its length in bytes.
 * @typedef {(engine: Engine, key: Key) => number} Put
 */

/**
 * Your hash function: it returns a signed 128-bit integer, −2^127 to 2^127 − 1.
 * @typedef {(key: Key) => bigint} Hash
 */

/** Ids of the encodings. */
export const TEXT = 1;
export const JAVA_TEXT = 2;
export const UTF16 = 3;
export const INT64 = 4;
export const INT32 = 5;
export const HASH128 = 9;
export const BYTES = 10;
export const RUST_HASH = 11;
export const SPARK = 6;
export const PYTHON = 7;
export const BLOOM_FILTERS = 8;

const LONE = /\p{Surrogate}/u;
const EVERY_LONE = /\p{Surrogate}/gu;

/**
 * True for a string with unpaired surrogates.
 * @param {string} text
 */
export const isMalformed = (text) => LONE.test(text);

/**
 * A string as UTF-8, or bytes.
 * @type {Put}
 */
export function putText(engine, key) {
  if (typeof key === "bigint") wrongType("key", "a string or a Uint8Array, because this scheme has no integers", key);
  return engine.putKey(key);
}

/**
 * As `putText`, with a replacement for unpaired surrogates.
 * @param {Engine} engine
 * @param {Key} key
 * @param {(text: string) => Key} mend
 */
function putMended(engine, key, mend) {
  const length = putText(engine, key);
  // An ASCII string has no surrogates.
  if (typeof key !== "string" || length === key.length || !isMalformed(key)) return length;
  return engine.putKey(mend(key));
}

/** @type {Put} */
const putJavaText = (engine, key) => putMended(engine, key, (text) => text.replace(EVERY_LONE, "?"));

/** @type {Put} */
function putUtf16(engine, key) {
  if (typeof key !== "string") wrongType("key", "a string, because this filter's keys are UTF-16 code units", key);
  const target = engine.room(key.length * 2);
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    target[2 * i] = unit;
    target[2 * i + 1] = unit >> 8;
  }
  return key.length * 2;
}

/** @type {Put} */
function putInt64(engine, key) {
  if (typeof key !== "bigint") wrongType("key", "a bigint, because this filter's keys are integers of 64 bits", key);
  return engine.putKey(key);
}

/** @type {Put} */
function putInt32(engine, key) {
  if (typeof key !== "bigint") wrongType("key", "a bigint, because this filter's keys are integers of 32 bits", key);
  if (BigInt.asIntN(32, key) !== key) wrongValue("key", "a bigint from -2^31 to 2^31 - 1", key);
  engine.putKey(key);
  return 4;
}

/** @type {Put} */
const putSpark = (engine, key) => (typeof key === "bigint" ? engine.putKey(key) : putJavaText(engine, key));

/**
 * As Rust's `Hash` writes a `str`, a slice of bytes and an `i64`.
 * @type {Put}
 */
function putRustHash(engine, key) {
  if (typeof key === "bigint") return engine.putKey(key);
  if (isBytes(key)) {
    const target = engine.room(8 + key.length);
    new DataView(target.buffer, target.byteOffset).setBigUint64(0, BigInt(key.length), true);
    target.set(key, 8);
    return 8 + key.length;
  }
  const length = engine.putKey(key);
  engine.room(length + 1)[length] = 0xff;
  return length + 1;
}

/** @type {Put} */
function putPython(engine, key) {
  if (typeof key === "bigint") return engine.putKey(String(key));
  return engine.putKey(isBytes(key) ? pythonBytes(key) : key);
}

/**
 * Bytes as Python's `str` shows them.
 * @param {Uint8Array} bytes
 */
function pythonBytes(bytes) {
  const quote = bytes.includes(39) && !bytes.includes(34) ? '"' : "'";
  let text = `b${quote}`;
  for (const byte of bytes) {
    const char = String.fromCharCode(byte);
    const escaped = { "\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\", [quote]: `\\${quote}` }[char];
    text += escaped ?? (byte < 32 || byte > 126 ? `\\x${byte.toString(16).padStart(2, "0")}` : char);
  }
  return text + quote;
}

/**
 * The package reads any surrogate and the next code unit as a pair.
 * @type {Put}
 */
const putBloomFilters = (engine, key) =>
  putMended(engine, key, (text) => {
    let mended = "";
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const pair = 0x10000 + (((unit & 0x3ff) << 10) | (text.charCodeAt(i + 1) & 0x3ff));
      if ((unit & 0xf800) !== 0xd800) mended += text[i];
      else (mended += String.fromCodePoint(pair)), i++;
    }
    return mended;
  });

/**
 * @param {Hash} [hash]
 * @returns {Put}
 */
const putHash = (hash) => (engine, key) => {
  const isKey = typeof key === "string" || typeof key === "bigint" || isBytes(key);
  if (!isKey) wrongType("key", "a string, a Uint8Array or a bigint", key);
  if (!hash && typeof key !== "bigint") {
    wrongType("key", "a bigint, the hash of the key, because no hash function was given", key);
  }
  const value = hash ? hash(key) : key;
  if (typeof value !== "bigint") wrongType("hash", "a function that returns a bigint", value);
  if (BigInt.asIntN(128, value) !== value) wrongValue("hash", "a bigint from -2^127 to 2^127 - 1", value);
  const target = engine.room(16);
  const view = new DataView(target.buffer, target.byteOffset);
  view.setBigUint64(0, BigInt.asUintN(64, value), true);
  view.setBigInt64(8, value >> 64n, true);
  return 16;
};

/** @type {Record<number, Put>} */
const PUTS = {
  [TEXT]: putText,
  [JAVA_TEXT]: putJavaText,
  [UTF16]: putUtf16,
  [INT64]: putInt64,
  [INT32]: putInt32,
  [SPARK]: putSpark,
  [PYTHON]: putPython,
  [BLOOM_FILTERS]: putBloomFilters,
  [BYTES]: putText,
  [RUST_HASH]: putRustHash,
};

/**
 * The function that writes keys in an encoding.
 * @param {number} encoding
 * @param {Hash} [hash] for encodings whose keys are hashes
 * @returns {Put}
 */
export function putFor(encoding, hash) {
  if (encoding !== HASH128) return PUTS[encoding];
  const put = putHash(hash);
  LINE_KEYS.set(put, hash ? (line) => line : integerLine);
  return put;
}

/**
 * Converts a line to a key, for encodings whose lines the module cannot read.
 * @typedef {(line: string | Uint8Array) => Key} LineKey
 */

/**
 * Converts a decimal number. Another line stays a string, which the filter rejects.
 * @type {LineKey}
 */
function integerLine(line) {
  const text = typeof line === "string" ? line : new TextDecoder("utf-8", { ignoreBOM: true }).decode(line);
  return /^-?\d+$/.test(text) ? BigInt(text) : text;
}

/** @type {WeakMap<Put, LineKey>} */
const LINE_KEYS = new WeakMap([
  [putInt64, integerLine],
  [putInt32, integerLine],
]);

/** @param {Put | undefined} put */
export const lineKey = (put) => put && LINE_KEYS.get(put);

/**
 * @param {unknown} hash
 * @returns {Hash}
 */
export function hashFunction(hash) {
  if (typeof hash !== "function") wrongType("hash", "a function that returns a bigint from -2^127 to 2^127 - 1", hash);
  return /** @type {Hash} */ (hash);
}
