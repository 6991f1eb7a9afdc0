// The options of importFilter, a type for each format: what its bytes do not say. There is no code here.

/** @typedef {import("./key-encoding.js").Hash} Hash */
/** @typedef {import("./scheme-options.js").SchemeOptions} SchemeOptions */

/**
 * What Guava's `writeTo` gives.
 * @typedef {object} GuavaImport
 * @property {"guava"} format its name
 * @property {"string_utf8" | "unencoded_chars" | "bytes" | "long" | "int"} funnel what keys are there
 */

/**
 * What leaves nothing to say: what `writeTo` of Spark gives, the dump of RedisBloom, the file
 * or JSON of bits-and-blooms.
 * @typedef {object} PlainImport
 * @property {"spark" | "redisbloom" | "go-bits-and-blooms"} format its name
 */

/**
 * The bitset of a column, with its header.
 * @typedef {object} ParquetImport
 * @property {"parquet-sbbf"} format its name
 * @property {"BYTE_ARRAY" | "INT64" | "INT32"} type the physical type of the column
 */

/**
 * JSON of the npm package bloomfilter.
 * @typedef {object} NpmBloomfilterImport
 * @property {"npm-bloomfilter"} format its name
 * @property {"fnv1a64" | "fnv1a32x2"} hash that of 1.1.0 and 0.0.21, or of 0.0.17 and 0.0.18
 * @property {number} [hashes] k, 1 to 65,535, where the file is a bare array, which does not say it
 */

/**
 * JSON of the npm package bloom-filters.
 * @typedef {object} NpmBloomFiltersImport
 * @property {"npm-bloom-filters"} format its name
 * @property {"v1a" | "v1b" | "v2"} generation that of 1.3.0 to 1.3.4, of 1.3.8 and 1.3.9, of 2.0 and later
 */

/**
 * What pybloom_live's `tofile` gives.
 * @typedef {object} PybloomImport
 * @property {"pybloom-live"} format its name
 * @property {"md5" | "xxh128"} hash128 that of 3, or of 4.0
 */

/**
 * What rbloom's `save` and `save_bytes` give.
 * @typedef {object} RbloomImport
 * @property {"rbloom"} format its name
 * @property {Hash} hash the function that its keys go through there
 */

/**
 * What GET returns: the bytes of a bitmap, whose trailing zero bytes may be missing.
 * @typedef {object} BitmapFormat
 * @property {"redis-bitmap"} format its name
 */

/**
 * Of which filter a bitmap is.
 * @typedef {object} BitmapScheme
 * @property {SchemeOptions} scheme the options of the filter, as for `createFilter`
 */

/**
 * The format, and what its bytes do not say; nothing of it has a default.
 * @typedef {GuavaImport | PlainImport | ParquetImport | NpmBloomfilterImport | NpmBloomFiltersImport | PybloomImport |
 *   RbloomImport | (BitmapFormat & (SchemeOptions | BitmapScheme))} ImportOptions
 */

/**
 * What another system writes (docs/INTEROP.md).
 * @typedef {ImportOptions["format"]} FormatName
 */

export {};
