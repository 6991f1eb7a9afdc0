// Methods that change a filter.

import { has, inGroups } from "./querying.js";
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
 * Adds strings of an array in groups.
 * @param {FilterState} state
 * @param {Key[]} keys
 * @param {(key: Key) => boolean} addOne adds one key
 * @returns {number}
 */
export function addMany(state, keys, addOne) {
  const { filter, engine } = state;
  let changed = 0;
  for (const group of inGroups(keys)) {
    const length = engine.putKeys(group);
    if (length === undefined) for (const key of group) changed += +addOne(key);
    else changed += filter.insertMany(group.length, length);
  }
  return changed;
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
    const changes = filter.insertLines(length);
    changed += changes;
    watch?.after(owner, changes);
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
