import { StaticFilter } from "../api/static-filter.js";
import { errorRate, wholeNumber } from "./arguments.js";
import { Failure, namingOptions } from "./failure.js";
import { readFilter } from "./filter-file.js";
import { measure, nameOf } from "./input.js";
import { WRITE } from "./options.js";
import { openOutput } from "./output.js";
import { Report, warn } from "./report.js";
import { grouped } from "./show.js";

/**
 * A filter that can be merged or folded.
 * @typedef {import("../api/bloom-filter.js").BloomFilter} BloomFilter
 */

export const merge = {
  brief: "combine filters into one",
  operands: /** @type {const} */ ("files"),
  options: WRITE,

  /**
   * @param {import("./options.js").Values<typeof WRITE>} values
   * @param {string[]} paths
   */
  async run(values, paths) {
    if (paths.length < 2) throw new Failure("expected two or more filters: edgebloom merge A B... -o OUT");
    const report = new Report(values);
    const save = openOutput(values);
    measure(paths);
    const [first, ...others] = paths;
    const filter = await readFixed(first);
    for (const path of others) {
      const other = await readFixed(path);
      if (!filter.isCompatible(other)) rejectToMerge(first, filter, path, other);
      filter.merge(other);
      other.free();
    }
    const bytes = await save(filter);
    const { errorRate, estimatedErrorRate, estimatedCount } = filter.stats;
    const found = Number(estimatedErrorRate.toPrecision(2));
    if (errorRate && estimatedErrorRate > 1.5 * errorRate) {
      warn(
        `the merged filter holds more keys than it was sized for: the error rate is about ${found}, not ` +
          `${errorRate}; build the filters with a --capacity for all keys together`,
      );
    }
    const keys = grouped(Math.round(estimatedCount));
    const summary = `about ${keys} keys, ${grouped(bytes)} bytes, error rate about ${found}`;
    report.done(filter, bytes, { filters: paths.length }, summary);
    return 0;
  },
};

/**
 * A filter of fixed size: only these can be merged or folded.
 * @param {string} path
 */
async function readFixed(path) {
  const filter = await readFilter(path);
  if (filter instanceof StaticFilter) {
    throw new Failure(`${nameOf(path)}: a static set cannot be merged or folded; build one set from all lists`);
  }
  if (!("growth" in filter.stats)) return /** @type {BloomFilter} */ (filter);
  throw new Failure(`${nameOf(path)}: a scalable filter cannot be merged or folded; build a filter with --capacity`);
}

/**
 * @param {string} first
 * @param {BloomFilter} filter
 * @param {string} path
 * @param {BloomFilter} other
 * @returns {never}
 */
function rejectToMerge(first, filter, path, other) {
  const [a, b] = [filter.stats, other.stats];
  const names = /** @type {const} */ (["layout", "bits", "hashes", "seed", "scheme"]);
  const different = names.filter((name) => a[name] !== b[name]);
  if (filter.keyForm !== other.keyForm) {
    throw new Failure(
      `${nameOf(first)} and ${nameOf(path)} cannot be merged (keys ${filter.keyForm} and ${other.keyForm}): build both with the same --keys`,
    );
  }
  const list =
    different.map((name) => `${name} ${a[name]} and ${b[name]}`).join(", ") || "different kinds of keys or counters";
  const way =
    a.scheme === "native" && b.scheme === "native"
      ? "build both with the same --capacity, --error-rate, --seed and --layout"
      : "both need the same scheme, shape and kind of keys";
  throw new Failure(`${nameOf(first)} and ${nameOf(path)} cannot be merged (${list}): ${way}`);
}

export const fold = {
  brief: "shrink a filter, raising its error rate",
  operands: /** @type {const} */ ("files"),
  options: /** @satisfies {import("./options.js").OptionTable} */ ({
    "error-rate": {
      type: "string",
      value: "P",
      says: "fold as far as this false-positive rate allows",
    },
    divisor: {
      type: "string",
      value: "D",
      says:
        "keep 1/D of the bits. D must divide the number of 64-bit\n" +
        "words (standard), 64-bit words per slice (partitioned)\nor 512-bit blocks (blocked)",
    },
    ...WRITE,
  }),

  /**
   * @param {import("./options.js").Values<typeof WRITE> & { "error-rate"?: string, divisor?: string }} values
   * @param {string[]} paths
   */
  async run(values, paths) {
    if (paths.length !== 1) {
      throw new Failure("expected one filter: edgebloom fold FILTER (--error-rate P | --divisor D) -o OUT");
    }
    const limit = errorRate(values["error-rate"], "--error-rate");
    const divisor = wholeNumber(values.divisor, "--divisor");
    if ((limit === undefined) === (divisor === undefined)) {
      throw new Failure("pass either --error-rate P or --divisor D");
    }
    const report = new Report(values);
    const save = openOutput(values);
    const filter = await readFixed(paths[0]);
    const folded = limit === undefined ? foldBy(filter, Number(divisor)) : shrinkTo(filter, limit);
    const bytes = await save(folded);
    const [before, after] = [filter.stats.bits, folded.stats.bits];
    const rate = Number(folded.stats.estimatedErrorRate.toPrecision(2));
    report.done(
      folded,
      bytes,
      { divisor: before / after },
      before === after
        ? `no fold meets that rate: the filter is written unchanged, error rate about ${rate}`
        : `1/${before / after} of the bits, ${grouped(bytes)} bytes, error rate about ${rate}`,
    );
    return 0;
  },
};

/**
 * @param {BloomFilter} filter
 * @param {number} divisor
 */
function foldBy(filter, divisor) {
  const { scheme, layout, bits, hashes } = filter.stats;
  // For filters of other systems, the module checks the divisor.
  if (scheme !== "native") return namingOptions({ divisor: "--divisor" }, () => filter.fold(divisor));
  const [units, what] =
    layout === "blocked"
      ? [bits / 512, "512-bit blocks"]
      : layout === "partitioned"
        ? [bits / hashes / 64, "64-bit words per slice"]
        : [bits / 64, "64-bit words"];
  if (divisor < 1 || units % divisor) {
    throw new Failure(`--divisor: expected a divisor of ${units} (the number of ${what}), got ${divisor}`);
  }
  return filter.fold(divisor);
}

/**
 * @param {BloomFilter} filter
 * @param {number} limit
 */
function shrinkTo(filter, limit) {
  const { estimatedErrorRate } = filter.stats;
  if (estimatedErrorRate > limit) {
    const found = Number(estimatedErrorRate.toPrecision(3));
    throw new Failure(`--error-rate: the filter is already at about ${found}, above ${limit}; pass a higher rate`);
  }
  return filter.shrink({ errorRate: limit });
}
