// What changes a filter.

import { has } from "./querying.js";
import { rotate } from "./rotating.js";

/** @typedef {import("./bloom-filter.js").BloomFilter} BloomFilter */
/** @typedef {import("./filter-state.js").FilterState} FilterState */
/** @typedef {import("./types.js").Key} Key */

/**
 * @param {BloomFilter} owner
 * @param {FilterState} state
 * @param {Key} key
 * @returns {boolean}
 */
export function add(owner, state, key) {
  const { filter, watch } = state;
  const length = state.putKey(key);
  watch?.before(owner, () => rotate(state));
  const changed = filter.insert(length) ?? filter.insertOrThrow(length);
  if (!changed) return false;
  watch?.after(owner, 1);
  return !(state.old && has(state.old, key));
}

/**
 * @param {BloomFilter} owner
 * @param {FilterState} state
 * @param {Uint8Array | string} lines
 * @returns {number}
 */
export function addLines(owner, state, lines) {
  const { filter, engine, watch } = state;
  let changed = 0;
  engine.eachPiece(lines, (length) => {
    watch?.before(owner, () => rotate(state));
    const more = filter.insertLines(length);
    changed += more;
    watch?.after(owner, more);
  });
  return changed;
}

/**
 * @param {FilterState} state
 * @param {Key} key
 * @returns {boolean}
 */
export function allow(state, key) {
  const { filter } = state;
  if (state.old) allow(state.old, key);
  return filter.allow(state.putKey(key));
}

/** @param {FilterState} state */
export function clear(state) {
  state.filter.clear();
  state.old?.free();
  state.old = undefined;
  state.watch?.reset();
}
