export * from "../index.js";
export { createFilter, testAndSet } from "./create-filter.js";
export { exportFilter } from "./export-filter.js";
export { importFilter } from "./import-filter.js";
export { load } from "./load.js";
export { readHeader } from "./read-header.js";
export { stringHash } from "./string-hash.js";

/** @typedef {import("./create-filter.js").SchemeOptions} SchemeOptions */
/** @typedef {import("./string-hash.js").Arithmetic} Arithmetic */
/** @typedef {import("./string-hash.js").StringHashName} StringHashName */
