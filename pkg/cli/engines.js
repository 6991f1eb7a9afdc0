// The WebAssembly modules of the command line, and the few places where it uses them directly. Everything else goes through the classes
// of the API. A module is compiled when it is first needed.

import { readFileSync } from "node:fs";
import { BloomFilter } from "../api/bloom-filter.js";
import { provideCompatEngine } from "../api/compat/engine.js";
import { compiled } from "../api/compiled.js";
import { Engine } from "../api/engine.js";
import { FilterHandle } from "../api/filter-handle.js";
import { Handle } from "../api/handle.js";
import { headerIn } from "../api/loading.js";
import { instance } from "../api/making.js";
import { engine, provideEngine } from "../api/own-engine.js";
import { StaticFilter } from "../api/static-filter.js";
import { StaticMap, finishMap } from "../api/static-map.js";
import * as compat from "../wasm/compat.js";
import * as own from "../wasm/edgebloom.js";
import * as publish from "../wasm/publish.js";

/** @typedef {import("../reader/key-form.js").QueryForm} QueryForm */
/** @typedef {import("../wasm/edgebloom.js").Builder} Builder */
/** @typedef {import("../wasm/edgebloom.js").MapBuilder} MapBuilder */
/** @typedef {import("../wasm/publish.js").Changes} Changes */
/** @typedef {import("../wasm/publish.js").ShardList} ShardList */
/** @typedef {import("../wasm/publish.js").Sharder} Sharder */

/**
 * @template {import("../api/engine.js").AnyModule} M
 * @param {M} wasm
 * @param {URL} file the module
 * @returns {() => Engine<M>}
 */
function lazily(wasm, file) {
  /** @type {Engine<M> | undefined} */
  let made;
  return () => {
    try {
      return (made ??= new Engine(wasm, compiled(readFileSync(file))));
    } catch (cause) {
      const { message } = /** @type {Error} */ (cause);
      throw new Error(`cannot start: ${message}; the package may be incomplete, or memory too low`, { cause });
    }
  };
}

// The bundle of the command line is in a folder beside this one, so these addresses are right for both.
provideEngine(lazily(own, new URL("../wasm/edgebloom.wasm", import.meta.url)));
provideCompatEngine(lazily(compat, new URL("../wasm/compat.wasm", import.meta.url)));
const publishEngine = lazily(publish, new URL("../wasm/publish.wasm", import.meta.url));

/** How many bytes the digest of a key has. */
export const DIGEST_BYTES = 16;

/**
 * How many bytes a key has in a list of digests, and in one of digests with the numbers of values.
 * @param {boolean} hasValues
 */
export const keyBytesOf = (hasValues) => DIGEST_BYTES + (hasValues ? 4 : 0);

/**
 * The header of a filter file.
 * @param {Uint8Array} file
 */
export const headerOf = (file) => headerIn(engine(), file);

/**
 * Collects keys for a filter that is sized by them. Free it, like all of these.
 * @param {number} seed
 */
export const newBuilder = (seed) => new (engine().wasm.Builder)(seed);

/**
 * Collects keys and their values for a map.
 * @param {number} seed
 */
export const newMapBuilder = (seed) => new (engine().wasm.MapBuilder)(seed);

/**
 * The map of the keys in a builder.
 * @param {MapBuilder} builder
 * @param {{ errorRate: number, name: string, version: string, form: QueryForm | undefined }} options
 * @param {(code: number) => string} textOf the text of a value
 */
export const mapOf = (builder, options, textOf) =>
  instance(StaticMap, new Handle(engine(), finishMap(builder, options.errorRate, textOf), options.form), options);

/**
 * The list of a shard: keys, or keys with values.
 * @param {number} seed
 * @param {boolean} hasValues
 */
export const newShardList = (seed, hasValues) => new (publishEngine().wasm.ShardList)(seed, hasValues);

/**
 * Sorts keys into shards, as digests.
 * @param {number} seed
 * @param {number} shards a power of 2
 */
export const newSharder = (seed, shards) => new (publishEngine().wasm.Sharder)(seed, shards);

/** The changes between two lists of digests. */
export const newChanges = () => new (publishEngine().wasm.Changes)();

/**
 * Puts keys into a builder or a sharder.
 * @param {Builder | MapBuilder | Sharder} target
 * @returns {import("./keys.js").Sink}
 */
export function sinkInto(target) {
  const its = target instanceof own.Builder || target instanceof own.MapBuilder ? engine() : publishEngine();
  return {
    lines: (lines) => its.eachPiece(lines, (length) => target.pushLines(length)),
    key: (key) => target.push(its.putKey(key), 1),
    keys: (bytes, width) => its.eachRecord(bytes, width, (count) => target.push(width, count)),
    count: () => target.collected,
  };
}

/**
 * The filter, or the static set, of the keys in a builder.
 * @param {Builder} builder
 * @param {Builder | undefined} universe keys that must not be false positives of the set
 * @param {{ isStatic: boolean, layout: import("../api/types.js").Layout, errorRate: number, name: string, version: string,
 *   form: QueryForm | undefined }} options
 * @returns {BloomFilter | StaticFilter}
 */
export function filterOf(builder, universe, options) {
  const { isStatic, layout, errorRate, form } = options;
  if (isStatic) {
    const set = universe ? builder.finishExact(errorRate, universe) : builder.finishStatic(errorRate);
    return instance(StaticFilter, new Handle(engine(), set, form), options);
  }
  return instance(BloomFilter, new FilterHandle(engine(), builder.finish(layout, errorRate), form), options);
}
