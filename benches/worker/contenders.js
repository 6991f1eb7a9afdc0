// The contenders for single keys. Each is a bundle of its own, as on a page that uses only that package, and gets its own loop, compiled from
// text: no engine sees the classes of others in it.

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
 * How a package is used. The types of its module and its filters are not known here.
 * @typedef {object} Package
 * @property {string} file the bundle
 * @property {string} [has] the name of the call
 * @property {number} [warm] the number of calls for the warm-up
 * @property {number} [pass] the number of calls in a pass
 * @property {(module: any, keys: number) => any} make a filter for so many keys
 * @property {(filter: any) => void} [free]
 * @property {(filter: any) => { buffer: ArrayBufferLike, byteLength: number }} [bits] the bits, for a filter that is filled at random
 * @property {"standard" | "blocked"} [layout] of the filter file that it reads
 * @property {(module: any, bytes: Uint8Array) => any} [load] reads a filter file of edgebloom
 */

/** @type {Package} */
const own = {
  file: "edgebloom.js",
  layout: "standard",
  make: ({ BloomFilter }, keys) => new BloomFilter({ capacity: keys, errorRate: RATE }),
  load: ({ BloomFilter }, bytes) => BloomFilter.fromBytes(bytes),
  free: (filter) => filter.free(),
};
/** @type {Package} */
const reader = {
  file: "reader.js",
  layout: "standard",
  make: () => undefined,
  load: ({ FilterReader }, bytes) => FilterReader.fromBytes(bytes),
};

/** @type {Record<string, Package>} */
const PACKAGES = {
  edgebloom: own,
  "edgebloom/reader": reader,
  "edgebloom/lite": { ...own, file: "lite.js", free: () => {} },
  // Another checkout of the package, for `--beside`.
  "edgebloom beside": { ...own, file: "beside-edgebloom.js" },
  "edgebloom/reader beside": { ...reader, file: "beside-reader.js" },
  "edgebloom blocked": {
    ...own,
    layout: "blocked",
    make: ({ BloomFilter }, keys) => new BloomFilter({ capacity: keys, errorRate: RATE, layout: "blocked" }),
  },
  bloomfilter: {
    file: "bloomfilter.js",
    make: ({ BloomFilter }, keys) => BloomFilter.withTargetError(keys, RATE),
    has: "test",
    bits: ({ buckets }) => buckets,
  },
  mnemonist: {
    file: "mnemonist.js",
    make: ({ default: Mnemonist }, keys) => new Mnemonist({ capacity: keys, errorRate: RATE }),
    has: "test",
    bits: ({ data }) => data,
  },
  // Some microseconds per key.
  "bloom-filters": {
    file: "bloom-filters.js",
    make: ({ default: BloomFilters }, keys) => BloomFilters.create(keys, RATE),
    bits: ({ _filter }) => _filter.array,
    warm: 5000,
    pass: 1000,
  },
  Set: { file: "set.js", make: () => new Set() },
};

/** @typedef {Awaited<ReturnType<typeof contenderOf>>} Contender */

/** @param {string} name */
export async function contenderOf(name) {
  const {
    file,
    has = "has",
    make,
    load,
    free = () => {},
    warm = 100_000,
    pass = 10_000,
    bits,
    layout,
  } = PACKAGES[name];
  const module = await import(new URL(`packages/${file}`, import.meta.url).href);
  return {
    warm,
    pass,
    bits,
    layout,
    free,
    make: (/** @type {number} */ keys) => make(module, keys),
    load: (/** @type {Uint8Array} */ bytes) => load?.(module, bytes),
    has: loopOf(has),
    add: loopOf("add"),
  };
}

/** The capacity of a filter of so many bytes. */
export const keysFor = (/** @type {number} */ bytes) => Math.floor((bytes * 8 * Math.LN2 ** 2) / -Math.log(RATE));
