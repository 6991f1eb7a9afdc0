// What memory the modules have, what of it is in use, and what is live after a collection.

import { getHeapCodeStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What wasm-bindgen's glue has told the garbage collector of: the objects of a module that somebody holds. */
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

// Only now: the glue makes its registries when it is loaded.
const { BloomFilter } = await import("edgebloom");
const { compatEngine } = await import("../../pkg/api/engines.js");
export const compat = await import("../../pkg/compat.js");

/** The modules' memories, which never shrink. */
const ENGINES = { edgebloom: () => BloomFilter.engine, compat: compatEngine };

export const sum = (parts) => Object.values(parts).reduce((sum, bytes) => sum + bytes);

/** How many bytes each module has. */
export const moduleBytes = () =>
  Object.fromEntries(Object.entries(ENGINES).map(([name, engine]) => [name, engine().memory.buffer.byteLength]));

/** How many objects of all modules are held: filters above all. */
export const objectsInUse = () => registries.reduce((sum, { live }) => sum + live, 0);

let collector;

/** Makes the garbage collector come, and waits for what it calls. */
export async function collect() {
  if (!collector) {
    setFlagsFromString("--expose-gc");
    collector = runInNewContext("gc");
  }
  // Code that was not used for some collections goes, too: always all of it.
  for (let i = 0; i < 10; i++) {
    collector();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * What is live, after a collection: what accumulates is in it, whenever the collector would have come. `heap` is without
 * compiled code.
 */
export async function liveBytes() {
  await collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const code = getHeapCodeStatistics().code_and_metadata_size;
  return { objects: objectsInUse(), heap: heapUsed - code, code, arrayBuffers, together: heapUsed + arrayBuffers };
}

/** How much memory may be higher in the second half of the time than in the first. */
export const FLAT = 0.02;

const largest = (numbers) => numbers.reduce((most, one) => Math.max(most, one), 0);

/**
 * The levels of each memory in the two halves of some samples, and how much higher the second is.
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
