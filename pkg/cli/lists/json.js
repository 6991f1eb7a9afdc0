// Keys in JSON: one array, or one value per line.

import { constants } from "node:buffer";
import { Failure } from "../failure.js";
import { eachLine } from "../lines.js";

/** @typedef {import("./formats.js").ListFormat} ListFormat */

/** Decodes strictly: other bytes would become other keys. */
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * The keys of a JSON array.
 * @param {string} name
 * @param {Buffer} bytes the whole list
 * @param {ListFormat} format
 * @returns {string[]}
 */
export function keysInJson(name, bytes, { column }) {
  if (bytes.length > constants.MAX_STRING_LENGTH) {
    throw new Failure(
      `${name}: too large for --input json; give one value per line with --input jsonl, for lists of any size`,
    );
  }
  let text;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new Failure(`${name}: JSON must be UTF-8; convert the file`);
  }
  let values;
  try {
    values = JSON.parse(text);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    const hint = /^\s*\[/.test(text) ? "" : "; for one key per line leave out --input json";
    throw new Failure(`${name}: not JSON: ${message}${hint}`);
  }
  if (!Array.isArray(values)) {
    throw new Failure(
      `${name}: expected a JSON array, got ${kindOf(values)}; for example, jq -c '.NAME' selects a member`,
    );
  }
  return values.map((value, i) => keyOf(value, column, () => `${name}: index ${i}`));
}

/** The keys in lines of JSON (JSON Lines, also called NDJSON). */
export class JsonLines {
  #name;
  #column;
  #line = 0;

  /**
   * @param {string} name
   * @param {ListFormat} format
   */
  constructor(name, { column }) {
    this.#name = name;
    this.#column = column;
  }

  /**
   * @param {Buffer} part whole lines
   * @param {import("./formats.js").Take} take
   */
  read(part, take) {
    /** @type {string[]} */
    const keys = [];
    const where = () => `${this.#name}, line ${this.#line}`;
    eachLine(part, (start, end) => {
      this.#line++;
      if (start === end) return;
      keys.push(keyOf(this.#parsed(part.subarray(start, end)), this.#column, where));
    });
    take(keys, "utf8");
  }

  end() {}

  /** @param {Buffer} line */
  #parsed(line) {
    try {
      return JSON.parse(decoder.decode(line));
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      const says = error instanceof SyntaxError ? `not JSON: ${message}` : "JSON must be UTF-8; convert the file";
      throw new Failure(`${this.#name}, line ${this.#line}: ${says}`);
    }
  }
}

/**
 * The key in a value: a string, or a member of an object or array.
 * @param {any} value
 * @param {string | undefined} column
 * @param {() => string} where
 * @returns {string}
 */
function keyOf(value, column, where) {
  let key = value;
  if (typeof value === "object" && value) {
    const advice = Array.isArray(value)
      ? "N for the N-th value"
      : `one of ${Object.keys(value).slice(0, 8).join(", ")}`;
    if (column === undefined)
      throw new Failure(`${where()}: expected a string, got ${kindOf(value)}: pass --column, ${advice}`);
    const member = Array.isArray(value) ? Number(column) - 1 : column;
    key = Object.hasOwn(value, member) ? value[member] : undefined;
    if (key === undefined)
      throw new Failure(
        `${where()}: no member ${JSON.stringify(column)}; it has ${Object.keys(value).slice(0, 8).join(", ")}`,
      );
  } else if (column !== undefined) {
    throw new Failure(`${where()}: expected an object with the member ${JSON.stringify(column)}, got ${kindOf(value)}`);
  }
  if (typeof key !== "string") throw new Failure(`${where()}: expected a string, got ${kindOf(key)}`);
  return key;
}

/** @param {unknown} value */
function kindOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `the ${typeof value} ${JSON.stringify(value)}`;
}
