import { decode } from "./base64.js";
import { BloomFilterReader } from "./bloom-filter-reader.js";
import { readStaticSet } from "./static-set.js";

/**
 * A filter file that is queried where it is: `has` answers false for "no" and true for "maybe", exactly as `BloomFilter`,
 * `ScalableBloomFilter` and `StaticFilter` do. No WebAssembly is loaded.
 *
 * The reader keeps a view of the bytes, not a copy: do not change or transfer them while it is in use.
 *
 * @example
 * import { FilterReader } from "edgebloom/reader";
 *
 * const response = await fetch("/blocked.bloom");
 * const blocked = FilterReader.fromBytes(new Uint8Array(await response.arrayBuffer()));
 * blocked.has("mailinator.com"); // true: maybe
 * blocked.has("example.org"); // false: no
 */
export class FilterReader extends BloomFilterReader {
  /**
   * As `fromBytes`, which is the documented way.
   * @internal
   * @param {Uint8Array} bytes
   */
  constructor(bytes) {
    super(bytes, readStaticSet);
  }

  /**
   * The filter in a filter file: what `toBytes` returns. The file is checked completely, its checksum too.
   * @param {Uint8Array} bytes must not change while the reader is in use
   * @returns {FilterReader}
   * @throws {TypeError} not a Uint8Array
   * @throws {FilterFormatError} anything but one whole, valid file; `code` "WRONG_CLASS" for a counting, sparse or keyed filter
   *   and for those of other systems
   * @example
   * FilterReader.fromBytes(filter.toBytes()).has("mailinator.com") // true
   */
  static fromBytes(bytes) {
    return reading(bytes);
  }

  /**
   * The filter in a base64 string: what `toBase64` returns, in the standard or the URL-safe alphabet.
   * @param {string} text the file in base64; one line break may follow
   * @returns {FilterReader}
   * @throws {TypeError} not a string
   * @throws {FilterFormatError} as `fromBytes`; `code` "BASE64" for anything but strict base64
   * @example
   * FilterReader.fromBase64(filter.toBase64()).has("mailinator.com") // true
   */
  static fromBase64(text) {
    return reading(decode(text));
  }
}

/**
 * Not in the class itself: esbuild gives a class that names itself another name.
 * @param {Uint8Array} bytes
 */
const reading = (bytes) => new FilterReader(bytes);
