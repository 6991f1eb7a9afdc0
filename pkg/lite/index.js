// Small Bloom filters in plain JavaScript: they are built, changed, saved and queried without WebAssembly, and their files are those of `edgebloom`.

export { FilterFormatError } from "../reader/format-error.js";
export { BloomFilter } from "./bloom-filter.js";

/** @typedef {import("./bloom-filter.js").LiteFromOptions} LiteFromOptions */
/** @typedef {import("./bloom-filter.js").LiteRateOptions} LiteRateOptions */
/** @typedef {import("./bloom-filter.js").LiteShapeOptions} LiteShapeOptions */
/** @typedef {import("../api/types.js").Layout} Layout */
/** @typedef {import("../api/types.js").Stats} Stats */
/** @typedef {import("../reader/format-error.js").FormatErrorCode} FormatErrorCode */
/** @typedef {import("../reader/key.js").Key} Key */
/** @typedef {import("../reader/key-form.js").FormOptions} FormOptions */
/** @typedef {import("../reader/key-form.js").Invalid} Invalid */
/**
 * @template [Q=any]
 * @typedef {import("../reader/key-form.js").KeyForm<Q>} KeyForm
 */
