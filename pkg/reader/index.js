// Queries without WebAssembly: plain JavaScript that runs in every ES2020 engine and under `default-src 'self'`. Nothing
// here imports from the rest of the package, so that a page which only queries loads only this.

export { BloomFilterReader } from "./bloom-filter-reader.js";
export { FilterFormatError } from "./errors.js";
export { FilterReader } from "./filter-reader.js";

/** @typedef {import("./errors.js").FormatErrorCode} FormatErrorCode */
/** @typedef {import("./key.js").Key} Key */
/** @typedef {import("./bloom-filter-reader.js").ReaderStats} ReaderStats */
