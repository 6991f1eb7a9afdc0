import { compatEngine } from "../engines.js";
import { wrongType, wrongValue } from "../errors.js";
import { putText } from "./key-encoding.js";

/** The hashes, at their ids. */
const FUNCTIONS = ["", "js", "pjw", "elf", "bkdr", "sdbm", "djb", "dek", "fnv"];

/**
 * A string hash of Arash Partow's collection.
 * @typedef {"js" | "pjw" | "elf" | "bkdr" | "sdbm" | "djb" | "dek" | "fnv"} StringHashName
 */

/**
 * How a string hash is computed: as the widely copied PHP class does on 64-bit PHP, or in 32 bits.
 * @typedef {"php" | "clean32"} Arithmetic
 */

/**
 * The value of one of eight string hashes from Arash Partow's collection: as the widely copied PHP class
 * computes it on 64-bit PHP ("php"), or in the 32 bits it was meant for ("clean32", where FNV is
 * FNV-1). The two agree on very short keys only. In "php", most of them ignore parts of long keys
 * (docs/PHP.md).
 * @param {StringHashName} name
 * @param {string | Uint8Array} key text as UTF-8, or bytes; a part of a key is hashed by giving a part
 * @param {object} options
 * @param {Arithmetic} options.arithmetic "php" or "clean32"; there is no default
 * @returns {number} 0 to 4294967295
 * @throws {TypeError} an argument of the wrong type, or no arithmetic
 * @throws {RangeError} no such function or arithmetic
 * @example
 * stringHash("bkdr", "布隆过滤器", { arithmetic: "php" }) // 3168566995
 */
export function stringHash(name, key, options) {
  const id = functionId(name, "name");
  const clean = isClean(options?.arithmetic);
  const engine = compatEngine();
  return engine.wasm.stringHash(id, clean, putText(engine, key));
}

/**
 * @param {unknown} name
 * @param {string} field
 */
export function functionId(name, field) {
  return choice(name, field, FUNCTIONS.slice(1)) + 1;
}

/** @param {unknown} arithmetic */
export const isClean = (arithmetic) => choice(arithmetic, "arithmetic", ["php", "clean32"]) === 1;

/**
 * Which of some names it is.
 * @param {unknown} value
 * @param {string} field
 * @param {string[]} names
 * @returns {number}
 */
export function choice(value, field, names) {
  const expected = names.join(", ");
  if (typeof value !== "string") wrongType(field, expected, value);
  const place = names.indexOf(value);
  if (place < 0) wrongValue(field, expected, value);
  return place;
}
