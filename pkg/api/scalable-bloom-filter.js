import { BloomFilter, dumpOf, headOf, placeOf, wrap } from "./bloom-filter.js";
import { isBytes, plain } from "./engine.js";
import { FilterFormatError, coded, whole, wrongType, wrongValue } from "./errors.js";
import { describe } from "./header.js";
import { PLAIN } from "./options.js";
import { variants } from "./variants.js";

/** @typedef {import("./types.js").Bytes} Bytes */
/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("./types.js").ScalableOptions} ScalableOptions */
/** @typedef {import("./types.js").ScalableStats} ScalableStats */

/**
 * A Bloom filter that grows: when it holds what it was sized for, it goes on with a larger stage of a
 * lower rate, so that the compound rate stays below `errorRate` however many keys come (P. Almeida
 * and others, *Scalable Bloom filters*, 2007). `add` leaves out what is possibly in.
 *
 * `positions` are those of the newest stage; `bits`, and what combines, folds or allows, needs a plain
 * filter and throws.
 *
 * @example
 * import { ScalableBloomFilter } from "edgebloom";
 *
 * const seen = new ScalableBloomFilter({ capacity: 100, errorRate: 0.01 });
 * for (let i = 0; i < 10_000; i++) seen.add(`https://example.org/${i}`);
 * seen.stats.stages > 4; // true
 * seen.stats.estimatedErrorRate < 0.01; // true
 */
export class ScalableBloomFilter extends BloomFilter {
  /**
   * An empty filter.
   * @param {ScalableOptions} options `capacity` is that of the first stage
   * @throws {TypeError} an option of the wrong type, unknown, or missing
   * @throws {RangeError} an option out of range, or no memory
   * @example
   * new ScalableBloomFilter({ capacity: 100, errorRate: 0.01, growth: 4 }).stats.growth // 4
   */
  constructor(options) {
    super(/** @type {any} */ (options));
  }

  /** @internal */
  static get engine() {
    return variants();
  }

  /** @internal */
  static get options() {
    return [...PLAIN.slice(0, 6), "growth", "tightening"];
  }

  /**
   * @internal
   * @param {import("./engine.js").Engine} engine
   * @param {any} options
   * @returns {number}
   */
  static make(engine, { scheme, capacity, errorRate, seed, growth = 2, tightening = 0.85 }) {
    whole(growth, "growth", 1, 1000);
    const expected = "above 0 and below 1";
    if (typeof tightening !== "number") wrongType("tightening", expected, tightening);
    if (!(tightening > 0 && tightening < 1)) wrongValue("tightening", expected, tightening);
    return engine.wasm.scalable(scheme, capacity, errorRate, seed, growth, tightening);
  }

  /**
   * The filter of some keys, its first stage sized by the number of distinct ones unless a capacity is given.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {Iterable<Key>} keys
   * @param {Omit<ScalableOptions, "capacity"> & { capacity?: number }} options `capacity` is that of the first stage
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError | RangeError} as the constructor and `add`; nothing is kept
   * @example
   * ScalableBloomFilter.from(["a", "b"], { errorRate: 0.01, growth: 4 }).stats.growth // 4
   */
  static from(keys, options) {
    return /** @type {any} */ (super.from(keys, /** @type {any} */ (options)));
  }

  /**
   * The scalable filter in a dump.
   * @template {typeof BloomFilter} T
   * @this {T}
   * @param {Uint8Array} dump
   * @returns {InstanceType<T>} a filter of this class
   * @throws {TypeError} not a Uint8Array
   * @throws {FilterFormatError} anything but one whole and sound dump of a scalable filter
   * @example
   * ScalableBloomFilter.fromBytes(scalable.toBytes()).has("a") // true
   */
  static fromBytes(dump) {
    dump = isBytes(dump) ? plain(dump) : wrongType("dump", "a Uint8Array", dump);
    return readChain(this, this.engine, dump);
  }

  /**
   * The bits of a plain filter; a scalable one has no such array.
   * @returns {never}
   * @throws {RangeError} always (`code` "INCOMPATIBLE")
   * @example
   * try { scalable.bits(); } catch (error) { check(error.code, "INCOMPATIBLE"); }
   */
  bits() {
    throw coded("filter: expected one that does not grow", "INCOMPATIBLE", "filter");
  }

  /**
   * What the filter is and how full it is.
   * @returns {Readonly<ScalableStats>}
   * @throws {TypeError} a filter that was freed
   * @example
   * scalable.stats.stages // 1
   */
  get stats() {
    const { engine, id } = placeOf(this);
    const stages = Array.from({ length: engine.wasm.stage_count(id) }, (_, i) => headOf(this, i));
    const { length, counterBits, sparse, name, version, ...last } = stages[stages.length - 1];
    // The head of the last stage is still in the input range.
    const [, , growth, tightening, errorRate] = engine.numbers(engine.check(engine.wasm.describe_stage(length)));
    engine.wasm.estimate(id);
    const [bitsSet, estimatedCount, estimatedErrorRate] = engine.numbers(3);
    const sum = (/** @type {"bits" | "capacity" | "inserted" | "byteLength"} */ field) =>
      stages.reduce((sum, stage) => sum + Number(stage[field]), 0);
    const bits = sum("bits");
    return {
      ...last,
      bits,
      capacity: sum("capacity"),
      errorRate,
      inserted: sum("inserted"),
      byteLength: sum("byteLength"),
      bitsSet,
      fillRatio: bitsSet / bits,
      estimatedCount,
      estimatedErrorRate,
      saturated: bitsSet > bits / 2,
      stages: stages.length,
      growth,
      tightening,
    };
  }

  /**
   * The dump: those of the stages, one after the other.
   * @returns {Bytes}
   * @throws {TypeError} a filter that was freed, or a name or version that is no string
   * @throws {RangeError} a name or version of more than 1,024 bytes
   * @example
   * scalable.toBytes().length == scalable.stats.byteLength // true
   */
  toBytes() {
    const { engine, id } = placeOf(this);
    const parts = Array.from({ length: engine.wasm.stage_count(id) }, (_, i) => dumpOf(this, i));
    const dump = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let end = 0;
    for (const part of parts) dump.set(part, (end += part.length) - part.length);
    return dump;
  }
}

/**
 * The scalable filter in a dump.
 * @template {typeof BloomFilter} T
 * @param {T} Kind
 * @param {import("./engine.js").Engine} engine
 * @param {Uint8Array} dump
 * @param {import("./bloom-filter.js").Put} [put]
 * @returns {InstanceType<T>}
 */
export function readChain(Kind, engine, dump, put) {
  const { wasm } = engine;
  const { name, version } = describe(engine, dump);
  let id = 0;
  try {
    let announced;
    for (let rest = dump, more = true; more; ) {
      const { length, byteLength } = describe(engine, rest);
      const [index, stages] = engine.numbers(engine.check(wasm.describe_stage(length)));
      /** @param {string} found */
      const refuse = (found) => {
        const message = `stage: expected one of a scalable filter, found ${found}`;
        throw new FilterFormatError(message, "INVALID", "stage", dump.length - rest.length);
      };
      if (!stages) refuse("none: load() reads other dumps");
      more = index + 1 < stages;
      const head = engine.check(wasm.begin_load(length, rest.length, true));
      const payload = rest.subarray(head, byteLength - 8);
      engine.memory(wasm.load_words(), payload.length).set(payload);
      engine.putBytes(rest.subarray(byteLength - 8, byteLength));
      // The stages before this one go into what comes back, or are gone.
      const before = id;
      id = 0;
      id = wasm.finish_load(before) || engine.fail();
      if (stages !== (announced ??= stages)) refuse(`one of ${stages}`);
      rest = rest.subarray(byteLength);
    }
    return wrap(Kind, engine, id, name, version, put);
  } catch (error) {
    if (id) wasm.release(id);
    throw error;
  }
}
