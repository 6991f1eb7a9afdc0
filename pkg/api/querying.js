// Methods that query a filter.

import { wrongType } from "./errors.js";

/** @typedef {import("./filter-state.js").FilterState} FilterState */
/** @typedef {import("./types.js").Bytes} Bytes */
/** @typedef {import("./types.js").Key} Key */

/**
 * @param {FilterState} state
 * @param {Key} key
 * @returns {boolean}
 */
export function has(state, key) {
  const { filter } = state;
  return filter.contains(state.putKey(key)) || (state.old !== undefined && has(state.old, key));
}

/**
 * @param {FilterState} state
 * @param {Iterable<Key>} keys
 * @returns {Bytes}
 */
export function hasMany(state, keys) {
  checkIterable(keys);
  const { filter, engine, old, put } = state;
  const hasOne = (/** @type {Key} */ key) => +has(state, key);
  // Another iterable may use the filter between two keys.
  if (!Array.isArray(keys) || old || put) return Uint8Array.from(keys, hasOne);
  /** @type {Uint8Array[]} */
  const parts = [];
  for (const group of inGroups(keys)) {
    const length = engine.putKeys(group);
    parts.push(length === undefined ? Uint8Array.from(group, hasOne) : filter.containsMany(group.length, length));
  }
  return concat(parts);
}

/** Limits of a group, which fits into the usual input range. */
const MOST_KEYS = 512;
const MOST_CHARACTERS = 32768;

/**
 * Groups of strings. A long key, or one of another type, is a group by itself.
 * @param {Key[]} keys
 * @returns {Key[][]}
 */
export function inGroups(keys) {
  /** @type {Key[][]} */
  const groups = [];
  /** @type {Key[]} */
  let group = [];
  let size = 0;
  for (const key of keys) {
    const length = typeof key === "string" ? key.length : MOST_CHARACTERS;
    if (!groups.length || group.length === MOST_KEYS || size + length > MOST_CHARACTERS) {
      group = [];
      groups.push(group);
      size = 0;
    }
    group.push(key);
    size += length;
  }
  return groups;
}

/**
 * @param {FilterState} state
 * @param {Uint8Array | string} lines
 * @returns {Bytes}
 */
export function hasLines(state, lines) {
  const { filter, engine, old } = state;
  /** @type {Uint8Array[]} */
  const pieces = [];
  engine.eachPiece(lines, (length) => pieces.push(filter.containsLines(length)));
  const answers = concat(pieces);
  if (old) hasLines(old, lines).forEach((answer, i) => (answers[i] |= answer));
  return answers;
}

/**
 * @param {FilterState} state
 * @param {Key} key
 * @returns {number[]}
 */
export const positions = (state, key) => Array.from(state.filter.positions(state.putKey(key)));

/**
 * @param {Uint8Array[]} parts
 * @returns {Bytes}
 */
export function concat(parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) all.set(part, (end += part.length) - part.length);
  return all;
}

/**
 * Throws if an argument is not an iterable of keys. A string is an iterable of characters, which is always a mistake.
 * @param {unknown} keys
 */
export function checkIterable(keys) {
  if (typeof keys === "string" || typeof (/** @type {any} */ (keys)?.[Symbol.iterator]) !== "function") {
    wrongType("keys", "an iterable of keys", keys);
  }
}
