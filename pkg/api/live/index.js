// Filters that stay up to date. LiveFilter and ShardedFilter are what users see. Below them, from the top:
//
// - live-file.js: one file of a server, up to date. An update is its method `#update`
// - poller.js: when it is due
// - request.js: what is sent, and the answer
// - filter-content.js, sharded-manifest.js: what a file becomes
// - published-client.js, manifest.js, published-set.js: manifests and the files that they name
// - store-cache.js: the store

export { FilterFormatError } from "../../reader/format-error.js";
export { FilterFetchError } from "../../reader/fetch-error.js";
export { LiveFilter } from "./live-filter.js";
export { ShardedFilter } from "./sharded-filter.js";
export { cacheStore, fileStore, indexedDbStore, kvStore, r2Store } from "./stores.js";

/** @typedef {import("../errors.js").FetchErrorCode} FetchErrorCode */
/** @typedef {import("../errors.js").FormatErrorCode} FormatErrorCode */
/** @typedef {import("../types.js").Key} Key */
/** @typedef {import("../../reader/response.js").BodyReader} BodyReader */
/** @typedef {import("../../reader/response.js").ResponseLike} ResponseLike */
/** @typedef {import("../../reader/filter-reader.js").FilterReader} FilterReader */
/** @typedef {import("../../reader/filter-reader.js").ReaderStats} ReaderStats */
/** @typedef {import("../../reader/map-reader.js").MapReader} MapReader */
/** @typedef {import("../../reader/map-reader.js").MapReaderStats} MapReaderStats */
/**
 * @template [Q=any]
 * @typedef {import("../keys/key-forms.js").KeyForm<Q>} KeyForm
 */
/** @typedef {import("./options.js").HasHref} HasHref */
/**
 * @template {import("./filters.js").Queryable} [F=import("./options.js").Usual]
 * @typedef {import("./options.js").LiveOptions<F>} LiveOptions
 */
/** @typedef {import("./published-set.js").PublishedSet} PublishedSet */
/** @typedef {import("./published-set.js").PublishedStats} PublishedStats */
/** @typedef {import("./filters.js").Queryable} Queryable */
/** @typedef {import("./sharded-filter.js").ShardedOptions} ShardedOptions */
/** @typedef {import("./sharded-filter.js").ShardedStats} ShardedStats */
/** @typedef {import("./stores.js").FilterStore} FilterStore */
/** @typedef {import("./stores.js").KvLike} KvLike */
/** @typedef {import("./stores.js").R2Like} R2Like */
/** @typedef {import("./stores.js").StoredFilter} StoredFilter */
