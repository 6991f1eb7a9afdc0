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
  const engine = variants();
  const { wasm } = engine;
  const bytes = dumpBytes(dump);
  const { length, counterBits, sparse } = describe(engine, bytes);
  if (engine.check(wasm.describe_stage(length))) return readChain(ScalableBloomFilter, engine, bytes);
  if (counterBits > 1) return readDump(CountingBloomFilter, engine, bytes);
  if (sparse) return readDump(SparseBloomFilter, engine, bytes);
  return readDump(BloomFilter, core, bytes);
}
