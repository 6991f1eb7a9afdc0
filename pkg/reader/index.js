// Queries without WebAssembly: plain JavaScript for every ES2020 engine, also with the policy `default-src 'self'`. It imports nothing from the
// rest of the package, so a page that only queries loads only this.

export { FilterFetchError } from "./fetch-error.js";
export { fetchFilter } from "./fetch-filter.js";
export { FilterFormatError } from "./format-error.js";
export { FilterReader } from "./filter-reader.js";
export { MapReader } from "./map-reader.js";

/** @typedef {import("./fetch-error.js").FetchErrorCode} FetchErrorCode */
/** @typedef {import("./format-error.js").FormatErrorCode} FormatErrorCode */
/** @typedef {import("./fetch-filter.js").FetchOnlyOptions} FetchOnlyOptions */
/** @typedef {import("./fetch-filter.js").FetchOptions} FetchOptions */
/** @typedef {import("./key.js").Key} Key */
/** @typedef {import("./key-form.js").FormOptions} FormOptions */
/** @typedef {import("./key-form.js").Invalid} Invalid */
/**
 * @template [Q=any]
 * @typedef {import("./key-form.js").KeyForm<Q>} KeyForm
 */
/** @typedef {import("./response.js").BodyReader} BodyReader */
/** @typedef {import("./response.js").ResponseLike} ResponseLike */
/** @typedef {import("./filter-reader.js").ReaderStats} ReaderStats */
/** @typedef {import("./map-reader.js").MapReaderStats} MapReaderStats */
