import { BloomFilter, makeCells, stateOf, wrap } from "./bloom-filter.js";
import { wrongValue } from "./errors.js";
import { bitsOf } from "./saving.js";

/** @typedef {import("./types.js").Bytes} Bytes */

/**
 * A Bloom filter with very many bits and few keys. From 2^24 bits on, it stores only the positions of the bits that are set, in memory
 * and in the filter file. With 4,000 keys, 2^32 bits then take kilobytes instead of 512 MB. When positions no longer save memory, it
 * changes to bits. The answers are the same as those of a `BloomFilter` of the same shape.
 *
 * @example
 * import { SparseBloomFilter } from "edgebloom";
 *
 * const filter = new SparseBloomFilter({ bits: 2 ** 32, hashes: 3 });
 * filter.add("a");
 * filter.has("a"); // true
 * filter.stats.byteLength; // 88
 */
export class SparseBloomFilter extends BloomFilter {
  /**
   * A filter that has changed to bits is written as a plain one.
   * @internal
   * @returns {import("./loading.js").Kind[]}
   */
  static get kinds() {
    return ["sparse", "plain"];
  }

  /**
   * @internal
   * @param {import("./engine.js").Engine} engine
   * @param {any} options
   */
  static make({ wasm }, options) {
    const { onSaturated } = options;
    if (onSaturated === "rotate")
      wrongValue("onSaturated", "another policy, because a sparse filter cannot rotate", onSaturated);
    return makeCells(wasm, options, wasm.Cells.Sparse);
  }

  /**
   * Makes a `BloomFilter` with the same bits. It takes the memory of all bits.
   * @returns {BloomFilter}
   * @throws {TypeError} the filter has been freed
   * @throws {RangeError} there is not enough memory
   * @example
   * import { SparseBloomFilter } from "edgebloom";
   *
   * const filter = SparseBloomFilter.from(["a", "b"], { bits: 2 ** 24, hashes: 3 });
   * filter.toBloomFilter().has("a"); // true: maybe
   */
  toBloomFilter() {
    const { name, version } = this;
    return wrap(BloomFilter, { state: stateOf(this).with(this.#withBits()), name, version });
  }

  /**
   * Copies all bits.
   * @returns {Bytes} eight bits per byte; bit 0 is the least significant bit of the first byte
   * @throws {TypeError} the filter has been freed
   * @throws {RangeError} there is not enough memory
   * @example
   * import { SparseBloomFilter } from "edgebloom";
   *
   * const filter = SparseBloomFilter.from(["a", "b"], { bits: 2 ** 24, hashes: 3 });
   * filter.bits().length; // 2097152
   */
  bits() {
    const copy = this.#withBits();
    try {
      return bitsOf(stateOf(this), copy);
    } finally {
      copy.free();
    }
  }

  /** A copy that stores all bits. */
  #withBits() {
    const copy = stateOf(this).filter.copy();
    try {
      copy.pack();
      return copy;
    } catch (error) {
      copy.free();
      throw error;
    }
  }
}
