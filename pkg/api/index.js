export { BloomFilter, load } from "./bloom-filter.js";
export { FilterFormatError } from "./errors.js";
export { readHeader } from "./header.js";
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

/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("./types.js").Layout} Layout */
/** @typedef {import("./types.js").RateOptions} RateOptions */
/** @typedef {import("./types.js").ShapeOptions} ShapeOptions */
/** @typedef {import("./types.js").Stats} Stats */
