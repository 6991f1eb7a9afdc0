// The options of createFilter, a type for each scheme. There is no code here.

/** @typedef {import("./key-encoding.js").Hash} Hash */
/** @typedef {import("./string-hash.js").Arithmetic} Arithmetic */
/** @typedef {import("./string-hash.js").StringHashName} StringHashName */

/**
 * By what the filter is for; the system says how large it then is.
 * @typedef {object} ForeignRate
 * @property {number} capacity n, the number of keys, 1 or more
 * @property {number} errorRate p, the share of other keys that `has` may answer true for: above 0 and below 1
 * @property {undefined} [bits] follows from the two, as that system has it
 * @property {undefined} [hashes] follows from the two, as that system has it
 */

/**
 * By its shape (m, k).
 * @typedef {object} ForeignShape
 * @property {number} bits m, 1 or more
 * @property {number} hashes k, probes a key, 1 or more
 * @property {undefined} [capacity] no filter is given both
 * @property {undefined} [errorRate] no filter is given both
 */

/**
 * By what the filter is for, as that system sizes it, or by its shape.
 * @typedef {ForeignRate | ForeignShape} Sizing
 */

/**
 * Eight string hashes in a chosen order, as a PHP class sets them in Redis.
 * @typedef {object} PhpRedisOptions
 * @property {"php-redis"} scheme its name
 * @property {number} bits 1 to 2^32; each hash is taken modulo it (of 2^32 they are positions as they are)
 * @property {StringHashName[]} functions 1 to 8 distinct hashes, in the order in which they are probed
 * @property {Arithmetic} arithmetic how they are computed
 */

/**
 * ⌈(m/n) ln 2⌉ numbers below m from the Mersenne Twister of PHP, seeded with the CRC-32 of the key.
 * @typedef {object} Crc32MtOptions
 * @property {"crc32-mt"} scheme its name
 * @property {number} bits m, 1 to 2^53 − 1
 * @property {number} capacity n, the number of keys, 1 or more
 * @property {"php8" | "php5"} generator of PHP 8 (7.1 and later alike up to 2^32 bits) or PHP 5
 */

/**
 * An additive hash for each of some seeds, which sets in a part of its own. The empty key is never in.
 * @typedef {object} AdditiveOptions
 * @property {"additive-partitioned"} scheme its name
 * @property {number} [size] bits of a part, 2^30 by default; positions are masked with `size` − 1
 * @property {number[]} [seeds] 1 to 64 whole numbers; eight primes by default
 */

/**
 * One of our own layouts.
 * @typedef {object} NativeOptions
 * @property {"standard" | "partitioned" | "blocked"} scheme the layout
 * @property {number} bits m: 1 to 2^32, a multiple of k for partitioned, of 512 for blocked
 * @property {number} hashes k, probes a key: 1 to 64
 * @property {number} [seed] 0 (default) to 4294967295
 */

/**
 * How Guava computes positions, and of what.
 * @typedef {object} GuavaScheme
 * @property {"guava-mitz64" | "guava-mitz32"} scheme MURMUR128_MITZ_64, which Guava writes today, or MURMUR128_MITZ_32
 * @property {"string_utf8" | "unencoded_chars" | "bytes" | "long" | "int"} funnel what keys are there
 */

/**
 * A filter of Guava. Bits are a multiple of 64, hashes 1 to 255.
 * @typedef {GuavaScheme & Sizing} GuavaOptions
 */

/**
 * What every release of Spark writes.
 * @typedef {object} SparkV1Scheme
 * @property {"spark-v1"} scheme version 1, of all releases
 */

/**
 * What Spark 4.1 and later may write, too.
 * @typedef {object} SparkV2Scheme
 * @property {"spark-v2"} scheme version 2, of 4.1 and later
 * @property {number} [seed] from −2^31 to 2^31 − 1, 0 by default
 */

/**
 * A sketch of Apache Spark.
 * @typedef {(SparkV1Scheme | SparkV2Scheme) & Sizing} SparkOptions
 */

/**
 * What `BF.RESERVE` makes.
 * @typedef {object} RedisBloomOptions
 * @property {"redisbloom"} scheme its name
 * @property {number} capacity n of the first stage, 1 or more
 * @property {number} errorRate p, above 0 and below 1
 * @property {number} [expansion] how many times as much each stage holds as the one before: 0 to 2^32 − 1, 2 by
 *   default; 0 is NONSCALING
 */

/**
 * How the Go package computes positions.
 * @typedef {object} GoScheme
 * @property {"go-bits-and-blooms"} scheme its name
 */

/**
 * A filter of the Go package bits-and-blooms/bloom.
 * @typedef {GoScheme & Sizing} GoOptions
 */

/**
 * How Parquet computes positions, and of what.
 * @typedef {object} ParquetScheme
 * @property {"parquet-sbbf"} scheme its name
 * @property {"BYTE_ARRAY" | "INT64" | "INT32"} type the physical type of the column
 */

/**
 * The split-block filter of Parquet. Bits are a multiple of 256, hashes 8.
 * @typedef {ParquetScheme & Sizing} ParquetOptions
 */

/**
 * How the npm package bloomfilter computes positions.
 * @typedef {object} NpmBloomfilterScheme
 * @property {"npm-bloomfilter-fnv1a64" | "npm-bloomfilter-fnv1a32x2"} scheme of 1.1.0 and 0.0.21, or of 0.0.17 and 0.0.18
 */

/**
 * A filter of the npm package bloomfilter. Bits are a multiple of 32.
 * @typedef {NpmBloomfilterScheme & Sizing} NpmBloomfilterOptions
 */

/**
 * How the npm package bloom-filters computes positions.
 * @typedef {object} NpmBloomFiltersScheme
 * @property {"npm-bloom-filters-v2" | "npm-bloom-filters-v1a" | "npm-bloom-filters-v1b"} scheme of 2.0 and later, of
 *   1.3.0 to 1.3.4, of 1.3.8 and 1.3.9
 * @property {number} [seed] any number, 78187493520 by default
 */

/**
 * The `BloomFilter` of the npm package bloom-filters.
 * @typedef {NpmBloomFiltersScheme & Sizing} NpmBloomFiltersOptions
 */

/**
 * The `PartitionedBloomFilter` of the npm package bloom-filters.
 * @typedef {object} NpmPartitionedOptions
 * @property {"npm-bloom-filters-v2-partitioned" | "npm-bloom-filters-v1-partitioned"} scheme of 2.0 and later, or of 1.3
 * @property {number} capacity n, the number of keys, 1 or more
 * @property {number} errorRate p, above 0 and below 1
 * @property {number} [loadFactor] the share of a slice that is set at `capacity` keys: above 0 and below 1, 0.5 by default
 * @property {number} [seed] any number, 78187493520 by default
 */

/**
 * A filter of the Python package pybloom_live.
 * @typedef {object} PybloomOptions
 * @property {"pybloom-live-xxh128" | "pybloom-live-md5"} scheme of 4.0, or of 3
 * @property {number} capacity n, the number of keys, 1 or more; with `growth`, of the first stage
 * @property {number} errorRate p, above 0 and below 1
 * @property {number} [growth] makes it a `ScalableBloomFilter` whose stages each hold that many times as much as the one
 *   before: 2 or 4 there
 * @property {number} [tightening] the rate of each stage, as a share of the one before: above 0 and below 1, 0.9 by default
 */

/**
 * How rbloom computes positions, and of what.
 * @typedef {object} RbloomScheme
 * @property {"rbloom"} scheme its name
 * @property {Hash} hash the function that its keys go through there
 */

/**
 * A filter of the Python package rbloom. Bits are a multiple of 8.
 * @typedef {RbloomScheme & Sizing} RbloomOptions
 */

/**
 * A scheme of another system, or one of our own, and how large the filter is (docs/INTEROP.md, docs/PHP.md).
 * @typedef {PhpRedisOptions | Crc32MtOptions | AdditiveOptions | NativeOptions | GuavaOptions | SparkOptions |
 *   RedisBloomOptions | GoOptions | ParquetOptions | NpmBloomfilterOptions | NpmBloomFiltersOptions |
 *   NpmPartitionedOptions | PybloomOptions | RbloomOptions} SchemeOptions
 */

export {};
