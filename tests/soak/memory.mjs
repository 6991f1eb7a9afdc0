// What memory the modules have, what of it is in use, and what is live after a collection.

import { getHeapCodeStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { BloomFilter, CountingBloomFilter } from "edgebloom";
// The files for bundlers have classes and modules of their own: edgebloom/compat would take the place of the small ones.
import { compat as compatEngine } from "../../pkg/api/compat/engine.js";
import * as compat from "../../pkg/compat.js";

export { compat };

/** The modules' memories, which never shrink: an engine has one. */
const ENGINES = {
  core: () => BloomFilter.engine,
  variants: () => CountingBloomFilter.engine,
  compat: compatEngine,
  "compat, own": () => compat.BloomFilter.engine,
};

const byModule = (ask) =>
  Object.fromEntries(Object.entries(ENGINES).map(([name, engine]) => [name, ask(engine().wasm)]));

export const sum = (parts) => Object.values(parts).reduce((sum, bytes) => sum + bytes);

/** How many bytes each module has. */
export const moduleBytes = () => byModule((wasm) => wasm.memory.buffer.byteLength);

/** Ends the allocator's list of free blocks. */
const END = 2 ** 32 - 1;

/**
 * How many bytes are free in the list that begins with a block, NaN if none does. A block has the address of the next
 * one, which lies below it, and its own size (lol_alloc's free_list_allocator.rs).
 */
function listed(words, block) {
  let sum = 0;
  for (let end = words.length * 4; block !== END; ) {
    if (block === 0 || block % 8) return NaN;
    const size = words[block / 4 + 1];
    if (size < 8 || !(block + size <= end)) return NaN;
    sum += size;
    end = block;
    block = words[block / 4];
  }
  return sum;
}

/** Standard, and 256 kB. */
const PIECE = [1, 2 ** 21, 1, 0];
const PIECE_BYTES = 2 ** 18;
/** A filter is a little more than its bits. */
const ITS_OWN = 1024;

/** Where a module has the first of its free blocks, by its memory. */
const heads = new WeakMap();

/**
 * Looks for the word that names the first free block. Of all words that begin such a list it is the first whose sum gets
 * smaller by a filter that is made, and larger again when that is freed: it lies with what is static, in front of all
 * that was allocated.
 */
function findHead({ memory, with_shape, release }) {
  const sums = () => {
    const words = new Uint32Array(memory.buffer);
    return { free: Array.from(words.subarray(0, 2 ** 19), (word) => listed(words, word)), all: words.length * 4 };
  };
  // So that there is a block that is large enough.
  release(with_shape(...PIECE));
  const before = sums();
  const piece = with_shape(...PIECE);
  const holding = sums();
  release(piece);
  const after = sums();
  const found = [];
  for (const [i, free] of after.free.entries()) {
    const taken = free - holding.free[i] - (after.all - holding.all);
    const same = free - before.free[i] === after.all - before.all;
    if (same && taken >= PIECE_BYTES && taken < PIECE_BYTES + ITS_OWN) found.push(i);
  }
  // Those after it are in the list.
  if (!found.length) throw new Error("no word begins the list of free blocks");
  return found[0];
}

function inUse(wasm) {
  if (!heads.has(wasm.memory)) heads.set(wasm.memory, findHead(wasm));
  const words = new Uint32Array(wasm.memory.buffer);
  return words.length * 4 - listed(words, words[heads.get(wasm.memory)]);
}

/** How many bytes of each module are not free: to the byte, and without taking any. */
export const bytesInUse = () => byModule(inUse);

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
  const modules = sum(bytesInUse());
  return { modules, heap: heapUsed - code, code, arrayBuffers, together: modules + heapUsed + arrayBuffers };
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
