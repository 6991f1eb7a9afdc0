export { FilterFetchError } from "../../reader/fetch-error.js";
export { FilterFormatError } from "../../reader/format-error.js";
export { StaticFilter } from "../static-filter.js";

/** @typedef {import("../types.js").Bytes} Bytes */
/** @typedef {import("../errors.js").FormatErrorCode} FormatErrorCode */
/** @typedef {import("../types.js").Key} Key */
/** @typedef {import("../static-filter.js").StaticOptions} StaticOptions */
/** @typedef {import("../static-filter.js").StaticStats} StaticStats */
