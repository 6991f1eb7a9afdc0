// The keys and filter files for all engines, written by the native program.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { folder } from "../runtimes.mjs";

export const RATE = 0.01;
export const LENGTH = 32;
/** Keys are numbered. Those from here on are non-members. */
export const NEVER = 2 ** 40;

/** The size of each filter in bytes, the number of lines in its lists of queries, and how many members are queried one by one. */
export const SIZES = {
  "10 kB": { bytes: 1e4, lines: 8_000, members: 8_000 },
  "1 MB": { bytes: 1e6, lines: 200_000, members: 20_000 },
  "10 MB": { bytes: 1e7, lines: 200_000, members: 50_000 },
  // These queries read more bits than the caches hold.
  "100 MB": { bytes: 1e8, lines: 1_000_000, members: 50_000 },
};

export const LAYOUTS = ["standard", "partitioned", "blocked"];

/** @typedef {keyof typeof SIZES} Size */
/** @typedef {ReturnType<typeof import("../runtimes.mjs").startNative>} Native */

/** The capacity of a filter of so many bytes. */
export const keysFor = (/** @type {number} */ bytes) => Math.floor((bytes * 8 * Math.LN2 ** 2) / -Math.log(RATE));

const nameOf = (/** @type {Size} */ size) => size.replace(" ", "-");
export const hitsFile = (/** @type {Size} */ size) => `hits-${nameOf(size)}`;
export const missesFile = (/** @type {Size} */ size) => `misses-${nameOf(size)}`;
export const dumpFile = (/** @type {string} */ layout, /** @type {Size} */ size) => `${layout}-${nameOf(size)}`;

/**
 * Fills a filter of the native program to its capacity. The list of hits comes first.
 * @param {Native} native
 * @param {string} id
 * @param {string} filter its name in the native program
 * @param {Size} size
 */
export async function fillNative(native, id, filter, size) {
  const keys = keysFor(SIZES[size].bytes);
  await native.ask("make", id, filter, keys, RATE);
  await native.ask("chance", id, keys - SIZES[size].lines);
  await native.ask("text", "members", hitsFile(size));
  await native.ask("lines", id, "members");
}

/** A filter file with random bits: one in which only the members are missing that are queried one by one. */
export const randomFile = (/** @type {string} */ layout, /** @type {Size} */ size) =>
  `random-${dumpFile(layout, size)}`;

/**
 * @param {Native} native
 * @param {string} layout
 * @param {Size} size
 */
export async function writeRandom(native, layout, size) {
  const { bytes, members } = SIZES[size];
  await native.ask("make", "random", `edgebloom-${layout}`, keysFor(bytes), RATE);
  await native.ask("chance", "random", keysFor(bytes) - members);
  await native.ask("save", "random", randomFile(layout, size));
  await native.ask("drop", "random");
}

/**
 * Writes the missing lists of a size. Each run writes the filter files again, with the measured code.
 * @param {Native} native
 * @param {Size} size
 */
export async function writeFiles(native, size) {
  const { lines } = SIZES[size];
  const firsts = { [hitsFile(size)]: 0, [missesFile(size)]: NEVER };
  for (const [file, first] of Object.entries(firsts)) {
    if (!existsSync(join(folder, file))) await native.ask("keys", file, LENGTH, first, lines);
  }
}

/**
 * Writes the file of a full filter of a layout.
 * @param {Native} native
 * @param {string} layout
 * @param {Size} size
 */
export async function writeDump(native, layout, size) {
  await fillNative(native, "dump", `edgebloom-${layout}`, size);
  await native.ask("save", "dump", dumpFile(layout, size));
  await native.ask("drop", "dump");
}
