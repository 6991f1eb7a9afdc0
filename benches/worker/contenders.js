// Who is measured key by key. Each has a loop of its own, made from its text, so that no engine sees the classes of
// others in it.

import { BloomFilter as Pacote, optimal } from "@pacote/bloom-filter";
// The package as a whole wants Node's Buffer.
import BloomFilters from "bloom-filters/dist/bloom/bloom-filter.js";
import { BloomFilter as Bloomfilter } from "bloomfilter";
import { BloomFilter } from "edgebloom";
import { FilterReader } from "edgebloom/reader";

// Its exports are for require only.
const Mnemonist = require("mnemonist/bloom-filter");

/**
 * @template {object} T
 * @param {T & { default?: T }} module
 * @returns {T}
 */
const classOf = (module) => module.default ?? module;

export const RATE = 0.01;

/**
 * @param {string} call
 * @returns {(filter: any, keys: string[]) => number} how many it says yes to
 */
const loopOf = (call) =>
  /** @type {(filter: any, keys: string[]) => number} */ (
    new Function(
      "filter",
      "keys",
      `let yes = 0; for (let i = 0; i < keys.length; i++) if (filter.${call}(keys[i])) yes++; return yes;`,
    )
  );

/**
 * A filter is what `make` gives.
 * @typedef {object} Contender
 * @property {number} warm how many calls come first
 * @property {number} pass how many are a pass
 * @property {number} [few] how many keys it is asked where it is slow
 * @property {(keys: number) => any} make
 * @property {(filter: any, keys: string[]) => number} has
 * @property {(filter: any, keys: string[]) => number} add
 * @property {(filter: any) => void} free
 * @property {(filter: any) => { buffer: ArrayBufferLike, byteLength: number }} [bits] those of a filter that is filled by chance
 * @property {(filter: any) => any} [loaded]
 */

/**
 * @typedef {object} Calls the names of the calls
 * @property {string} [has]
 * @property {string} [add]
 */

/**
 * @template F
 * @param {Calls & Partial<Pick<Contender, "warm" | "pass" | "few">> & {
 *   make: (keys: number) => F, free?: (filter: F) => void, bits?: (filter: F) => ReturnType<NonNullable<Contender["bits"]>>,
 *   loaded?: (filter: F) => unknown }} own
 * @returns {Contender}
 */
const made = ({ has = "has", add = "add", warm = 100_000, pass = 10_000, ...rest }) => ({
  warm,
  pass,
  has: loopOf(has),
  add: loopOf(add),
  free: () => {},
  ...rest,
});

/** @type {Record<string, Contender>} */
export const CONTENDERS = {
  edgebloom: made({
    make: (keys) => new BloomFilter({ capacity: keys, errorRate: RATE }),
    free: (filter) => filter.free(),
  }),
  // Filled as one of the module, then read from its file.
  "edgebloom/reader": made({
    make: (keys) => new BloomFilter({ capacity: keys, errorRate: RATE }),
    loaded: (filter) => {
      const reader = FilterReader.fromBytes(filter.toBytes());
      filter.free();
      return reader;
    },
  }),
  "edgebloom blocked": made({
    make: (keys) => new BloomFilter({ capacity: keys, errorRate: RATE, layout: "blocked" }),
    free: (filter) => filter.free(),
  }),
  bloomfilter: made({
    make: (keys) => Bloomfilter.withTargetError(keys, RATE),
    has: "test",
    bits: ({ buckets }) => buckets,
  }),
  mnemonist: made({
    make: (keys) => new Mnemonist({ capacity: keys, errorRate: RATE }),
    has: "test",
    bits: ({ data }) => data,
  }),
  "bloom-filters": made({
    make: (keys) => classOf(BloomFilters).create(keys, RATE),
    bits: ({ _filter }) => _filter.array,
  }),
  // More than a millisecond a key; a filter remembers the hashes of all keys that it was ever given, so that a new one is asked.
  "@pacote/bloom-filter": made({
    make: (keys) => new Pacote(optimal(keys, RATE)),
    bits: ({ filter }) => filter,
    warm: 100,
    pass: 20,
    few: 3000,
    loaded: ({ size, hashes, filter }) => new Pacote({ size, hashes, filter }),
  }),
  Set: made({ make: () => new Set() }),
};

/** How many keys fill so many bytes at the rate. */
export const keysFor = (/** @type {number} */ bytes) => Math.floor((bytes * 8 * Math.LN2 ** 2) / -Math.log(RATE));
