// The types that the API speaks of. There is no code here.

/**
 * A key: a string stands for its UTF-8 bytes (a lone surrogate for those of U+FFFD, as TextEncoder
 * has it), a Uint8Array for its bytes, a bigint from −2^63 to 2^63 − 1 for 8 bytes, little-endian
 * two's complement. The string "a" and the bytes [97] are the same key; nothing else is a key.
 * @typedef {string | Uint8Array | bigint} Key
 */

/**
 * Bytes that are nobody else's: a `Uint8Array` over an `ArrayBuffer` that it does not share, as
 * `fetch`, `Response` and `crypto.subtle` ask for since TypeScript 5.7; before, any `Uint8Array`.
 * @typedef {ReturnType<Uint8Array["slice"]>} Bytes
 */

/**
 * Where the probes of a key may go: anywhere; one into each of k equal slices; all into one line
 * of 512 bits (F. Putze and others, *Cache-, hash- and space-efficient Bloom filters*, 2007).
 * @typedef {"standard" | "partitioned" | "blocked"} Layout
 */

/**
 * What every filter can be given.
 * @typedef {object} CommonOptions
 * @property {number | "random"} [seed] 0 (default) to 4294967295, or "random"; filters that are to
 *   be combined need the same
 * @property {Layout} [layout] "standard" by default
 * @property {string} [name] what the list is called, at most 1,024 bytes of UTF-8; "" by default
 * @property {string} [version] which version of the list it is, at most 1,024 bytes of UTF-8; "" by default
 * @property {OnSaturated} [onSaturated] nothing by default; it is not part of the dump
 */

/**
 * What to do when more than half of the bits are set and the filter has the keys it was sized for, if it
 * was (for 1 % a whole k sets half of them at 95 % of the keys; docs/MATHEMATICS.md): "warn" writes to the
 * console once; "throw" lets `add` throw a RangeError (`code` "SATURATED") from then on; "clear" forgets every key before the next one is added; "rotate" keeps the
 * full filter as the older of two generations, both of which `has` asks, and begins an empty one, so
 * that the filter runs for ever in bounded memory and forgets what it has not seen for long (`stats` are
 * those of the newer generation, and the rate of both together is up to twice the stated one); a function
 * is called once with the filter. Bits are counted when half could have been reached, and for
 * `addLines` after each 64 kB.
 * @typedef {"warn" | "throw" | "clear" | "rotate" | ((filter: import("./bloom-filter.js").BloomFilter) => void)} OnSaturated
 */

/**
 * By what the filter is for: keys and a rate.
 * @typedef {object} RateSizing
 * @property {number} capacity n, the number of keys: 1 up to what fits in 2^32 bits
 * @property {number} errorRate p, the share of other keys that `has` may answer true for: 1e-18 to below 1
 * @property {undefined} [bits] follows from the two
 * @property {undefined} [hashes] follows from the two
 */

/**
 * By the shape (m, k).
 * @typedef {object} ShapeSizing
 * @property {number} bits m: 1 to 2^32, a multiple of k for partitioned, of 512 for blocked
 * @property {number} hashes k, probes a key: 1 to 64
 * @property {undefined} [capacity] no filter is given both
 * @property {undefined} [errorRate] no filter is given both
 */

/**
 * By the keys and a rate.
 * @typedef {object} KeysSizing
 * @property {number} [capacity] n, the number of keys that it is sized for; by default, how many distinct ones there
 *   are
 * @property {number} errorRate p, the share of other keys that `has` may answer true for: 1e-18 to below 1
 * @property {undefined} [bits] follows from the two
 * @property {undefined} [hashes] follows from the two
 */

/**
 * By what the filter is for.
 * @typedef {CommonOptions & RateSizing} RateOptions
 */

/**
 * By its shape (m, k).
 * @typedef {CommonOptions & ShapeSizing} ShapeOptions
 */

/**
 * As the constructor; the capacity may be left to the keys.
 * @typedef {(CommonOptions & KeysSizing) | ShapeOptions} FromOptions
 */

/**
 * What only a counting filter can be given.
 * @typedef {object} CounterOptions
 * @property {2 | 4 | 8 | 16} [counterBits] bits of a counter, 4 by default
 */

/**
 * What only a scalable filter can be given.
 * @typedef {object} GrowthOptions
 * @property {number} [growth] how many times as much each stage holds as the one before: 1 to 1,000, 2 by default
 * @property {number} [tightening] the rate of each stage, as a share of the one before: above 0 and below 1, 0.85 by
 *   default
 */

/**
 * As for a plain filter, with the width of the counters. They do not rotate.
 * @typedef {(RateOptions | ShapeOptions) & CounterOptions} CountingOptions
 */

/**
 * Capacity and rate are those to begin with and to keep; what grows has no shape of its own and does not saturate.
 * @typedef {Omit<RateOptions, "onSaturated"> & GrowthOptions} ScalableOptions
 */

/**
 * What a filter is and how full it is.
 * @typedef {object} Stats
 * @property {Layout} layout where the probes of a key may go
 * @property {string} scheme how keys become positions: "native", "keyed", or the name of a scheme of
 *   `edgebloom/compat`
 * @property {number} bits m
 * @property {number} hashes k, probes a key
 * @property {number} seed what positions depend on beside the key: 0 to 4294967295
 * @property {number | null} capacity n, the keys it was sized for; null if it was given its shape
 * @property {number | null} errorRate p, the rate it was sized for; null if it was given its shape
 * @property {number} inserted how many keys were added, a key that was added twice counted twice
 * @property {number} bitsSet how many bits are 1
 * @property {number} fillRatio bitsSet / bits, 0 to 1
 * @property {number} estimatedCount distinct keys that the set bits speak for; Infinity if full
 * @property {number} estimatedErrorRate the share of other keys that this very filter answers true
 *   for, from the bits that are set: 0 to 1
 * @property {number} byteLength the length of `toBytes()`; a name or version that it refuses is left out
 * @property {boolean} saturated true when more than half of the bits are set; for 1 % that is so at 95 % of
 *   the capacity already
 */

/**
 * What only a counting filter tells.
 * @typedef {object} CounterStats
 * @property {number} counterBits bits of a counter: 2, 4, 8 or 16
 * @property {number} stuck how many counters have reached their largest number, from which nothing is taken
 */

/**
 * What a counting filter is and how full it is; a bit is set where a counter is not 0.
 * @typedef {Stats & CounterStats} CountingStats
 */

/**
 * What only a scalable filter tells.
 * @typedef {object} GrowthStats
 * @property {number} stages how many there are
 * @property {number} growth how many times as much each stage holds as the one before
 * @property {number} tightening the rate of each stage, as a share of the one before
 */

/**
 * What a scalable filter is and how full it is. `bits`, `capacity`, `inserted`, `bitsSet` and `byteLength` are
 * those of all sub-filters, `hashes` is how many probes a key has in all of them, `errorRate` the compound rate it keeps below.
 * @typedef {Stats & GrowthStats} ScalableStats
 */

/**
 * What a head says beside.
 * @typedef {object} HeaderTexts
 * @property {string} name what the list is called; "" for none
 * @property {string} version which version of the list it is; "" for none
 * @property {number} counterBits 2, 4, 8 or 16 for a counting filter, 1 for others
 * @property {number} salt another salt gives other positions for the same hashes of the keys: 0 to 4294967295, normally 0
 * @property {number} stages 1 for a filter that is not scalable
 * @property {Layout | "static"} layout where the probes of a key may go; "static" for a static set
 */

/**
 * What a dump says of itself.
 * @typedef {Pick<Stats, "scheme" | "bits" | "hashes" | "seed" | "capacity" | "errorRate" | "inserted" | "byteLength"> & HeaderTexts} Header
 */

export {};
