// The file that a link to a list carries: the filter if it is short enough, or a static set, which is smaller, or one with a higher rate.

import { StaticFilter } from "edgebloom";
import { MOST_SHARED } from "./link.js";

/** Higher rates for lists that would not fit otherwise. Above 1 in 10, a "maybe" says too little. */
const RATES = [0.05, 0.1];

/** @typedef {{ what: "filter" | "static" | "rougher", file: Uint8Array<ArrayBuffer>, rate: number }} Shared */

/**
 * @param {string[]} entries
 * @param {Uint8Array<ArrayBuffer>} bloom the filter file
 * @param {{ errorRate: number, keys?: import("./forms.js").KeyForm }} options
 * @returns {{ fixed: Uint8Array<ArrayBuffer>, shared?: Shared }} `fixed`: the static set at the same rate; `shared` is undefined if
 *   nothing fits
 */
export function sharedFile(entries, bloom, options) {
  const fixed = staticFile(entries, options);
  const rate = options.errorRate;
  if (bloom.length <= MOST_SHARED) return { fixed, shared: { what: "filter", file: bloom, rate } };
  if (fixed.length <= MOST_SHARED) return { fixed, shared: { what: "static", file: fixed, rate } };
  for (const errorRate of RATES.filter((one) => one > rate)) {
    // Keys of a static set have at least log2(1 / rate) bits, so most rates need no trial.
    if ((entries.length * Math.log2(1 / errorRate)) / 8 > MOST_SHARED) continue;
    const file = staticFile(entries, { ...options, errorRate });
    if (file.length <= MOST_SHARED) return { fixed, shared: { what: "rougher", file, rate: errorRate } };
  }
  return { fixed };
}

/**
 * @param {string[]} entries
 * @param {{ errorRate: number, keys?: import("./forms.js").KeyForm }} options
 */
function staticFile(entries, options) {
  const set = StaticFilter.from(entries, options);
  const file = set.toBytes();
  set.free();
  return file;
}
