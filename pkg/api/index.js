export { BloomFilter, load, readHeader } from "./bloom-filter.js";
export { FilterFormatError } from "./errors.js";
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
