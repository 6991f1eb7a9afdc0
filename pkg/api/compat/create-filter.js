import { argumentError, whole, wrongType, wrongValue } from "../errors.js";
import { CompatFilter } from "./compat-filter.js";
import { CompatHandle } from "./compat-handle.js";
import { compatEngine } from "./engine.js";
import { STRINGS } from "./formats/datasketches.js";
import { FUNNELS } from "./formats/guava.js";
import { chosen } from "./formats/options.js";
import { TYPES } from "./formats/parquet-sbbf.js";
import { BLOOM_FILTERS, BYTES, HASH128, PYTHON, SPARK, TEXT, UTF16, hashFunction, putFor } from "./key-encoding.js";
import { choice, functionId, isClean } from "./string-hash.js";

/** @typedef {import("./scheme-options.js").SchemeOptions} SchemeOptions */

/**
 * Creates an empty filter in the scheme of another system. Adding keys sets the same bits as in that system.
 *
 * In the PHP schemes, a filter with 2^24 bits or more stores only the positions that are set, as long as that saves memory.
 * @param {SchemeOptions} options the scheme and its parameters
 * @returns {CompatFilter}
 * @throws {TypeError} an option is missing, unknown, or of the wrong type
 * @throws {RangeError} an option is out of range, or there isn't enough memory
 * @example
 * import { createFilter, exportFilter } from "edgebloom/compat";
 *
 * const comments = createFilter({
 *   scheme: "php-redis", bits: 2 ** 32, functions: ["bkdr", "sdbm", "js"], arithmetic: "php",
 * });
 * comments.add("布隆过滤器"); // true
 * comments.add("布隆过滤器"); // false
 * comments.positions("布隆过滤器").join(); // "3168566995,1182780263,2921560613"
 *
 * const guava = createFilter({ scheme: "guava-mitz64", funnel: "string_utf8", capacity: 1000, errorRate: 0.01 });
 * guava.add("a"); // true
 * exportFilter(guava, { format: "guava" }).length; // 1206
 */
export function createFilter(options) {
  if (typeof options !== "object" || !options) wrongType("options", "an object", options);
  const { scheme } = options;
  choice(scheme, "scheme", Object.keys(SCHEMES));
  const { takes, make, encoding } = SCHEMES[scheme];
  for (const name in options) {
    if (name !== "scheme" && !takes.includes(name))
      wrongType("options", `only ${["scheme", ...takes].join(", ")}`, name);
  }
  const engine = compatEngine();
  const keys = encoding?.(options) ?? 0;
  const put = keys ? putFor(keys, /** @type {any} */ (options).hash) : undefined;
  return new CompatFilter(new CompatHandle(make(engine, options, keys), put));
}

/** The seeds of the articles. */
const SEEDS = [3, 5, 7, 11, 13, 31, 37, 61];
/** The default seed of the npm package bloom-filters. */
const NPM_SEED = 0x1234567890;
/** The default seed of the crate datasketches. In Java and C++ it is random. */
const DATASKETCHES_SEED = 9001;

/** @typedef {import("./engine.js").CompatEngine} Engine */
/** @typedef {import("../../wasm/compat.js").ForeignFilter} ForeignFilter */

/**
 * @typedef {object} SchemeRow
 * @property {string[]} takes its options
 * @property {(options: any) => number} [encoding] the encoding of its keys; by default, our own
 * @property {(engine: Engine, options: any, encoding: number) => ForeignFilter} make
 */

const SIZING = ["capacity", "errorRate", "bits", "hashes"];

/**
 * A scheme that is sized by capacity and error rate, or by shape.
 * @param {string[]} more its other options
 * @param {(options: any) => number} encoding
 * @param {(options: any) => { seed?: number, parameters?: BigInt64Array }} [extra]
 * @returns {SchemeRow}
 */
const sized = (more, encoding, extra = () => ({})) => ({
  takes: [...more, ...SIZING],
  encoding,
  make({ wasm }, options, keys) {
    const { scheme, capacity, errorRate, bits, hashes } = options;
    const { seed = 0, parameters = new BigInt64Array() } = extra(options);
    const byRate = capacity !== undefined || errorRate !== undefined;
    if (byRate && (bits !== undefined || hashes !== undefined)) {
      throw argumentError(TypeError, "options", "either capacity and errorRate, or bits and hashes, got both");
    }
    const [first, second] = byRate
      ? [whole(capacity, "capacity", 1), share(errorRate, "errorRate")]
      : [whole(bits, "bits", 1), whole(hashes, "hashes", 1)];
    const make = byRate ? wasm.ForeignFilter.withRate : wasm.ForeignFilter.withShape;
    return make(scheme, keys, first, second, seed, parameters);
  },
});

/** @type {(options: any) => { parameters: BigInt64Array }} */
const npmSeed = ({ seed = NPM_SEED }) => ({ parameters: realParameters(finite(seed, "seed")) });

/**
 * Doubles as parameters of a scheme: their bits.
 * @param {...number} numbers
 */
export const realParameters = (...numbers) => new BigInt64Array(Float64Array.from(numbers).buffer);

/** @type {SchemeRow} */
const partitioned = {
  takes: ["capacity", "errorRate", "loadFactor", "seed"],
  encoding: () => BLOOM_FILTERS,
  make({ wasm }, options, keys) {
    const { scheme, capacity, errorRate, loadFactor = 0.5, seed = NPM_SEED } = options;
    whole(capacity, "capacity", 1);
    const [ofRate, ofLoad] = [Math.log(share(errorRate, "errorRate")), Math.log(share(loadFactor, "loadFactor"))];
    const hashes = Math.ceil(ofRate / ofLoad);
    const size = Math.ceil(-(capacity * ofRate) / (ofLoad * Math.log(1 - loadFactor)));
    const slice = Math.ceil(size / hashes);
    const real = realParameters(finite(seed, "seed"), loadFactor, size, capacity);
    // The older package writes its slices as arrays.
    const parameters = BigInt64Array.of(...real, BigInt(scheme.includes("v1")));
    return wasm.ForeignFilter.withShape(scheme, keys, slice * hashes, hashes, 0, parameters);
  },
};

/** @type {SchemeRow} */
const pybloom = {
  takes: ["capacity", "errorRate", "growth", "tightening"],
  encoding: () => PYTHON,
  make({ wasm }, { scheme, capacity, errorRate, growth, tightening = 0.9 }, keys) {
    whole(capacity, "capacity", 1);
    share(errorRate, "errorRate");
    share(tightening, "tightening");
    if (growth === undefined) {
      return wasm.ForeignFilter.withRate(scheme, keys, capacity, errorRate, 0, new BigInt64Array());
    }
    return wasm.ForeignFilter.pybloomScalable(
      scheme,
      capacity,
      errorRate,
      whole(growth, "growth", 1, 2 ** 31 - 1),
      tightening,
    );
  },
};

/** @type {SchemeRow} */
const ownLayout = {
  takes: ["bits", "hashes", "seed"],
  make({ wasm }, { scheme, bits, hashes, seed = 0 }) {
    whole(seed, "seed", 0, 2 ** 32 - 1);
    const shape = /** @type {const} */ ([whole(bits, "bits", 1), whole(hashes, "hashes", 1)]);
    return wasm.ForeignFilter.withShape(scheme, 0, ...shape, seed, new BigInt64Array());
  },
};

/** @type {(options: any) => number} */
const funnel = (options) => chosen(options, "funnel", FUNNELS);

/**
 * One row per scheme.
 * @type {Record<string, SchemeRow>}
 */
const SCHEMES = {
  "php-redis": {
    takes: ["bits", "functions", "arithmetic"],
    encoding: () => TEXT,
    make({ wasm }, { bits, functions, arithmetic }) {
      whole(bits, "bits", 1, 2 ** 32);
      if (!Array.isArray(functions)) wrongType("functions", "an array of names", functions);
      const ids = Array.from(functions, (name) => functionId(name, "functions"));
      if (!ids.length || new Set(ids).size < ids.length)
        wrongValue("functions", "1 to 8 distinct names", functions.join());
      return wasm.ForeignFilter.phpRedis(bits, Uint8Array.from(ids), isClean(arithmetic));
    },
  },
  "crc32-mt": {
    takes: ["bits", "capacity", "generator"],
    encoding: () => TEXT,
    make({ wasm }, { bits, capacity, generator }) {
      const php5 = choice(generator, "generator", ["php8", "php5"]) === 1;
      return wasm.ForeignFilter.crc32Mt(whole(bits, "bits", 1), whole(capacity, "capacity", 1), php5);
    },
  },
  "additive-partitioned": {
    takes: ["size", "seeds"],
    encoding: () => TEXT,
    make({ wasm }, { size = 2 ** 30, seeds = SEEDS }) {
      whole(size, "size", 1);
      if (!Array.isArray(seeds)) wrongType("seeds", "an array of whole numbers", seeds);
      if (seeds.length < 1 || seeds.length > 64) wrongValue("seeds", "1 to 64 whole numbers", seeds.length);
      const least = Number.MIN_SAFE_INTEGER;
      const numbers = Array.from(seeds, (seed) => BigInt(whole(seed, "seeds", least)));
      return wasm.ForeignFilter.additivePartitioned(size, BigInt64Array.from(numbers));
    },
  },
  standard: ownLayout,
  partitioned: ownLayout,
  blocked: ownLayout,
  "guava-mitz64": sized(["funnel"], funnel),
  "guava-mitz32": sized(["funnel"], funnel),
  "spark-v1": sized([], () => SPARK),
  "spark-v2": sized(
    ["seed"],
    () => SPARK,
    ({ seed = 0 }) => ({ seed: whole(seed, "seed", -(2 ** 31), 2 ** 31 - 1) }),
  ),
  redisbloom: {
    takes: ["capacity", "errorRate", "expansion"],
    encoding: () => BYTES,
    make: ({ wasm }, { capacity, errorRate, expansion = 2 }) =>
      wasm.ForeignFilter.redisbloom(
        whole(capacity, "capacity", 1),
        share(errorRate, "errorRate"),
        whole(expansion, "expansion", 0, 2 ** 32 - 1),
      ),
  },
  "go-bits-and-blooms": sized([], () => BYTES),
  "parquet-sbbf": sized(["type"], (options) => chosen(options, "type", TYPES)),
  "npm-bloomfilter-fnv1a64": sized([], () => UTF16),
  "npm-bloomfilter-fnv1a32x2": sized([], () => UTF16),
  "npm-bloom-filters-v2": sized(["seed"], () => BLOOM_FILTERS, npmSeed),
  "npm-bloom-filters-v1a": sized(["seed"], () => BLOOM_FILTERS, npmSeed),
  "npm-bloom-filters-v1b": sized(["seed"], () => BLOOM_FILTERS, npmSeed),
  "npm-bloom-filters-v2-partitioned": partitioned,
  "npm-bloom-filters-v1-partitioned": partitioned,
  "pybloom-live-xxh128": pybloom,
  "pybloom-live-md5": pybloom,
  rbloom: sized(["hash"], ({ hash }) => (hashFunction(hash), HASH128)),
  datasketches: sized(
    ["seed", "strings"],
    (options) => chosen(options, "strings", STRINGS),
    ({ seed = DATASKETCHES_SEED }) => ({ parameters: BigInt64Array.of(seed64(seed)) }),
  ),
};

/**
 * @param {unknown} value
 * @param {string} field
 * @returns {number}
 */
function share(value, field) {
  const expected = "a number above 0 and below 1";
  if (typeof value !== "number") wrongType(field, expected, value);
  // Subnormal numbers have too few digits for an exact logarithm.
  if (!(value >= 2 ** -1022 && value < 1)) wrongValue(field, expected, value);
  return value;
}

/**
 * @param {unknown} value
 * @param {string} field
 * @returns {number}
 */
function finite(value, field) {
  if (typeof value !== "number") wrongType(field, "a number", value);
  if (!Number.isFinite(value)) wrongValue(field, "a finite number", value);
  return value;
}

/**
 * A seed of 64 bits: Java shows it with a sign, C++ and Rust without.
 * @param {unknown} seed
 * @returns {bigint}
 */
function seed64(seed) {
  const number = typeof seed === "bigint" ? seed : BigInt(whole(seed, "seed", Number.MIN_SAFE_INTEGER));
  if (number < -(2n ** 63n) || number >= 2n ** 64n) wrongValue("seed", "a whole number from -2^63 to 2^64 - 1", seed);
  return number;
}
