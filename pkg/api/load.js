import { BloomFilter, readDump } from "./bloom-filter.js";
import { core } from "./core.js";
import { CountingBloomFilter } from "./counting-bloom-filter.js";
import { describe, dumpBytes } from "./header.js";
import { ScalableBloomFilter, readChain } from "./scalable-bloom-filter.js";
import { SparseBloomFilter } from "./sparse-bloom-filter.js";
import { variants } from "./variants.js";

/**
 * The filter in a dump or in its base64 text, of whichever class it is. Where all dumps are those of
 * plain filters, `BloomFilter.fromBytes` and `BloomFilter.fromBase64` are the smaller choice: bundlers
 * then leave the other classes and their module out.
 * @param {Uint8Array | string} dump
 * @returns {BloomFilter | CountingBloomFilter | ScalableBloomFilter | SparseBloomFilter}
 * @throws {TypeError} neither bytes nor a text
 * @throws {FilterFormatError} as `BloomFilter.fromBytes` and `BloomFilter.fromBase64`
 * @example
 * load(filter.toBytes()).has("a") // true
 */
export function load(dump) {
  const bytes = dumpBytes(dump);
  return loadIn(variants(), core, bytes);
}

/**
 * @param {import("./engine.js").Engine} engine one that knows the dump
 * @param {import("./engine.js").Engine} plain where plain filters of our own schemes go
 * @param {Uint8Array} dump
 * @param {import("./bloom-filter.js").Put} [put] how keys of other schemes are written
 */
export function loadIn(engine, plain, dump, put) {
  const { wasm } = engine;
  const { length, counterBits, sparse, scheme } = describe(engine, dump);
  if (engine.check(wasm.describe_stage(length))) return readChain(ScalableBloomFilter, engine, dump);
  if (counterBits > 1) return readDump(CountingBloomFilter, engine, dump);
  const of = scheme == "native" ? undefined : put;
  if (sparse) return readDump(SparseBloomFilter, engine, dump, of);
  return readDump(BloomFilter, of ? engine : plain, dump, of);
}
