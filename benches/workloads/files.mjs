// Keys and dumps that all engines and the native program share, written by the native program.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { folder } from "../runtimes.mjs";

export const RATE = 0.01;
export const LENGTH = 32;
/** Keys are numbered; these were never added. */
export const NEVER = 2 ** 40;

/** Filters by their size: so many bytes, and so many lines in the lists of keys that are asked. */
export const SIZES = {
  "10 kB": { bytes: 1e4, lines: 8_000 },
  "1 MB": { bytes: 1e6, lines: 200_000 },
  "10 MB": { bytes: 1e7, lines: 200_000 },
  // More than caches hold of the bits that they look at.
  "100 MB": { bytes: 1e8, lines: 1_000_000 },
};

export const LAYOUTS = ["standard", "partitioned", "blocked"];

/** @typedef {keyof typeof SIZES} Size */
/** @typedef {ReturnType<typeof import("../runtimes.mjs").startNative>} Native */

/** How many keys a filter of so many bytes is sized for. */
export const keysFor = (/** @type {number} */ bytes) => Math.floor((bytes * 8 * Math.LN2 ** 2) / -Math.log(RATE));

const nameOf = (/** @type {Size} */ size) => size.replace(" ", "-");
export const hitsFile = (/** @type {Size} */ size) => `hits-${nameOf(size)}`;
export const missesFile = (/** @type {Size} */ size) => `misses-${nameOf(size)}`;
export const dumpFile = (/** @type {string} */ layout, /** @type {Size} */ size) => `${layout}-${nameOf(size)}`;

/**
 * A filter of the native program that holds as many keys as it is sized for, those of the list of hits first.
 * @param {Native} native
 * @param {string} id
 * @param {string} filter what the native program calls it
 * @param {Size} size
 */
export async function fillNative(native, id, filter, size) {
  const keys = keysFor(SIZES[size].bytes);
  await native.ask("make", id, filter, keys, RATE);
  await native.ask("chance", id, keys - SIZES[size].lines);
  await native.ask("text", "members", hitsFile(size));
  await native.ask("lines", id, "members");
}

/**
 * Writes what is not there yet of a size; the dumps are made anew in each run, by the code that is measured.
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
 * Writes the dump of a full filter of a layout.
 * @param {Native} native
 * @param {string} layout
 * @param {Size} size
 */
export async function writeDump(native, layout, size) {
  await fillNative(native, "dump", `edgebloom-${layout}`, size);
  await native.ask("save", "dump", dumpFile(layout, size));
  await native.ask("drop", "dump");
}
