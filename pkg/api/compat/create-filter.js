import { BloomFilter, headOf, placeOf, putOf, wrap } from "../bloom-filter.js";
import { whole, wrongType, wrongValue } from "../errors.js";
import { LAYOUTS } from "../options.js";
import { SparseBloomFilter } from "../sparse-bloom-filter.js";
import { compat, putText } from "./engine.js";
import { choice, functionId, isClean } from "./string-hash.js";

/** @typedef {import("./string-hash.js").StringHashName} StringHashName */
/** @typedef {import("./string-hash.js").Arithmetic} Arithmetic */

/**
 * Eight string hashes in a chosen order, each modulo `bits` (1 to 2^32; of 2^32 they are positions as they
 * are), as a PHP class sets them in Redis.
 * @typedef {{ scheme: "php-redis", bits: number, functions: StringHashName[], arithmetic: Arithmetic }} PhpRedisOptions
 */

/**
 * ⌈(m/n) ln 2⌉ numbers below m = `bits` (1 to 2^53 − 1) for n = `capacity` keys from the Mersenne Twister
 * of PHP 8 (7.1 and later alike up to 2^32 bits) or PHP 5, seeded with the CRC-32 of the key.
 * @typedef {{ scheme: "crc32-mt", bits: number, capacity: number, generator: "php8" | "php5" }} Crc32MtOptions
 */

/**
 * A part of `size` bits (2^30 by default) for each of `seeds` (eight primes by default, 1 to 64 whole
 * numbers) of an additive hash; positions are masked with `size` − 1. The empty key is never in.
 * @typedef {{ scheme: "additive-partitioned", size?: number, seeds?: number[] }} AdditiveOptions
 */

/**
 * One of our own layouts.
 * @typedef {{ scheme: "standard" | "partitioned" | "blocked", bits: number, hashes: number, seed?: number }} NativeOptions
 */

/** @typedef {PhpRedisOptions | Crc32MtOptions | AdditiveOptions | NativeOptions} SchemeOptions */

/** @type {Record<string, string[]>} */
const KNOWN = {
  "php-redis": ["bits", "functions", "arithmetic"],
  "crc32-mt": ["bits", "capacity", "generator"],
  "additive-partitioned": ["size", "seeds"],
  standard: ["bits", "hashes", "seed"],
  partitioned: ["bits", "hashes", "seed"],
  blocked: ["bits", "hashes", "seed"],
};

/** The articles' own. */
const SEEDS = [3, 5, 7, 11, 13, 31, 37, 61];

/**
 * An empty filter in the scheme of another system, bit for bit as that system fills it. Of 2^24 bits or
 * more only the positions that are set are kept until they no longer save memory.
 * @param {SchemeOptions} options
 * @returns {BloomFilter}
 * @throws {TypeError} an option of the wrong type, unknown, or missing
 * @throws {RangeError} an option out of range, or no memory
 * @example
 * const comments = createFilter({
 *   scheme: "php-redis", bits: 2 ** 32, functions: ["bkdr", "sdbm", "js"], arithmetic: "php",
 * });
 * comments.add("布隆过滤器") // true
 * comments.add("布隆过滤器") // false
 * comments.positions("布隆过滤器").join() // "3168566995,1182780263,2921560613"
 */
export function createFilter(options) {
  if (typeof options != "object" || !options) wrongType("options", "an object", options);
  const { scheme } = options;
  const names = Object.keys(KNOWN);
  choice(scheme, "scheme", names);
  for (const name in options) {
    if (name != "scheme" && !KNOWN[scheme].includes(name)) {
      wrongType("options", `only ${["scheme", ...KNOWN[scheme]]}`, name);
    }
  }
  const engine = compat();
  const id = make(engine, options) || engine.fail();
  const put = LAYOUTS.includes(scheme) ? undefined : putText;
  const made = wrap(BloomFilter, engine, id, "", "", put);
  if (!headOf(made, 0).sparse) return made;
  const sparse = wrap(SparseBloomFilter, engine, engine.wasm.copy(id) || engine.fail(), "", "", put);
  made.free();
  return sparse;
}

/**
 * @param {import("../engine.js").Engine} engine
 * @param {any} options
 * @returns {number}
 */
function make(engine, options) {
  const { wasm } = engine;
  switch (options.scheme) {
    case "php-redis": {
      const bits = whole(options.bits, "bits", 1, 2 ** 32);
      const { functions } = options;
      if (!Array.isArray(functions)) wrongType("functions", "an array of names", functions);
      const ids = functions.map((name) => functionId(name, "functions"));
      if (!ids.length || new Set(ids).size < ids.length) wrongValue("functions", "1 to 8 distinct names", functions.join());
      const clean = isClean(options.arithmetic);
      return wasm.php_redis(bits, engine.putBytes(Uint8Array.from(ids)), clean);
    }
    case "crc32-mt": {
      const php5 = choice(options.generator, "generator", ["php8", "php5"]) == 1;
      return wasm.crc32_mt(whole(options.bits, "bits", 1), whole(options.capacity, "capacity", 1), php5);
    }
    case "additive-partitioned": {
      const { size = 2 ** 30, seeds = SEEDS } = options;
      whole(size, "size", 1);
      if (!Array.isArray(seeds)) wrongType("seeds", "an array of whole numbers", seeds);
      if (seeds.length < 1 || seeds.length > 64) wrongValue("seeds", "1 to 64 whole numbers", seeds.length);
      const least = Number.MIN_SAFE_INTEGER;
      const numbers = seeds.map((seed) => BigInt(whole(seed, "seeds", least)));
      return wasm.additive_partitioned(size, engine.putBytes(new Uint8Array(BigInt64Array.from(numbers).buffer)));
    }
    default: {
      const { bits, hashes, seed = 0 } = options;
      const layout = LAYOUTS.indexOf(options.scheme);
      return wasm.with_shape(
        layout, whole(bits, "bits", 1), whole(hashes, "hashes", 1), whole(seed, "seed", 0, 2 ** 32 - 1),
      );
    }
  }
}

/**
 * Adds a key as a pipeline of SETBIT does, and tells what each of its bits was before it was set, in the
 * order of its positions. All 1: the key was possibly in.
 * @param {BloomFilter} filter one of this entry
 * @param {string | Uint8Array} key
 * @returns {number[]} 0 or 1 for each position
 * @throws {TypeError} not a filter of this entry, or not a key
 * @example
 * const filter = createFilter({ scheme: "php-redis", bits: 1024, functions: ["bkdr", "js"], arithmetic: "php" });
 * testAndSet(filter, "a").join() // "0,0"
 * testAndSet(filter, "a").join() // "1,1"
 */
export function testAndSet(filter, key) {
  const engine = compat();
  const id = compatPlace(filter);
  const length = (putOf(filter) ?? ((engine, key) => engine.putKey(key)))(engine, key);
  const count = engine.check(engine.wasm.test_and_set(id, length));
  return [...engine.memory(engine.wasm.output(), count)];
}

/**
 * Where a filter of this entry is.
 * @param {BloomFilter} filter
 */
export function compatPlace(filter) {
  if (!(filter instanceof BloomFilter)) wrongType("filter", "a BloomFilter", filter);
  const { engine, id } = placeOf(filter);
  if (engine != compat()) wrongType("filter", "one of edgebloom/compat", filter);
  return id;
}
