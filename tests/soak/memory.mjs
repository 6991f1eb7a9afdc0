// The memory of the WebAssembly modules: total, in use, and live after a garbage collection.

import { getHeapCodeStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { memories } from "../js/helpers/memory.mjs";

/** The registries of wasm-bindgen's glue code: they count the objects of a module that are still referenced. */
const registries = [];

const Original = globalThis.FinalizationRegistry;
globalThis.FinalizationRegistry = class extends Original {
  live = 0;

  constructor(callback) {
    const finalized = (held) => {
      this.live--;
      callback(held);
    };
    super(finalized);
    registries.push(this);
  }

  register(target, held, token) {
    this.live++;
    super.register(target, held, token);
  }

  unregister(token) {
    const was = super.unregister(token);
    if (was) this.live--;
    return was;
  }
};

// After the class above: the glue code creates its registries when it is loaded.
await import("edgebloom");
export const compat = await import("edgebloom/compat");

/** The names of the modules, in the order of their memories. */
const MODULES = ["edgebloom", "compat"];

export const sum = (parts) => Object.values(parts).reduce((sum, bytes) => sum + bytes);

/** The bytes of each module's memory. */
export const moduleBytes = () => Object.fromEntries(MODULES.map((name, i) => [name, memories[i].buffer.byteLength]));

/** The number of objects of all modules in use, mostly filters. */
export const objectsInUse = () => registries.reduce((sum, { live }) => sum + live, 0);

let collector;

/** Runs the garbage collector and waits for its callbacks. */
export async function collect() {
  if (!collector) {
    setFlagsFromString("--expose-gc");
    collector = runInNewContext("gc");
  }
  // Several collections also remove all compiled code that is no longer used.
  for (let i = 0; i < 10; i++) {
    collector();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * The memory that is live after a collection. It includes everything that accumulates and does not depend on when the
 * collector would have run. `heap` does not include compiled code.
 */
export async function liveBytes() {
  await collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const code = getHeapCodeStatistics().code_and_metadata_size;
  return { objects: objectsInUse(), heap: heapUsed - code, code, arrayBuffers, together: heapUsed + arrayBuffers };
}

/** The maximum growth from the first half of the time to the second. */
export const FLAT = 0.02;

const largest = (numbers) => numbers.reduce((most, one) => Math.max(most, one), 0);

/**
 * The level of each memory in the first and second half of some samples, and the growth between them.
 * @param {Record<string, number>[]} samples
 * @param {(numbers: number[]) => number} [level]
 */
export function drifts(samples, level = largest) {
  const middle = samples.length >> 1;
  return Object.fromEntries(
    Object.keys(samples[0]).map((name) => {
      const [before, after] = [samples.slice(0, middle), samples.slice(middle)].map((half) =>
        level(half.map((one) => one[name])),
      );
      return [name, { before, after, drift: after / before - 1 }];
    }),
  );
}
