// The engine of other systems' filters: the same classes over the largest module.

import { bytes } from "../../wasm/compat-inline.js";
import { Engine } from "../engine.js";
import { wrongType } from "../errors.js";
import { compiled } from "./module.js";

/** @type {Engine | undefined} */
let engine;

/**
 * What the schemes are that are not ours, at their ids.
 * @type {{ scheme: string, layout: import("../types.js").Layout }[]}
 */
const SCHEMES = [];
SCHEMES[4] = SCHEMES[5] = { scheme: "php-redis", layout: "standard" };
SCHEMES[6] = SCHEMES[7] = { scheme: "crc32-mt", layout: "standard" };
SCHEMES[8] = { scheme: "additive-partitioned", layout: "partitioned" };

/** @returns {Engine} */
export function compat() {
  if (!engine) {
    engine = new Engine(compiled ?? new WebAssembly.Module(bytes()));
    engine.schemes = SCHEMES;
  }
  return engine;
}

/**
 * Writes a key of a PHP system: text as UTF-8, or bytes.
 * @param {Engine} engine
 * @param {unknown} key
 * @returns {number} how many bytes it has
 */
export function putText(engine, key) {
  if (typeof key == "bigint") wrongType("key", "a string or a Uint8Array, as this scheme has no integers", key);
  return engine.putKey(/** @type {string} */ (key));
}
