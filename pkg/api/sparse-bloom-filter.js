import { BloomFilter, makeCells } from "./bloom-filter.js";
import { wrongValue } from "./errors.js";
import { instance } from "./making.js";
import { handleOf } from "./membership-filter.js";
import { PLAIN } from "./options.js";

/** @typedef {import("./types.js").Bytes} Bytes */

/**
 * A Bloom filter with a huge number of bits and few keys, such as a bitmap of 2^32 bits. At 2^24 bits or more, it stores only the positions of the
 * set bits, in memory and in the filter file. With 4,000 keys, 2^32 bits then take kilobytes instead of 512 MiB.
 *
 * @example
 * import { SparseBloomFilter } from "edgebloom";
 *
 * const filter = new SparseBloomFilter({ bits: 2 ** 32, hashes: 3 });
 * filter.add("a");
 * filter.has("a"); // true
 * filter.stats.byteLength; // 88
 *
 * @remarks
 * Once positions no longer save memory, it switches to bits. It gives the same answers as a `BloomFilter` of the same shape.
 */
export class SparseBloomFilter extends BloomFilter {
  /**
   * @internal
   * @type {import("./making.js").Kind}
   */
  static kind = {
    options: PLAIN,
    // A filter that has changed to bits is written as a plain one.
    files: ["sparse", "plain"],
    make(wasm, settings) {
      const { onSaturated } = settings;
      if (onSaturated === "rotate")
        wrongValue("onSaturated", "another policy, because a sparse filter cannot rotate", onSaturated);
      return makeCells(wasm, settings, wasm.Cells.Sparse);
    },
  };

  /**
   * Makes a `BloomFilter` with the same bits. It uses memory for all bits.
   * @returns {BloomFilter}
   * @throws {TypeError} the filter has been freed
   * @throws {RangeError} there isn't enough memory
   * @example
   * import { SparseBloomFilter } from "edgebloom";
   *
   * const filter = SparseBloomFilter.from(["a", "b"], { bits: 2 ** 24, hashes: 3 });
   * filter.toBloomFilter().has("a"); // true: maybe
   */
  toBloomFilter() {
    return instance(BloomFilter, this.#withBits(), this);
  }

  /**
   * Copies all bits.
   * @returns {Bytes} eight bits per byte; bit 0 is the least significant bit of the first byte
   * @throws {TypeError} the filter has been freed
   * @throws {RangeError} there isn't enough memory
   * @example
   * import { SparseBloomFilter } from "edgebloom";
   *
   * const filter = SparseBloomFilter.from(["a", "b"], { bits: 2 ** 24, hashes: 3 });
   * filter.bits().length; // 2097152
   */
  bits() {
    const copy = this.#withBits();
    try {
      return copy.bits();
    } finally {
      copy.free();
    }
  }

  /** A copy that stores all bits. */
  #withBits() {
    const handle = handleOf(this);
    const copy = handle.with(handle.inner.copy());
    try {
      copy.inner.pack();
      return copy;
    } catch (error) {
      copy.free();
      throw error;
    }
  }
}
