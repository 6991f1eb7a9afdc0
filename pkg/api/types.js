// The types of the API. There is no code here.

/**
 * A key. A string stands for its UTF-8 bytes (a lone surrogate for those of U+FFFD, as in `TextEncoder`), a Uint8Array for its
 * bytes. A bigint from −2^63 to 2^63 − 1 stands for 8 bytes: little-endian, two's complement. The string "a" and the bytes [97] are
 * the same key. Other types throw a TypeError.
 * @typedef {string | Uint8Array | bigint} Key
 */

/**
 * A `Uint8Array` backed by its own `ArrayBuffer`. Since TypeScript 5.7, `fetch`, `Response` and `crypto.subtle` require this type.
 * Before that, it's any `Uint8Array`.
 * @typedef {ReturnType<Uint8Array["slice"]>} Bytes
 */

/**
 * Where a key's probes go: "standard": anywhere; "partitioned": one into each of k equal slices; "blocked": all into one block of
 * 512 bits (F. Putze and others, *Cache-, hash- and space-efficient Bloom filters*, 2007).
 * @typedef {"standard" | "partitioned" | "blocked"} Layout
 */

/**
 * The options for every filter.
 * @typedef {object} CommonOptions
 * @property {number | "random"} [seed] seed of the hash: 0 (default) to 4294967295, or "random"; filters you combine need the same
 *   seed
 * @property {Layout} [layout] where a key's probes go: "standard" by default
 * @property {import("../reader/key-form.js").KeyForm} [keys] the key form, from `edgebloom/keys` or your own: entries and queries are converted, and
 *   the filter file stores its name. Without it, keys are used as is
 * @property {import("../reader/key-form.js").Invalid} [invalid] what `has` does with a query that doesn't fit the key form; by default, what the
 *   form says
 * @property {string} [name] the name of the list, at most 1,024 bytes of UTF-8; "" by default
 * @property {string} [version] the version of the list, at most 1,024 bytes of UTF-8; "" by default
 * @property {OnSaturated} [onSaturated] what to do when the filter is over half full: nothing by default; the filter file doesn't
 *   contain it
 */

/**
 * What to do when a filter is saturated: more than half of its bits are set, and it has as many keys as it was sized for, if it was. (At
 * 1%, half of the bits are set at 95% of the keys, because k is a whole number: docs/reference/mathematics.md.)
 *
 * - "warn" writes to the console once.
 * - "throw" makes `add` throw a RangeError (`code` "SATURATED") from then on.
 * - "clear" removes all keys before the next one is added.
 * - "rotate" keeps the full filter as the older of two generations and starts an empty one. `has` looks in both. The filter can run
 *   indefinitely in bounded memory and forgets the oldest keys. `stats` describes the newer generation. The false-positive rate of both
 *   together is up to twice `errorRate`.
 * - A function is called once, with the filter.
 *
 * The bits are counted when half of them could be set, and during `addLines` after each 64 kB.
 * @typedef {"warn" | "throw" | "clear" | "rotate" | ((filter: import("./bloom-filter.js").BloomFilter) => void)} OnSaturated
 */

/**
 * Sizes a filter by its keys and its false-positive rate.
 * @typedef {object} RateSizing
 * @property {number} capacity n, the number of keys: from 1 up to what fits in 2^32 bits
 * @property {number} errorRate p, the false-positive rate, which is the share of non-members that `has` answers true for: 1e-18 to below 1
 * @property {undefined} [bits] can't be combined with `capacity`
 * @property {undefined} [hashes] can't be combined with `capacity`
 */

/**
 * Sizes a filter by its shape (m, k).
 * @typedef {object} ShapeSizing
 * @property {number} bits m, the number of bits: 1 to 2^32, a multiple of k for "partitioned", of 512 for "blocked"
 * @property {number} hashes k, probes per key: 1 to 64
 * @property {undefined} [capacity] can't be combined with `bits`
 * @property {undefined} [errorRate] can't be combined with `bits`
 */

/**
 * Sizes a filter by its false-positive rate and the keys that `from` gets.
 * @typedef {object} KeysSizing
 * @property {number} [capacity] n, the number of keys to size the filter for; by default, the number of distinct keys
 * @property {number} errorRate p, the false-positive rate, which is the share of non-members that `has` answers true for: 1e-18 to below 1
 * @property {undefined} [bits] can't be combined with `errorRate`
 * @property {undefined} [hashes] can't be combined with `errorRate`
 */

/**
 * Options for a filter that is sized by `capacity` and `errorRate`.
 * @typedef {CommonOptions & RateSizing} RateOptions
 */

/**
 * Options for a filter that is sized by `bits` and `hashes`.
 * @typedef {CommonOptions & ShapeSizing} ShapeOptions
 */

/**
 * Options for `from`: the same as for the constructor, but `capacity` is optional.
 * @typedef {(CommonOptions & KeysSizing) | ShapeOptions} FromOptions
 */

/**
 * The options that only a counting filter has.
 * @typedef {object} CounterOptions
 * @property {2 | 4 | 8 | 16} [counterBits] bits per counter; 4 by default
 */

/**
 * The options that only a scalable filter has.
 * @typedef {object} GrowthOptions
 * @property {number} [growth] capacity of each sub-filter divided by that of the previous one: 1 to 1,000; 2 by default
 * @property {number} [tightening] false-positive rate of each sub-filter divided by that of the previous one: above 0 and below 1; 0.85 by default
 */

/**
 * Options for a counting filter. `onSaturated` can't be "rotate".
 * @typedef {(RateOptions | ShapeOptions) & CounterOptions} CountingOptions
 */

/**
 * Options for a scalable filter. `capacity` is that of the first sub-filter, `errorRate` that of the whole filter. A scalable filter has no
 * fixed shape and doesn't saturate.
 * @typedef {Omit<RateOptions, "onSaturated"> & GrowthOptions} ScalableOptions
 */

/**
 * The size of a filter and how full it is.
 * @typedef {object} Stats
 * @property {Layout} layout where a key's probes go
 * @property {string} scheme how keys become positions: "native", "keyed", or the name of a scheme from `edgebloom/compat`
 * @property {number} bits m, the number of bits
 * @property {number} hashes k, probes per key
 * @property {number} seed seed of the hash: 0 to 4294967295
 * @property {number | null} capacity n, the number of keys it was sized for; null if it was sized by its shape
 * @property {number | null} errorRate p, the false-positive rate it was sized for; null if it was sized by its shape
 * @property {number} inserted number of keys added; a repeated key counts again
 * @property {number} bitsSet number of bits set
 * @property {number} fillRatio `bitsSet / bits`, 0 to 1
 * @property {number} estimatedCount estimated number of distinct keys, from the bits that are set; Infinity if all are
 * @property {number} estimatedErrorRate estimated false-positive rate, from the bits that are set: 0 to 1
 * @property {number} byteLength the length of `toBytes()`; an invalid name or version counts as empty
 * @property {boolean} overHalfFull true if more than half of the bits are set; at 1%, this is the case from 95% of the capacity on
 */

/**
 * Stats that only a counting filter has.
 * @typedef {object} CounterStats
 * @property {number} counterBits bits per counter: 2, 4, 8 or 16
 * @property {number} saturatedCounters number of saturated counters: they have reached their maximum and stay there
 */

/**
 * The size of a counting filter and how full it is. A bit counts as set if its counter is not 0.
 * @typedef {Stats & CounterStats} CountingStats
 */

/**
 * Stats that only a scalable filter has.
 * @typedef {object} GrowthStats
 * @property {number} subFilters number of sub-filters
 * @property {number} growth capacity of each sub-filter divided by that of the previous one
 * @property {number} tightening false-positive rate of each sub-filter divided by that of the previous one
 */

/**
 * The size of a scalable filter and how full it is. `bits`, `hashes`, `capacity`, `inserted`, `bitsSet` and `byteLength` are totals for
 * all sub-filters. `errorRate` is the limit for the whole filter.
 * @typedef {Stats & GrowthStats} ScalableStats
 */

/**
 * What a header has besides size and keys.
 * @typedef {object} HeaderTexts
 * @property {string} name the name of the list; "" for none
 * @property {string} version the version of the list; "" for none
 * @property {string} [keyForm] the key form, such as "domain", if the file names one
 * @property {number} counterBits bits per counter of a counting filter: 2, 4, 8 or 16; 1 for others
 * @property {number} salt changes the positions, but not the hashes of the keys: 0 to 4294967295, normally 0
 * @property {number} subFilters number of sub-filters; 1 for a filter that isn't scalable
 * @property {Layout | "static"} layout where a key's probes go; "static" for a static set
 */

/**
 * The header of a filter file.
 * @typedef {Pick<Stats, "scheme" | "bits" | "hashes" | "seed" | "capacity" | "errorRate" | "inserted" | "byteLength"> & HeaderTexts} Header
 */

export {};
