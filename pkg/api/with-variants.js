// What needs the second module brings it along: bundlers leave both out where none of these names is used.

import { bytes } from "../wasm/variants-inline.js";
import { CountingBloomFilter as Counting } from "./counting-bloom-filter.js";
import { ScalableBloomFilter as Scalable } from "./scalable-bloom-filter.js";
import { SparseBloomFilter as Sparse } from "./sparse-bloom-filter.js";
import { provideVariants } from "./variants.js";

/**
 * @template T
 * @param {T} value
 * @returns {T}
 */
export function withModule(value) {
  provideVariants(() => new WebAssembly.Module(bytes()));
  return value;
}

/** @typedef {import("./counting-bloom-filter.js").CountingBloomFilter} CountingBloomFilter */
/** @typedef {import("./scalable-bloom-filter.js").ScalableBloomFilter} ScalableBloomFilter */
/** @typedef {import("./sparse-bloom-filter.js").SparseBloomFilter} SparseBloomFilter */

export const CountingBloomFilter = /* @__PURE__ */ withModule(Counting);
export const ScalableBloomFilter = /* @__PURE__ */ withModule(Scalable);
export const SparseBloomFilter = /* @__PURE__ */ withModule(Sparse);
