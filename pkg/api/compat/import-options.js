// The options of importFilter: a type for each format, with the facts that aren't in the file. There is no code here.

/** @typedef {import("./key-encoding.js").Hash} Hash */
/** @typedef {import("./scheme-options.js").SchemeOptions} SchemeOptions */

/**
 * A Guava file: the output of `writeTo`.
 * @typedef {object} GuavaImport
 * @property {"guava"} format its name
 * @property {"string_utf8" | "unencoded_chars" | "bytes" | "long" | "int"} funnel the funnel of the keys
 */

/**
 * A file that needs no further options: the output of `writeTo` in Spark, the chunks from `BF.SCANDUMP` in RedisBloom, the file or JSON from
 * bits-and-blooms.
 * @typedef {object} PlainImport
 * @property {"spark" | "redisbloom" | "go-bits-and-blooms"} format its name
 */

/**
 * The Bloom filter of a Parquet column, with its header.
 * @typedef {object} ParquetImport
 * @property {"parquet-sbbf"} format its name
 * @property {"BYTE_ARRAY" | "INT64" | "INT32"} type the physical type of the column
 */

/**
 * JSON from the npm package bloomfilter. What 1.1 writes needs no options. A bare array needs both.
 * @typedef {object} NpmBloomfilterImport
 * @property {"npm-bloomfilter"} format its name
 * @property {"fnv1a64" | "fnv1a32x2"} [hash] the hash of versions 1.1.0 and 0.0.21, or 0.0.17 and 0.0.18; required if the file has no
 *   `version`
 * @property {number} [hashes] k, 1 to 65,535; required if the file doesn't contain it
 */

/**
 * JSON from the npm package bloom-filters.
 * @typedef {object} NpmBloomFiltersImport
 * @property {"npm-bloom-filters"} format its name
 * @property {"v1a" | "v1b" | "v2"} [generation] versions 1.3.0 to 1.3.4, versions 1.3.8 and 1.3.9, or version 2.0 and later; required if
 *   the bits are in arrays, because base64 is always `v2`
 */

/**
 * A pybloom_live file: the output of `tofile`.
 * @typedef {object} PybloomImport
 * @property {"pybloom-live"} format its name
 * @property {"md5" | "xxh128"} hash128 the hash in version 3, or in version 4.0
 */

/**
 * An rbloom file: the output of `save` or `save_bytes`.
 * @typedef {object} RbloomImport
 * @property {"rbloom"} format its name
 * @property {Hash} hash the hash function of the filter in Python, ported to JavaScript
 */

/**
 * A DataSketches file: the output of `serialize`.
 * @typedef {object} DataSketchesImport
 * @property {"datasketches"} format its name
 * @property {"utf8" | "rust"} strings how strings became bytes: in Java, C++ and with Rust's `raw_bytes`, as UTF-8; with Rust's own
 *   `Hash`, as UTF-8 plus a byte
 */

/**
 * A Redis bitmap: the bytes that GET returns. Trailing zero bytes may be missing.
 * @typedef {object} BitmapFormat
 * @property {"redis-bitmap"} format its name
 */

/**
 * The filter of a bitmap.
 * @typedef {object} BitmapScheme
 * @property {SchemeOptions} scheme the options of the filter, as for `createFilter`
 */

/**
 * The format and the facts that aren't in the file. They have no defaults.
 * @typedef {GuavaImport | PlainImport | ParquetImport | NpmBloomfilterImport | NpmBloomFiltersImport | PybloomImport |
 *   RbloomImport | DataSketchesImport | (BitmapFormat & (SchemeOptions | BitmapScheme))} ImportOptions
 */

/**
 * The name of another system's format (docs/interop/index.md).
 * @typedef {ImportOptions["format"]} FormatName
 */

/**
 * What `JSON.parse` returns for a file, or `saveAsJSON` in the npm package bloom-filters. A bare array from the npm package bloomfilter can also be
 * its typed array `buckets`.
 * @typedef {{ [field: string]: unknown } | readonly number[] | Int32Array | Uint32Array} ParsedJson
 */

export {};
