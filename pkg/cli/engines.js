// The one place where the command line uses the WebAssembly module itself. Everything else goes through the classes of the API.

import { BloomFilter, wrap } from "../api/bloom-filter.js";
import { compatEngine, engine } from "../api/engines.js";
import { FilterState } from "../api/filter-state.js";
import { staticFilterOf } from "../api/static-filter.js";

/** @typedef {import("../wasm/compat.js").Changes} Changes */
/** @typedef {import("../wasm/compat.js").Collector} Collector */
/** @typedef {import("../wasm/compat.js").Sharder} Sharder */

/** How many bytes the digest of a key has. */
export const DIGEST_BYTES = 16;

/** The first bytes of every filter file. */
export const magic = () => engine().magic;

/**
 * Collects keys for a filter that is sized by them. Free it, like all of these.
 * @param {number} seed
 */
export const newCollector = (seed) => new (compatEngine().wasm.Collector)(seed);

/**
 * Collects the digests of a shard.
 * @param {number} seed
 */
export const newDigestCollector = (seed) => new (compatEngine().wasm.Collector)(seed);

/**
 * Sorts keys into shards, as digests.
 * @param {number} seed
 * @param {number} shards a power of 2
 */
export const newSharder = (seed, shards) => new (compatEngine().wasm.Sharder)(seed, shards);

/** The changes between two lists of digests. */
export const newChanges = () => new (compatEngine().wasm.Changes)();

/**
 * Puts keys into a collector or a sharder.
 * @param {Collector | Sharder} target
 * @returns {import("./keys.js").Sink}
 */
export const sinkInto = (target) => ({
  lines: (lines) => compatEngine().eachPiece(lines, (length) => target.pushLines(length)),
  key: (key) => target.push(compatEngine().putKey(key), 1),
  keys: (bytes, width) => compatEngine().eachRecord(bytes, width, (count) => target.push(width, count)),
  count: () => target.collected,
});

/**
 * The filter, or the static set, of the keys in a collector.
 * @param {Collector} collector
 * @param {{ isStatic: boolean, layout: import("../wasm/compat.js").Layout, errorRate: number, name: string, version: string }} options
 * @returns {BloomFilter | import("../api/static-filter.js").StaticFilter}
 */
export function filterOf(collector, { isStatic, layout, errorRate, name, version }) {
  if (isStatic) return staticFilterOf(collector.finishStatic(errorRate), { name, version });
  const state = new FilterState(compatEngine(), collector.finish(layout, errorRate));
  return wrap(BloomFilter, { state, name, version });
}

/**
 * The file of the base of a published set.
 * @param {Collector} collector of its digests
 * @param {{ isStatic: boolean, errorRate: number }} options
 */
export function baseFile(collector, options) {
  const filter = filterOf(collector, { ...options, layout: "standard", name: "", version: "" });
  try {
    return filter.toBytes();
  } finally {
    filter.free();
  }
}
