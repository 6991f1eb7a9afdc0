import { decode } from "./base64.js";
import { BloomFilterReader } from "./bloom-filter-reader.js";
import { readStaticSet } from "./static-set.js";

/**
 * Queries a filter file without WebAssembly. It reads the files of `BloomFilter`, `ScalableBloomFilter` and `StaticFilter`, and gives the same
 * answers: `false` for "no" and `true` for "maybe".
 *
 * The reader does not copy the bytes. Do not change or transfer them while it is in use.
 *
 * @example
 * import { FilterReader } from "edgebloom/reader";
 *
 * const response = await fetch("https://lists.example/blocked.bloom");
 * const blocked = FilterReader.fromBytes(new Uint8Array(await response.arrayBuffer()));
 * blocked.has("mailinator.com"); // true: maybe
 * blocked.has("example.org"); // false: no
 */
export class FilterReader extends BloomFilterReader {
  /**
   * Use `fromBytes`.
   * @internal
   * @param {Uint8Array} bytes
   */
  constructor(bytes) {
    super(bytes, readStaticSet);
  }

  /**
   * Reads a filter file: the bytes that `toBytes` returns. It checks all bytes, including the checksum.
   * @param {Uint8Array} bytes must not change while the reader is in use
   * @returns {FilterReader}
   * @throws {TypeError} `bytes` is not a Uint8Array
   * @throws {FilterFormatError} `bytes` are not one whole, valid filter file; `code` "WRONG_CLASS" for a counting, sparse or keyed filter, and
   *   filters of other systems
   * @example
   * import { BloomFilter } from "edgebloom";
   * import { FilterReader } from "edgebloom/reader";
   *
   * const filter = BloomFilter.from(["mailinator.com"], { errorRate: 0.01 });
   * FilterReader.fromBytes(filter.toBytes()).has("mailinator.com"); // true: maybe
   */
  static fromBytes(bytes) {
    return readerOf(bytes);
  }

  /**
   * Reads a filter from base64: the string that `toBase64` returns.
   * @param {string} base64 in the standard or the URL-safe alphabet; one line break may follow
   * @returns {FilterReader}
   * @throws {TypeError} `base64` is not a string
   * @throws {FilterFormatError} as `fromBytes`; `code` "BASE64" if the string is not strict base64
   * @example
   * import { BloomFilter } from "edgebloom";
   * import { FilterReader } from "edgebloom/reader";
   *
   * const filter = BloomFilter.from(["mailinator.com"], { errorRate: 0.01 });
   * FilterReader.fromBase64(filter.toBase64()).has("mailinator.com"); // true: maybe
   */
  static fromBase64(base64) {
    return readerOf(decode(base64));
  }
}

/**
 * Not in the class: esbuild renames a class that names itself.
 * @param {Uint8Array} bytes
 */
const readerOf = (bytes) => new FilterReader(bytes);
