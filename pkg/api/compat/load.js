import { readDump } from "../bloom-filter.js";
import { CountingBloomFilter } from "../counting-bloom-filter.js";
import { describe, dumpBytes } from "../header.js";
import { load as loadOwn } from "../load.js";
import { ScalableBloomFilter, readChain } from "../scalable-bloom-filter.js";
import { SparseBloomFilter } from "../sparse-bloom-filter.js";
import { compat } from "./engine.js";
import { ForeignBloomFilter } from "./foreign-bloom-filter.js";
import { hashFunction, putFor } from "./key-encoding.js";

/**
 * As `load` of the default entry, and of filters in the schemes of other systems.
 * @param {Uint8Array | string} dump
 * @param {{ hash?: import("./key-encoding.js").Hash }} [options] `hash` is for `rbloom`, whose keys go through a
 *   function of the caller's; without it, its keys are the hashes themselves, as bigints
 * @returns {ReturnType<typeof import("../load.js").load>}
 * @throws {TypeError} neither bytes nor a text, or no function
 * @throws {FilterFormatError} anything but one whole and sound dump
 * @example
 * const filter = createFilter({ scheme: "crc32-mt", bits: 10, capacity: 2, generator: "php8" });
 * filter.add("test1");
 * load(filter.toBase64()).has("test1") // true
 */
export function load(dump, options) {
  const hash = options?.hash === undefined ? undefined : hashFunction(options.hash);
  const bytes = dumpBytes(dump);
  const engine = compat();
  const { length, counterBits, sparse, scheme } = describe(engine, bytes);
  if (scheme == "native") return loadOwn(bytes);
  const put = putFor(engine.check(engine.wasm.describe_encoding(length)), hash);
  if (engine.check(engine.wasm.describe_stage(length))) return readChain(ScalableBloomFilter, engine, bytes, put);
  const Kind = counterBits > 1 ? CountingBloomFilter : sparse ? SparseBloomFilter : ForeignBloomFilter;
  return readDump(Kind, engine, bytes, put);
}
