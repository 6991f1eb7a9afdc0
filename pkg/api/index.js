export * from "./common.js";
export { CountingBloomFilter, ScalableBloomFilter, SparseBloomFilter, load, readHeader } from "./with-variants.js";
