// What index.js has, for entries that bring compiled modules: without the text of the second one.

export * from "./common.js";
export { CountingBloomFilter } from "./counting-bloom-filter.js";
export { fromResponse, load } from "./load.js";
export { readHeader } from "./read-header.js";
export { ScalableBloomFilter } from "./scalable-bloom-filter.js";
export { SparseBloomFilter } from "./sparse-bloom-filter.js";
