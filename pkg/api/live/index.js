export { FilterFormatError } from "../../reader/errors.js";
export { FilterFetchError } from "../errors.js";
export { FilterHolder } from "./filter-holder.js";
export { LiveFilter } from "./live-filter.js";
export { cacheStore, indexedDbStore, kvStore } from "./stores.js";

/** @typedef {import("../errors.js").FetchErrorCode} FetchErrorCode */
/** @typedef {import("../errors.js").FormatErrorCode} FormatErrorCode */
/** @typedef {import("../types.js").Key} Key */
/** @typedef {import("../response.js").BodyReader} BodyReader */
/** @typedef {import("../response.js").ResponseLike} ResponseLike */
/** @typedef {import("../../reader/filter-reader.js").FilterReader} FilterReader */
/** @typedef {import("../../reader/bloom-filter-reader.js").ReaderStats} ReaderStats */
/** @typedef {import("./options.js").HasHref} HasHref */
/**
 * @template {import("./filters.js").Queryable} [F=import("../../reader/filter-reader.js").FilterReader]
 * @typedef {import("./options.js").LiveOptions<F>} LiveOptions
 */
/** @typedef {import("./filters.js").Queryable} Queryable */
/** @typedef {import("./stores.js").FilterStore} FilterStore */
/** @typedef {import("./stores.js").KvLike} KvLike */
/** @typedef {import("./stores.js").StoredFilter} StoredFilter */
