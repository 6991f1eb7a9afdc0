export { FilterFormatError } from "../../reader/format-error.js";
export { KeyedBloomFilter } from "./keyed-bloom-filter.js";
export { generateSecretKey } from "./secret-key.js";

/** @typedef {import("../types.js").Bytes} Bytes */
/** @typedef {import("../errors.js").FormatErrorCode} FormatErrorCode */
/** @typedef {import("../types.js").Key} Key */
/** @typedef {import("./keyed-bloom-filter.js").KeyedFromOptions} KeyedFromOptions */
/** @typedef {import("./keyed-bloom-filter.js").KeyedOptions} KeyedOptions */
/** @typedef {import("./keyed-bloom-filter.js").KeyOption} KeyOption */
/** @typedef {import("../types.js").Layout} Layout */
/** @typedef {import("../types.js").OnSaturated} OnSaturated */
/** @typedef {import("../types.js").Stats} Stats */
