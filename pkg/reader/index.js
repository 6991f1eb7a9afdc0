// Queries without WebAssembly: plain JavaScript for every ES2020 engine, also with the policy `default-src 'self'`. It imports nothing from the
// rest of the package, so a page that only queries loads only this.

export { FilterFetchError } from "./fetch-error.js";
export { FilterFormatError } from "./format-error.js";
export { FilterReader } from "./filter-reader.js";
export { MapReader } from "./map-reader.js";

/** @typedef {import("./fetch-error.js").FetchErrorCode} FetchErrorCode */
/** @typedef {import("./format-error.js").FormatErrorCode} FormatErrorCode */
/** @typedef {import("./key.js").Key} Key */
/** @typedef {import("./filter-reader.js").ReaderStats} ReaderStats */
/** @typedef {import("./map-reader.js").MapReaderStats} MapReaderStats */
