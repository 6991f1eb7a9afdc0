// The option `onSaturated`.

import { coded, wrongType, wrongValue } from "./errors.js";

const POLICIES = ["warn", "throw", "clear", "rotate"];

/**
 * Checks whether a filter is full: more than half of its bits are set, and it has the keys that it was sized for. It counts the bits
 * only when half of them could be set.
 * @param {import("./types.js").OnSaturated} policy
 */
export function saturation(policy) {
  if (typeof policy !== "function" && !POLICIES.includes(policy)) {
    (typeof policy === "string" ? wrongValue : wrongType)(
      "onSaturated",
      `${POLICIES.join(", ")} or a function`,
      policy,
    );
  }
  /** How many more keys can change the filter before half of the bits could be set. */
  let room = 0;
  let full = false;
  return {
    policy,
    reset() {
      room = 0;
      full = false;
    },
    /**
     * Call it before adding a key, or a piece of lines.
     * @param {import("./bloom-filter.js").BloomFilter} filter
     * @param {() => void} rotate
     */
    before(filter, rotate) {
      if (!full) return;
      if (policy === "throw") {
        throw coded("filter is saturated: more than half of its bits are set", "SATURATED", "filter");
      }
      if (policy === "clear") filter.clear();
      if (policy === "rotate") rotate();
    },
    /**
     * Call it after keys have changed the filter.
     * @param {import("./bloom-filter.js").BloomFilter} filter
     * @param {number} changes how many keys
     */
    after(filter, changes) {
      if (full || (room -= changes) >= 0) return;
      const { bits, bitsSet, hashes, capacity, inserted } = filter.stats;
      // The filter accepts the keys that it was sized for, even if half of the bits are set a little earlier.
      room = Math.max(Math.floor((bits / 2 - bitsSet) / hashes), /** @type {number} */ (capacity) - inserted - 1);
      full = room < 0;
      if (!full) return;
      if (policy === "warn") console.warn(`filter is saturated: ${bitsSet} of ${bits} bits are set`);
      if (typeof policy === "function") policy(filter);
    },
  };
}

/**
 * Makes this generation the older one, and starts an empty one.
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
 * Runs `use` on the filter. If it has two generations, `use` gets a filter with the keys of both.
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
