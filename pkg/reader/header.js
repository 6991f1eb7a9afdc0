// The start of a filter file: the header of 56 bytes, and the metadata section.

import { check, otherFormat } from "./errors.js";

/** @typedef {import("./cursor.js").Cursor} Cursor */
/** @typedef {ReturnType<typeof readHeader>} Header */

/**
 * What the metadata section says.
 * @typedef {object} Section
 * @property {string} name
 * @property {string} version
 * @property {string} keyForm
 * @property {number} subFilters
 * @property {number} universe how many non-members a static set is exact for
 * @property {number} exact how many of them would be false positives otherwise
 * @property {number} exactRate the error rate of the first set of these
 * @property {number} removedSets how many sets remove them
 * @property {{ count: number, codeBits: number, salt: number, words: number } | undefined} values of a map
 */

/** The first four bytes, as a number. */
const MAGIC = 0x544c46eb;
/** The first byte of every filter file; no base64 string begins with it. */
export const FIRST_BYTE = 0xeb;
/** The most bytes that can come before the payload: the header, and the metadata section with its two numbers. */
export const MAX_HEADER_BYTES = 56 + 8 + 2680;
/** The fields of one byte each, after the magic. @type {[string, number, number][]} */
const IDS = [
  ["version", 1, 1],
  ["flags", 0, 3],
  ["scheme", 1, 31],
  ["cells", 1, 5],
  ["keyEncoding", 1, 11],
  ["payloadEncoding", 1, 3],
];
const MAX_U32 = 0xffffffff;
const NAME = 1;
const VERSION = 2;
const SUB_FILTERS = 3;
const UNIVERSE = 6;
const VALUES = 7;
const KEY_FORM = 8;
/** The scheme of static sets. */
const STATIC = 30;

/** The error rates of static sets. @param {number} rate */
const isStaticRate = (rate) => rate >= 2 ** -32 && rate <= 0.5;

/**
 * Reads all fields of the header, and checks their limits.
 * @param {Cursor} cursor
 */
export function readHeader(cursor) {
  const start = cursor.at;
  if (cursor.number("magic", 4, 0, MAX_U32) !== MAGIC) {
    const magic = cursor.bytes.subarray(start, cursor.at);
    const got = Array.from(magic, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const hint = otherFormat(String.fromCharCode(...magic));
    check(false, "magic", start, got + hint, "a filter file (eb 46 4c 54)", "MAGIC");
  }
  const [, flags, scheme, cells, keyEncoding, payloadEncoding] = IDS.map(([field, least, most]) =>
    cursor.number(field, 1, least, most, "UNSUPPORTED"),
  );
  const isStatic = scheme === STATIC;
  const isForeign = scheme > 3 && !isStatic;
  if (isForeign || cells > 1 || payloadEncoding === 2) {
    let reader = cells > 1 ? "CountingBloomFilter" : "SparseBloomFilter";
    if (isForeign) reader = scheme > 26 && scheme < STATIC ? "KeyedBloomFilter" : "edgebloom/compat";
    check(false, "class", start, `one for ${reader}`, "a file for this class", "WRONG_CLASS");
  }
  check(keyEncoding === 1, "keyEncoding", start + 8, keyEncoding);

  const isScalable = payloadEncoding === 3;
  const hasExceptions = flags > 1;
  const hashes = cursor.number("hashes", 2, 1, isScalable ? 65535 : 64);
  const words = cursor.number("payloadLength", 4, 0, MAX_U32);
  const bits = cursor.number("bits", 8, 64, isScalable ? 2 ** 42 : isStatic ? 2 ** 38 : 2 ** 32);
  const more = words - bits / 64;
  if (isScalable) check(!hasExceptions && !isStatic, "payloadEncoding", start + 9, payloadEncoding);
  else {
    check(bits % ([64, 64 * hashes, 512][scheme - 1] ?? 64) === 0, "bits", start + 16, bits);
    check(hasExceptions ? more > 0 && more <= 4096 : !more, "payloadLength", start + 12, words);
  }
  const seed = cursor.number("seed", 4, 0, MAX_U32);
  const salt = cursor.number("salt", 4, 0, MAX_U32);
  const capacity = cursor.whole();
  const inserted = cursor.whole();
  const errorRate = cursor.real();
  // −0 is not valid: all bits must be 0.
  let isRate = capacity ? errorRate >= 1e-18 && errorRate < 1 : Object.is(errorRate, 0);
  if (isStatic) {
    isRate = isStaticRate(errorRate) && errorRate <= 2 ** -hashes && errorRate > 2 ** -hashes / 2;
    check(capacity === (inserted || 1n) && inserted <= 2 ** 32, "capacity", start + 32, capacity);
  }
  check(isRate, "errorRate", start + 48, errorRate);

  /** @type {Section} */
  const section = {
    name: "",
    version: "",
    keyForm: "",
    subFilters: 0,
    universe: 0,
    exact: 0,
    exactRate: 0,
    removedSets: 0,
    values: undefined,
  };
  if (flags & 1) readSection(cursor, section, isStatic);
  check(isScalable === section.subFilters > 0, "payloadEncoding", start + 9, payloadEncoding);
  return { start, flags, scheme, isStatic, hashes, words, bits, seed, salt, capacity, inserted, errorRate, ...section };
}

/**
 * Reads the metadata section: entries with ascending tags.
 * @param {Cursor} cursor
 * @param {Section} section
 * @param {boolean} isStatic
 */
function readSection(cursor, section, isStatic) {
  const length = cursor.number("metadata", 4, 8, 2680);
  cursor.number("reserved", 4, 0, 0, "UNSUPPORTED");
  const end = cursor.at + length;
  let lastTag = 0;
  while (cursor.at < end) {
    const start = cursor.at;
    const tag = cursor.number("metadata tag", 2, 1, KEY_FORM, "UNSUPPORTED");
    const isKnown = tag <= SUB_FILTERS || (tag >= UNIVERSE && isStatic) || tag === KEY_FORM;
    check(tag > lastTag && isKnown, "metadata tag", start, tag);
    lastTag = tag;
    cursor.number("reserved", 2, 0, 0, "UNSUPPORTED");
    const size = cursor.number("metadata text", 4, 1, 1024);
    if (tag === NAME) section.name = cursor.text("metadata text", size);
    if (tag === VERSION) section.version = cursor.text("metadata text", size);
    if (tag === KEY_FORM) {
      check(size <= 64, "metadata length", start + 4, size);
      section.keyForm = cursor.text("metadata text", size);
    }
    if (tag === SUB_FILTERS) {
      check(size === 16, "metadata length", start + 4, size);
      section.subFilters = cursor.number("subFilters", 4, 1, 1024);
      cursor.number("growth", 4, 1, 1000);
      const tightening = cursor.real();
      check(tightening > 0 && tightening < 1, "tightening", start + 16, tightening);
    }
    if (tag === UNIVERSE) {
      check(size === 32, "metadata length", start + 4, size);
      section.universe = Number(cursor.whole());
      section.exact = cursor.number("exact", 8, 0, Math.min(section.universe, 2 ** 32));
      section.exactRate = cursor.real();
      const isRate = section.exact ? isStaticRate(section.exactRate) : Object.is(section.exactRate, 0);
      check(isRate, "exact rate", start + 24, section.exactRate);
      section.removedSets = cursor.number("removed sets", 4, section.exact && 1, section.exact && 2);
      cursor.number("reserved", 4, 0, 0, "UNSUPPORTED");
    }
    if (tag === VALUES) {
      check(size === 16, "metadata length", start + 4, size);
      const count = cursor.number("values", 4, 0, 65536);
      // Two values or more need a code.
      const codeBits = cursor.number("code bits", 4, count > 1 ? 1 : 0, count > 1 ? 32 : 0);
      section.values = {
        count,
        codeBits,
        salt: cursor.number("value salt", 4, 0, MAX_U32),
        words: cursor.number("table", 4, 0, MAX_U32),
      };
    }
    cursor.number("padding", -size & 7, 0, 0);
  }
  check(cursor.at === end, "metadata", end, cursor.at);
}
