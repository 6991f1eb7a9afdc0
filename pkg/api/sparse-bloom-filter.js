import { BloomFilter, makeCells, stateOf, wrap } from "./bloom-filter.js";
import { wrongValue } from "./errors.js";
import { bitsOf } from "./saving.js";

/** @typedef {import("./types.js").Bytes} Bytes */

/**
 * A Bloom filter of very many bits and few keys: of 2^24 bits or more only the positions that are set
 * are kept, in memory and in the dump, so that 2^32 bits with 4,000 keys take kilobytes instead of
 * 512 MB. When positions no longer save memory, it goes over to bits by itself. The answers are those
 * of a `BloomFilter` of the same shape.
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
   * What has gone over to bits is written as they are.
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
    if (onSaturated === "rotate") wrongValue("onSaturated", "another policy, as positions do not rotate", onSaturated);
    return makeCells(wasm, options, wasm.Cells.Sparse);
  }

  /**
   * The plain filter: the same bits, the same answers, all of the memory.
   * @returns {BloomFilter}
   * @throws {TypeError} a filter that was freed
   * @throws {RangeError} no memory
   * @example
   * sparse.toBloomFilter().has("a") // true
   */
  toBloomFilter() {
    const { name, version } = this;
    return wrap(BloomFilter, { state: stateOf(this).with(this.#packed()), name, version });
  }

  /**
   * A copy of the bits, all of them.
   * @returns {Bytes}
   * @throws {TypeError} a filter that was freed
   * @throws {RangeError} no memory
   * @example
   * sparse.bits().length // 2097152
   */
  bits() {
    const packed = this.#packed();
    try {
      return bitsOf(stateOf(this), packed);
    } finally {
      packed.free();
    }
  }

  /** A copy with all of its bits. */
  #packed() {
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
