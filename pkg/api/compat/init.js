import { BloomFilter, readDump } from "../bloom-filter.js";
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
  initCompat(module, (Kind, engine, dump) =>
    Kind === /** @type {any} */ (BloomFilter) && dump[SCHEME_OFFSET] > LAST_OWN
      ? /** @type {any} */ (load(dump))
      : readDump(Kind, engine, dump),
  );
}
