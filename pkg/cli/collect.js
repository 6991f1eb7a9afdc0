// Builds a filter from an unknown number of keys. Only one can be built at a time.

import { BloomFilter, wrap } from "../api/bloom-filter.js";
import { compatEngine } from "../api/engines.js";
import { FilterState } from "../api/filter-state.js";
import { staticFilterOf } from "../api/static-filter.js";

/** @type {import("../wasm/compat.js").Collector | undefined} */
let collector;

const current = () => /** @type {NonNullable<typeof collector>} */ (collector);

/**
 * Runs `take` on an empty collector, then makes the filter or the static set.
 * @param {{ seed: number, layout: import("../wasm/compat.js").Layout, errorRate: number, name: string, version: string }} options
 * @param {() => Promise<unknown>} take
 * @param {boolean} isStatic
 * @returns {Promise<import("../api/load.js").AnyFilter>}
 */
export async function collect({ seed, layout, errorRate, name, version }, take, isStatic) {
  const collecting = new (compatEngine().wasm.Collector)(seed);
  collector = collecting;
  try {
    await take();
    if (isStatic) return staticFilterOf(collecting.finishStatic(errorRate), { name, version });
    const filter = collecting.finish(layout, errorRate);
    return wrap(BloomFilter, { state: new FilterState(compatEngine(), filter), name, version });
  } finally {
    // Writing the filter needs the memory.
    collecting.free();
  }
}

/** @param {import("../api/types.js").Key} key */
export function pushKey(key) {
  current().push(compatEngine().putKey(key), 1);
}

/**
 * @param {Uint8Array} bytes
 * @param {number} width bytes per key
 */
export function pushKeys(bytes, width) {
  compatEngine().eachRecord(bytes, width, (count) => current().push(width, count));
}

/** @param {Uint8Array | string} text */
export function pushLines(text) {
  compatEngine().eachPiece(text, (length) => current().pushLines(length));
}

/** The number of keys so far. */
export const keyCount = () => current().collected;
