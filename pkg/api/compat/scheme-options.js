// The options of createFilter: a type for each scheme. There is no code here.

/** @typedef {import("./key-encoding.js").Hash} Hash */
/** @typedef {import("./string-hash.js").Arithmetic} Arithmetic */
/** @typedef {import("./string-hash.js").StringHashName} StringHashName */

/**
 * Sizes a filter by its keys and its false-positive rate, as that system does.
 * @typedef {object} ForeignRate
 * @property {number} capacity n, the number of keys, 1 or more
 * @property {number} errorRate p, the false-positive rate, which is the share of non-members for which `has` returns true: above 0 and below 1
 * @property {undefined} [bits] can't be combined with `capacity`
 * @property {undefined} [hashes] can't be combined with `capacity`
 */

/**
 * Sizes a filter by its shape (m, k).
 * @typedef {object} ForeignShape
 * @property {number} bits m, the number of bits: 1 or more
 * @property {number} hashes k, probes per key, 1 or more
 * @property {undefined} [capacity] can't be combined with `bits`
 * @property {undefined} [errorRate] can't be combined with `bits`
 */

/**
 * Sizes a filter by `capacity` and `errorRate`, or by `bits` and `hashes`.
 * @typedef {ForeignRate | ForeignShape} Sizing
 */

/**
 * String hashes in an order you choose, as a PHP class uses them with Redis.
 * @typedef {object} PhpRedisOptions
 * @property {"php-redis"} scheme the name of the scheme
 * @property {number} bits m, 1 to 2^32: a position is a hash modulo m
 * @property {StringHashName[]} functions 1 to 8 distinct hashes, in the order they're probed
 * @property {Arithmetic} arithmetic how the hashes are computed
 */

/**
 * ⌈(m/n) ln 2⌉ positions from the Mersenne Twister of PHP, seeded with the CRC-32 of the key.
 * @typedef {object} Crc32MtOptions
 * @property {"crc32-mt"} scheme the name of the scheme
 * @property {number} bits m, 1 to 2^53 − 1
 * @property {number} capacity n, the number of keys, 1 or more
 * @property {"php8" | "php5"} generator the generator of PHP 8 (the same as 7.1 and later up to 2^32 bits), or of PHP 5
 */

/**
 * An additive hash for each seed. Each seed has its own part of the bits. The empty key is never in the set.
 * @typedef {object} AdditiveOptions
 * @property {"additive-partitioned"} scheme the name of the scheme
 * @property {number} [size] bits per part, 2^30 by default; positions are masked with `size` − 1
 * @property {number[]} [seeds] 1 to 64 whole numbers; eight primes by default
 */

/**
 * A native layout.
 * @typedef {object} NativeOptions
 * @property {"standard" | "partitioned" | "blocked"} scheme the layout
 * @property {number} bits m: 1 to 2^32, a multiple of k for partitioned, of 512 for blocked
 * @property {number} hashes k, probes per key: 1 to 64
 * @property {number} [seed] seed of the hash: 0 (default) to 4294967295
 */

/**
 * Guava's scheme.
 * @typedef {object} GuavaScheme
 * @property {"guava-mitz64" | "guava-mitz32"} scheme MURMUR128_MITZ_64, which Guava writes today, or MURMUR128_MITZ_32
 * @property {"string_utf8" | "unencoded_chars" | "bytes" | "long" | "int"} funnel the funnel of the keys
 */

/**
 * A Guava filter. `bits` is a multiple of 64, and `hashes` is 1 to 255.
 * @typedef {GuavaScheme & Sizing} GuavaOptions
 */

/**
 * The scheme in all Spark releases.
 * @typedef {object} SparkV1Scheme
 * @property {"spark-v1"} scheme version 1
 */

/**
 * The second scheme in Spark 4.1 and later.
 * @typedef {object} SparkV2Scheme
 * @property {"spark-v2"} scheme version 2
 * @property {number} [seed] seed of the hash: −2^31 to 2^31 − 1, 0 by default
 */

/**
 * An Apache Spark filter.
 * @typedef {(SparkV1Scheme | SparkV2Scheme) & Sizing} SparkOptions
 */

/**
 * A RedisBloom filter, as `BF.RESERVE` creates it.
 * @typedef {object} RedisBloomOptions
 * @property {"redisbloom"} scheme the name of the scheme
 * @property {number} capacity n, the capacity of the first sub-filter: 1 or more
 * @property {number} errorRate p, the false-positive rate: above 0 and below 1
 * @property {number} [expansion] capacity of each sub-filter divided by that of the one before: 0 to 2^32 − 1, 2 by default;
 *   0 is NONSCALING
 */

/**
 * The scheme of the Go package.
 * @typedef {object} GoScheme
 * @property {"go-bits-and-blooms"} scheme the name of the scheme
 */

/**
 * A filter from the Go package bits-and-blooms/bloom.
 * @typedef {GoScheme & Sizing} GoOptions
 */

/**
 * Parquet's scheme.
 * @typedef {object} ParquetScheme
 * @property {"parquet-sbbf"} scheme the name of the scheme
 * @property {"BYTE_ARRAY" | "INT64" | "INT32"} type the physical type of the column
 */

/**
 * Parquet's split-block filter. `bits` is a multiple of 256, and `hashes` is 8.
 * @typedef {ParquetScheme & Sizing} ParquetOptions
 */

/**
 * The schemes of the npm package bloomfilter.
 * @typedef {object} NpmBloomfilterScheme
 * @property {"npm-bloomfilter-fnv1a64" | "npm-bloomfilter-fnv1a32x2"} scheme the one in versions 1.1.0 and 0.0.21,
 *   or in 0.0.17 and 0.0.18
 */

/**
 * A filter from the npm package bloomfilter. `bits` is a multiple of 32.
 * @typedef {NpmBloomfilterScheme & Sizing} NpmBloomfilterOptions
 */

/**
 * The schemes of the npm package bloom-filters.
 * @typedef {object} NpmBloomFiltersScheme
 * @property {"npm-bloom-filters-v2" | "npm-bloom-filters-v1a" | "npm-bloom-filters-v1b"} scheme the one in versions
 *   2.0 and later, in 1.3.0 to 1.3.4, or in 1.3.8 and 1.3.9
 * @property {number} [seed] seed of the hash: any number, 78187493520 by default
 */

/**
 * The `BloomFilter` from the npm package bloom-filters.
 * @typedef {NpmBloomFiltersScheme & Sizing} NpmBloomFiltersOptions
 */

/**
 * The `PartitionedBloomFilter` from the npm package bloom-filters.
 * @typedef {object} NpmPartitionedOptions
 * @property {"npm-bloom-filters-v2-partitioned" | "npm-bloom-filters-v1-partitioned"} scheme the one in versions
 *   2.0 and later, or in 1.3
 * @property {number} capacity n, the number of keys, 1 or more
 * @property {number} errorRate p, the false-positive rate: above 0 and below 1
 * @property {number} [loadFactor] share of a slice's bits that are set at `capacity` keys: above 0 and below 1, 0.5 by default
 * @property {number} [seed] seed of the hash: any number, 78187493520 by default
 */

/**
 * A filter from the Python package pybloom_live.
 * @typedef {object} PybloomOptions
 * @property {"pybloom-live-xxh128" | "pybloom-live-md5"} scheme the one in version 4.0, or in version 3
 * @property {number} capacity n, the number of keys, 1 or more; with `growth`, that of the first sub-filter
 * @property {number} errorRate p, the false-positive rate: above 0 and below 1
 * @property {number} [growth] makes it a `ScalableBloomFilter`: capacity of each sub-filter divided by that of the one before, 2 or 4
 *   in pybloom_live
 * @property {number} [tightening] error rate of each sub-filter divided by that of the one before: above 0 and below 1, 0.9 by default
 */

/**
 * The scheme of rbloom.
 * @typedef {object} RbloomScheme
 * @property {"rbloom"} scheme the name of the scheme
 * @property {Hash} hash the hash function of the filter in Python, ported to JavaScript
 */

/**
 * A filter from the Python package rbloom. `bits` is a multiple of 8.
 * @typedef {RbloomScheme & Sizing} RbloomOptions
 */

/**
 * The scheme of DataSketches.
 * @typedef {object} DataSketchesScheme
 * @property {"datasketches"} scheme the name of the scheme
 * @property {"utf8" | "rust"} strings how strings become bytes: in Java, C++ and with Rust's `raw_bytes`, as UTF-8; with Rust's own
 *   `Hash`, as UTF-8 plus a byte
 * @property {number | bigint} [seed] seed of the hash: −2^63 to 2^64 − 1, 9001 by default; an unsafe integer must be a bigint
 */

/**
 * The Bloom filter of Apache DataSketches. `bits` is a multiple of 64, and `hashes` is 1 to 32,767.
 * @typedef {DataSketchesScheme & Sizing} DataSketchesOptions
 */

/**
 * The scheme of another system, or a native layout, and the size of the filter (docs/interop/index.md, docs/interop/php.md).
 * @typedef {PhpRedisOptions | Crc32MtOptions | AdditiveOptions | NativeOptions | GuavaOptions | SparkOptions |
 *   RedisBloomOptions | GoOptions | ParquetOptions | NpmBloomfilterOptions | NpmBloomFiltersOptions |
 *   NpmPartitionedOptions | PybloomOptions | RbloomOptions | DataSketchesOptions} SchemeOptions
 */

export {};
