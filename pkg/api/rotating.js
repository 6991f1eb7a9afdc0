// What happens when a filter is full.

import { coded, wrongType, wrongValue } from "./errors.js";

const POLICIES = ["warn", "throw", "clear", "rotate"];

/**
 * Watches over the fill of a filter: when more than half of its bits are set and it has the keys it was
 * sized for, it is full. Bits are not counted each time, but when half could have been reached.
 * @param {import("./types.js").OnSaturated} policy
 */
export function saturation(policy) {
  if (typeof policy !== "function" && !POLICIES.includes(policy)) {
    (typeof policy === "string" ? wrongValue : wrongType)("onSaturated", `${POLICIES} or a function`, policy);
  }
  /** How many more keys can change the filter before half could be reached. */
  let room = 0;
  let full = false;
  return {
    policy,
    reset() {
      room = 0;
      full = false;
    },
    /**
     * Before a key is added, or a piece of many.
     * @param {import("./bloom-filter.js").BloomFilter} filter
     * @param {() => void} rotate
     */
    before(filter, rotate) {
      if (!full) return;
      if (policy === "throw") {
        throw coded("filter: expected room, found half of it set", "SATURATED", "filter");
      }
      if (policy === "clear") filter.clear();
      if (policy === "rotate") rotate();
    },
    /**
     * After keys have changed the filter.
     * @param {import("./bloom-filter.js").BloomFilter} filter
     * @param {number} changes how many
     */
    after(filter, changes) {
      if (full || (room -= changes) >= 0) return;
      const { bits, bitsSet, hashes, capacity, inserted } = filter.stats;
      // What a filter was sized for goes in, although a whole k may fill half of it a little earlier.
      room = Math.max(Math.floor((bits / 2 - bitsSet) / hashes), /** @type {number} */ (capacity) - inserted - 1);
      full = room < 0;
      if (!full) return;
      if (policy === "warn") console.warn(`filter: ${bitsSet} of ${bits} bits set`);
      if (typeof policy === "function") policy(filter);
    },
  };
}

/**
 * Makes this generation the older one, and begins another.
 * @param {import("./filter-state.js").FilterState} state
 */
export function rotate(state) {
  const old = state.with(state.filter.copy());
  state.filter.clear();
  state.old?.free();
  state.old = old;
  state.watch?.reset();
}

/**
 * Runs `use` on the filter, or on one that has what its older generation has, too.
 * @template T
 * @param {import("./filter-state.js").FilterState} state
 * @param {(filter: import("./engine.js").WasmFilter) => T} use
 * @returns {T}
 */
export function whole(state, use) {
  const { filter, old } = state;
  if (!old) return use(filter);
  const both = filter.copy();
  try {
    both.merge(old.filter);
    return use(both);
  } finally {
    both.free();
  }
}
