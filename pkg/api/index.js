export * from "./common.js";
export { fromResponse, load, readHeader } from "./load-with-variants.js";
export { CountingBloomFilter, ScalableBloomFilter, SparseBloomFilter } from "./with-variants.js";
