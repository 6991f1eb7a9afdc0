import { BloomFilter, headOf, placeOf, putOf, readDump } from "./bloom-filter.js";
import { core } from "./core.js";
import { isBytes, plain } from "./engine.js";
import { FilterFormatError, wrongType, wrongValue } from "./errors.js";
import { describe } from "./header.js";
import { variants } from "./variants.js";

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
  /** @internal */
  static get engine() {
    return variants();
  }

  /**
   * The sparse or plain filter in a dump.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {Uint8Array} dump
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} not a Uint8Array
   * @throws {FilterFormatError} anything but one whole and sound dump of bits
   * @example
   * SparseBloomFilter.fromBytes(sparse.toBytes()).has("a") // true
   */
  static fromBytes(dump) {
    dump = isBytes(dump) ? plain(dump) : wrongType("dump", "a Uint8Array", dump);
    if (describe(this.engine, dump).counterBits > 1) {
      throw new FilterFormatError("cells: expected bits, found counters: load() reads them", "INVALID", "cells", 7);
    }
    return readDump(this, this.engine, dump);
  }

  /**
   * @internal
   * @param {import("./engine.js").Engine} engine
   * @param {any} options
   * @returns {number}
   */
  static make(engine, options) {
    const { scheme, byShape, bits, hashes, capacity, errorRate, seed, onSaturated } = options;
    if (onSaturated === "rotate") wrongValue("onSaturated", "another policy, as positions do not rotate", onSaturated);
    const { wasm } = engine;
    return byShape
      ? wasm.cells_with_shape(scheme, bits, hashes, seed, 0)
      : wasm.cells_with_rate(scheme, capacity, errorRate, seed, 0);
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
    const { scheme } = headOf(this, 0);
    return this.#packed((dense) =>
      readDump(BloomFilter, scheme === "native" ? core : placeOf(this).engine, dense.toBytes(), putOf(this)),
    );
  }

  /**
   * The dump of all of its bits, for modules that know no other. (Those that have more schemes know positions, too.)
   * @internal
   * @returns {Uint8Array | undefined}
   */
  get denseDump() {
    return headOf(this, 0).scheme === "native" ? this.#packed((dense) => dense.toBytes()) : undefined;
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
    return this.#packed((dense) => BloomFilter.prototype.bits.call(dense));
  }

  /**
   * Runs `use` on a copy with all of its bits.
   * @template T
   * @param {(dense: BloomFilter) => T} use
   * @returns {T}
   */
  #packed(use) {
    const { engine } = placeOf(this);
    const dense = this.clone();
    try {
      engine.check(engine.wasm.pack(placeOf(dense).id));
      return use(dense);
    } finally {
      dense.free();
    }
  }
}
