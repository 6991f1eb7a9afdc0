// A filter for keys that are seen once and whose number is not known before. One at a time.

import { BloomFilter, wrap } from "../api/bloom-filter.js";
import { engine } from "../api/engines.js";
import { FilterState } from "../api/filter-state.js";

/** @type {import("../wasm/edgebloom.js").Collector | undefined} */
let collector;

const current = () => /** @type {NonNullable<typeof collector>} */ (collector);

/**
 * Runs `take` on an empty collector, then makes the filter.
 * @param {{ seed: number, layout: import("../wasm/edgebloom.js").Layout, errorRate: number, name: string, version: string }} options
 * @param {() => Promise<unknown>} take
 * @returns {Promise<BloomFilter>}
 */
export async function collect({ seed, layout, errorRate, name, version }, take) {
  collector = new (engine().wasm.Collector)(seed);
  try {
    await take();
    const filter = collector.finish(layout, errorRate);
    return wrap(BloomFilter, { state: new FilterState(engine(), filter), name, version });
  } finally {
    // What is written next needs the memory.
    collector.free();
  }
}

/** @param {import("../api/types.js").Key} key */
export function pushKey(key) {
  current().push(engine().putKey(key));
}

/** @param {Uint8Array | string} text */
export function pushLines(text) {
  engine().eachPiece(text, (length) => current().pushLines(length));
}

/** How many distinct keys there are so far. */
export const distinct = () => current().distinct;
