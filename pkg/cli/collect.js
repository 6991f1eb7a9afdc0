// A filter for keys that are seen once and whose number is not known before. One at a time.

import { BloomFilter, readDump, wrap } from "../api/bloom-filter.js";
import { core } from "../api/core.js";
import { Engine } from "../api/engine.js";
import { bytes } from "../wasm/variants-inline.js";

/** @type {Engine | undefined} */
let engine;

/** The module that has the builder. */
const builder = () => (engine ??= new Engine(new WebAssembly.Module(bytes())));

/**
 * Runs `take` on an empty builder, then makes the filter.
 * @param {{ seed: number, scheme: number, errorRate: number, name: string, version: string }} options
 * @param {() => Promise<unknown>} take
 * @returns {Promise<BloomFilter>}
 */
export async function collect({ seed, scheme, errorRate, name, version }, take) {
  const engine = builder();
  engine.wasm.begin_build(seed);
  await take();
  const id = engine.wasm.finish_build(scheme, errorRate) || engine.fail();
  const made = wrap(BloomFilter, engine, id, name, version);
  engine.check(engine.wasm.pack(id));
  const filter = readDump(BloomFilter, core, made.toBytes());
  // What is written next needs the memory.
  made.free();
  engine.wasm.begin_build(0);
  return filter;
}

/** @param {import("../api/types.js").Key} key */
export function pushKey(key) {
  const engine = builder();
  engine.check(engine.wasm.push(engine.putKey(key)));
}

/** @param {Uint8Array | string} text */
export function pushLines(text) {
  const engine = builder();
  engine.eachPiece(text, (length) => engine.check(engine.wasm.push_lines(length)));
}

/** How many distinct keys there are so far. */
export const distinct = () => builder().wasm.distinct();
