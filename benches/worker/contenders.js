// The contenders for single keys. Each gets its own loop, compiled from text, so no engine sees the classes of others in it.

import { BloomFilter as Pacote, optimal } from "@pacote/bloom-filter";
// The package as a whole needs Node's Buffer.
import BloomFilters from "bloom-filters/dist/bloom/bloom-filter.js";
import { BloomFilter as Bloomfilter } from "bloomfilter";
import { BloomFilter } from "edgebloom";
import { FilterReader } from "edgebloom/reader";

// The package can only be loaded with require.
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
 * @returns {(filter: any, keys: string[]) => number} how many of them get "maybe"
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
 * One contender. `make` returns its filter.
 * @typedef {object} Contender
 * @property {number} warm the number of calls for the warm-up
 * @property {number} pass the number of calls in a pass
 * @property {number} [few] the number of keys, for a slow contender
 * @property {(keys: number) => any} make
 * @property {(filter: any, keys: string[]) => number} has
 * @property {(filter: any, keys: string[]) => number} add
 * @property {(filter: any) => void} free
 * @property {(filter: any) => { buffer: ArrayBufferLike, byteLength: number }} [bits] the bits, for a filter that is filled at random
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
const contender = ({ has = "has", add = "add", warm = 100_000, pass = 10_000, ...rest }) => ({
  warm,
  pass,
  has: loopOf(has),
  add: loopOf(add),
  free: () => {},
  ...rest,
});

/** @type {Record<string, Contender>} */
export const CONTENDERS = {
  edgebloom: contender({
    make: (keys) => new BloomFilter({ capacity: keys, errorRate: RATE }),
    free: (filter) => filter.free(),
  }),
  // Filled by the module, then read from its file.
  "edgebloom/reader": contender({
    make: (keys) => new BloomFilter({ capacity: keys, errorRate: RATE }),
    loaded: (filter) => {
      const reader = FilterReader.fromBytes(filter.toBytes());
      filter.free();
      return reader;
    },
  }),
  "edgebloom blocked": contender({
    make: (keys) => new BloomFilter({ capacity: keys, errorRate: RATE, layout: "blocked" }),
    free: (filter) => filter.free(),
  }),
  bloomfilter: contender({
    make: (keys) => Bloomfilter.withTargetError(keys, RATE),
    has: "test",
    bits: ({ buckets }) => buckets,
  }),
  mnemonist: contender({
    make: (keys) => new Mnemonist({ capacity: keys, errorRate: RATE }),
    has: "test",
    bits: ({ data }) => data,
  }),
  "bloom-filters": contender({
    make: (keys) => classOf(BloomFilters).create(keys, RATE),
    bits: ({ _filter }) => _filter.array,
  }),
  // More than one millisecond per key. A filter caches the hashes of all its keys, so the queries use a new filter.
  "@pacote/bloom-filter": contender({
    make: (keys) => new Pacote(optimal(keys, RATE)),
    bits: ({ filter }) => filter,
    warm: 100,
    pass: 20,
    few: 3000,
    loaded: ({ size, hashes, filter }) => new Pacote({ size, hashes, filter }),
  }),
  Set: contender({ make: () => new Set() }),
};

/** The capacity of a filter of so many bytes. */
export const keysFor = (/** @type {number} */ bytes) => Math.floor((bytes * 8 * Math.LN2 ** 2) / -Math.log(RATE));
