// The types that the API speaks of. There is no code here.

/**
 * A key: a string stands for its UTF-8 bytes (a lone surrogate for those of U+FFFD, as TextEncoder
 * has it), a Uint8Array for its bytes, a bigint from −2^63 to 2^63 − 1 for 8 bytes, little-endian
 * two's complement. The string "a" and the bytes [97] are the same key; nothing else is a key.
 * @typedef {string | Uint8Array | bigint} Key
 */

/**
 * Where the probes of a key may go: anywhere; one into each of k equal slices; all into one line
 * of 512 bits.
 * @typedef {"standard" | "partitioned" | "blocked"} Layout
 */

/**
 * @typedef {object} CommonOptions
 * @property {number | "random"} [seed] 0 (default) to 4294967295, or "random"; filters that are to
 *   be combined need the same
 * @property {Layout} [layout] "standard" by default
 * @property {string} [name] what the list is called, at most 1,024 bytes of UTF-8
 * @property {string} [version] which version of the list it is, at most 1,024 bytes of UTF-8
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
 * By what the filter is for.
 * @typedef {CommonOptions & { capacity: number, errorRate: number, bits?: undefined, hashes?: undefined }} RateOptions
 */

/**
 * By its shape: 1 to 2^32 bits (a multiple of k for partitioned, of 512 for blocked), 1 to 64
 * probes a key.
 * @typedef {CommonOptions & { bits: number, hashes: number, capacity?: undefined, errorRate?: undefined }} ShapeOptions
 */

/**
 * @typedef {object} Stats
 * @property {Layout} layout where the probes of a key may go
 * @property {string} scheme how keys become positions: "native", or the name of a scheme of
 *   `edgebloom/compat`
 * @property {number} bits m
 * @property {number} hashes k, probes a key
 * @property {number} seed
 * @property {number | null} capacity the keys it was sized for; null if it was given its shape
 * @property {number | null} errorRate the rate it was sized for; null if it was given its shape
 * @property {number} inserted how many keys were added, a key that was added twice counted twice
 * @property {number} bitsSet how many bits are 1
 * @property {number} fillRatio bitsSet / bits
 * @property {number} estimatedCount distinct keys that the set bits speak for; Infinity if full
 * @property {number} estimatedErrorRate the share of other keys that this very filter answers true
 *   for, from the bits that are set
 * @property {number} byteLength the length of `toBytes()`
 * @property {boolean} saturated true when more than half of the bits are set; for 1 % that is so at 95 % of
 *   the capacity already
 */

/**
 * What only a counting filter tells.
 * @typedef {Stats & { counterBits: number, stuck: number }} CountingStats `counterBits` is the width of
 *   a counter; `stuck` says how many have reached their largest number, from which nothing is taken
 */

/**
 * What only a scalable filter tells. `bits`, `capacity`, `inserted`, `bitsSet` and `byteLength` are
 * those of all stages, `hashes` is the largest, `errorRate` the compound rate it keeps below.
 * @typedef {Stats & { stages: number, growth: number, tightening: number }} ScalableStats
 */

export {};
