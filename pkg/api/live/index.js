export { FilterHolder } from "./filter-holder.js";
export { LiveFilter } from "./live-filter.js";
export { cacheStore, indexedDbStore, kvStore } from "./stores.js";

/** @typedef {import("./options.js").HasHref} HasHref */
/** @typedef {import("./options.js").LiveOptions} LiveOptions */
/** @typedef {import("./stores.js").FilterStore} FilterStore */
/** @typedef {import("./stores.js").KvLike} KvLike */
/** @typedef {import("./stores.js").StoredFilter} StoredFilter */
