import { wrongType, wrongValue } from "../errors.js";
import { compatEngine } from "./engine.js";
import { putText } from "./key-encoding.js";

/** The names of the hashes, at their ids. */
const FUNCTIONS = ["", "js", "pjw", "elf", "bkdr", "sdbm", "djb", "dek", "fnv"];

/**
 * A string hash from Arash Partow's collection.
 * @typedef {"js" | "pjw" | "elf" | "bkdr" | "sdbm" | "djb" | "dek" | "fnv"} StringHashName
 */

/**
 * The arithmetic of a string hash: "php" as in the widely copied PHP class on 64-bit PHP, "clean32" in 32 bits.
 * @typedef {"php" | "clean32"} Arithmetic
 */

/**
 * Computes one of eight string hashes from Arash Partow's collection. "php" computes it as the widely copied PHP class does on 64-bit PHP. "clean32"
 * computes it in 32 bits, as the author intended (FNV is FNV-1). The two agree only for very short keys. With "php", most hashes ignore parts of
 * long keys (docs/interop/php.md).
 * @param {StringHashName} name
 * @param {string | Uint8Array} key a string as UTF-8, or bytes
 * @param {object} options
 * @param {Arithmetic} options.arithmetic "php" or "clean32"; there is no default
 * @returns {number} 0 to 4294967295
 * @throws {TypeError} an argument has the wrong type, or `arithmetic` is missing
 * @throws {RangeError} there is no such hash or arithmetic
 * @example
 * import { stringHash } from "edgebloom/compat";
 *
 * stringHash("bkdr", "布隆过滤器", { arithmetic: "php" }); // 3168566995
 */
export function stringHash(name, key, options) {
  const id = functionId(name, "name");
  const clean = isClean(options?.arithmetic);
  const engine = compatEngine();
  return engine.wasm.string_hash(id, clean, putText(engine, key));
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
 * The index of a name in a list of names. Throws if the list does not have it.
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
