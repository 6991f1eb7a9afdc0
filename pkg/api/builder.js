// A filter for keys that are seen once and whose number is not known before: the command line streams
// into it. One at a time.

import { BloomFilter, readDump, wrap } from "./bloom-filter.js";
import { core } from "./core.js";
import { bytes } from "../wasm/variants-inline.js";
import { Engine } from "./engine.js";

/** @type {Engine | undefined} */
let engine;

/** The module that has the builder; this is for the command line only, which need not be small. */
const builder = () => (engine ??= new Engine(new WebAssembly.Module(bytes())));

let building = false;

/**
 * Runs `take` on an empty builder, then makes the filter.
 * @template T
 * @param {{ seed: number, scheme: number, errorRate: number, name: string, version: string }} options
 * @param {() => T} take
 * @returns {BloomFilter}
 */
export function build({ seed, scheme, errorRate, name, version }, take) {
  if (building) throw new Error("keys: expected no build within a build");
  building = true;
  const engine = builder();
  try {
    engine.wasm.begin_build(seed);
    take();
    const id = engine.wasm.finish_build(scheme, errorRate) || engine.fail();
    const made = wrap(BloomFilter, engine, id, name, version);
    try {
      engine.check(engine.wasm.pack(id));
      return readDump(BloomFilter, core, made.toBytes());
    } finally {
      made.free();
    }
  } finally {
    building = false;
    engine.wasm.begin_build(0);
  }
}

/** @param {import("./types.js").Key} key */
export function pushKey(key) {
  const engine = builder();
  engine.check(engine.wasm.push(engine.putKey(key)));
}

/** @param {Uint8Array | string} text */
export function pushLines(text) {
  const engine = builder();
  engine.eachPiece(text, (length, last) => engine.check(engine.wasm.push_lines(length, last)));
}

/** How many distinct keys there are so far. */
export const distinct = () => builder().wasm.distinct();
