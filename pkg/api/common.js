// What every entry has.

export { BloomFilter } from "./bloom-filter.js";
export { FilterFetchError, FilterFormatError } from "./errors.js";
export {
  capacityFor,
  estimatedCount,
  falsePositiveRate,
  hashesForRate,
  lowerBoundBits,
  minimalRate,
  optimalBits,
  optimalHashes,
} from "./formulas.js";
export { memoryComparison } from "./memory-comparison.js";

/** @typedef {import("./types.js").CountingStats} CountingStats */
/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("./types.js").Layout} Layout */
/** @typedef {import("./types.js").OnSaturated} OnSaturated */
/** @typedef {import("./types.js").RateOptions} RateOptions */
/** @typedef {import("./response.js").ResponseLike} ResponseLike */
/** @typedef {import("./response.js").ResponseOptions} ResponseOptions */
/** @typedef {import("./types.js").ScalableStats} ScalableStats */
/** @typedef {import("./types.js").ShapeOptions} ShapeOptions */
/** @typedef {import("./types.js").Stats} Stats */
