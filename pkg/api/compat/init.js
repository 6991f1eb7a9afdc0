import { BloomFilter, readDump } from "../bloom-filter.js";
import { FilterFormatError } from "../errors.js";
import { initCompat } from "./engine.js";
import { load } from "./load.js";

/** Where the header says the scheme, and the last of our own. */
const SCHEME_OFFSET = 6;
const LAST_OWN = 3;

/**
 * Takes the compiled module; each entry calls it once.
 * @param {WebAssembly.Module} module
 */
export function init(module) {
  initCompat(module, (Kind, engine, dump) => {
    if (Kind !== /** @type {any} */ (BloomFilter)) return readDump(Kind, engine, dump);
    const filter = load(dump);
    if (dump[SCHEME_OFFSET] <= LAST_OWN && filter.constructor !== BloomFilter) {
      throw new FilterFormatError("cells: expected bits, found others: load() reads them", "INVALID", "cells", 7);
    }
    return /** @type {any} */ (filter);
  });
}
