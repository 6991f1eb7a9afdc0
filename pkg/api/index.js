export { BloomFilter } from "./bloom-filter.js";
export { FilterFormatError } from "../reader/format-error.js";
export { FilterFetchError } from "../reader/fetch-error.js";
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
export { CountingBloomFilter } from "./counting-bloom-filter.js";
export { KeyedBloomFilter } from "./keyed-bloom-filter.js";
export { load } from "./load.js";
export { memoryComparison } from "./memory-comparison.js";
export { readHeader } from "./read-header.js";
export { ScalableBloomFilter } from "./scalable-bloom-filter.js";
export { generateSecretKey } from "./secret-key.js";
export { SparseBloomFilter } from "./sparse-bloom-filter.js";
export { StaticFilter } from "./static-filter.js";
export { StaticMap } from "./static-map.js";

/** @typedef {import("./types.js").Bytes} Bytes */
/** @typedef {import("./types.js").CountingOptions} CountingOptions */
/** @typedef {import("./types.js").CountingStats} CountingStats */
/** @typedef {import("./types.js").FromOptions} FromOptions */
/** @typedef {import("./types.js").Header} Header */
/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("./keyed-bloom-filter.js").KeyedFromOptions} KeyedFromOptions */
/** @typedef {import("./keyed-bloom-filter.js").KeyedOptions} KeyedOptions */
/** @typedef {import("./keyed-bloom-filter.js").KeyOption} KeyOption */
/** @typedef {import("./types.js").Layout} Layout */
/** @typedef {import("./lines.js").Lines} Lines */
/** @typedef {import("./types.js").OnSaturated} OnSaturated */
/** @typedef {import("./types.js").RateOptions} RateOptions */
/** @typedef {import("./load.js").AnyFilter} AnyFilter */
/** @typedef {import("../reader/response.js").BodyReader} BodyReader */
/** @typedef {import("./errors.js").FetchErrorCode} FetchErrorCode */
/** @typedef {import("./errors.js").FormatErrorCode} FormatErrorCode */
/** @typedef {import("../reader/response.js").ResponseLike} ResponseLike */
/** @typedef {import("../reader/response.js").ResponseOptions} ResponseOptions */
/** @typedef {import("./types.js").ScalableOptions} ScalableOptions */
/** @typedef {import("./types.js").ScalableStats} ScalableStats */
/** @typedef {import("./types.js").ShapeOptions} ShapeOptions */
/** @typedef {import("./static-filter.js").StaticOptions} StaticOptions */
/** @typedef {import("./static-filter.js").StaticStats} StaticStats */
/** @typedef {import("./static-map.js").MapOptions} MapOptions */
/** @typedef {import("./static-map.js").MapStats} MapStats */
/** @typedef {import("./types.js").Stats} Stats */
/** @typedef {import("./memory-comparison.js").MemoryComparison} MemoryComparison */
